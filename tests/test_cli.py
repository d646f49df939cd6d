"""The commands as people and scripts call them: output, exit codes, and no traceback: cli and commands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from citator.cli import main
from conftest import EDITIONS, shipped

RULES = (
    "1. Overview\n\n1.1. Players\n\n1.1.1. Two play.\n\n1.1.2. One is first.\n\n"
    "2. Cards\n\n2.1. Type\n\n2.1.1. Each has one.\n"
)


def citator(*words: str | Path, code: int = 0) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "Traceback" not in done.output
    return done


def as_json(*words: str | Path, code: int = 0) -> Any:
    return json.loads(citator(*words, "--format", "json", code=code).stdout)


@pytest.fixture
def added(tmp_path: Path) -> Path:
    """A library of one game."""
    rules = tmp_path / "rules"
    rules.mkdir()
    (tmp_path / "abc.txt").write_text(RULES, encoding="utf-8")
    citator("--rules", rules, "add", "abc", "1.0", tmp_path / "abc.txt", "--name", "Abacus")
    return rules


# ---- games ----------------------------------------------------------------------------------------------------------


def test_games() -> None:
    said = citator("games").stdout
    assert all(edition in said for edition in EDITIONS)
    assert said.index("fow@8.01") < said.index("fow@5.12") < said.index("fow@5.00")
    games = {game["key"]: game for game in as_json("games")}
    assert games["fow"]["name"] == "Force of Will"
    assert games["fow"]["editions"][-1]["effective"] == "2018-09-21"
    assert games["fftcg"]["editions"][0]["published"] is None


def test_games_of_an_empty_folder(tmp_path: Path) -> None:
    assert (
        "The library is empty: “citator add GAME VERSION FILE”" in citator("--rules", tmp_path, "games", code=1).stdout
    )
    assert as_json("--rules", tmp_path, "games", code=1) == []


# ---- show -----------------------------------------------------------------------------------------------------------


def test_show_a_rule_with_what_is_above_and_below() -> None:
    lines = citator("show", "fow@5.12", "1.5¶3").stdout.splitlines()
    assert lines[0] == "Force of Will 5.12 (2015-07-23)"
    assert lines[1] == "1 Overview › 1.5 Basic Concept"
    assert [line.split()[0] for line in lines[3:7]] == ["1.5¶3", "1.5¶3a", "1.5¶3b", "1.5¶3c"]


def test_show_as_json() -> None:
    rule = as_json("show", "fow@5.12", "1.5p3")
    assert (rule["edition"], rule["id"], rule["number"], rule["parent"], rule["kind"]) == (
        "fow@5.12",
        "1.5¶3",
        None,
        "1.5",
        "rule",
    )
    assert [up["id"] for up in rule["ancestors"]] == ["1", "1.5"]
    assert [child["id"] for child in rule["children"]] == ["1.5¶3a", "1.5¶3b", "1.5¶3c"]


def test_show_a_number_that_stands_twice() -> None:
    said = citator("show", "fftcg", "10.1.3.2.1").stdout
    assert "The number 10.1.3.2.1 is printed 2 times in this edition." in said
    assert "10.1.3.2.1~2" in said
    twice = as_json("show", "fftcg", "10.1.3.2.1")["twice"]
    assert [rule["id"] for rule in twice] == ["10.1.3.2.1", "10.1.3.2.1~2"]


def test_show_examples_and_a_table() -> None:
    assert citator("show", "fow", "202.3a").stdout.count("\n  Ex. ") == 2
    assert "Holy Tiger │ Follower / Token │ Beast" in citator("show", "sve", "table:appendix-token-list").stdout


# ---- export ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_export_has_every_node_in_reading_order(edition: str) -> None:
    rows = [json.loads(line) for line in citator("export", edition, "--format", "jsonl").stdout.splitlines()]
    assert [row["id"] for row in rows] == [node.id for node in shipped(edition).nodes]
    for row in rows:
        assert {"id", "number", "parent", "kind", "examples", "lines"} <= row.keys()
        assert ("title" in row) if row["kind"] == "heading" else ("text" in row)
        assert "text" not in row or row["kind"] != "heading"
        assert row["number"] is None or row["id"].split("~")[0] == row["number"]


def test_export_says_what_is_printed_only_where_it_differs(added: Path) -> None:
    rows = [json.loads(line) for line in citator("--rules", added, "export", "abc").stdout.splitlines()]
    assert not [row for row in rows if "printed" in row]
    rows = [json.loads(line) for line in citator("export", "fow@5.00").stdout.splitlines()]
    player = next(row for row in rows if row["id"] == "1.5¶1")
    assert player["text"].startswith("Player: One who")
    assert player["printed"].startswith("Player:** One who")


# ---- change log and lint --------------------------------------------------------------------------------------------


def test_changelog() -> None:
    assert "5.12" in citator("changelog", "fow@5.12").stdout
    entries = as_json("changelog", "fow@5.12")
    assert entries[-1] == {
        "version": "5.12",
        "date": "2015-07-28",
        "notes": ["Defined magic stone type.", 'Clarified the phrase written in "".'],
    }


def test_an_edition_without_a_change_log() -> None:
    assert "sve@1.3.1 holds no change log" in citator("changelog", "sve", code=1).stderr
    assert as_json("changelog", "sve", code=1) == []


def test_lint() -> None:
    assert "number-twice" in citator("lint", "fftcg", code=1).stdout
    report = as_json("lint", "fftcg", code=1)
    assert report["edition"] == "fftcg@undated"
    assert (
        report["coverage"]["accounted"] == report["coverage"]["characters"] == len(shipped("fftcg@undated").source.text)
    )
    twice = next(finding for finding in report["findings"] if finding["code"] == "number-twice")
    assert (twice["severity"], twice["rule"], twice["line"]) == ("error", "10.1.3.2.1~2", 325)


def test_lint_of_a_sound_edition_finds_nothing(added: Path) -> None:
    assert as_json("--rules", added, "lint", "abc") == {
        "edition": "abc@1.0",
        "findings": [],
        "coverage": {"characters": len(RULES), "accounted": len(RULES)},
    }


# ---- add ------------------------------------------------------------------------------------------------------------


def test_add_says_what_it_found(tmp_path: Path) -> None:
    file = tmp_path / "abc.txt"
    file.write_text(RULES, encoding="utf-8")
    said = citator("--rules", tmp_path, "add", "abc", "1.0", file, "--published", "2020-02-01").stdout
    assert "abc@1.0" in said
    assert f"{len(RULES)} of {len(RULES)} characters accounted for" in said
    assert as_json("--rules", tmp_path, "games")[0]["editions"][0]["published"] == "2020-02-01"
    assert "Two play." in citator("--rules", tmp_path, "show", "abc", "1.1.1").stdout


def test_add_writes_where_citator_rules_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITATOR_RULES", str(tmp_path))
    (tmp_path / "abc.txt").write_text(RULES, encoding="utf-8")
    citator("add", "abc", "1.0", tmp_path / "abc.txt")
    assert [game["key"] for game in as_json("games")] == ["abc"]
    assert (tmp_path / "abc" / "1.0" / "rules.txt").read_text(encoding="utf-8") == RULES


# ---- what goes wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["show", "fow", "804.9"], 1, "no rule 804.9 in fow@8.01: 804 has 804.1 to 804.6"),
        (["show", "fow", "7.11"], 1, "7.11 is a number of fow@5.00 and fow@5.12"),
        (["show", "fow"], 2, "names no rule"),
        (["show", "chess", "1"], 2, "there is no game 'chess'"),
        (["show", "fow@1.0", "1"], 2, "there is no edition '1.0' of Force of Will"),
        (["show", ""], 2, "names no rule"),
        (["show"], 2, "Missing argument"),
        (["export", "fow@2000-01-01"], 2, "no edition of Force of Will was in force on 2000-01-01"),
        (["export", "fow", "--format", "xml"], 2, "'xml' is not"),
        (["changelog", "chess"], 2, "there is no game 'chess'"),
        (["lint", "fow@x"], 2, "there is no edition 'x'"),
        (["add", "abc", "1.0", "nothing.txt"], 2, "cannot read nothing.txt: No such file or directory"),
        (["add", "abc", "1.0", "."], 2, "is a folder: name the rules document itself"),
        (["add", "A B", "1.0", "x"], 2, "will not do as a game's key"),
        (["add", "abc", "1.0", "x", "--published", "soon"], 2, "'soon' does not match"),
        (["--rules", "nowhere", "games"], 2, "there is no folder nowhere"),
        (["nonsense"], 2, "No such command 'nonsense'"),
    ],
)
def test_a_sentence_and_an_exit_code(words: list[str], code: int, said: str) -> None:
    done = citator(*words, code=code)
    assert said in done.stderr
    assert done.stdout == ""


def test_an_empty_library_has_nothing_to_show(tmp_path: Path) -> None:
    assert "the library is empty" in citator("--rules", tmp_path, "show", "fow", "1", code=2).stderr
    assert "the library is empty" in citator("--rules", tmp_path, "lint", code=2).stderr


def test_a_broken_library_is_named(added: Path) -> None:
    (added / "abc" / "1.0" / "edition.toml").write_text("version = 1.0\n", encoding="utf-8")
    assert "edition.toml: version must be text in quotes" in citator("--rules", added, "games", code=2).stderr


@pytest.mark.parametrize("data", [b"\0\1\2\3" * 50, b"", b"words only\n"], ids=["binary", "empty", "no rules"])
def test_a_document_that_is_none(added: Path, data: bytes) -> None:
    (added / "abc" / "1.0" / "rules.txt").write_bytes(data)
    assert "rules.txt" in citator("--rules", added, "show", "abc", "1", code=2).stderr


# ---- as a program ---------------------------------------------------------------------------------------------------


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    code = "from citator.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, encoding="utf-8", check=False,
        env={"PATH": "", "PYTHONUTF8": "1", **environment},
    )  # fmt: skip


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"}])
@pytest.mark.parametrize("words", [("show", "fow", "804"), ("games",), ("lint", "fftcg")])
def test_a_pipe_gets_no_escape_codes(words: tuple[str, ...], environment: dict[str, str]) -> None:
    done = program(*words, **environment)
    assert done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_a_pipe_gets_one_line_a_rule() -> None:
    lines = program("show", "fow", "103").stdout.splitlines()
    assert [line.split()[0] for line in lines[3:9]] == ["103", "103.1", "103.2", "103.3", "103.4", "103.5"]


def test_exit_codes_and_sentences_of_the_program() -> None:
    missed = program("show", "fow", "804.9")
    assert (missed.returncode, missed.stdout) == (1, "")
    assert missed.stderr.startswith("citator: no rule 804.9")
    assert program("show", "chess", "1").returncode == 2


def test_games_does_without_the_parser() -> None:
    code = (
        "import sys\nfrom citator.cli import main\n"
        "try:\n    main(['games'])\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(sorted(set(sys.modules) & {'lark', 'networkx', 'symspellpy', 'citator.tree'}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert "fow@8.01" in done.stdout
    assert done.stderr.strip() == "[]"
