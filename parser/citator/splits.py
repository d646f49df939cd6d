"""One rule that became several, and several that became one; headings too.

In: a matching whose pairs stand. Its alignment grows: a free rule joins a pair when it holds a good part of what the
pair's partner has lost and little else. A merge is a split read backward, so one search finds both. These are the least
certain decisions of all.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING

from citator.similarity import SMALL, stems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from citator.align import Alignment, Matching
    from citator.places import Places
    from citator.similarity import Likeness, Texts

_MOVED = 0.5  # how much of a rule must have moved, all signs together
_KNOWN, _SHARE = 0.6, 0.1  # what moved far away: its share of words that are not new, and of the whole
_NEAR = 0.1  # for each degree of kinship with the partner
_DETAIL, _HINT = 0.25, 0.02  # a child of the partner: its share of known words, and of the words that were lost
_TWIN, _TELLING = 0.6, 0.7  # a lookalike of the partner: what both share, and how much of the rest is accounted for
_FAMILY = 3  # so many of one family in a group bring the rest of it along
_PIECE, _TOGETHER = 0.25, 0.8  # siblings that share a rule out among them: the least of each, and of all
_MOST = 0.5  # a heading follows more than this share of its rules
_PROPOSED = 8
_SENTENCE_END = re.compile(r"(?<=[.;:!?])[\"”')\]]?\s+")


@dataclass(frozen=True, slots=True)
class Part:
    """A free rule that holds a part of a whole on the other side."""

    whole: int
    part: int
    score: float
    why: str
    words: frozenset[str]  # what the whole's partner has lost and this part holds
    child: bool  # of the whole's partner, or its parent


def join(matching: Matching) -> None:
    """Let free rules join the pairs that they are parts of."""
    found = matching.found
    forward, backward = searches(matching)
    parts = {(part.whole, part.part): part for part in forward.parts()}
    parts |= {(part.part, part.whole): part for part in backward.parts()}
    heavy = matching.rules.likeness.heavy
    held: defaultdict[tuple[bool, int], set[str]] = defaultdict(set)  # by the parts that each whole already has
    for score, i, j in found.nearest_first((part.score, *pair) for pair, part in parts.items()):
        part = parts[i, j]
        others = held[found.to_new[i] >= 0, part.whole]
        fresh = part.child or 2 * heavy(part.words - others) >= heavy(part.words)
        if fresh and found.join(i, j, score, part.why):
            others |= part.words
    _complete_families(found)


def join_scattered(matching: Matching) -> None:
    """Let siblings join that share out among them what a rule said, each a piece."""
    found = matching.found
    families: dict[tuple[int, int], tuple[float, Search, Family]] = {}
    for turned, search in enumerate(searches(matching)):
        for family in search.scattered():
            first = (family.members[0], family.whole) if turned else (family.whole, family.members[0])
            if family.together > families.get(first, (0.0,))[0]:
                families[first] = family.together, search, family
    for together, one, two in found.nearest_first((together, *first) for first, (together, *_) in families.items()):
        _, search, family = families[one, two]
        if search.available(family.whole) and all(map(search.free_other, family.members)):
            for b in family.members:
                i, j = (family.whole, b) if search.wholes is found.old else (b, family.whole)
                grow = found.join if search.partner[family.whole] >= 0 else found.pair
                grow(i, j, together / 2, "several rules share out what it said")


def searches(matching: Matching) -> tuple[Search, Search]:
    """For parts among the new rules, and for parts among the old."""
    found, rules = matching.found, matching.rules
    old, new = rules.likeness.old, rules.likeness.new
    alike_old: defaultdict[int, set[int]] = defaultdict(set)
    alike_new: defaultdict[int, set[int]] = defaultdict(set)
    for i, j in rules.proposed:
        alike_old[i].add(j)
        alike_new[j].add(i)
    return (
        Search(
            found.old, found.new, found.to_new, found.free_old, found.free_new,
            rules.at_old, rules.at_new, old, new, alike_new, rules.likeness,
        ),
        Search(
            found.new, found.old, found.to_old, found.free_new, found.free_old,
            rules.at_new, rules.at_old, new, old, alike_old, rules.likeness,
        ),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Family:
    """Siblings that hold pieces of a whole."""

    whole: int
    members: tuple[int, ...]
    together: float  # the share of what the whole's partner lacks


@dataclass(frozen=True)
class Search:
    """An alignment seen from the side that holds the wholes; parts are looked for on the other."""

    wholes: Places
    others: Places
    partner: Sequence[int]  # of each whole
    free_whole: Callable[[int], bool]
    free_other: Callable[[int], bool]
    whole_at: Mapping[int, int]  # where a rule stands among the texts
    other_at: Mapping[int, int]
    whole_texts: Texts
    other_texts: Texts
    alike: Mapping[int, set[int]]  # the wholes that share the most with one of the others
    likeness: Likeness
    taken_apart: dict[int, list[tuple[frozenset[str], int]]] = field(default_factory=dict)

    def lost(self, a: int) -> frozenset[str]:
        """The words of a whole that its partner lacks; all, where it has no partner."""
        words, partner = self.whole_texts.word_sets[self.whole_at[a]], self.partner[a]
        return words - self.other_texts.word_sets[self.other_at[partner]] if partner >= 0 else words

    @cached_property
    def losers(self) -> dict[str, list[int]]:
        """For each word the wholes whose partners have lost it."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for a in self.whole_at:
            if self.partner[a] in self.other_at:
                for word in self.lost(a):
                    found[word].append(a)
        return dict(found)

    def worth(self, word: str) -> int:
        """What was lost everywhere was dropped as a matter of style and did not move: “he or she has priority”."""
        return self.likeness.weight[word] // max(1, len(self.losers.get(word, ())))

    def available(self, a: int) -> bool:
        """Whether a whole may grow: it has a partner, or is still free."""
        return self.partner[a] >= 0 or self.free_whole(a)

    def parts(self) -> Iterator[Part]:
        """Every free rule that may be a part of a whole that has a partner."""
        for b, at in self.other_at.items():
            if not self.free_other(b):
                continue
            gained: Counter[int] = Counter()
            for word in self.other_texts.word_sets[at]:
                for a in self.losers.get(word, ()):
                    gained[a] += self.worth(word)
            likely = {-a for _, a in nlargest(_PROPOSED, ((got, -a) for a, got in gained.items()))}
            likely |= {a for a in gained if a in self.alike[b] or self.others.kinship(self.partner[a], b)}
            for a in sorted(likely):
                if part := self._part(a, b, gained[a]):
                    yield part

    def _part(self, a: int, b: int, gained: int) -> Part | None:
        whole = self.whole_texts.word_sets[self.whole_at[a]]
        partner = self.other_texts.word_sets[self.other_at[self.partner[a]]]
        mine = self.other_texts.word_sets[self.other_at[b]]
        heavy = self.likeness.heavy
        weight = heavy(mine) or 1
        near = self.others.kinship(self.partner[a], b)
        share = gained / (heavy(whole) or 1)
        known = heavy(mine & (whole | partner)) / weight
        moved = share + gained / weight + _NEAR * near + self._surplus(a, partner, mine)
        words, child = self.lost(a) & mine, near == 2
        if moved >= _MOVED and (near or (known >= _KNOWN and share >= _SHARE)):
            return Part(a, b, moved, "took over a part of its words", words, child)
        if near == 2 and not self.wholes.children[a] and known >= _DETAIL and share >= _HINT:
            return Part(a, b, known, "spells out a part of it", words, child)
        alike = heavy(mine & partner) / weight
        own = {word for word in mine - partner if word not in SMALL and self.likeness.count[word] > 1}
        telling = heavy(own & whole) / (heavy(own) or 1)
        if alike >= _TWIN and telling >= _TELLING:
            return Part(a, b, telling * alike / 2, "a lookalike whose own words it holds too", words, child)
        return None

    def scattered(self) -> Iterator[Family]:
        """Wholes whose lost words are found with several siblings together, and with none of them alone."""
        holders: defaultdict[str, list[int]] = defaultdict(list)
        for b, at in self.other_at.items():
            if self.free_other(b):
                for word in self.other_texts.word_sets[at] - SMALL:
                    holders[word].append(b)
        heavy = self.likeness.heavy
        for a, at in self.whole_at.items():
            lost = self.lost(a) - SMALL
            weight = heavy(lost)
            if not weight or not self.available(a) or weight < _PIECE * heavy(self.whole_texts.word_sets[at] - SMALL):
                continue
            families: defaultdict[int, list[int]] = defaultdict(list)
            for b in sorted({b for word in lost for b in holders.get(word, ())}):
                mine = self.other_texts.word_sets[self.other_at[b]] - SMALL
                both = sum(map(self.worth, mine & lost)) if self.partner[a] >= 0 else heavy(mine & lost)
                if _PIECE * weight <= both <= (1 - _PIECE) * weight and both >= _PIECE * heavy(mine):
                    families[self.others.parent[b]].append(b)
            for members in families.values():
                held = frozenset[str]().union(*(self.other_texts.word_sets[self.other_at[b]] for b in members))
                together = heavy(lost & held) / weight
                if len(members) > 1 and together >= _TOGETHER:
                    yield Family(a, tuple(members), together)

    def _surplus(self, a: int, partner: frozenset[str], mine: frozenset[str]) -> float:
        """How much better the part accounts for one sentence of the whole than the partner does."""
        heavy = self.likeness.heavy
        own = heavy(mine)
        best = 0.0
        for sentence, weight in self._sentences(a):
            both = 2 * heavy(sentence & mine) / (weight + own)
            best = max(best, both - heavy(sentence & partner) / weight)
        return best

    def _sentences(self, a: int) -> list[tuple[frozenset[str], int]]:
        """The words of each sentence of a whole, and their weight."""
        if a not in self.taken_apart:
            whole = self.whole_texts.word_sets[self.whole_at[a]]
            found = (whole.intersection(stems(text)) for text in _SENTENCE_END.split(self.wholes.text[a]))
            self.taken_apart[a] = [(words, self.likeness.heavy(words)) for words in found if len(words) > 2]
        return self.taken_apart[a]


