"""The register of an edition: which rules there are, found by what people write, and which stand between two of them.

In: a document. Out: ids. Several editions' registers stand together on a :class:`Shelf`, each read once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from citator.citation import normal

if TYPE_CHECKING:
    from collections.abc import Callable

    from citator.library import Edition, Library
    from citator.model import Document

_RUNS = re.compile(r"[0-9]+|[a-z]+")


class Register:
    """An edition's ids."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._place = {node.id: at for at, node in enumerate(document.nodes)}
        self._plain: dict[str, list[str]] = {}
        for node in document.nodes:
            for name in {node.id.casefold(), (node.number or node.id).casefold(), _plain(node.id)}:
                self._plain.setdefault(name, []).append(node.id)

    def find(self, written: str) -> tuple[str, ...]:
        """The ids that are meant: one as a rule, several where a number is printed twice, none where there is none."""
        rule = normal(written.replace("\\", ""))  # Markdown writes ~ as \~
        twins = self._plain.get(rule.casefold(), []) if "~" not in rule else []
        if len(twins) > 1 and all(self.document.by_id[id].number == rule for id in twins):
            return tuple(twins)
        if rule in self._place:
            return (rule,)
        # 105.3A, 105.3(a) and 105.3.a are 105.3a, if nothing is called just so
        return tuple((self._plain.get(rule.casefold()) or self._plain.get(_plain(rule)) or [])[:1])

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """Every id of their level from the first to the last; none where they do not rise, or stand on two levels."""
        by_id = self.document.by_id
        start, end = self._place[first], self._place[last]
        depth = self.depth[first]
        if start >= end or depth != self.depth[last]:
            return ()
        level = self.document.nodes[start : end + 1]
        return tuple(node.id for node in level if self.depth[node.id] == depth and node.kind == by_id[first].kind)

    @cached_property
    def depth(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for node in self.document.nodes:
            found[node.id] = len(self.document.ancestors(node))
        return found

    @cached_property
    def shapes(self) -> frozenset[str]:
        return frozenset(shape(node.id) for node in self.document.nodes)

    @cached_property
    def widths(self) -> frozenset[int]:
        """How many digits a number's first part may have."""
        return frozenset(len(node.id) - len(node.id.lstrip("0123456789")) for node in self.document.nodes)


def _plain(id: str) -> str:
    return re.sub(r"\.(?=[a-z])|[()]", "", id.casefold())


def shape(id: str) -> str:
    """``000.0a`` for 105.3a: how many digits the first part has, and what follows."""
    head = len(id) - len(id.lstrip("0123456789"))
    return "0" * head + _RUNS.sub(lambda run: "0" if run[0].isdecimal() else "a", id[head:].casefold())


@dataclass
class Shelf:
    """The library's editions, each opened when it is first needed."""

    library: Library
    read: Callable[[Edition], Document]
    _registers: dict[str, Register] = field(default_factory=dict)

    def register(self, edition: Edition) -> Register:
        if edition.key not in self._registers:
            self._registers[edition.key] = Register(self.read(edition))
        return self._registers[edition.key]

    def document(self, edition: Edition) -> Document:
        return self.register(edition).document


def shelf_of(library: Library) -> Shelf:
    from citator.reader import read

    return Shelf(library, read)
