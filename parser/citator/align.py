"""Two editions matched rule by rule, through complete renumberings.

In: two documents. Out: :class:`Match` objects that hold every heading and every rule of both exactly once: a pair, one
old rule split into several, several merged into one, or a rule that only one edition has.

What is identical is paired first. The rest is paired by text and place together: place is known only once the
neighbours are paired, so rules and headings are paired in turn until nothing moves any more. Splits and merges come
last. Every step treats both editions alike, so that comparing backward mirrors comparing forward.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citator import splits
from citator.places import NOWHERE, Places
from citator.similarity import Likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from citator.model import Document

_LONG = 20  # letters: a shorter text may stand in several places by chance
_ENOUGH, _ENOUGH_FOR_HEADINGS = 0.5, 0.45  # text and place together: a weak best match is no match
_WORDLESS, _LEFT_OVER = 0.2, 0.25  # below this no place makes up for the text
_PARENT, _GRANDPARENT, _ASTRAY, _NEIGHBOUR, _POSITION = 0.20, 0.15, 0.05, 0.075, 0.03
_CONSOLATION = 0.5  # of what either text would have had with its best partner
_TITLE, _CONTENTS, _HEADING_PLACE = 0.6, 0.6, 0.25
_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Match:
    """What belongs together in two editions, by id."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    score: float  # from 0 to 1
    why: tuple[str, ...]


def align(old: Document, new: Document) -> list[Match]:
    """Match two editions of a game, rule by rule: in reading order of the new one, then what was removed."""
    found = Alignment(Places(old), Places(new))
    lock_identical(found)
    matching = Matching(found)
    matching.settle()
    splits.join(matching)
    matching.place_the_rest()
    splits.join(matching)
    splits.join_scattered(matching)
    splits.join_headings(found)
    return found.matches()


class Alignment:
    """The pairs found so far, and the further rules that joined them."""

    def __init__(self, old: Places, new: Places) -> None:
        self.old, self.new = old, new
        self.to_new = [NOWHERE] * len(old)
        self.to_old = [NOWHERE] * len(new)
        self.score: dict[tuple[int, int], float] = {}
        self.why: dict[tuple[int, int], str] = {}
        self.locked: set[tuple[int, int]] = set()
        self.joined_new: dict[int, int] = {}  # a new rule → the old one that it is a part of
        self.joined_old: dict[int, int] = {}  # an old rule → the new one that it went into

    def free(self, i: int, j: int) -> bool:
        return self.free_old(i) and self.free_new(j)

    def free_old(self, i: int) -> bool:
        return self.to_new[i] < 0 and i not in self.joined_old

    def free_new(self, j: int) -> bool:
        return self.to_old[j] < 0 and j not in self.joined_new

    def pair(self, i: int, j: int, score: float, why: str) -> None:
        self.to_new[i], self.to_old[j] = j, i
        self.score[i, j], self.why[i, j] = score, why

    def join(self, i: int, j: int, score: float, why: str) -> bool:
        """Let a free rule join the pair of the other; a pair grows on one side only."""
        if self.free_new(j) and self.to_new[i] >= 0:
            if self.to_new[i] in self.joined_old.values():
                return False
            self.joined_new[j] = i
        elif self.free_old(i) and self.to_old[j] >= 0:
            if self.to_old[j] in self.joined_new.values():
                return False
            self.joined_old[i] = j
        else:
            return False
        self.score[i, j], self.why[i, j] = score, why
        return True

    def nearest_first(self, scored: Iterable[tuple[float, int, int]]) -> list[tuple[float, int, int]]:
        """The best first; of equals, those that stand at the same height in their editions. The same backward."""
        n, m = len(self.old), len(self.new)
        return sorted(scored, key=lambda pair: (-round(pair[0], 6), abs(pair[1] * m - pair[2] * n), pair[1] + pair[2]))

    def release(self, headings: bool) -> None:
        """Forget every pair of headings, or of rules, that is not locked."""
        for i, j in enumerate(self.to_new):
            if j >= 0 and self.old.heading[i] == headings and (i, j) not in self.locked:
                self.to_new[i] = self.to_old[j] = NOWHERE

    def matches(self) -> list[Match]:
        parts: defaultdict[int, list[int]] = defaultdict(list)
        sources: defaultdict[int, list[int]] = defaultdict(list)
        for j, i in self.joined_new.items():
            parts[i].append(j)
        for i, j in self.joined_old.items():
            sources[j].append(i)
        out = []
        for j, i in enumerate(self.to_old):
            if i >= 0:
                out.append(self._match(sorted([i, *sources[j]]), sorted([j, *parts[i]])))
            elif j not in self.joined_new:
                out.append(self._match([], [j]))
        out += [self._match([i], []) for i in range(len(self.old)) if self.free_old(i)]
        return out

    def _match(self, olds: list[int], news: list[int]) -> Match:
        pairs = [(i, j) for i in olds for j in news if (i, j) in self.score]
        return Match(
            tuple(self.old.nodes[i].id for i in olds),
            tuple(self.new.nodes[j].id for j in news),
            round(min((min(1.0, self.score[pair]) for pair in pairs), default=0.0), 3),
            tuple(dict.fromkeys(self.why[pair] for pair in pairs)),
        )


