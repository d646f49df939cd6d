"""A rule's life: the same rule in every edition of its game, through every renumbering.

In: an edition, a rule, and the changes between consecutive editions. Out: the rule's stations, oldest first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

# What happened between two consecutive editions to a node of one of them: a change as the contract has it, or None.
ChangeOf = Callable[[str, str, str, str], dict[str, Any] | None]  # edition, node, old edition, new edition

_WEIGHT = {"same": 0, "reworded": 1, "merged": 2, "split": 2, "changed": 3, "removed": 4}


class Station(NamedTuple):
    """Where a rule stands in one edition, and what happened to it since the edition before."""

    edition: str
    ids: tuple[str, ...]  # empty where the rule is not there
    relation: str  # first, same, reworded, changed, split, merged, added, removed
    why: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


def lineage(editions: Sequence[str], edition: str, node: str, change_of: ChangeOf) -> list[Station]:
    """The rule's stations from the first edition that has it to the last, or to the one in which it vanished."""
    at = editions.index(edition)
    before: list[Station] = []
    ids: tuple[str, ...] = (node,)
    arrived = None
    for older, newer in zip(reversed(editions[:at]), reversed(editions[: at + 1]), strict=False):
        steps = _steps(ids, newer, older, newer, change_of)
        ids = _joined(step["old"] for step in steps)
        before.append(_station(newer, _joined(step["new"] for step in steps) if steps else (), steps))
        if not ids:
            break
    else:
        arrived = editions[0]
    stations = before[::-1]
    if arrived is not None:
        stations.insert(0, Station(arrived, ids, "first"))
    if at == 0:
        stations = [Station(edition, (node,), "first")]
    stations = _own_station(stations, edition, node)
    ids = (node,)
    for older, newer in zip(editions[at:], editions[at + 1 :], strict=False):
        steps = _steps(ids, older, older, newer, change_of)
        ids = _joined(step["new"] for step in steps)
        stations.append(_station(newer, ids, steps))
        if not ids:
            break
    return stations


def _own_station(stations: list[Station], edition: str, node: str) -> list[Station]:
    """The station asked for names the rule that was asked for, not the whole of a split or merge it took part in."""
    return [
        Station(edition, (node,), station.relation, station.why, station.words)
        if station.edition == edition
        else station
        for station in stations
    ]


def _steps(ids: Sequence[str], edition: str, old: str, new: str, change_of: ChangeOf) -> list[dict[str, Any]]:
    found = [change_of(edition, node, old, new) for node in ids]
    unique = {(tuple(step["old"]), tuple(step["new"])): step for step in found if step is not None}
    return list(unique.values())


def _station(edition: str, ids: tuple[str, ...], steps: list[dict[str, Any]]) -> Station:
    if not steps:
        return Station(edition, ids, "removed")
    heaviest = max(steps, key=lambda step: _WEIGHT.get(step["relation"], 0))
    return Station(
        edition,
        ids,
        heaviest["relation"],
        tuple(heaviest["why"]),
        tuple((kind, words) for kind, words in heaviest["words"]),
    )


def _joined(lists: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for ids in lists for id in ids))


def in_a_line(stations: Sequence[Station]) -> str:
    """``5.00 8.3¶4 → 5.12 8.3¶4 → 8.01 804.4, changed``."""
    parts = []
    for station in stations:
        version = station.edition.partition("@")[2]
        where = ", ".join(station.ids) if station.ids else "–"
        what = "" if station.relation in ("first", "same") else f", {station.relation}"
        parts.append(f"{version} {where}{what}")
    return " → ".join(parts)
