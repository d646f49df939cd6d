"""Page furniture: running heads, page numbers and page breaks that an extraction left between the lines.

In: the lines of a document. Out: the indexes of the lines that are furniture and not text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citator.layout import Line

_FIGURES = re.compile(r"[0-9]+")
_PAGE = re.compile(r"(?:page\s*)?[-–—\[(]*\s*([0-9]{1,4})\s*[-–—\])]*(?:\s*(?:of|/)\s*[0-9]{1,4})?", re.IGNORECASE)
_PAGED = re.compile(r"\bpage 0(?: (?:of|/) 0)?$", re.IGNORECASE)  # "Complete Rules, Page 12", figures made 0
_LONGEST = 120


def furniture(lines: Sequence[Line], text: str) -> set[int]:
    """Indexes of the lines that a page, not the text, put there."""
    return _page_numbers(lines, text) | _running_heads(lines, text)


def _page_numbers(lines: Sequence[Line], text: str) -> set[int]:
    """``12``, ``- 12 -``, ``Page 12 of 40`` alone on their lines, counting up."""
    found: list[tuple[int, int]] = []
    for index, line in enumerate(lines):
        length = line.end - line.start
        if 0 < length <= 100 and not line.dotted and line.marks in ("", "-"):
            match = _PAGE.fullmatch(text[line.start : line.end].strip())
            if match:
                found.append((index, int(match[1])))
    counting = {
        index
        for (before, a), (after, b) in pairwise(found)
        if b == a + 1 and after - before > 2
        for index in (before, after)
    }
    alone = {
        index
        for index, _ in found
        if all(0 <= near < len(lines) and lines[near].blank for near in (index - 1, index + 1))
        or "p" in text[lines[index].start : lines[index].end].lower()
    }
    return alone | (counting if len(counting) >= 3 else set())


def _running_heads(lines: Sequence[Line], text: str) -> set[int]:
    """The same short line, but for its figures, again and again over the whole document at page distance."""
    same: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        after = lines[index + 1] if index + 1 < len(lines) else None
        if after is not None and line.number and after.number.startswith(f"{line.number}."):
            continue  # "2 Chapter" above "2.0 General"
        numbered = line.number and (line.dotted or not line.number.isdecimal())
        if 0 < line.end - line.start <= _LONGEST and not set(line.marks) - {"*"} and not numbered:
            words = text[line.start : line.end].strip()
            if words and not words.endswith((".", ":", ";", ",")):
                same[_FIGURES.sub("0", words)].append(index)
    found: set[int] = set()
    for words, places in same.items():
        if _PAGED.search(words) and len(places) >= 2:
            found.update(places)
            continue
        if len(places) < 3 or words == "0":
            continue
        gaps = [b - a for a, b in pairwise(places)]
        spread = places[-1] - places[0] >= 0.5 * len(lines)
        if spread and median(gaps) >= 15 and max(gaps) <= 3 * median(gaps) + 10:
            found.update(places)
    return found