# ---- what is identical --------------------------------------------------------------------------------------------


def lock_identical(found: Alignment) -> None:
    """Pair what is identical and stands once: whole subtrees, then rules, then what stands once in such company."""
    names: dict[tuple[object, ...], int] = {}
    subtrees = {id(side): side.subtrees(names) for side in (found.old, found.new)}

    def subtree(side: Places, at: int) -> Hashable:
        long = len(side.letters[at]) + sum(len(side.letters[child]) for child in side.children[at]) >= _LONG
        return subtrees[id(side)][at] if long else None

    def text(side: Places, at: int) -> Hashable:
        return None if side.heading[at] or len(side.letters[at]) < _LONG else side.letters[at]

    def company(side: Places, at: int) -> Hashable:
        around = (side.parent[at], side.before[at], side.after[at])
        return (side.heading[at], side.letters[at], *(side.letters[other] if other >= 0 else "" for other in around))

    for pair in _standing_once(found, subtree):
        _lock_subtree(found, *pair)
    for name in (text, company):
        for i, j in _standing_once(found, name):
            _lock(found, i, j)


def _standing_once(found: Alignment, name: Callable[[Places, int], Hashable]) -> list[tuple[int, int]]:
    """The pairs of places that alone have a name in their edition."""
    tables: list[dict[Hashable, int]] = []
    for side, taken in ((found.old, found.to_new), (found.new, found.to_old)):
        table: dict[Hashable, int] = {}
        for at in range(len(side)):
            if taken[at] < 0 and (key := name(side, at)) is not None:
                table[key] = NOWHERE if key in table else at
        tables.append(table)
    return [(i, j) for key, i in tables[0].items() if i >= 0 and (j := tables[1].get(key, NOWHERE)) >= 0]


def _lock_subtree(found: Alignment, i: int, j: int) -> None:
    stack = [(i, j)]
    while stack:
        i, j = stack.pop()
        _lock(found, i, j)
        stack += zip(found.old.children[i], found.new.children[j], strict=True)


def _lock(found: Alignment, i: int, j: int) -> None:
    if found.free(i, j):
        found.pair(i, j, 1.0, "identical")
        found.locked.add((i, j))


# ---- text and place -----------------------------------------------------------------------------------------------


