"""A rule's life through its editions: moved, split, merged, vanished, and told in a line."""

from __future__ import annotations

from typing import Any

import pytest

from citator.lineage import Station, in_a_line, lineage
from citator.store.store import open_store
from conftest import RULES

EDITIONS = ["toy@1", "toy@2", "toy@3"]


def change(relation: str, old: list[str], new: list[str], why: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"relation": relation, "old": old, "new": new, "why": list(why), "words": []}


CHANGES = {
    ("toy@1", "toy@2"): [
        change("same", ["1"], ["10"]),
        change("split", ["2"], ["20", "21"]),
        change("removed", ["3"], []),
        change("added", [], ["30"]),
    ],
    ("toy@2", "toy@3"): [
        change("changed", ["10"], ["11"], ("may → must",)),
        change("merged", ["20", "21"], ["22"]),
        change("removed", ["30"], []),
    ],
}


def change_of(edition: str, node: str, old: str, new: str) -> dict[str, Any] | None:
    side = "old" if edition == old else "new"
    return next((found for found in CHANGES[old, new] if node in found[side]), None)


def told(edition: str, node: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [(s.edition, s.ids, s.relation) for s in lineage(EDITIONS, edition, node, change_of)]


MOVED = [("toy@1", ("1",), "first"), ("toy@2", ("10",), "same"), ("toy@3", ("11",), "changed")]


@pytest.mark.parametrize(("edition", "node"), [("toy@1", "1"), ("toy@2", "10"), ("toy@3", "11")])
def test_the_same_life_from_any_edition(edition: str, node: str) -> None:
    assert told(edition, node) == MOVED


def test_a_split_is_followed_into_its_parts_and_together_again() -> None:
    assert told("toy@1", "2") == [
        ("toy@1", ("2",), "first"),
        ("toy@2", ("20", "21"), "split"),
        ("toy@3", ("22",), "merged"),
    ]


def test_a_rule_that_vanished() -> None:
    assert told("toy@1", "3") == [("toy@1", ("3",), "first"), ("toy@2", (), "removed")]


def test_a_rule_that_came_and_went() -> None:
    assert told("toy@2", "30") == [("toy@2", ("30",), "added"), ("toy@3", (), "removed")]


def test_in_a_line() -> None:
    stations = lineage(EDITIONS, "toy@3", "11", change_of)
    assert in_a_line(stations) == "1 1 → 2 10 → 3 11, changed"
    assert in_a_line([Station("toy@1", ("3",), "first"), Station("toy@2", (), "removed")]) == "1 3 → 2 –, removed"


def test_calling_a_stone_through_the_renumbering() -> None:
    with open_store(RULES) as store:
        editions = store.library.games["fow"].editions
        for edition, node in zip(editions, ("7.11¶1", "7.11¶1", "710.1"), strict=True):
            found = store.lineage(edition, node)
            assert [station.ids for station in found] == [("7.11¶1",), ("7.11¶1",), ("710.1",)]
