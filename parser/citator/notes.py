"""The publisher's own change log held against what really changed.

In: the notes between two editions, and the comparison of the two. Out: for each note the changes it speaks of, and the
changes of substance that no note mentions.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citator.report import of_substance, words_of
from citator.wording import stems_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citator.model import LogEntry
    from citator.report import Change, Report

_QUOTED = re.compile(r"[\"“]([^\"”]{2,60})[\"”]|\[([^\]]{2,60})\]")
# What notes are made of: "Defined term …", "Changed rules about …", "Fixed incorrect rules of …".
_HOLLOW = frozenset(
    stem
    for word in "defined define changed change rules rule about around added add removed remove fixed fix incorrect "
    "detailed detail clarified clarify expand expanded definition term terms new some words corrections how when the "
    "and for with from that this are can not any its you type notation of to in is a an be or if it".split()
    for stem in stems_of(word)
)
_RARE = 2.0  # a quoted term must be rarer than this to tell changes apart
_ENOUGH = 0.6  # the share of a note's weight that the words of a change must hold


@dataclass(frozen=True)
class Noted:
    """A note of the change log, and the changes it speaks of."""

    version: str
    note: str
    changes: tuple[int, ...]  # their places in the report


@dataclass(frozen=True)
class Audit:
    """Every note, and what no note mentions."""

    notes: tuple[Noted, ...]
    unmentioned: tuple[int, ...]


def notes_between(log: Sequence[LogEntry], old: str, new: str) -> list[LogEntry]:
    """The entries after the old version's up to the new version's."""
    versions = [entry.version for entry in log]
    start = len(versions) - versions[::-1].index(old) if old in versions else 0
    end = len(versions) - versions[::-1].index(new) if new in versions else len(versions)
    return list(log[start:end])


def audit(report: Report, entries: Iterable[LogEntry]) -> Audit:
    """Match notes with changes by the words they share, rare words and quoted terms counting most."""
    texts = _Texts(report)
    noted = [Noted(entry.version, note, tuple(texts.spoken_of(note))) for entry in entries for note in entry.notes]
    mentioned = {at for item in noted for at in item.changes}
    rest = [at for at, change in enumerate(report.changes) if of_substance(change) and at not in mentioned]
    return Audit(tuple(noted), tuple(rest))


class _Texts:
    """What each change adds or drops, and where it stands."""

    def __init__(self, report: Report) -> None:
        self.touched: list[tuple[str, ...]] = []  # the words that differ
        self.around: list[set[str]] = []  # all words, and those of the heading above
        self.above: list[tuple[str, ...]] = []  # the words of the heading above
        for change in report.changes:
            differing = [text for kind, text in words_of(report, change) if kind != "equal"]
            self.touched.append(tuple(stems_of(" ".join(differing))) if change["relation"] != "same" else ())
            self.above.append(tuple(stems_of(_heading(report, change))))
            self.around.append({*_all_words(report, change), *self.above[-1]})
        seen = Counter(stem for words in self.around for stem in words)
        self.rarity = {stem: math.log((len(self.around) + 1) / count) for stem, count in seen.items()}

    def spoken_of(self, note: str) -> list[int]:
        """The changes whose differing words hold a term that the note quotes, or that share most of what it says."""
        wanted = {stem for stem in stems_of(note) if stem not in _HOLLOW and stem in self.rarity}
        quoted = [tuple(stems_of(a or b)) for a, b in _QUOTED.findall(note)]
        terms = [term for term in quoted if term and sum(self.rarity.get(stem, 0.0) for stem in term) >= _RARE]
        total = sum(self.rarity[stem] for stem in wanted)
        found = []
        for at, touched in enumerate(self.touched):
            if not touched:
                continue
            if terms:
                spoken = any(_holds(touched, term) or _holds(self.above[at], term) for term in terms)
            else:
                shared = wanted & (self.around[at] | set(touched))
                enough = sum(self.rarity[stem] for stem in shared) >= _ENOUGH * total
                close = wanted & (set(touched) | set(self.above[at]) if len(wanted) > 1 else set(self.above[at]))
                spoken = enough and len(shared) >= min(2, len(wanted)) and bool(close)
            if spoken:
                found.append(at)
        return found


def _holds(words: tuple[str, ...], term: tuple[str, ...]) -> bool:
    return bool(term) and any(words[at : at + len(term)] == term for at in range(len(words) - len(term) + 1))


def _all_words(report: Report, change: Change) -> Iterable[str]:
    for document, ids in ((report.old_document, change["old"]), (report.new_document, change["new"])):
        for id in ids:
            yield from stems_of(f"{document.by_id[id].title} {document.by_id[id].text}")


def _heading(report: Report, change: Change) -> str:
    document, ids = (report.new_document, change["new"]) if change["new"] else (report.old_document, change["old"])
    above = [up for up in document.ancestors(document.by_id[ids[0]]) if up.kind == "heading"]
    return above[-1].title if len(above) > 1 else ""
