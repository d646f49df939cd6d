"""Where the headings and rules of one edition stand: parents, neighbours, and what is below each.

In: a document. Out: :class:`Places`, in which a heading or rule is its position in reading order, so that the matching
of two editions works with whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citator.pointers import without_pointers
from citator.similarity import letters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citator.model import Document, Node

NOWHERE = -1


class Places:
    """The headings and rules of an edition as a tree of positions in reading order."""

    def __init__(self, document: Document) -> None:
        self.nodes: list[Node] = [node for node in document.nodes if node.kind in ("heading", "rule")]
        size = len(self.nodes)
        self.heading = [node.kind == "heading" for node in self.nodes]
        said = [node.title if node.kind == "heading" else node.text for node in self.nodes]
        bare = [without_pointers(text, document.by_id) for text in said]
        self.letters = [letters(text) for text in bare]
        # A rule that was written anew often keeps its examples.
        self.text = [" ".join((text, *node.examples)) for text, node in zip(bare, self.nodes, strict=True)]
        position = {node.id: at for at, node in enumerate(self.nodes)}
        self.parent = [position.get(node.parent or "", NOWHERE) for node in self.nodes]
        self.children: list[list[int]] = [[] for _ in range(size)]
        top: list[int] = []
        for at, parent in enumerate(self.parent):
            (self.children[parent] if parent >= 0 else top).append(at)
        self.count, self.order = [0] * size, [0.0] * size  # place among siblings, and the same from 0 to 1
        self.before, self.after = [NOWHERE] * size, [NOWHERE] * size
        for siblings in (top, *self.children):
            for count, at in enumerate(siblings):
                self.count[at], self.order[at] = count, count / len(siblings)
                if count:
                    self.before[at], self.after[siblings[count - 1]] = siblings[count - 1], at
        self.rules_below: list[list[int]] = [[] for _ in range(size)]
        for at in range(size):
            if not self.heading[at]:
                for up in self.above(at):
                    self.rules_below[up].append(at)

    def __len__(self) -> int:
        return len(self.nodes)

    def above(self, at: int) -> Iterator[int]:
        """The parent, its parent, and so on."""
        while (at := self.parent[at]) >= 0:
            yield at

    def section(self, at: int) -> int:
        """The nearest heading above."""
        return next((up for up in self.above(at) if self.heading[up]), NOWHERE)

    def kinship(self, one: int, other: int) -> int:
        """2 for parent and child, 1 for siblings that stand close together, 0 for the rest."""
        if self.parent[one] == other or self.parent[other] == one:
            return 2
        return int(self.parent[one] == self.parent[other] and abs(self.count[one] - self.count[other]) <= 3)

    def subtrees(self, names: dict[tuple[object, ...], int]) -> list[int]:
        """A name for each subtree; two get the same one from the same table if all their letters agree."""
        found = [0] * len(self.nodes)
        for at in reversed(range(len(self.nodes))):
            key = (self.heading[at], self.letters[at], *(found[child] for child in self.children[at]))
            found[at] = names.setdefault(key, len(names))
        return found
