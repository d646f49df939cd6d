"""What of a text is prose: code, comments, links' addresses and front matter are not, and quotations are another's.

In: a Markdown or plain text. Out: the same text, as long, with all that is no prose blotted out, and the places of its
paragraphs and quotations.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citator.model import Span

BLOT = "\0"  # what stands for a character that is no prose
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_FENCE = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})(.*)")
_LIST = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_QUOTED = re.compile(r"[ \t]{0,8}>")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_SILENT = re.compile(r"<(pre|code|script|style)\b.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_CODE = re.compile(r"(?<!`)(`{1,4})(?!`)((?:[^\r\n]|\r?\n(?![ \t]*\r?\n))+?)(?<!`)\1(?!`)")
_ADDRESS = re.compile(
    r"(?<=\])\([ \t]*(?:<[^<>\r\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+\"[^\"\r\n]*\")?[ \t]*\)"
)
_DEFINED = re.compile(r"^[ \t]{0,3}\[[^\]\r\n]+\]:[ \t]+\S.*$", re.MULTILINE)
_URL = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,15}://|www\.|mailto:)[^\s<>\"”\]]+|[\w.+-]+@[\w-]+\.[a-z]{2,}\b", re.IGNORECASE
)
_TAG = re.compile(r"</?[a-z][^<>\r\n]*=[^<>\r\n]*>", re.IGNORECASE)
_BREAK = re.compile(r"(?:\r\n|\r|\n)(?:[ \t]*(?:>[ \t]*)*(?:\r\n|\r|\n))+")
_MARKS = re.compile(
    r"“[^“”]*(?:“[^“”]*”[^“”]*)*”|«[^«»]*»|„[^„“”]*[“”]|(?<!\w)\"(?=\S)[^\"]*?(?<=\S)\"(?!\w)", re.DOTALL
)


@dataclass(frozen=True)
class Prose:
    """A text with what is no prose blotted out."""

    text: str
    block_quotes: tuple[Span, ...]

    @cached_property
    def paragraphs(self) -> tuple[Span, ...]:
        """Stretches between blank lines; a block quote is one of its own."""
        cuts = {0, len(self.text)}
        for found in _BREAK.finditer(self.text):
            cuts |= {found.start(), found.end()}
        for start, end in self.block_quotes:
            cuts |= {start, end}
        places = sorted(cuts)
        pairs = itertools.pairwise(places)
        return tuple((start, end) for start, end in pairs if self.text[start:end].strip(" \t\r\n>" + BLOT))

    @cached_property
    def quotations(self) -> tuple[Span, ...]:
        """Block quotes, and what stands in quotation marks within one paragraph."""
        marked = [
            (start + found.start(), start + found.end())
            for start, end in self.paragraphs
            for found in _MARKS.finditer(self.text[start:end])
        ]
        return tuple(sorted([*self.block_quotes, *marked]))

    @cached_property
    def _reach(self) -> tuple[list[int], list[int]]:
        """Where quotations begin, and how far the quotations up to there reach."""
        starts, reach, far = [], [], 0
        for start, end in self.quotations:
            far = max(far, end)
            starts.append(start)
            reach.append(far)
        return starts, reach

    def is_quoted(self, at: int) -> bool:
        starts, reach = self._reach
        index = bisect_right(starts, at) - 1
        return index >= 0 and at < reach[index]


def prose_of(text: str, markdown: bool = True) -> Prose:
    """Only in Markdown do four spaces make code and ``>`` a quotation; e-mails, too, quote with ``>``."""
    signs = list(text)
    lines = [(line.start(), line.end()) for line in _LINE.finditer(text)]
    for start, end in _not_prose(text, lines, markdown):
        _blot(signs, start, end)
    for pattern in (_COMMENT, _SILENT, _CODE, _DEFINED, _ADDRESS, _URL, _TAG):
        for found in pattern.finditer("".join(signs)):
            _blot(signs, found.start(), found.end())
    blotted = "".join(signs)
    return Prose(blotted, tuple(_block_quotes(blotted, lines)))


def front_matter(text: str) -> Span | None:
    """``---`` on the first line to the next ``---``, with both."""
    opened = re.match(r"---[ \t]*(?:\r\n|\r|\n)", text)
    if opened is None:
        return None
    closed = re.compile(r"^(?:---|\.\.\.)[ \t]*$(?:\r?\n)?", re.MULTILINE).search(
        text.replace("\r\n", " \n"), opened.end()
    )
    return (0, closed.end()) if closed else None


def _blot(signs: list[str], start: int, end: int) -> None:
    for at in range(start, end):
        if signs[at] not in "\r\n":
            signs[at] = BLOT


def _not_prose(text: str, lines: list[Span], markdown: bool) -> Iterator[Span]:
    """Front matter, fenced code and indented code."""
    matter = front_matter(text)
    if matter:
        yield matter
    fence, listed, code, blank = "", False, False, True
    for start, end in lines:
        line = text[start:end]
        if matter and start < matter[1]:
            continue
        found = _FENCE.match(line)
        if fence:
            yield start, end
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
            yield start, end
        elif not line.strip():
            blank = True
            continue
        elif markdown:
            deep = len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4))
            code = deep >= (8 if listed else 4) and (blank or code)
            if code:
                yield start, end
            # in a list, four spaces are the list's own margin
            listed = bool(_LIST.match(line)) if deep < 4 and not (listed and deep) else listed
        blank = False


def _block_quotes(text: str, lines: list[Span]) -> Iterator[Span]:
    """Lines behind ``>``, with the lines that go on with them; blank lines part two quotations."""
    opened: int | None = None
    last = 0
    for start, end in lines:
        line = text[start:end]
        quoted = _QUOTED.match(line) is not None
        if quoted and opened is None:
            opened = start
        elif opened is not None and not quoted and (not line.strip() or _LIST.match(line)):
            yield opened, last
            opened = None
        last = end
    if opened is not None:
        yield opened, last
