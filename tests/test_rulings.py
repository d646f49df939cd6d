"""Rulings: front matter read and checked, and the library's own rulings: rulings, and the ``rulings`` command."""

from __future__ import annotations

import contextlib
import datetime
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from citator import library
from citator.commands.citing import rulings_command
from citator.errors import BadInput, CitatorError
from citator.library import Library
from citator.rulings import default_edition, find_rulings, matter_of, read_ruling

GOOD = "---\ngame: fow\nedition: fow@5.12\ndate: 2015-10-03\ntitle: May I?\n---\nYes [fow 1.3¶2].\n"


@pytest.fixture(scope="module")
def games() -> Library:
    rules = Path(__file__).parents[1] / "rules"
    return library.load([rules], home=rules)


def ruling(folder: Path, text: str) -> Path:
    path = folder / "ruling.md"
    path.write_bytes(text.encode())
    return path


def test_front_matter(games: Library, tmp_path: Path) -> None:
    text = GOOD.replace(
        "title: May I?", "title: \"May I: \\\"call\\\"?\" # asked often\ncards:\n  - Alice\n  - 'Bob''s'"
    )
    read = read_ruling(ruling(tmp_path, text.replace("---\nYes", 'tags: [a, "b, c"]\n---\nYes')), games)
    assert read.edition.key == "fow@5.12"
    assert read.date == datetime.date(2015, 10, 3)
    assert read.title == 'May I: "call"?'
    assert read.cards == ("Alice", "Bob's")
    assert read.tags == ("a", "b, c")


def test_line_ends_do_not_matter(games: Library, tmp_path: Path) -> None:
    assert read_ruling(ruling(tmp_path, GOOD.replace("\n", "\r\n")), games).title == "May I?"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("---\ngame", "game", "has no front matter"),
        ("---\nYes", "Yes", "line 1 is never closed"),
        ("date: 2015-10-03\n", "", "lacks date"),
        ("2015-10-03", "3 October 2015", "line 4: '3 October 2015' is no date"),
        ("fow@5.12", "fow@9.99", "line 3: there is no edition '9.99'"),
        ("game: fow", "game: xyz", "line 2: there is no game 'xyz'"),
        ("game: fow", "game: sve", "line 3: fow@5.12 is no edition of Shadowverse"),
        ("title:", "tilte:", "line 5: there is no key 'tilte': did you mean 'title'"),
        ("title: May I?", "title: [a, b]", "line 5: title takes one value"),
        ("title: May I?", "title: |", "line 5: '|' is more YAML"),
        ("title: May I?", 'title: "May I?', "never closed"),
        ("title: May I?", "title: May I?\ntags: [a", "line 6: the list is not closed"),
        ("title: May I?", "title: May I?\ntitle: x", "line 6: title stands here twice"),
        ("title: May I?", "title: May I?\nnonsense", "line 6: cannot read 'nonsense'"),
    ],
)
def test_what_is_wrong_is_said(games: Library, tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(BadInput) as caught:
        read_ruling(ruling(tmp_path, GOOD.replace(old, new, 1)), games)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("matter", "expected"),
    [
        ("game: fow", "fow@8.01"),
        ("game: fow\nedition: 5.12", "fow@5.12"),
        ("edition: fow@5.00", "fow@5.00"),
        ("title: x", None),
    ],
)
def test_the_edition_of_a_text(games: Library, matter: str, expected: str | None) -> None:
    edition = default_edition(f"---\n{matter}\n---\n", games)
    assert (edition.key if edition else None) == expected


def test_no_front_matter_is_no_fault(games: Library) -> None:
    assert default_edition("A text.\n\n---\n\nMore.\n", games) is None


@given(st.text(st.sampled_from("ab:- []\"'#\n,|"), max_size=40))
def test_any_front_matter_is_read_or_refused(inside: str) -> None:
    with contextlib.suppress(CitatorError):  # a sentence of ours, no traceback
        matter_of(f"---\n{inside}\n---\n")


def test_the_library_has_rulings_of_every_game(games: Library) -> None:
    found = find_rulings(games)
    assert {ruling.game for ruling in found} == {"fow", "sve", "fftcg"}
    assert [(r.game, r.date, r.name) for r in found] == sorted((r.game, r.date, r.name) for r in found)
    assert all(sum(r.game == game for r in found) >= 6 for game in games.games)
    assert sum(r.edition.key == "fow@5.12" for r in found) >= 4


def test_the_command_lists_by_standing() -> None:
    result = CliRunner().invoke(rulings_command, ["--game", "fow", "--format", "json"], catch_exceptions=False)
    told = {row["ruling"]: row["standing"] for row in json.loads(result.output)}
    assert told["block-with-rested"] == "good"
    assert told["astral-ruler-abilities"] == "removed"
    assert told["who-plays-first"] == "changed"
    removed = CliRunner().invoke(rulings_command, ["--standing", "removed"], catch_exceptions=False)
    assert "What a destroyed J-ruler can still do" in removed.output
    assert "Can a rested J/resonator block?" not in removed.output
