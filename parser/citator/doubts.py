"""Citations of a rule that exists but is plainly not the one meant: 804.2 where the sentence speaks of 804.3.

In: the words around a citation, and the rule it names. Out: the rule that was probably meant, or nothing. A false alarm
is worse than a miss: what the sentence speaks of must be all but absent from the rule, from what stands below it and
above it, and stand in exactly one rule that a slip of the pen could have missed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from citator.quotations import SENTENCE
from citator.wording import stem_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citator.citing import Run
    from citator.model import Node
    from citator.prose import Prose
    from citator.register import Register

_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_EMPTY = frozenset(
    "the that this they them their you your its his her one any all if is are was were be been in to of see under by from "
    "as with per at and or than rule rules section not no but for on may can cannot must will would also only when while "
    "which who whose it he she player players game card cards says said say so then there what how why because same "
    "other".split()
)
_REACH = 2  # how many siblings away the rule may stand that was meant
_SPOKEN = 4  # the least number of telling words
_ABSENT = 0.2  # the most of them, by weight, that may stand in and around the cited rule all the same
_CLEAR = 0.55  # the least of them that the rule which was meant must cover
_AHEAD = 0.25  # by how much it must do so better than any other


def spoken(run: Run, runs: Iterable[Run], text: str, prose: Prose) -> str:
    """What the sentence says that leads to the citation, up to the citation before it; of a lone one, all of it."""
    start, end = next(((s, e) for s, e in prose.paragraphs if s <= run.start < e), (run.start, run.end))
    for found in SENTENCE.finditer(text, start, end):
        if found.end() <= run.start:
            start = found.end()
        elif found.start() >= run.end:
            end = found.start()
            break
    others = [other for other in runs if other != run and start <= other.start < end]
    left = max((other.end for other in others if other.end <= run.start), default=start)
    right = end if not others else run.end
    return f"{text[left : run.start]} {text[run.end : right]}"


class Doubter:
    """The words of an edition's rules, and how rare they are."""

    def __init__(self, register: Register) -> None:
        self.register = register
        self.document = register.document
        self._below: dict[str, frozenset[str]] = {}

    @cached_property
    def _own(self) -> dict[str, frozenset[str]]:
        return {node.id: frozenset(_stems(f"{node.title} {node.text}")) for node in self.document.nodes}

    @cached_property
    def _rarity(self) -> dict[str, float]:
        seen = Counter(stem for stems in self._own.values() for stem in stems)
        total = len(self._own)
        return {stem: math.log((total + 1) / count) for stem, count in seen.items()}

    def meant(self, words: str, id: str) -> str:
        """The rule probably meant, where the words plainly do not speak of the one cited."""
        # What stands above the rule is common to it and its neighbours, and tells nothing.
        common = frozenset[str]().union(*(self._own[up.id] for up in self.document.ancestors(self.document.by_id[id])))
        weight = {stem: self._rarity[stem] for stem in _stems(words) - common if stem in self._rarity}
        total = sum(weight.values())
        if len(weight) < _SPOKEN or self._share(weight, self._all(id)) > _ABSENT * total:
            return ""
        covered = sorted(
            ((self._share(weight, self._all(other)) / total, other) for other in self._near(id)), reverse=True
        )
        if not covered or covered[0][0] < _CLEAR:
            return ""
        return covered[0][1] if len(covered) < 2 or covered[0][0] - covered[1][0] >= _AHEAD else ""

    def _share(self, weight: dict[str, float], stems: frozenset[str]) -> float:
        return sum(value for stem, value in weight.items() if stem in stems)

    def _all(self, id: str) -> frozenset[str]:
        """The words of a rule and of all that is below it."""
        if id not in self._below:
            children = self.document.children.get(id, [])
            self._below[id] = self._own[id].union(*(self._all(child.id) for child in children))
        return self._below[id]

    def _near(self, id: str) -> set[str]:
        """What a slip of the pen may have missed: a neighbour, or a number with one digit another or two swapped."""
        node = self.document.by_id[id]
        level = [other for other in self.document.children[node.parent] if other.kind == node.kind]
        at = level.index(node)
        near = {other.id for other in level[max(0, at - _REACH) : at + _REACH + 1]}
        near |= {slip for slip in _slips(id) if slip in self.document.by_id}
        return {other for other in near - {id} if not self._kin(other, node)}

    def _kin(self, other: str, node: Node) -> bool:
        return any(up.id == other for up in self.document.ancestors(node)) or any(
            up.id == node.id for up in self.document.ancestors(self.document.by_id[other])
        )


def _slips(id: str) -> Iterable[str]:
    for at, sign in enumerate(id):
        if sign.isdecimal():
            for digit in "0123456789":
                yield id[:at] + digit + id[at + 1 :]
            if id[at + 1 : at + 2].isdecimal():
                yield id[:at] + id[at + 1] + sign + id[at + 2 :]


def _stems(text: str) -> set[str]:
    return {stem_of(word) for word in _WORD.findall(text.lower()) if len(word) > 2 and word not in _EMPTY}
