"""Page furniture: running heads, page numbers and page breaks that an extraction left between the lines.

In: the lines of a document. Out: the indexes of the lines that are furniture and not text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citator.layout import Line

_FIGURES = re.compile(r"[0-9]+")
_PAGE = re.compile(r"(?:page\s*)?[-–—\[(]*\s*([0-9]{1,4})\s*[-–—\])]*(?:\s*(?:of|/)\s*[0-9]{1,4})?", re.IGNORECASE)
_LONGEST = 120


def furniture(lines: Sequence[Line], text: str) -> set[int]:
    """Indexes of the lines that a page, not the text, put there."""
    return _page_numbers(lines, text) | _running_heads(lines, text)


def _page_numbers(lines: Sequence[Line], text: str) -> set[int]:
    """``12``, ``- 12 -``, ``Page 12 of 40`` alone on their lines, counting up."""
    found: list[tuple[int, int]] = []
    for index, line in enumerate(lines):
        length = line.end - line.start
        if 0 < length <= 24 and not line.dotted:
            match = _PAGE.fullmatch(text[line.start : line.end].strip())
            if match:
                found.append((index, int(match[1])))
    rising = {
        index
        for (before, a), (index, b) in zip(found, found[1:], strict=False)
        if b == a + 1 and index - before > 2
    }
    rising |= {before for (before, a), (index, b) in zip(found, found[1:], strict=False) if index in rising}
    return rising if len(rising) >= 3 else set()


def _running_heads(lines: Sequence[Line], text: str) -> set[int]:
    """The same short line, but for its figures, again and again over the whole document at page distance."""
    same: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if 0 < line.end - line.start <= _LONGEST and not set(line.marks) - {"*"} and not (line.number and line.dotted):
            words = text[line.start : line.end].strip()
            if words and not words.endswith((".", ":", ";", ",")):
                same[_FIGURES.sub("0", words)].append(index)
    found: set[int] = set()
    for words, places in same.items():
        if len(places) < 3 or words == "0":
            continue
        gaps = [b - a for a, b in zip(places, places[1:], strict=False)]
        spread = places[-1] - places[0] >= 0.5 * len(lines)
        if spread and median(gaps) >= 15 and max(gaps) <= 3 * median(gaps) + 10:
            found.update(places)
    return found
