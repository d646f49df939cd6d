"""References that exist but plainly do not lead to the rule that is meant.

In: a document, its references, and where its defined terms are used. Out: the references, those in doubt marked, with
the rule that was probably meant. A false alarm is worse than a miss: what the words before the bracket speak of must be
absent from the target and all around it, and stand in exactly one rule close by.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from citator.wording import stem_of, stems_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citator.inline import Ref
    from citator.model import Document, Node
    from citator.terms import Term, Use

_WORD = re.compile(r"[a-z][a-z'’/-]+")
_BRACKETED = re.compile(r"\([^()]*\)")
_CLAUSE = re.compile(r"[.;:()“”\"]")
# "as described in (8.4.9)", "return to (5.9.3.1)": the reference is itself what the sentence speaks of.
_POINTERS = frozenset("in to of see under by from as with per at and or than rule rules section".split())
_EMPTY = _POINTERS | frozenset("the that this they them their you your its his her one any all if is are".split())
_REACH = 2  # how many siblings away the rule may stand that was meant
_PHRASE = 7  # how many words before the bracket say what is meant
_ABSENT = 0.2  # the most of it, by weight, that may stand in and around the target all the same
_TELLING = 0.06  # a term that stands in more of the rules than this tells nothing
_CLEAR = 0.6  # the least of it that the rule which was meant must cover


def with_suspects(
    document: Document, refs: dict[str, tuple[Ref, ...]], terms: Iterable[Term], uses: dict[str, tuple[Use, ...]]
) -> dict[str, tuple[Ref, ...]]:
    """The references again, with status and ``meant`` of the suspect ones set."""
    words = _Words(document)
    spoken_of: dict[str, set[str]] = defaultdict(set)
    for term in terms:
        for rule in (term.rule, *term.also):
            spoken_of[rule].add(term.term.lower())
    for source, found in uses.items():
        spoken_of[source].update(use.term.lower() for use in found)
    return {
        source: tuple(_judged(ref, document.by_id[source], words, spoken_of[source]) for ref in found)
        for source, found in refs.items()
    }


def _judged(ref: Ref, node: Node, words: _Words, terms: set[str]) -> Ref:
    if ref.status != "ok" or len(ref.targets) != 1 or node.text[ref.start - 1 : ref.start] != "(":
        return ref
    before = node.text[: ref.start - 1].rstrip()
    start = max((match.end() for match in _CLAUSE.finditer(before)), default=0)
    clause = before[start:].lower()
    said = _WORD.findall(clause)
    if not said or said[-1] in _POINTERS:
        return ref
    target = words.document.by_id[ref.targets[0]]
    meant = words.meant_by_term(clause, terms, target) or words.meant_by_words(said[-_PHRASE:], target)
    return replace(ref, status="suspect", meant=(meant,)) if meant else ref


class _Words:
    """The words of each rule, and how rare they are in the document."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def _rarity(self) -> dict[str, float]:
        seen: Counter[str] = Counter()
        for node in self.document.nodes:
            seen.update(set(stems_of(f"{node.title} {node.text}")))
        total = len(self.document.nodes)
        return {stem: math.log((total + 1) / count) for stem, count in seen.items()}

    def meant_by_words(self, phrase: list[str], target: Node) -> str:
        """``calling magic stone action (709)``: 709 has none of these words, 710 is called “Call a magic stone”."""
        # What the headings above say is common to the target and its neighbours, and tells nothing.
        common = {stem for up in self.document.ancestors(target) for stem in stems_of(up.title)}
        stems = {stem_of(word) for word in phrase if len(word) > 2 and word not in _EMPTY} - common
        weight = {stem: self._rarity.get(stem, 0.0) for stem in stems}
        total = sum(weight.values())
        if len(weight) < 2 or self._share(weight, set(stems_of(self._below(target)))) > _ABSENT * total:
            return ""
        clear = [
            other.id
            for other in self._beside(target)
            if self._share(weight, set(stems_of(self._below(other)))) >= _CLEAR * total
        ]
        return clear[0] if len(clear) == 1 else ""

    def _share(self, weight: dict[str, float], words: set[str]) -> float:
        return sum(value for stem, value in weight.items() if stem in words)

    def meant_by_term(self, clause: str, terms: set[str], target: Node) -> str:
        """``play points that the player must pay to play the card (10.4.3)``: 10.4.3 names play points only in passing,
        in brackets; of the rules beside it only 10.4.4 speaks of them."""
        spoken = [
            stems for stems in (tuple(stems_of(term)) for term in terms) if _stands_in(stems, tuple(stems_of(clause)))
        ]
        telling = [stems for stems in spoken if self._frequency(stems) <= _TELLING * len(self.document.nodes)]
        if target.kind != "rule" or any(self._names(target, s) or self._named_around(target, s) for s in telling):
            return ""
        for stems in sorted(telling, key=len, reverse=True):
            near = [other.id for other in self._beside(target) if self._names(other, stems)]
            if len(stems) >= 2 and len(near) == 1:
                return near[0]
        return ""

    def _frequency(self, stems: tuple[str, ...]) -> int:
        return sum(1 for words in self._texts if _stands_in(stems, words))

    @cached_property
    def _texts(self) -> list[tuple[str, ...]]:
        return [tuple(stems_of(f"{node.title} {node.text}")) for node in self.document.nodes]

    def _names(self, node: Node, stems: tuple[str, ...]) -> bool:
        return _stands_in(stems, tuple(stems_of(_BRACKETED.sub(" ", self._below(node)))))

    def _named_around(self, node: Node, stems: tuple[str, ...]) -> bool:
        return any(_stands_in(stems, tuple(stems_of(up.title or up.text))) for up in self.document.ancestors(node))

    def _below(self, node: Node) -> str:
        below = (self._below(child) for child in self.document.children.get(node.id, []))
        return " ".join([node.title, node.text, *below])

    def _beside(self, node: Node) -> list[Node]:
        level = [other for other in self.document.children[node.parent] if other.kind == node.kind]
        at = level.index(node)
        return [other for other in level[max(0, at - _REACH) : at + _REACH + 1] if other is not node]


def _stands_in(stems: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return bool(stems) and any(words[at : at + len(stems)] == stems for at in range(len(words) - len(stems) + 1))
