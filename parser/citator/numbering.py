"""Numbers: what they are made of, what follows what, and which numbers at line starts are rules of the document.

In: the lines of a document. Out: the lines whose numbers are real, told apart from contents lists, from numbers that a
line wrap put at the start of a line, and from amounts. The decision is made for the whole document at once: the
heaviest chain of rising numbers wins, so that one odd number cannot lead the rest astray.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citator.layout import Line

Scheme = Literal["plain", "hundreds", "chapters"]
Path = tuple[int, ...]

_PART = re.compile(r"([0-9]+)|([a-z]+)|([A-Z])")
_ROMAN = {"i": 1, "v": 5, "x": 10}
# Letters and roman numbers rise among themselves; they are kept apart from integers by these offsets, so that 2a comes
# behind 2.9 and before 3, wherever both occur.
_LETTER = 10_000
_ROMAN_AT = 20_000
_CAPITAL = 30_000


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number, taken apart."""

    printed: str
    path: Path  # one integer a part
    ends: tuple[int, ...]  # where each part ends in ``printed``

    @property
    def shape(self) -> str:
        """The number's form without its values: ``0.0a`` for 105.3a."""
        return re.sub(r"[a-z]+", "a", re.sub(r"[0-9]+", "0", self.printed))

    def prefixes(self) -> Iterator[str]:
        """The printed numbers above it, nearest first."""
        for end in reversed(self.ends[:-1]):
            yield self.printed[:end]


@cache
def number(printed: str) -> Number:
    """``201.2c-i`` is 201, 2, c and i."""
    path, ends = [], []
    for part in _PART.finditer(printed):
        if part[1]:
            path.append(int(part[1]))
        elif part[3]:
            path.append(_CAPITAL + ord(part[3]) - 64)
        elif printed[part.start() - 1] == "-":
            path.append(_ROMAN_AT + _roman(part[2]))
        else:
            path.append(_LETTER + _letters(part[2]))
        ends.append(part.end())
    return Number(printed, tuple(path), tuple(ends))


def _roman(text: str) -> int:
    values = [_ROMAN.get(ch, 0) for ch in text]
    return sum(-v if v < n else v for v, n in zip(values, [*values[1:], 0], strict=True))


def _letters(text: str) -> int:
    """a … z count 1 … 26; aa or, as some count, za goes on behind z."""
    total = 0
    for ch in text:
        total = total * 26 + ord(ch) - 96
    return total


# ---- schemes: where a whole number stands -------------------------------------------------------------------------


def scheme_of(numbers: Sequence[str]) -> Scheme:
    """How whole numbers nest: 103 under 1 (chapters, as in Magic), under 100 (hundreds), or beside 102 (plain)."""
    whole = [int(n) for n in numbers if n.isdecimal()]
    # "1. Game Concepts" is directly followed by "100. General": Magic's way. Twice, so that a stray pair is not enough.
    pairs = {(a, b) for a, b in pairwise(numbers) if a.isdecimal() and b.isdecimal()}
    if sum(1 for a, b in pairs if 0 < int(a) < 100 and int(b) == int(a) * 100) >= 2:
        return "chapters"
    hundreds = {n for n in whole if n % 100 == 0}
    under = sum(1 for n in whole if n % 100 and n - n % 100 in hundreds)
    return "hundreds" if len(hundreds) >= 2 and under >= 2 * len(hundreds) else "plain"


