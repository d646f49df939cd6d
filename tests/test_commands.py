"""The commands that relate, compare and answer: text, JSON, exit codes."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from citator.cli import main
from conftest import RULES


def citator(*words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["--rules", str(RULES), *words])
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def as_json(*words: str, code: int = 0) -> Any:
    return json.loads(citator(*words, "--format", "json", code=code).stdout)


def test_diff_holds_every_rule_once() -> None:
    found = as_json("diff", "fow@5.12", "fow@8.01")
    assert (found["old"], found["new"]) == ("fow@5.12", "fow@8.01")
    for side, edition in (("old", "fow@5.12"), ("new", "fow@8.01")):
        ids = [id for change in found["changes"] for id in change[side]]
        nodes = [json.loads(line) for line in citator("export", edition).stdout.splitlines()]
        assert sorted(ids) == sorted(node["id"] for node in nodes if node["kind"] in ("heading", "rule"))
    assert sum(found["summary"].values()) == len(found["changes"])
    (change,) = [change for change in found["changes"] if change["new"] == ["710.1"]]
    assert (change["relation"], change["old"]) == ("changed", ["7.11¶1"])


def test_diff_of_an_edition_with_itself_is_all_same() -> None:
    assert {change["relation"] for change in as_json("diff", "sve", "sve")["changes"]} == {"same"}


def test_diff_text_marks_words_and_names_what_is_left_out() -> None:
    said = citator("diff", "fow@5.12", "fow@8.01", "--under", "710").stdout
    assert "7.11¶1 → 710.1" in said
    assert "[-or astral ruler-]" in said
    assert "--only reworded shows them" in said


def test_renumbered_as_csv() -> None:
    rows = list(csv.reader(io.StringIO(citator("diff", "fow@5.12", "fow@8.01", "--format", "csv").stdout)))
    assert rows[0] == ["fow@5.12", "fow@8.01", "relation"]
    assert ["7.11¶1", "710.1", "changed"] in rows


def test_diff_of_two_games_is_refused() -> None:
    assert "are different games" in citator("diff", "fow", "sve", code=2).output


def test_history() -> None:
    found = as_json("history", "fow@5.12", "7.11¶1")["lineage"]
    assert [(station["edition"], station["ids"]) for station in found] == [
        ("fow@5.00", ["7.11¶1"]),
        ("fow@5.12", ["7.11¶1"]),
        ("fow@8.01", ["710.1"]),
    ]
    assert found[-1]["text"].startswith("The turn player rests")


def test_a_number_of_another_edition() -> None:
    said = citator("show", "fow", "7.11", code=1).output
    assert "7.11 is a number of fow@5.00 and fow@5.12, and is 710 in fow@8.01" in said


@pytest.mark.parametrize(("day", "version"), [("2015-03-03", "5.00"), ("2016-05-01", "5.12"), ("2018-09-21", "8.01")])
def test_the_rule_in_force_that_day(day: str, version: str) -> None:
    rule = "7.11" if version != "8.01" else "710"
    assert citator("show", "fow", rule, "--on", day).stdout.startswith(f"Force of Will {version} ")


def test_no_day() -> None:
    assert "'2015' is no day" in citator("show", "fow", "7.11", "--on", "2015", code=2).output


def test_refs_outward_and_inward() -> None:
    found = as_json("refs", "fow", "1016.1")
    assert [(ref["targets"], ref["status"]) for ref in found["refers_to"]] == [(["709"], "suspect")]
    assert {ref["rule"] for ref in as_json("refs", "fow", "906")["cited_by"]} == {"708.1", "1114.2"}
    assert len(as_json("refs", "fow", "--most", "3")["most_cited"]) == 3
    assert "nothing refers to it" in citator("refs", "fow", "101.1", code=1).stdout


def test_path() -> None:
    steps = as_json("path", "fow", "708.1", "906")["steps"]
    assert [(step["from"], step["tie"], step["to"]) for step in steps] == [("708.1", "refers", "906")]


def test_terms() -> None:
    terms = {term["term"]: term for term in as_json("terms", "fow")}
    assert terms["main timing"]["rule"] == "701.2"


def test_ask_and_search() -> None:
    answer = as_json("ask", "fow", "can a tapped guy block")
    assert answer["answerable"]
    assert answer["rules"][0] in ("804.3", "804.4")
    assert [passage["id"] for passage in answer["passages"]] == answer["rules"]
    assert not as_json("ask", "fow", "how much does a booster box cost", code=1)["answerable"]
    found = as_json("search", "fow", '"attacked object"')["results"]
    assert found
    assert "*attacked* *object*" in found[0]["snippet"].lower()
    assert as_json("search", "fow", "804.4")["results"][0]["id"] == "804.4"
    citator("search", "fow", "zzzzqqq", code=1)


def test_changelog_against() -> None:
    found = as_json("changelog", "fow@5.12", "--against", "fow@5.00")
    assert {note["version"] for note in found["notes"]} == {"5.01", "5.1", "5.11", "5.12"}
    assert found["unmentioned"]


def test_lint_switches() -> None:
    codes = {finding["code"] for finding in as_json("lint", "fftcg", code=1)["findings"]}
    assert {"number-twice", "out-of-order"} <= codes
    left = as_json("lint", "fftcg", "--without", "number-twice", code=1)["findings"]
    assert "number-twice" not in {finding["code"] for finding in left}
    citator("lint", "sve", "--fail-on", "error")
    assert "did you mean 'number-twice'" in citator("lint", "--without", "number-twise", code=2).output
    assert "number-twice" in citator("lint", "--explain").stdout


def test_repair_of_a_clean_document_proposes_nothing() -> None:
    assert as_json("repair", "sve", code=1) == []
