"""Citations as printed: each game's form, styles, ranges, escaping: cite, and the ``cite`` command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from citator import library, reader
from citator.cite import cite, in_ranges
from citator.citing import find_citations
from citator.commands.citing import cite_command
from citator.errors import CitatorError
from citator.library import Library
from citator.register import Register, Shelf


@pytest.fixture(scope="module")
def games() -> Library:
    rules = Path(__file__).parents[1] / "rules"
    return library.load([rules], home=rules)


@pytest.mark.parametrize(
    ("edition", "ids", "expected"),
    [
        ("fow", ["804.4"], "Force of Will Comprehensive Rules 8.01, 804.4"),
        ("fow@5.12", ["7.11¶1"], "Force of Will Comprehensive Rules 5.12, 7.11¶1"),
        ("sve", ["7.4.3"], "Shadowverse: Evolve Comprehensive Rules 1.3.1, 7.4.3"),
        ("fftcg", ["3.1.2", "3.1.3"], "FINAL FANTASY TCG Comprehensive Rules (undated), 3.1.2, 3.1.3"),
    ],
)
def test_each_game_has_its_form(games: Library, edition: str, ids: list[str], expected: str) -> None:
    chosen = games.edition(edition)
    assert cite(games.games[chosen.game], chosen, ids) == expected


def test_styles_escape_what_is_markup(games: Library) -> None:
    edition = games.edition("fow")
    game = games.games["fow"]._replace(citation="A *B* & <C> {version}, {rule}")
    assert cite(game, edition, ["804.4"], "markdown") == r"A \*B\* & \<C\> 8.01, 804.4"
    assert cite(game, edition, ["804.4"], "html") == "<cite>A *B* &amp; &lt;C&gt; 8.01, 804.4</cite>"
    data = json.loads(cite(game, edition, ["804.4"], "json"))
    assert data == {"game": "fow", "edition": "fow@8.01", "rules": ["804.4"], "citation": "A *B* & <C> 8.01, 804.4"}


def test_a_quotation_stays_what_it_is(games: Library) -> None:
    edition = games.edition("fow")
    game = games.games["fow"]
    words = "[Quickcast](1111) <cost>\n- so"
    assert cite(game, edition, ["1"], "markdown", words).endswith(":\n\n> \\[Quickcast\\](1111) \\<cost\\>\n> \\- so")
    quoted = cite(game, edition, ["1"], "html", words)
    assert quoted.startswith("<blockquote><p>[Quickcast](1111) &lt;cost&gt;</p><p>- so</p></blockquote>")
    assert cite(game, edition, ["1"], "text", "so").endswith("8.01, 1: “so”")


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["804.4"], ["804.4"]),
        (["804.3", "804.4"], ["804.3", "804.4"]),
        (["804.3", "804.4", "804.5"], ["804.3–804.5"]),
        (["803.5", "804.3", "804.4", "804.5", "804.1"], ["803.5", "804.3–804.5", "804.1"]),
        (["804.5", "804.4", "804.3"], ["804.5", "804.4", "804.3"]),
    ],
)
def test_ranges(games: Library, ids: list[str], expected: list[str]) -> None:
    assert in_ranges(ids, Register(reader.read(games.edition("fow")))) == expected


@pytest.mark.parametrize(
    "form",
    [
        "{rule} of the Odd & Even Rules ({version})",
        "Odd*Rules* {version}: {rule}",
        "O'Dd {version}.{rule}",
        "Odd {version} [{rule}]",
    ],
)
def test_other_forms_are_read_back(games: Library, form: str) -> None:
    game = games.games["fow"]._replace(citation=form)
    odd = Library({"fow": game}, games.home)
    shelf = Shelf(odd, reader.read)
    for style in ("text", "markdown", "html"):
        (cited,) = find_citations(f"As {cite(game, game.editions[1], ['7.11¶1'], style)} has it", shelf)
        assert cited.edition is not None
        assert (cited.edition.key, cited.ids) == ("fow@5.12", ("7.11¶1",)), style


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["fow", "804.4"], "Force of Will Comprehensive Rules 8.01, 804.4\n"),
        (["fow 803.5, 804.3–804.5"], "Force of Will Comprehensive Rules 8.01, 803.5, 804.3–804.5\n"),
        (
            ["fow", "102.1", "--quote"],
            "Force of Will Comprehensive Rules 8.01, 102.1: “This game is played by two players.”\n",
        ),
        (["sve", "7.4.3", "--style", "html"], "<cite>Shadowverse: Evolve Comprehensive Rules 1.3.1, 7.4.3</cite>\n"),
    ],
)  # fmt: skip
def test_the_command(arguments: list[str], expected: str) -> None:
    result = CliRunner().invoke(cite_command, arguments, catch_exceptions=False)
    assert (result.output, result.exit_code) == (expected, 0)


def test_the_command_in_json() -> None:
    result = CliRunner().invoke(cite_command, ["fow", "804.3–804.5", "--style", "json"], catch_exceptions=False)
    assert json.loads(result.output)["rules"] == ["804.3", "804.4", "804.5"]


def test_the_command_refuses_with_a_sentence() -> None:
    with pytest.raises(CitatorError, match=r"no rule 804\.99"):
        CliRunner().invoke(cite_command, ["fow", "804.99"], catch_exceptions=False)
