"""Lines become items: what a page break, a wrap or a lost mark tore apart is put together again.

In: the lines of a document's body, with the numbers that are real. Out: items (numbered rules and headings, bullets
with their levels, tables, call-outs) and, for every character, the block it belongs to. Each decision that needs a line's
neighbours is a function of its own here; what rests on little evidence leaves a doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from citator.model import Doubt
from citator.wording import (
    closed,
    example_starts,
    first_words,
    flattened_table,
    hangs,
    starts_small,
    title_like,
    without_bold,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citator.layout import Line
    from citator.model import BlockKind, Span


@dataclass
class Item:
    """A stretch of the body that becomes one node."""

    kind: Literal["heading", "rule", "bullet", "table", "callouts"]
    first: Line
    number: str = ""
    level: int = 0  # of a bullet, from 1
    enum: str = ""  # of an item that counts itself: "(a)", "b."
    spans: list[Span] = field(default_factory=list)
    examples: list[list[Span]] = field(default_factory=list)
    rows: list[Line] = field(default_factory=list)
    last: int = 0  # source line


@dataclass(frozen=True)
class Mark:
    """From this character on, this kind of block, belonging to this item."""

    start: int
    kind: BlockKind
    item: Item | None = None


class Body:
    """A walk over the body's lines that remembers what is open."""

    def __init__(self, text: str, lines: Sequence[Line], headings: dict[int, bool], width: int) -> None:
        self.text = text
        self.lines = lines
        self.headings = headings  # line start → whether that numbered line is a heading
        self.width = width  # where lines are wrapped, or 0 where they are not
        self.items: list[Item] = []
        self.marks: list[Mark] = []
        self.doubts: list[Doubt] = []
        self._open: Item | None = None  # what a further line may belong to
        self._in_example = False
        self._blank = False  # a blank line stands before this one
        self._torn = False  # a page break went through this list: indentation says nothing any more
        self._indents: list[int] = []
        self._counts: list[tuple[str, int]] = []  # for each level of "(a)", "(i)" …: how it counts, and how far it got

    def walk(self) -> None:
        index = 0
        while index < len(self.lines):
            index += self._take(index)

    def _take(self, index: int) -> int:
        """Deal with the line, and say how many lines that took."""
        line = self.lines[index]
        if line.blank:
            self._mark(line, "blank")
            self._blank = True
            return 1
        if line.start in self.headings:
            self._numbered(line)
        elif line.bare and not (line.enum and self._open):
            self._mark(line, "debris")
        elif line.example:
            self._example(line)
        elif line.row and (rows := self._rows(index)):
            self._table(rows)
            return len(rows)
        elif line.enum and (callouts := self._callouts(index)):
            self._add_callouts(callouts)
            return len(callouts)
        elif "#" in line.marks or self._is_part_title(index):
            self._mark(line, "title")
            self._open = None
        elif line.enum and self._enumerated(index):
            self._begin(Item("bullet", line, level=self._enum_level, enum=line.enum))
            self._say(line, line.words)
        elif set(line.marks) & set("->"):
            self._bullet(index)
        else:
            self._unmarked(line)
        self._blank = False
        return 1

    # ---- numbered lines -------------------------------------------------------------------------------------------

    def _numbered(self, line: Line) -> None:
        heading = self.headings[line.start]
        self._begin(Item("heading" if heading else "rule", line, line.number))
        self._torn = False
        self._indents = []
        self._counts = []
        self._say(line, line.words)

    # ---- examples -------------------------------------------------------------------------------------------------

    def _example(self, line: Line) -> None:
        """``- Example: An effect has reduced …`` belongs to the rule before it."""
        if self._open is None or self._open.kind == "heading":
            self._unmarked(line)
            return
        self._open.examples.append([(line.words, line.end)])
        self._open.last = line.no
        self._in_example = True
        self._mark(line, "example", self._open)

    def _goes_on_in_example(self, line: Line) -> bool:
        """An example whose sentence is open takes the next line, even one dressed as a bullet.

        ``- Example: Card text written in the form`` / ``- " [process]" denotes two separate abilities, …``
        """
        if not self._in_example or self._open is None:
            return False
        said = self._said()
        bulleted = bool(set(line.marks) & set("->"))
        return not closed(said) or said.endswith(":") or not (self._blank or bulleted)

    # ---- tables and call-outs -------------------------------------------------------------------------------------

    def _rows(self, index: int) -> list[Line]:
        """The rows of a table; a single tab inside a sentence makes none."""
        rows = []
        for line in self.lines[index:]:
            if not line.row or line.start in self.headings:
                break
            rows.append(line)
        cells = self.text[rows[0].start : rows[0].end].count("\t") + self.text[rows[0].start : rows[0].end].count("|")
        return rows if len(rows) > 1 or cells > 2 else []

    def _table(self, rows: list[Line]) -> None:
        table = Item("table", rows[0], rows=rows, last=rows[-1].no)
        self.items.append(table)
        for row in rows:
            self._mark(row, "table", table)
        self._blank = False

    def _callouts(self, index: int) -> list[Line]:
        """``(1) Type`` / ``(2) Name`` / …: call-outs of a lost picture: three or more titles counting up."""
        found: list[Line] = []
        for line in self.lines[index:]:
            if line.enum != f"({len(found) + 1})" or not title_like(self.text[line.words : line.end]):
                break
            found.append(line)
        return found if len(found) >= 3 and self._open is not None and self._open.kind == "heading" else []

    def _add_callouts(self, lines: list[Line]) -> None:
        item = Item("callouts", lines[0], rows=lines, last=lines[-1].no)
        self.items.append(item)
        for line in lines:
            self._mark(line, "callouts", item)
        self._blank = False

    # ---- titles without a number ----------------------------------------------------------------------------------

    def _is_part_title(self, index: int) -> bool:
        """A short line between blank lines, before a top-level number: the title of a part that has no number."""
        line = self.lines[index]
        if line.marks or not self._blank or line.end - line.words > 60:
            return False
        if index + 1 >= len(self.lines) or not self.lines[index + 1].blank:
            return False
        following = next((other for other in self.lines[index + 1 :] if not other.blank), None)
        if following is None or not following.number.isdecimal() or following.start not in self.headings:
            return False
        return title_like(self.text[line.words : line.end]) and (self._open is None or closed(self._said()))

    # ---- bullets --------------------------------------------------------------------------------------------------

    def _bullet(self, index: int) -> None:
        line = self.lines[index]
        words = self.text[line.said_at : line.end]
        if self._goes_on_in_example(line):
            self._go_on(line)
            return
        said = self._said() if self._open and self._open.kind != "heading" else ""
        if self._blank and said and ((not closed(said) and starts_small(words)) or hangs(said)):
            # "… would exceed this limit. If," / "- during a game, …": a page break, not a list.
            self._doubt(line, "a sentence that goes on after a page break, dressed as a bullet, was joined")
            self._go_on(line)
            return
        self._begin(Item("bullet", line, level=self._level(index)))
        self._say(line, line.said_at)

    def _level(self, index: int) -> int:
        line = self.lines[index]
        before = self._list_item()
        if before is None or not self._indents:
            self._indents = [line.indent]
            return 1
        if self._blank:
            self._torn = True
        if ">" in line.marks:
            return self._step_in(line, at_least=2)
        if self._torn and line.indent <= self._indents[0] and before.level >= 2 and self._belongs_inside(index, before):
            self._doubt(line, "a bullet that lost its level at a page break was taken as second level")
            return before.level
        return self._step_in(line)

    def _step_in(self, line: Line, at_least: int = 1) -> int:
        while len(self._indents) > 1 and line.indent < self._indents[-1]:
            self._indents.pop()
        if line.indent > self._indents[-1]:
            self._indents.append(line.indent)
        return min(3, max(at_least, len(self._indents)))

    def _belongs_inside(self, index: int, before: Item) -> bool:
        """A plain bullet behind second-level ones is one of them if an arrow follows at its own indentation, or if it is
        the first after the break and begins as they do (``Controller of an ability`` / ``Controller of an effect``).
        """
        line = self.lines[index]
        for after in self.lines[index + 1 :]:
            if after.blank or after.start in self.headings:
                break
            if "-" in after.marks:
                if ">" in after.marks and after.indent <= line.indent:
                    return True
                break
        start = first_words(self.text[line.words : line.end])
        return self._blank and len(start) == 2 and start == first_words(self._words(before.spans))

    def _list_item(self) -> Item | None:
        """The bullet before this one in the same list."""
        for item in reversed(self.items):
            if item.number:
                return None
            if item.kind == "bullet":
                return item
        return None

    # ---- items that count themselves ------------------------------------------------------------------------------

    def _enumerated(self, index: int) -> bool:
        """``(a)`` opens a level if ``(b)`` comes before the next number; a letter out of turn is a word."""
        readings = _counted(self.lines[index].enum)
        for depth in range(len(self._counts), 0, -1):
            kind, last = self._counts[depth - 1]
            if (kind, last + 1) in readings:
                self._counts[depth - 1 :] = [(kind, last + 1)]
                return True
        if self._open is None:
            return False
        for after in self.lines[index + 1 :]:
            if after.start in self.headings:
                break
            for kind, value in readings:
                if after.enum and (kind, value + 1) in _counted(after.enum):
                    self._counts.append((kind, value))
                    return True
        return False

    @property
    def _enum_level(self) -> int:
        return min(3, len(self._counts))

    # ---- lines without a mark -------------------------------------------------------------------------------------

    def _unmarked(self, line: Line) -> None:
        if self._goes_on_in_example(line):
            self._go_on(line)
        elif self._open is None or self._opens_paragraph():
            self._begin(Item("bullet", line, level=1))
            self._indents = self._indents or [line.indent]
            self._say(line, line.said_at)
        else:
            self._in_example = False
            if self._blank and self._open.kind == "bullet":
                self._doubt(line, "a sentence that goes on after a page break was joined")
            self._go_on(line)

    def _opens_paragraph(self) -> bool:
        """A paragraph behind a heading is a rule of its own, and so is one behind a bullet that is finished; behind a
        numbered rule it is part of that rule."""
        assert self._open is not None
        if self._open.kind == "heading":
            title_wraps = self.width and self._open.first.end - self._open.first.start > 0.7 * self.width
            return self._blank or not title_wraps
        return self._open.kind == "bullet" and self._blank and closed(self._said())

    # ---- taking words ---------------------------------------------------------------------------------------------

    def _begin(self, item: Item) -> None:
        self.items.append(item)
        self._open = item
        self._in_example = False

    def _go_on(self, line: Line) -> None:
        assert self._open is not None
        if self._in_example:
            self._open.examples[-1].append((line.said_at, line.end))
            self._open.last = line.no
            self._mark(line, "example", self._open)
        else:
            self._say(line, line.said_at)

    def _say(self, line: Line, start: int) -> None:
        """The line's words are the open item's; an example or a flattened table within them is split off."""
        item = self._open
        assert item is not None
        item.last = line.no
        self._mark(line, "heading" if item.kind == "heading" else "rule", item)
        end = line.end
        words = self.text[start:end]
        if item.kind == "heading":
            item.spans.append((start, end))
            return
        cut = flattened_table(words)
        if cut is not None:
            self._doubt(line, "words that read like a table without its columns were parted from the rule")
            table = Item("table", line, last=line.no, spans=[(start + cut, end)])
            self.items.append(table)
            end = start + cut
            words = words[:cut]
        starts = [start + at for at in example_starts(words)]
        if starts or words.strip():
            first = starts[0] if starts else end
            if first > start:
                item.spans.append((start, first))
        for at, until in zip(starts, [*starts[1:], end], strict=False):
            item.examples.append([(at, until)])
            self._in_example = True
            self.marks.append(Mark(at, "example", item))
        if cut is not None:
            self.marks.append(Mark(start + cut, "table", self.items[-1]))

    def _said(self) -> str:
        """The words that a further line would go on from."""
        assert self._open is not None
        spans = self._open.examples[-1] if self._in_example and self._open.examples else self._open.spans
        return without_bold(self._words(spans)).strip()

    def _words(self, spans: Sequence[Span]) -> str:
        return " ".join(self.text[start:end] for start, end in spans)

    def _mark(self, line: Line, kind: BlockKind, item: Item | None = None) -> None:
        self.marks.append(Mark(line.start, kind, item))

    def _doubt(self, line: Line, message: str) -> None:
        number = next((item.number for item in reversed(self.items) if item.number), None)
        self.doubts.append(Doubt(line.no, number, message))


def _counted(sign: str) -> list[tuple[str, int]]:
    """How far a sign counts, as a figure, a letter or a roman number; "(i)" may be either of the last two."""
    sign = sign.strip("().")
    if sign.isdecimal():
        return [("figure", int(sign))]
    roman = {"i": 1, "v": 5, "x": 10}
    values = [roman.get(ch, 0) for ch in sign]
    found = [("letter", ord(sign) - 96)] if len(sign) == 1 else []
    if all(values):
        found.append(("roman", sum(-v if v < n else v for v, n in zip(values, [*values[1:], 0], strict=True))))
    return found if sign != "i" else found[::-1]
