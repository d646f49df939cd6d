"""Text becomes lines whose marks, numbers and words are told apart, by the Lark grammar of the document's layout.

In: a source text and the name of a layout. Out: a list of :class:`Line`. Which of the numbers at line starts are rules,
and what belongs together, is decided later (``numbering``, ``healing``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from lark import Lark, Token, Tree

from citator.errors import BadLibrary
from citator.model import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(slots=True)
class Line:
    """One line of a source, its parts told apart. Offsets count characters of the whole source text."""

    no: int  # from 1
    start: int
    stop: int  # behind the line end
    words: int  # where the words begin, behind marks and number
    end: int  # behind the last word, before white space and the line end
    marks: str = ""  # the marks in their order, one character each, as _MARK has them
    indent: int = 0  # columns of white space before the first mark or word
    level: int = 0  # how many hashes, or underscores
    number: str = ""
    number_at: int = -1
    dotted: bool = False  # a stop stands behind the number
    example: bool = False
    row: bool = False
    enum: str = ""  # "(a)" or "a.", as printed
    said_at: int = -1  # where the words begin if number, label and "(a)" turn out to be words too

    @property
    def blank(self) -> bool:
        return not self.marks and not self.number and self.words >= self.end

    @property
    def bare(self) -> bool:
        """Marks without words, as a lost picture or an empty bullet leaves them."""
        return not self.number and self.words >= self.end and not self.blank


_MARK = {
    "HASHES": "#", "BOLD": "*", "BULLET": "-", "ARROW": ">", "DEPTH": "_", "ENUM": "(", "LABEL": "§", "BRACKET": "[",
    "QUOTE": "|", "RULER": "=",
}  # fmt: skip


@cache
def grammar(layout: str) -> Lark:
    """The parser of a layout, built once."""
    if layout not in LAYOUTS:
        raise BadLibrary(f"there is no layout {layout!r}: choose one of {', '.join(LAYOUTS)}.")
    return Lark.open_from_package(
        "citator", f"{layout}.lark", ["grammar"], start="document", parser="lalr", lexer="contextual"
    )


def parse(text: str, layout: str) -> list[Line]:
    """The lines of a text. Every text can be parsed, and every character is on exactly one line."""
    lines: list[Line] = []
    start = 0
    for branch in grammar(layout).parse(text).children:
        assert isinstance(branch, Tree)
        line = _line(len(lines) + 1, start, text, branch.children)
        start = line.stop
        lines.append(line)
    return lines


def _line(no: int, start: int, text: str, tokens: Iterable[Token | Tree[Token]]) -> Line:
    line = Line(no, start, start, start, start)
    for token in tokens:
        assert isinstance(token, Token)
        kind = token.type
        at = token.start_pos or 0
        line.stop = line.end = token.end_pos or 0
        if kind == "END":
            line.end = at
        elif kind in ("TEXT", "ROW"):
            line.words = line.words if line.example else at
            line.row = kind == "ROW"
        elif kind == "GAP":
            if not line.marks and not line.number:
                line.indent += len(token.expandtabs(4))
            line.words = line.stop
        elif kind == "NUMBER":
            line.number, line.number_at, line.words = str(token), at, line.stop
            line.said_at = at if line.said_at < 0 else line.said_at
        elif kind == "STOP":
            line.dotted, line.words = True, line.stop
        elif kind == "EXAMPLE":
            line.example, line.words = True, at
        else:
            line.marks += _MARK[kind]
            line.words = line.stop
            if kind in ("HASHES", "DEPTH"):
                line.level = len(token)
            elif kind == "ENUM":
                line.enum = str(token)
            if kind in ("ENUM", "LABEL", "BRACKET") and line.said_at < 0:
                line.said_at = at
    if line.said_at < 0:
        line.said_at = line.words
    # "## 2.2. Types ##": closing hashes are marks, too
    loose = " \t#" if "#" in line.marks and text[line.words : line.end].rstrip().endswith(" ##") else " \t"
    while line.end > line.words and (text[line.end - 1].isspace() or text[line.end - 1] in loose):
        line.end -= 1
    line.end = max(line.end, line.words)
    return line
