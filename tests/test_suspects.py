"""Suspect references: cited for one thing, speaking of another, while the rule beside it speaks of the matter."""

from __future__ import annotations

import pytest

from citator import detect, source, tree
from citator.study import study
from conftest import shared, shipped


def suspects(text: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    found = study(tree.grow(source.Source(text), "numbered"))
    return {
        name: (ref.targets, ref.meant) for name, refs in found.refs.items() for ref in refs if ref.status == "suspect"
    }


BOOK = """
1. Actions

1.1. Play a Card

1.1.1. A player may play a card from the hand by paying for it.

1.2. Light a Lantern

1.2.1. Once in a turn, a player may light a lantern of the wick deck.

1.3. Pass

1.3.1. A player may do nothing.

2. Words

2.1. More

2.1.1. To "kindle" is to light a lantern as the lantern lighting action ({}).
"""


def test_the_rule_beside_the_cited_one_was_meant() -> None:
    assert suspects(BOOK.format("1.1")) == {"2.1.1": (("1.1",), ("1.2",))}


def test_the_right_rule_is_not_suspect() -> None:
    assert suspects(BOOK.format("1.2")) == {}


@pytest.mark.parametrize("words", ["as told in (1.1).", "return to (1.1).", "Light a lantern; then see (1.1)."])
def test_a_sentence_that_only_points_is_not_suspect(words: str) -> None:
    text = BOOK.format("1.2") + f"\n2.1.2. When a player lights a lantern of the wick deck, {words}\n"
    assert suspects(text) == {}


def marked(edition: str) -> set[tuple[str, str, str]]:
    return {
        (name, ref.targets[0], ref.meant[0])
        for name, refs in study(shipped(edition)).refs.items()
        for ref in refs
        if ref.status == "suspect"
    }


def test_shadowverse_cites_the_rule_before_the_one_on_play_points() -> None:
    # 10.4.3 says whose zone a cost means; what a play-point icon costs is told in 10.4.4.
    assert marked("sve@1.3.1") == {("2.5.1", "10.4.3", "10.4.4"), ("3.2.2", "10.4.3", "10.4.4")}


@pytest.mark.parametrize("edition", ["fow@5.00", "fow@5.12", "fftcg@undated"])
def test_no_false_alarm_in_documents_without_such_references(edition: str) -> None:
    assert marked(edition) == set()


def test_force_of_will_calls_stones_by_the_wrong_number() -> None:
    # 709 is "Play Cards with [Quickcast]", 710 "Call a Magic Stone".
    assert ("1016.1", "709", "710") in marked("fow@8.01")


@pytest.mark.parametrize("name", ["2019-10-04-ELD", "2020-01-24-THB"])
def test_no_false_alarm_in_magic(name: str) -> None:
    text = source.read(shared(f"corpus/mtg/{name}.txt"))
    found = study(tree.grow(text, detect.detect(text.text).layout))
    assert [ref for refs in found.refs.values() for ref in refs if ref.status == "suspect"] == []
