"""What people type, and what is said where there is no such rule: citation."""

from __future__ import annotations

from pathlib import Path

import pytest

from citator import citation, library
from citator.errors import BadInput
from citator.library import Edition, Library
from citator.model import Document
from conftest import shipped


@pytest.fixture(scope="module")
def built_in(checkout: Path) -> Library:
    return library.load([checkout / "rules"], home=checkout)


def read(edition: Edition) -> Document:
    return shipped(edition.key)


def found(words: str, held: Library) -> list[str]:
    asked = citation.parse(words, held)
    return [node.id for node in citation.find(asked, read(asked.edition))]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("fow 804.4", ["804.4"]),
        ("fow 804.4.", ["804.4"]),
        ("FoW 105.3A", ["105.3a"]),
        ("  fow   804.4  ", ["804.4"]),
        ("fow@5.12 7.11¶1", ["7.11¶1"]),
        ("fow@5.12 7.11p1", ["7.11¶1"]),
        ("fow@5.12 7.11 ¶1", ["7.11¶1"]),
        ("fow@5.12 7.11 P1", ["7.11¶1"]),
        ("fow@5.12 1.5¶3c", ["1.5¶3c"]),
        ("fow@2016-05-01 7.11", ["7.11"]),
        ("fow 1415.1d-ii", ["1415.1d-ii"]),
        ("sve 1", ["1"]),
        ("fftcg 10.1.3.2.1", ["10.1.3.2.1", "10.1.3.2.1~2"]),
        ("fftcg 10.1.3.2.1~2", ["10.1.3.2.1~2"]),
        ("fow 9999", []),
        ("fow ¶1", []),
    ],
)
def test_forms(built_in: Library, words: str, ids: list[str]) -> None:
    assert found(words, built_in) == ids


@pytest.mark.parametrize("words", ["fow", "fow ", "fow .", "", "   "])
def test_a_rule_must_be_named(built_in: Library, words: str) -> None:
    with pytest.raises(BadInput, match=r"names no rule: write the game and the rule, such as “fow 804\.4”"):
        citation.parse(words, built_in)


def test_a_game_by_its_full_name(built_in: Library) -> None:
    assert found("Force of Will 804.4", built_in) == ["804.4"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("fow 804.9", "no rule 804.9 in fow@8.01: 804 has 804.1 to 804.6."),
        ("fow 7.11", "7.11 is a number of fow@5.00 and fow@5.12"),
        ("fow 1.5¶3c", "1.5¶3c is a rule of fow@5.00 and fow@5.12"),
        ("fow@5.00 804.4", "804.4 is a number of fow@8.01"),
        ("fow 105.3d", "no rule 105.3d in fow@8.01: 105.3 has 105.3a to 105.3c."),
        ("fow 102.1a", "no rule 102.1a in fow@8.01: 102.1 has nothing below it."),
        ("sve 99", "no rule 99 in sve@1.3.1: the chapters are 1 to 14."),
        ("fow@5.12 1.5¶9", "1.5 has 1.5¶1 to 1.5¶4"),
        ("fftcg 10.1.3.2.1~3", "no rule 10.1.3.2.1~3 in fftcg@undated: "),
        ("sve x", "no rule x in sve@1.3.1: the chapters are 1 to 14."),
    ],
)
def test_a_miss_names_what_is_near(built_in: Library, words: str, said: str) -> None:
    asked = citation.parse(words, built_in)
    document = read(asked.edition)
    assert citation.find(asked, document) == []
    miss = citation.missed(asked, document, built_in, read)
    assert said in str(miss)
    assert miss.exit_code == 1


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1.3 ¶2", "1.3¶2"),
        ("1.3p2", "1.3¶2"),
        ("804.4.", "804.4"),
        ("804.4,", "804.4"),
        ("glossary:active player", "glossary:active player"),
    ],
)
def test_normal(typed: str, meant: str) -> None:
    assert citation.normal(typed) == meant


@pytest.mark.parametrize("edition", ["fow@5.00", "fow@8.01", "sve@1.3.1", "fftcg@undated"])
def test_every_id_finds_its_rule(built_in: Library, edition: str) -> None:
    document = shipped(edition)
    for node in document.nodes:
        assert node in citation.find(citation.parse(f"{edition} {node.id}", built_in), document)