def placed(path: Path, scheme: Scheme) -> Path:
    """The path in the tree: 103.2 is 100, 3, 2 by hundreds and 1, 3, 2 by chapters."""
    first, rest = path[0], path[1:]
    if scheme == "plain" or (scheme == "chapters" and first < 100):
        return path
    if scheme == "chapters":
        return (first // 100, first % 100, *rest)
    return (first - first % 100, first % 100, *rest) if first % 100 else path


def above(printed: str, scheme: Scheme) -> Iterator[str]:
    """The numbers a rule may hang under, nearest first: for 103.2a these are 103.2, 103 and 100."""
    yield from number(printed).prefixes()
    first = number(printed).path[0]
    if scheme == "hundreds" and first % 100:
        width = len(re.match("[0-9]+", printed)[0])  # type: ignore[index]
        yield str(first - first % 100).zfill(width)
    elif scheme == "chapters" and first >= 100:
        yield str(first // 100)


def follows(before: Path, after: Path) -> bool:
    """Whether ``after`` is the first child of ``before``, or the next sibling of it or of one of its ancestors."""
    last = len(after) - 1
    if after[:last] == before and len(before) == last:
        return after[last] in (0, 1, _LETTER + 1, _ROMAN_AT + 1)
    return len(before) > last and before[:last] == after[:last] and after[last] in _next(before[last])


def _next(part: int) -> tuple[int, ...]:
    # Magic passes over l and o (they look like 1 and 0), so m follows k and p follows n.
    if _LETTER < part < _ROMAN_AT:
        letter = part - _LETTER
        if letter in (11, 14):
            return (part + 1, part + 2)
        if letter == 26:  # za, zb … or aa, ab … follow z
            return (part + 1, _LETTER + _letters("za"))
    if part >= 100 and part % 100 == 0:
        return (part + 1, part + 100)
    return (part + 1,)


# ---- the chain ----------------------------------------------------------------------------------------------------

_SUCCESSOR, _GAP, _RISE = 1.0, 0.5, 0.1
_NEAR = 4  # a sibling this far behind is a gap, not a leap


def chain(lines: Sequence[Line], scheme: Scheme) -> list[int]:
    """Indexes of the lines on the heaviest chain of rising numbers; of equal chains the one that begins later.

    A chain weighs what its links weigh: 1 where a number directly follows the one before, less over a gap, little over
    a leap. Contents lists weigh less than the body, as they lack its rules; a number at the start of a wrapped line would
    cost more than it gives.
    """
    paths = [placed(number(line.number).path, scheme) for line in lines]
    ranks = {path: rank for rank, path in enumerate(sorted(set(paths)))}
    lower = _Highest(len(ranks))
    beneath: dict[Path, tuple[float, int]] = {}  # for each path: the best chain that ends in it or below it
    exactly: dict[Path, tuple[float, int]] = {}
    came: list[int] = []
    for index, path in enumerate(paths):
        weight, before = lower.below(ranks[path])
        best = (weight + _RISE, before) if before >= 0 else (0.0, -1)
        for found, link in _predecessors(path, beneath, exactly):
            best = max(best, (found[0] + link, found[1]))
        came.append(best[1])
        here = (best[0], index)
        lower.put(ranks[path], here)
        exactly[path] = max(exactly.get(path, here), here)
        for depth in range(1, len(path) + 1):
            key = path[:depth]
            beneath[key] = max(beneath.get(key, here), here)
    at = lower.below(len(ranks))[1]
    links = []
    while at >= 0:
        links.append(at)
        at = came[at]
    return links[::-1]


def _predecessors(
    path: Path, beneath: dict[Path, tuple[float, int]], exactly: dict[Path, tuple[float, int]]
) -> Iterator[tuple[tuple[float, int], float]]:
    head, last = path[:-1], path[-1]
    if last in (0, 1, _LETTER + 1, _ROMAN_AT + 1) and head in exactly:
        yield exactly[head], _SUCCESSOR
    for step in range(1, _NEAR + 1):
        sibling = (*head, last - step)
        if sibling in beneath:
            yield beneath[sibling], _SUCCESSOR if last in _next(last - step) else _GAP
    if last % 100 == 0 and (*head, last - 100) in beneath:
        yield beneath[(*head, last - 100)], _SUCCESSOR
    if last == _LETTER + _letters("za") and (*head, _LETTER + 26) in beneath:
        yield beneath[(*head, _LETTER + 26)], _SUCCESSOR


class _Highest:
    """The best chain among all that end below a rank (a Fenwick tree of maxima)."""

    def __init__(self, size: int) -> None:
        self._best: list[tuple[float, int]] = [(0.0, -1)] * (size + 1)

    def put(self, rank: int, value: tuple[float, int]) -> None:
        at = rank + 1
        while at < len(self._best):
            self._best[at] = max(self._best[at], value)
            at += at & -at

    def below(self, rank: int) -> tuple[float, int]:
        best = (0.0, -1)
        while rank > 0:
            best = max(best, self._best[rank])
            rank -= rank & -rank
        return best


# ---- which numbers are real ---------------------------------------------------------------------------------------


def main_separator(numbers: Sequence[str]) -> str:
    """Dot or dash: 1.2.3 or 1-2-3. Numbers of the other kind are amounts, scores or ranges."""
    marks = Counter(re.sub(r"[0-9a-z]|-[ivx]+$", "", n)[:1] for n in numbers)
    return "-" if marks["-"] > marks["."] else "."


def candidates(lines: Sequence[Line], text: str) -> list[Line]:
    """Lines that begin with a number in the document's own style, entries of contents lists with leaders left out."""
    numbered = [line for line in lines if line.number and not leads_to_page(text[line.words : line.end])]
    # A number alone on its line that has no dot is a page number; in brackets it is a reference, unless most are.
    numbered = [line for line in numbered if line.dotted or line.words < line.end or not line.number.isdecimal()]
    # "2.5 strength", "60 cards", "9-1-1 or": a wrapped line, not a rule, when neither a dot nor a capital follows.
    numbered = [line for line in numbered if line.dotted or not text[line.words : line.words + 1].islower()]
    bracketed = [line for line in numbered if "[" in line.marks]
    if len(bracketed) * 2 <= len(numbered):
        numbered = [line for line in numbered if "[" not in line.marks]
    other = "." if main_separator([line.number for line in numbered]) == "-" else "-"
    pattern = re.compile(r"[0-9]-[0-9]" if other == "-" else r"[0-9]\.[0-9]")
    return [line for line in numbered if not pattern.search(line.number)]


def leads_to_page(words: str) -> bool:
    """``Number of players ......... 2``: the entry of a contents list."""
    tail = words.rstrip("0123456789ivxlIVXL \t")
    leader = tail[len(tail.rstrip(".…·_ ")) :]
    spaced = leader.count(". .") + leader.count("· ·")
    return len(tail) < len(words) and (sum(3 if ch == "…" else ch != " " for ch in leader) >= 4 or spaced > 0)


def trimmed(found: list[Line], scheme: Scheme) -> list[Line]:
    """The chain without what only its end let in: after the last rule any larger number seems to rise."""
    kept = list(found)
    while len(kept) > 1:
        before, last = (placed(number(line.number).path, scheme) for line in kept[-2:])
        near = follows(before, last) or (len(last) > 1 and last[:-1] == before[: len(last) - 1])
        if near and (kept[-1].dotted or len(last) > 1 or not kept[-2].dotted):
            break
        kept.pop()
    return kept
