"""The nouns of a parsed document: nodes that people cite, blocks that account for every character, and doubts.

Frozen: whatever one step hands to the next stays as it was handed over. Records are named tuples, which cost a tenth
of what dataclasses cost to define: these are defined anew for every look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import datetime

    from citator.source import Source

LAYOUTS = ("markdown", "plain", "outline", "numbered")  # each has a grammar of its name

Kind = Literal["heading", "rule", "table", "callouts", "entry"]
Span = tuple[int, int]  # half open, in characters of the source text

BlockKind = Literal[
    "title", "introduction", "contents", "heading", "rule", "example", "table", "callouts", "glossary", "changelog",
    "appendix", "furniture", "debris", "blank",
]  # fmt: skip


class Node(NamedTuple):
    """What can be looked up: a heading, a rule, a table, a glossary entry."""

    id: str
    number: str | None  # as printed, without the trailing dot; None where the number is ours (¶)
    parent: str | None
    kind: Kind
    title: str  # of a heading, a table or a glossary entry
    text: str  # as a reader should read it
    printed: str  # as the source has it
    examples: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # of a table
    lines: tuple[int, int]  # first and last source line, from 1
    spans: tuple[Span, ...]  # where the text stands in the source
    example_spans: tuple[tuple[Span, ...], ...] = ()  # and where each example does


class Block(NamedTuple):
    """A stretch of the source and what it is; all blocks together are the source."""

    kind: BlockKind
    start: int
    end: int
    node: str | None = None  # the node it belongs to


class Doubt(NamedTuple):
    """A decision that a person may want to look at."""

    line: int
    rule: str | None
    message: str


class TitlePage(NamedTuple):
    """What the document says about itself before its rules begin."""

    title: str = ""
    version: str = ""
    published: datetime.date | None = None
    effective: datetime.date | None = None
    line: int = 1  # where version or date stand


class ContentsEntry(NamedTuple):
    """A line of the contents list."""

    number: str
    title: str
    line: int


class LogEntry(NamedTuple):
    """One version in the publisher's own change log."""

    version: str
    date: datetime.date | None
    notes: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Document:
    """A parsed rules document."""

    source: Source
    layout: str
    scheme: str
    nodes: tuple[Node, ...]  # in reading order
    blocks: tuple[Block, ...]
    title_page: TitlePage
    contents: tuple[ContentsEntry, ...]
    changelog: tuple[LogEntry, ...]
    doubts: tuple[Doubt, ...]

    @cached_property
    def by_id(self) -> dict[str, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def children(self) -> dict[str | None, list[Node]]:
        below: dict[str | None, list[Node]] = {}
        for node in self.nodes:
            below.setdefault(node.parent, []).append(node)
        return below

    def ancestors(self, node: Node) -> list[Node]:
        """The nodes above, outermost first."""
        found: list[Node] = []
        parent = node.parent
        while parent is not None:
            found.append(self.by_id[parent])
            parent = found[-1].parent
        return found[::-1]

    @property
    def accounted(self) -> int:
        """How many characters of the source belong to a block."""
        return sum(block.end - block.start for block in self.blocks)
