"""Citations in prose: forms, traps, places, and the strict reading of what is typed: citing, prose, register."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import library, reader
from citator.cite import STYLES, cite
from citator.citing import Cited, find_citations, read_citation
from citator.errors import BadInput, CitatorError, NotFound
from citator.library import Library
from citator.prose import prose_of
from citator.register import Shelf
from conftest import EDITIONS


@cache
def shelf() -> Shelf:
    rules = Path(__file__).parents[1] / "rules"
    return Shelf(library.load([rules], home=rules), cache(reader.read))


def games() -> Library:
    return shelf().library


def found(text: str, default: str | None = "fow", markdown: bool = True) -> list[Cited]:
    return find_citations(text, shelf(), games().edition(default) if default else None, markdown)


def ids(text: str, default: str | None = "fow", markdown: bool = True) -> list[tuple[str, ...]]:
    return [cited.ids for cited in found(text, default, markdown)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[fow 804.4]", [("804.4",)]),
        ("fow 804.4", [("804.4",)]),
        ("[fow 804.3–804.5]", [("804.3", "804.4", "804.5")]),
        ("[fow 803.5, 804.4]", [("803.5",), ("804.4",)]),
        ("[fow@5.12 7.11p1]", [("7.11¶1",)]),
        ("Force of Will Comprehensive Rules 8.01, 803.5, 804.4", [("803.5",), ("804.4",)]),
        ("the game's rule is FoW CR 804.4", [("804.4",)]),
    ],
)
def test_named_forms_need_no_default(text: str, expected: list[tuple[str, ...]]) -> None:
    assert ids(text, None) == expected


@pytest.mark.parametrize("text", ["CR 804.4", "rule 804.4", "see 804.3–804.5", "[804.4]"])
def test_other_forms_need_one(text: str) -> None:
    assert ids(text) != []
    assert ids(text, None) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [("so [fow 804.4]:", "804.4"), ("x\r\nrules 804.3 and 804.5", "804.3"), ("😀 fow@5.12 7.11 ¶1.", "7.11 ¶1")],
)
def test_places_are_exact(text: str, place: str) -> None:
    cited = found(text)[0]
    assert text[cited.start : cited.end] == place


def test_lines_count_every_kind_of_line_end() -> None:
    text = "a\rb\r\nc\n[fow 804.4] and\nfow 804.5"
    assert [cited.line for cited in found(text)] == [4, 5]


def test_a_run_spans_its_brackets() -> None:
    text = "see [fow 803.5, 804.4]."
    runs = {cited.run for cited in found(text)}
    assert [text[run.start : run.end] for run in runs] == ["[fow 803.5, 804.4]"]


def test_the_default_is_only_for_its_own_game() -> None:
    old = found("[fow 1.3¶2] [sve 7.4.3] [fow@8.01 804.4]", "fow@5.12")
    assert [cited.edition.key for cited in old if cited.edition] == ["fow@5.12", "sve@1.3.1", "fow@8.01"]


@pytest.mark.parametrize(
    ("text", "markdown", "expected"),
    [
        ("a\n\n    fow 804.4\n", True, []),
        ("a\n\n    fow 804.4\n", False, [("804.4",)]),
        ("- a list\n\n    with fow 804.4 in its margin\n", True, [("804.4",)]),
        ("```\nfow 804.4\n", True, []),
        ("```\nx\n```\nfow 804.4\n", True, [("804.4",)]),
        ("---\ntitle: fow 804.4\n---\nfow 804.5\n", True, [("804.5",)]),
        ("> fow 804.4 and 804.5\n", True, [("804.4",), ("804.5",)]),
        ("> so 804.5\n", True, []),
    ],
)
def test_what_is_prose(text: str, markdown: bool, expected: list[tuple[str, ...]]) -> None:
    assert ids(text, markdown=markdown) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("fow 804.4", [("fow@8.01", ("804.4",))]),
        ("fow 702.1", [("fow@8.01", ("702.1",))]),
        ("Force of Will 804.4.", [("fow@8.01", ("804.4",))]),
        ("[fow@5.12 7.11¶1]", [("fow@5.12", ("7.11¶1",))]),
        ("fow@5.12 1.3p1, 1.3p2", [("fow@5.12", ("1.3¶1",)), ("fow@5.12", ("1.3¶2",))]),
        ("fow 804.3–804.5", [("fow@8.01", ("804.3", "804.4", "804.5"))]),
        ("FoW CR 8.01, 804.4", [("fow@8.01", ("804.4",))]),
        ("fow 8.01, 804.4", [("fow@8.01", ("804.4",))]),
        ("fow 800", [("fow@8.01", ("800",))]),
        ("sve 9", [("sve@1.3.1", ("9",))]),
        ("sve 1.3.1", [("sve@1.3.1", ("1.3.1",))]),
        ("fftcg 10.1.3.2.1", [("fftcg@undated", ("10.1.3.2.1", "10.1.3.2.1~2"))]),
    ],
)
def test_read_citation(words: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(edition.key, ids) for edition, ids in read_citation(words, games(), shelf=shelf())] == expected


def test_read_citation_with_a_default() -> None:
    (read,) = read_citation("804.3–804.5", games(), games().edition("fow"), shelf())
    assert read[1] == ("804.3", "804.4", "804.5")


@pytest.mark.parametrize(
    ("words", "kind", "says"),
    [
        ("fow 804.99", NotFound, "804 has 804.1 to 804.6"),
        ("fow@5.12 804.4", NotFound, "fow@8.01"),
        ("fow@9.99 804.4", BadInput, "no edition '9.99'"),
        ("xyz 804.4", BadInput, "no game 'xyz'"),
        ("fow", BadInput, "names no rule"),
        ("", BadInput, "names no rule"),
    ],
)
def test_read_citation_refuses(words: str, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        read_citation(words, games(), shelf=shelf())


@pytest.mark.parametrize("key", EDITIONS)
def test_every_id_is_read_back_as_cited(key: str) -> None:
    edition = games().edition(key)
    game = games().games[edition.game]
    for node in shelf().document(edition).nodes:
        expected = shelf().register(edition).find(node.id)
        assert node.id in expected
        for style in STYLES[:3]:
            (cited,) = found(f"See {cite(game, edition, [node.id], style)}.", None)
            assert (cited.edition, cited.ids) == (edition, expected), (node.id, style)
        (read,) = read_citation(cite(game, edition, [node.id]), games(), shelf=shelf())
        assert read == (edition, expected)


PIECES = st.sampled_from(
    [
        "[fow ",
        "fow@5.12 ",
        "804.4",
        "7.11¶1",
        "]",
        "rule ",
        "CR ",
        "8.01, ",
        "–",
        ", ",
        " and ",
        "(",
        ")",
        '"',
        "“",
        "”",
        "> ",
        "\n",
        "\r\n",
        "\n\n",
        "```",
        "`",
        "    ",
        "<!--",
        "-->",
        "https://",
        "[x](",
        "1. ",
        "$",
        "4,000",
        "§",
        "@",
        "Force of Will",
        "Comprehensive Rules ",
        "804.3-",
        "p1",
        "~2",
        "table:",
        "to ",
        "a",
        "-i",
        "---\n",
        "804.4(",
        "/",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=25), st.booleans())
def test_any_markdown_is_read(pieces: list[str], markdown: bool) -> None:
    text = "".join(pieces)
    prose = prose_of(text, markdown)
    assert len(prose.text) == len(text)
    last = 0
    for cited in found(text, markdown=markdown):
        assert last <= cited.start < cited.end <= len(text)
        assert cited.run.start <= cited.start
        assert cited.end <= cited.run.end
        assert 1 <= cited.line <= text.count("\n") + text.count("\r") + 1
        last = cited.end


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=10))
def test_any_typed_words_are_read_or_refused(pieces: list[str]) -> None:
    with contextlib.suppress(CitatorError):  # a sentence of ours, no traceback
        assert read_citation("".join(pieces), games(), shelf=shelf())