class Matching:
    """The search for pairs among what is not identical."""

    def __init__(self, found: Alignment) -> None:
        self.found, self.old, self.new = found, found.old, found.new
        self.rules = Open(found, headings=False)
        self.headings = Open(found, headings=True)

    def settle(self) -> None:
        """Pair rules, then headings, and again, until nothing moves any more."""
        seen = set()
        for _ in range(_ROUNDS):
            scored = self._score_rules()
            self.found.release(headings=False)
            self._assign(scored, _ENOUGH, self.rules)
            scored = self._score_headings()
            self.found.release(headings=True)
            self._assign(scored, _ENOUGH_FOR_HEADINGS, self.headings)
            self.rules.learn()
            state = tuple(self.found.to_new)
            if state in seen:
                break
            seen.add(state)

    def place_the_rest(self) -> None:
        """Pair rules that are still free below the same parents, also where a level was put in or taken out."""
        scored = [
            (like + _GRANDPARENT * self._level_apart(i, j) + self.place(i, j), i, j)
            for i, j in self.rules.proposed
            if self.found.free(i, j)
            and (self._same_parent(i, j) or self._level_apart(i, j))
            and (like := self.rules.like(i, j)) >= _LEFT_OVER
        ]
        self._assign(scored, _ENOUGH, self.rules)

    def _assign(self, scored: Iterable[tuple[float, int, int]], enough: float, among: Open) -> None:
        for score, i, j in self.found.nearest_first(pair for pair in scored if pair[0] >= enough):
            if self.found.free(i, j):
                self.found.pair(i, j, score, f"{among.like(i, j):.0%} alike{self._place_in_words(i, j)}")

    def _score_rules(self) -> list[tuple[float, int, int]]:
        """What is only the second best text for either, because a lookalike took the best, is a weak match."""
        like = {(i, j): self.rules.like(i, j) for i, j in self.rules.proposed | self._children_of_pairs()}
        best_old: defaultdict[int, float] = defaultdict(float)
        best_new: defaultdict[int, float] = defaultdict(float)
        for (i, j), text in like.items():
            best_old[i] = max(best_old[i], text)
            best_new[j] = max(best_new[j], text)
        return [
            (text + self.place(i, j) - _CONSOLATION * ((best_old[i] + best_new[j]) / 2 - text), i, j)
            for (i, j), text in like.items()
            if text >= _WORDLESS
        ]

    def _score_headings(self) -> list[tuple[float, int, int]]:
        """By title and contents; a title such as “General” says nothing."""
        return [
            (
                _TITLE * self.headings.like(i, j)
                + _CONTENTS * self._contents(i, j)
                + _HEADING_PLACE * self.place(i, j),
                i,
                j,
            )
            for i, j in self.headings.proposed | self._sections_of_pairs()
        ]

    def _contents(self, i: int, j: int) -> float:
        """The share of the matched rules below either that are matched with each other."""
        to_new, to_old = self.found.to_new, self.found.to_old
        here = [a for a in self.old.rules_below[i] if to_new[a] >= 0]
        there = {b for b in self.new.rules_below[j] if to_old[b] >= 0}
        both = sum(to_new[a] in there for a in here)
        return both / math.sqrt(len(here) * len(there)) if both else 0.0

    def place(self, i: int, j: int) -> float:
        """What parents, neighbours and the position among siblings say."""
        to_new = self.found.to_new
        score = _POSITION * (1 - abs(self.old.order[i] - self.new.order[j]))
        if self._same_parent(i, j):
            score += _PARENT
        elif self._parent_elsewhere(i, j):
            score -= _ASTRAY
        for one, two in ((self.old.before[i], self.new.before[j]), (self.old.after[i], self.new.after[j])):
            both_at_the_edge = one < 0 and two < 0 and self._same_parent(i, j)
            if both_at_the_edge or (one >= 0 and two >= 0 and to_new[one] == two):
                score += _NEIGHBOUR
        return score

    def _same_parent(self, i: int, j: int) -> bool:
        p, q = self.old.parent[i], self.new.parent[j]
        return p >= 0 and q >= 0 and self.found.to_new[p] == q

    def _parent_elsewhere(self, i: int, j: int) -> bool:
        p, q = self.old.parent[i], self.new.parent[j]
        matched = p >= 0 and q >= 0 and self.found.to_new[p] >= 0 and self.found.to_old[q] >= 0
        return matched and not self._level_apart(i, j)

    def _level_apart(self, i: int, j: int) -> bool:
        p, q = self.old.parent[i], self.new.parent[j]
        if p < 0 or q < 0:
            return False
        above = self.old.parent[p], self.new.parent[q]
        to_new = self.found.to_new
        return (above[0] >= 0 and to_new[above[0]] == q) or (above[1] >= 0 and to_new[p] == above[1])

    def _place_in_words(self, i: int, j: int) -> str:
        return ", in the same place" if self._same_parent(i, j) else ""

    def _children_of_pairs(self) -> set[tuple[int, int]]:
        return {
            (a, b)
            for i, j in enumerate(self.found.to_new)
            if j >= 0
            for a in self.old.children[i]
            if a in self.rules.at_old
            for b in self.new.children[j]
            if b in self.rules.at_new
        }

    def _sections_of_pairs(self) -> set[tuple[int, int]]:
        above: set[tuple[int, int]] = set()
        for i, j in enumerate(self.found.to_new):
            if j >= 0 and not self.old.heading[i]:
                here = [a for a in self.old.above(i) if a in self.headings.at_old]
                there = [b for b in self.new.above(j) if b in self.headings.at_new]
                above.update((a, b) for a in here for b in there)
        return above


class Open:
    """The rules, or the headings, that were not identical: how alike they are, and which pairs are worth a look."""

    def __init__(self, found: Alignment, headings: bool) -> None:
        self.found = found
        old = [i for i, j in enumerate(found.to_new) if j < 0 and found.old.heading[i] == headings]
        new = [j for j, i in enumerate(found.to_old) if i < 0 and found.new.heading[j] == headings]
        self.at_old = {i: at for at, i in enumerate(old)}
        self.at_new = {j: at for at, j in enumerate(new)}
        self.likeness = Likeness([found.old.text[i] for i in old], [found.new.text[j] for j in new])
        self.proposed = {(old[a], new[b]) for a, b in self.likeness.proposals()}

    def like(self, i: int, j: int) -> float:
        return self.likeness(self.at_old[i], self.at_new[j])

    def learn(self) -> None:
        """Learn from the pairs found so far which words took the place of which."""
        to_new = self.found.to_new
        self.likeness.learn((at, self.at_new[to_new[i]]) for i, at in self.at_old.items() if to_new[i] in self.at_new)
