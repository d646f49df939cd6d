"""What changed between two editions, and whether it means something else.

In: two documents. Out: a :class:`Comparison`: a :class:`Change` for every heading and rule of both, in reading order of
the new edition, what was removed at its old place.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from citator.align import align
from citator.meaning import DECISIVE, Evidence, Style, differences
from citator.pointers import pointers, without_pointers
from citator.similarity import letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citator.align import Match
    from citator.model import Document, Node

Relation = Literal["same", "reworded", "changed", "split", "merged", "removed", "added"]
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"[+\-−](?=\d)")
_REASONS = 6  # the strongest; a rule that was rewritten has dozens
RELATIONS: tuple[Relation, ...] = ("same", "reworded", "changed", "split", "merged", "removed", "added")


@dataclass(frozen=True, slots=True)
class Change:
    """What became of some rules, by id."""

    relation: Relation
    old: tuple[str, ...]
    new: tuple[str, ...]
    score: float  # how sure it is that they belong together, from 0 to 1
    why: tuple[str, ...]
    words: tuple[tuple[str, str], ...]  # ("equal" | "delete" | "insert", text)
    meaning: Literal["same", "changed"] | None = None  # of a split or a merger


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two editions against each other."""

    summary: Mapping[Relation, int]
    changes: tuple[Change, ...]


def compare(old: Document, new: Document) -> Comparison:
    """Every heading and rule of both editions, in exactly one change."""
    texts = _Wordings(old, new, align(old, new))
    changes = tuple(texts.change(match) for match in _in_reading_order(texts.matches, old, new))
    counts = Counter(change.relation for change in changes)
    return Comparison({relation: counts[relation] for relation in RELATIONS}, changes)


def _in_reading_order(matches: Sequence[Match], old: Document, new: Document) -> list[Match]:
    """By the first place in the new edition; what was removed follows the rule that it followed in the old one."""
    old_place = {node.id: at for at, node in enumerate(old.nodes)}
    new_place = {node.id: at for at, node in enumerate(new.nodes)}
    partner = {i: new_place[match.new[0]] for match in matches if match.new for i in match.old}
    after, last = {}, -1
    for node in old.nodes:
        last = after[node.id] = partner.get(node.id, last)
    return sorted(
        matches,
        key=lambda match: (
            (new_place[match.new[0]], -1) if match.new else (after[match.old[0]], old_place[match.old[0]])
        ),
    )


class _Wordings:
    """The texts of two editions, and how the new one words things."""

    def __init__(self, old: Document, new: Document, matches: Sequence[Match]) -> None:
        self.old, self.new, self.matches = old, new, matches
        self.became = {id: set(match.new) for match in matches for id in match.old}
        self.old_of = {id for match in matches if match.old for id in match.new}
        self.same = {match for match in matches if match.old and match.new and self._same(match)}
        pairs = [match for match in matches if len(match.old) == len(match.new) == 1]
        differing = [self._texts(match) for match in pairs if match not in self.same]
        nodes = [*old.nodes, *new.nodes]
        self.style = Style(
            differing,
            len(pairs) - len(differing),
            (node.text for node in nodes if node.kind == "rule") if differing else (),
            (node.title for node in nodes if node.kind == "heading") if differing else (),
        )

    def change(self, match: Match) -> Change:
        old, new = self._printed(match)
        if not match.new:
            return Change("removed", match.old, (), 0.0, (), (("delete", old),))
        if not match.old:
            return Change("added", (), match.new, 0.0, (), (("insert", new),))
        if match in self.same:
            found = Change("same", match.old, match.new, match.score, (), (("equal", new),))
        else:
            found = self._differing(match, tuple(differences(old, new)))
        if len(match.old) == len(match.new) == 1:
            return found
        return replace(
            found,
            relation="split" if len(match.old) == 1 else "merged",
            why=(*match.why, *found.why),
            meaning="changed" if found.relation == "changed" else "same",
        )

    def _differing(self, match: Match, words: tuple[tuple[str, str], ...]) -> Change:
        joined = len(match.old) + len(match.new) > 2
        evidence = [*self._pointing_elsewhere(match), *self.style.evidence(*self._texts(match), joined)]
        changed = self.style.changed(evidence)
        why = _reasons(evidence) if changed else self._minor(match)
        return Change("changed" if changed else "reworded", match.old, match.new, match.score, why, words)

    def _minor(self, match: Match) -> tuple[str, ...]:
        old, new = self._texts(match)
        return ("only its examples differ",) if letters(old) == letters(new) else ()

    def _same(self, match: Match) -> bool:
        """Identical but for white space, glued words, typography, and numbers of rules that were renumbered."""
        old, new = self._printed(match)
        if old != new or _DIGIT.search(old):
            old, new = self._texts(match)
            if letters(old) != letters(new) or _signs(old) != _signs(new) or self._pointing_elsewhere(match):
                return False
        return letters("".join(self._examples(self.old, match.old))) == letters(
            "".join(self._examples(self.new, match.new))
        )

    def _texts(self, match: Match) -> tuple[str, str]:
        """The words to compare, without the numbers of other rules."""
        old, new = self._printed(match)
        return without_pointers(old, self.old.by_id), without_pointers(new, self.new.by_id)

    def _printed(self, match: Match) -> tuple[str, str]:
        old = " ".join(_words(self.old.by_id[id]) for id in match.old)
        return old, " ".join(_words(self.new.by_id[id]) for id in match.new)

    def _examples(self, document: Document, ids: Sequence[str]) -> list[str]:
        return [example for id in ids for example in document.by_id[id].examples]

    def _pointing_elsewhere(self, match: Match) -> list[Evidence]:
        """A reference that now means another rule; one that follows the renumbering is no change."""
        old, new = self._printed(match)
        before = sorted({pointer.id for pointer in pointers(old, self.old.by_id)})
        after = sorted({pointer.id for pointer in pointers(new, self.new.by_id)})
        lost = [id for id in before if not any(self._leads(id, target) for target in after)]
        fresh = [target for target in after if not any(self._leads(id, target) for id in before)]
        if not any(self.became.get(id) for id in lost) and not any(target in self.old_of for target in fresh):
            return []  # what it pointed to is gone, and something new has come
        return [Evidence(DECISIVE, self._now_refers(id, target)) for id, target in zip(lost, fresh, strict=False)]

    def _leads(self, id: str, target: str) -> bool:
        """Whether an old number became this one, or one above or below it."""
        lineage = {target, *(node.id for node in self.new.ancestors(self.new.by_id[target]))}
        return any(
            place in lineage or target in {node.id for node in self.new.ancestors(self.new.by_id[place])}
            for place in self.became.get(id, ())
        )

    def _now_refers(self, id: str, target: str) -> str:
        places = " and ".join(sorted(self.became.get(id, ())))
        return f"now refers to {target}, no longer to {id}" + (f", which is {places}" if places else ", which is gone")


def _reasons(evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """The evidence in words, without what another reason says already: ``adds: “or”`` after ``adds: “or regalia”``."""
    said: list[str] = []
    for sign in evidence:
        what, _, quoted = sign.words.partition("“")
        if not any(
            what == other.partition("“")[0] and f" {quoted[:-1]} " in f" {other[:-1].partition('“')[2]} "
            for other in said
        ):
            said.append(sign.words)
    return tuple(said[:_REASONS])


def _words(node: Node) -> str:
    return node.title if node.kind == "heading" else node.text


def _signs(text: str) -> list[str]:
    """What letters alone do not tell: ``+200`` from ``-200``."""
    return _SIGN.findall(text)
