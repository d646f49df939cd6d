"""What became of a rule from one edition to another, forwards or backwards, through all that lie between.

In: an edition, a rule, another edition of the same game. Out: a :class:`Fate`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from citator.library import Edition
    from citator.lineage import ChangeOf
    from citator.register import Shelf

_WEIGHT = {"same": 0, "reworded": 1, "merged": 2, "split": 3, "changed": 4, "removed": 5}
_BACKWARDS = {"split": "merged", "merged": "split", "added": "removed"}


@dataclass(frozen=True)
class Fate:
    """What a rule is in another edition."""

    ids: tuple[str, ...]
    relation: str  # same, reworded, merged, split, changed, removed: the heaviest on the way
    meaning: str = "same"  # or changed
    why: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


class Fates:
    """The fates of rules, each looked up once."""

    def __init__(self, shelf: Shelf, changes_of: Callable[[tuple[Edition, ...]], ChangeOf]) -> None:
        self._shelf, self._changes_of = shelf, changes_of
        self._known: dict[tuple[str, str, str], Fate] = {}
        self._change_of: dict[str, ChangeOf] = {}

    def of(self, edition: Edition, id: str, target: Edition) -> Fate:
        key = (edition.key, id, target.key)
        if key not in self._known:
            self._known[key] = self._traced(edition, id, target)
        return self._known[key]

    def _traced(self, edition: Edition, id: str, target: Edition) -> Fate:
        editions = self._shelf.library.games[edition.game].editions
        start, end = editions.index(edition), editions.index(target)
        way = editions[start : end + 1] if start <= end else editions[end : start + 1][::-1]
        fate = Fate((id,), "same")
        for here, there in pairwise(way):
            steps = [self._step(here, each, there, start > end) for each in fate.ids]
            fate = _further(fate, steps)
            if not fate.ids:
                break
        return fate

    def _step(self, here: Edition, id: str, there: Edition, backwards: bool) -> Fate:
        if here.game not in self._change_of:
            self._change_of[here.game] = self._changes_of(self._shelf.library.games[here.game].editions)
        old, new = (there, here) if backwards else (here, there)
        change: dict[str, Any] | None = self._change_of[here.game](here.key, id, old.key, new.key)
        if change is None:  # tables and glossary entries are not compared
            same = self._shelf.document(there).by_id.get(id)
            if same is None:
                return Fate((), "removed", "changed")
            return Fate((id,), "same" if same.text == self._shelf.document(here).by_id[id].text else "reworded")
        relation = str(change["relation"])
        ids = tuple(change["old" if backwards else "new"])
        relation = _BACKWARDS.get(relation, relation) if backwards else relation
        words = tuple((kind, text) for kind, text in change["words"])
        if backwards:
            turned = {"insert": "delete", "delete": "insert"}
            words = tuple((turned.get(kind, kind), text) for kind, text in words)
        meaning = str(change.get("meaning") or ("changed" if relation in ("changed", "removed") else "same"))
        return Fate(ids, relation if ids else "removed", meaning, tuple(change["why"]), words)


def _further(fate: Fate, steps: list[Fate]) -> Fate:
    """A fate and the next step of each rule it led to."""
    left = [step for step in steps if step.ids]
    if not left:
        return Fate((), "removed", "changed", steps[0].why, steps[0].words)
    ids = tuple(dict.fromkeys(id for step in left for id in step.ids))
    heaviest = max([fate, *left], key=lambda step: _WEIGHT[step.relation])
    changed = any(step.meaning == "changed" for step in (fate, *steps))
    relation = heaviest.relation
    if relation == "merged" and len(ids) > 1:
        relation = "split"
    return Fate(ids, relation, "changed" if changed else "same", heaviest.why, heaviest.words)