def _complete_families(found: Alignment) -> None:
    """A list that spells out one rule belongs to it as a whole, its last line too: “In other instances, …”."""
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for j, i in found.joined_new.items():
        groups[i] |= {j, found.to_new[i]}
    for i, members in sorted(groups.items()):
        for j in _rest_of_family(found.new, members):
            found.join(i, j, 0.3, "stands among the other parts")
    groups.clear()
    for i, j in found.joined_old.items():
        groups[j] |= {i, found.to_old[j]}
    for j, members in sorted(groups.items()):
        for i in _rest_of_family(found.old, members):
            found.join(i, j, 0.3, "stands among the other parts")


def _rest_of_family(side: Places, members: set[int]) -> list[int]:
    for parent in sorted(members):
        children = side.children[parent]
        if len(members & {parent, *children}) >= _FAMILY:
            return [child for child in children if child not in members and not side.children[child]]
    return []


# ---- headings -----------------------------------------------------------------------------------------------------


def join_headings(found: Alignment) -> None:
    """A heading that has no partner follows most of its rules to the heading that they went under."""
    scored = {pair: share for pair, share in _followers(found).items() if share > _MOST}
    for share, i, j in found.nearest_first((share, i, j) for (i, j), share in scored.items()):
        found.join(i, j, share, "most of its rules went there")


def _followers(found: Alignment) -> dict[tuple[int, int], float]:
    """For each heading without a partner and each that has one: the share of rules that went from one to the other."""
    pairs = ((i, j) for i, j in enumerate(found.to_new) if j >= 0 and not found.old.heading[i])
    went = Counter((found.old.section(i), found.new.section(j)) for i, j in pairs)
    shares: dict[tuple[int, int], float] = {}
    for (i, j), count in went.items():
        if i < 0 or j < 0:
            continue
        # A heading put in below its chapter's own ("701. General") has taken over rules, but is no part of it.
        if found.free_old(i) and found.to_old[j] >= 0 and found.to_old[j] not in found.old.above(i):
            shares[i, j] = count / len(found.old.rules_below[i])
        elif found.free_new(j) and found.to_new[i] >= 0 and found.to_new[i] not in found.new.above(j):
            shares[i, j] = count / len(found.new.rules_below[j])
    return shares
