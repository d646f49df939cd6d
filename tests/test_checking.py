"""Standings of citations, quotations, doubts, and what --fix does: checking, quotations, doubts, fate, fixing."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import library, reader
from citator.checking import STATUSES, Finding, Judge
from citator.commands.citing import check_command
from citator.errors import BadInput, CitatorError
from citator.fixing import fix
from citator.register import Shelf
from citator.rulings import find_rulings
from conftest import changes_of

DATA = Path(__file__).parent / "data"


@cache
def judge(to: str | None = None) -> Judge:
    rules = Path(__file__).parents[1] / "rules"
    shelf = Shelf(library.load([rules], home=rules), cache(reader.read))
    return Judge(shelf, cache(changes_of), shelf.library.edition(to) if to else None)


def check(text: str, to: str | None = None) -> list[Finding]:
    return judge(to).check(text)


def only(text: str, to: str | None = None) -> Finding:
    (finding,) = check(text, to)
    return finding


# ---- a file of everything -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "to", "least"), [("wild", None, 80), ("wild-5.12", "fow@5.12", 9)])
def test_precision_and_recall_are_one(name: str, to: str | None, least: int) -> None:
    rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = [(r["line"], r["citation"], r["edition"], r["status"], tuple(r["now"])) for r in rows]
    assert len(expected) >= least
    data = [finding.as_data() for finding in check((DATA / f"{name}.md").read_text(encoding="utf-8"), to)]
    found = [(r["line"], r["citation"], r["edition"], r["status"], tuple(r["now"])) for r in data]
    assert found == expected


def test_the_files_hold_every_standing() -> None:
    rows = [json.loads(line) for path in DATA.glob("wild*.jsonl") for line in path.read_text("utf-8").splitlines()]
    assert {row["status"] for row in rows} == set(STATUSES)


# ---- the shipped rulings ------------------------------------------------------------------------------------------

# Read side by side in both editions. Where two standings are given, whether the meaning changed can be argued.
RULINGS_5_12 = {
    "astral-ruler-abilities": {
        "10.9¶1": "changed", "3.8¶6": "removed", "7.5¶1": "moved changed", "3.8¶4": "moved", "7.11¶1": "changed",
        "11.7¶1": "changed",
    },
    "blocker-destroyed-before-damage": {
        "8.3¶4": "moved changed", "8.3¶6": "moved", "8.5¶2b": "moved", "8.4¶2b": "moved", "8.3¶5": "split changed",
    },
    "blocker-with-first-strike": {
        "11.3¶1": "moved", "8.4¶2": "split", "8.5¶3": "moved", "8.5¶2": "moved changed split", "6.1¶1a": "moved",
        "13.2¶1": "moved changed",
    },
    "card-does-not-mean-stone": {
        "3.6¶4": "merged changed", "3.7¶1": "removed", "3.14¶1": "removed", "3.7¶4": "merged changed",
        "10.9¶1": "changed", "9.3¶2d": "moved",
    },
    "enter-from-graveyard": {"9.6¶1a": "removed", "10.5¶1": "moved", "9.6¶1": "changed"},
    "lifebreak-threshold": {"7.10¶1": "moved", "6.3¶1d": "removed moved", "7.10¶2": "moved", "14.2¶2": "merged moved"},
    "main-deck-upper-limit": {"4.1¶3": "split", "4.1¶4": "split", "4.1¶5": "split", "4.2¶1": "moved"},
    "pierce-damaged-blocker": {
        "11.1¶1": "moved", "11.1¶2": "split changed", "8.2¶3b": "changed", "10.6¶2": "moved", "11.1¶4": "moved",
    },
    "stone-after-judgment": {"7.11¶1": "changed", "7.5¶1": "moved changed"},
    "who-plays-first": {"4.2¶3": "changed", "5.1¶3": "moved", "4.2¶4": "moved", "5.2¶1": "moved"},
}  # fmt: skip


def test_the_shipped_rulings_stand_as_they_should() -> None:
    for ruling in find_rulings(judge().shelf.library):
        found = judge().check(ruling.text, ruling.name)
        assert found, ruling.name
        if ruling.edition.key != "fow@5.12":
            assert {finding.status for finding in found} == {"good"}, ruling.name
            continue
        expected = RULINGS_5_12[ruling.name]
        assert {finding.cited.written for finding in found} == set(expected)
        for finding in found:
            assert finding.status in expected[finding.cited.written].split(), (ruling.name, finding.cited.text)


# ---- messages, quotations, editions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("[fow@5.12 4.2¶3]", "changed", "403.4 in fow@8.01 and means something else"),
        ("[fow@5.12 1.3¶2]", "moved", "1.3¶2 is now 103.2 in fow@8.01"),
        ("[fow@5.12 8.3¶6]", "moved", "reworded"),
        ("[fow@5.12 3.8¶6]", "removed", "its section 3.8 is 308 there"),
        ("[fow 804.9]", "unknown", "804 has 804.1 to 804.6"),
        ("[fow 1.3¶2]", "unknown", "and is 103.2 in fow@8.01"),
        ("[fow@4.00 1.3¶2]", "unknown", "no edition '4.00'"),
        ('"If both players lose the game at the same time" ([fow 103.2])', "misquoted", "stand in 103.3, not in 103.2"),
        ('By [fow 103.3], "If both players win the game at the same time"', "misquoted", "not “win”, but “lose”"),
        ("“If both players lose the game in the same time” [fow 103.3]", "misquoted", "those of fow@5.12 1.3¶3"),
    ],
)
def test_what_is_said(text: str, status: str, says: str) -> None:
    finding = only(text)
    assert finding.status == status
    assert says in finding.message


@pytest.mark.parametrize(
    "text",
    [
        '"If both players lose … the game ends in draw" ([fow 103.3])',
        '"if both players\nlose the game at the same time," ([fow 103.3])',
        "> If both players lose the game at the same time, the game ends in draw. — [fow 103.3]",
        'By [fow 103.3] a "draw" is possible.',
        'My card says "destroy target resonator, then draw two cards for it" ([fow 103.3]).',
        '"Each player can see the number of cards in a zone" ([fow 302.2])',  # of the rule below it
        'By [fow 103.2], "If both players lose the game at the same time" ([fow 103.3]) is another thing.',
    ],
)
def test_quotations_that_are_no_fault(text: str) -> None:
    assert {finding.status for finding in check(text)} == {"good"}


def test_a_text_without_a_mark_was_written_under_its_own_edition() -> None:
    text = "---\nedition: fow@5.12\n---\nThe other player wins, by rule 1.3¶2.\n"
    assert (only(text).status, only(text).now) == ("moved", ("103.2",))


def test_the_gravest_of_a_range_counts() -> None:
    finding = only("[fow@5.12 4.2¶1–4.2¶4]")
    assert finding.status == "changed"
    assert finding.now == ("403.2", "403.3", "403.4", "403.5")


# ---- fixing -------------------------------------------------------------------------------------------------------


def fixed(text: str, force: bool = False, to: str | None = None) -> str:
    return fix(text, check(text, to), judge(to).shelf, force)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\n[fow@5.12 1.3¶2]\r\n", "a\r\n[fow@8.01 103.2]\r\n"),
        ("[fow@5.12 1.3¶2, 8.3¶6]", "[fow@8.01 103.2, 804.6]"),
        ("[fow@5.12 1.3¶1–1.3¶3]", "[fow@8.01 103.1–103.3]"),
        ("FoW CR 5.12, 1.3p2", "FoW CR 8.01, 103.2"),
        ("[fow@2016-05-01 1.3¶2]", "[fow@8.01 103.2]"),
        ("[fow 804.4] [fow@8.01 804.4]", "[fow 804.4] [fow@8.01 804.4]"),
        ("[fow@5.12 4.2¶3]", "[fow@5.12 4.2¶3]"),  # changed
        ("[fow@5.12 4.1¶3]", "[fow@5.12 4.1¶3]"),  # split
        ("[fow@5.12 3.8¶6]", "[fow@5.12 3.8¶6]"),  # removed
        ("[fow@5.12 1.3¶2, 4.2¶3]", "[fow@5.12 1.3¶2, 4.2¶3]"),  # one edition mark for both
        ('"in the same time, the game ends in draw" ([fow@5.12 1.3¶3])',) * 2,  # its words are no longer the rule's
    ],
)
def test_what_is_rewritten(text: str, expected: str) -> None:
    assert fixed(text) == expected
    assert fixed(expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[fow@5.12 4.2¶3]", "[fow@8.01 403.4]"),
        ("[fow@5.12 4.1¶3]", "[fow@8.01 402.3, 402.3a]"),
        ("[fow@5.12 3.8¶6]", "[fow@5.12 3.8¶6]"),
        ("[fow 804.9]", "[fow 804.9]"),
    ],
)
def test_what_is_rewritten_by_force(text: str, expected: str) -> None:
    assert fixed(text, force=True) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[fow 1.3¶2]", "[fow@8.01 103.2]"),
        ("FoW CR 1.3¶2", "FoW@8.01 CR 103.2"),
        ("rule 1.3¶2", "rule fow@8.01 103.2"),
        ("rules 1.3¶2 and 8.3¶6", "rules fow@8.01 103.2 and 804.6"),
        ("by 1.3¶2 as well", "by fow@8.01 103.2 as well"),
        ("Force of Will's rule 1.3¶2", "fow@8.01 rule 103.2"),
    ],
)
def test_a_mark_is_added_where_the_text_is_of_an_older_edition(text: str, expected: str) -> None:
    matter = "---\nedition: fow@5.12\n---\nSee "
    assert fixed(matter + text) == matter + expected
    assert {(f.status, f.now) for f in check(matter + expected)} <= {("good", ("103.2",)), ("good", ("804.6",))}
    assert fixed(matter + expected) == matter + expected


VERBS = "draws discards banishes recovers reveals shuffles counters destroys summons removes".split()
NOUNS = "stones runes tokens regalia additions rulers graveyards wills spells entities".split()


def two_editions(folder: Path, chance: random.Random) -> tuple[dict[str, str], Shelf]:
    """A small game whose second edition has the same rules under other numbers; the numbers by the old ones."""
    pairs = [(verb, noun) for verb in VERBS for noun in NOUNS]
    rules = [
        f"Each player {verb} the {noun} named by number {at} of the list." for at, (verb, noun) in enumerate(pairs)
    ]
    chance.shuffle(rules)
    rules = rules[:40]
    became: dict[str, str] = {}
    numbers: dict[str, str] = {}
    game = folder / "small"
    for version, size in (("1.0", 8), ("2.0", 5)):
        lines = [f"Small Rules {version}", ""]
        order = list(range(0, 40, size))
        for chapter, start in enumerate(order, 1 if version == "1.0" else 11):
            lines += [f"{chapter}. Chapter of {NOUNS[chapter % 10]} {VERBS[chapter // 2 % 10]}", ""]
            for at, rule in enumerate(rules[start : start + size], 1):
                lines += [f"{chapter}.{at}. {rule}", ""]
                if version == "1.0":
                    numbers[rule] = f"{chapter}.{at}"
                else:
                    became[numbers[rule]] = f"{chapter}.{at}"
        (game / version).mkdir(parents=True)
        (game / version / "rules.txt").write_text("\n".join(lines), encoding="utf-8")
        (game / version / "edition.toml").write_text(
            f'version = "{version}"\nsource = "rules.txt"\nlayout = "numbered"\n', encoding="utf-8"
        )
    (game / "game.toml").write_text('key = "small"\nname = "Small"\n', encoding="utf-8")
    return became, Shelf(library.load([folder], home=folder), cache(reader.read))


@pytest.mark.parametrize("seed", range(12))
def test_fix_brings_every_citation_back_to_its_rule(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    became, shelf = two_editions(tmp_path, chance)
    small = Judge(shelf, changes_of)
    forms = ["[small@1.0 {}]", "small@1.0 {}", "Small 1.0, {}", "[small {}]", "rule {}", "so [{}]", "Small CR 1.0, {}"]
    ends = ["\n", "\r\n"]
    end = chance.choice(ends)
    cited = [chance.choice(list(became)) for _ in range(30)]
    lines = [f"Word {chance.choice(forms).format(id)}, and on it goes at ${id}0." for id in cited]
    text = end.join(["---", "edition: small@1.0", "---", *lines, ""])
    found = small.check(text)
    assert [finding.cited.ids for finding in found] == [(id,) for id in cited]
    mended = fix(text, found, shelf)
    again = small.check(mended)
    assert [finding.cited.ids for finding in again] == [(became[id],) for id in cited]
    assert {finding.cited.edition.version for finding in again if finding.cited.edition} == {"2.0"}
    assert fix(mended, again, shelf) == mended
    assert [line.rpartition(", and")[2] for line in mended.split(end)] == [
        line.rpartition(", and")[2] for line in text.split(end)
    ]


# ---- the command --------------------------------------------------------------------------------------------------


def run(*arguments: str, text: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(check_command, arguments, input=text, catch_exceptions=False)
    return result.exit_code, result.output


def test_exit_codes(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("[fow 804.4]\n", encoding="utf-8")
    assert run(str(path))[0] == 0
    path.write_text("[fow@5.12 1.3¶2]\n", encoding="utf-8")
    assert run(str(path))[0] == 1
    assert run("-", text="[fow 804.9]")[0] == 1
    assert run("-", "--to", "fow@5.12", text="[fow@5.00 1.3¶3]")[0] == 0  # only reworded
    with pytest.raises(BadInput, match="no file or folder"):
        run("no-such-file.md")
    with pytest.raises(CitatorError, match="no edition"):
        run(str(path), "--to", "fow@9.99")


def test_json_is_as_the_contract_has_it() -> None:
    code, output = run("-", "--format", "json", text="Word\n[fow@5.12 1.3¶2]\n")
    assert code == 1
    assert json.loads(output) == [
        {
            "file": "-",
            "line": 2,
            "citation": "fow@5.12 1.3¶2",
            "edition": "fow@5.12",
            "status": "moved",
            "message": "1.3¶2 is now 103.2 in fow@8.01",
            "now": ["103.2"],
        }
    ]


def test_sarif_names_the_status() -> None:
    _, output = run("-", "--format", "sarif", text="[fow 804.9] [fow 804.4]")
    results = json.loads(output)["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["unknown"]


def test_the_game_of_bare_citations() -> None:
    assert json.loads(run("-", "--format", "json", text="rule 804.4")[1]) == []
    assert len(json.loads(run("-", "--game", "fow", "--format", "json", text="rule 804.4")[1])) == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_fix_keeps_every_other_byte(tmp_path: Path, encoding: str) -> None:
    text = "Caf\u00e9 \r\n\t[fow@5.12 1.3\u00b62]\u00a0\n\n\n"
    path = tmp_path / "a.md"
    path.write_bytes(text.encode(encoding))
    before = path.read_bytes()
    code, patch = run(str(path), "--dry-run")
    assert path.read_bytes() == before
    assert "-\t[fow@5.12 1.3¶2]" in patch
    assert "+\t[fow@8.01 103.2]" in patch
    assert code == 1
    assert run(str(path), "--fix")[0] == 0
    expected = text.replace("[fow@5.12 1.3¶2]", "[fow@8.01 103.2]")
    assert path.read_bytes() == expected.encode(encoding)
    assert run(str(path), "--fix")[0] == 0
    assert path.read_bytes() == expected.encode(encoding)


def test_folders_are_searched(tmp_path: Path) -> None:
    (tmp_path / "deep" / ".hidden").mkdir(parents=True)
    for name in ("a.md", "deep/b.txt", "deep/.hidden/c.md", "deep/d.py"):
        (tmp_path / name).write_text("    [fow 804.4]\n", encoding="utf-8")
    (tmp_path / "empty.md").write_text("", encoding="utf-8")
    rows = json.loads(run(str(tmp_path), "--format", "json")[1])
    assert [Path(row["file"]).name for row in rows] == ["b.txt"]  # in Markdown, four spaces make code


def test_fixed_standard_input_goes_to_standard_output() -> None:
    assert run("-", "--fix", text="[fow@5.12 1.3¶2]\n") == (0, "[fow@8.01 103.2]\n")


# ---- anything -----------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "[fow 804.4]",
        "[fow@5.12 7.11¶1]",
        "fow 804.3–804.5",
        '"To block, rest a J/resonator"',
        "“",
        "”",
        '"',
        "> ",
        "\n\n",
        "(",
        ")",
        ":",
        ", ",
        ". By ",
        "\r\n",
        "```",
        "`",
        "[fow@5.12 1.3¶2]",
        "rule 804.4",
        "---\n",
        "edition: fow@5.12\n",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=20))
def test_any_text_is_checked_or_refused(pieces: list[str]) -> None:
    text = "".join(pieces)
    try:
        found = check(text)
    except CitatorError:
        return  # a sentence of ours, no traceback
    assert Counter(finding.status for finding in found).keys() <= set(STATUSES)
    mended = fix(text, found, judge().shelf)
    assert fix(mended, check(mended), judge().shelf) == mended
