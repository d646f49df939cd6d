"""Where the lines of a lost page layout ended: which typeface and which measure account for the known line breaks.

In: lines whose both ends are known. Out: ``Margins``,
which say how well a stretch of text fills a line. A line break is no accident: the line fitted, and the next word would
not have. With the widths of the letters, that leaves room for hardly more than one word.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

# Widths of letters in parts of the type size, in classes; capitals and all else by their own figure.
SERIF = {
    "ijlt/": 0.28,
    " .,": 0.25,
    "frs(){}[]-I": 0.34,
    "'’": 0.18,
    '":;“”': 0.35,
    "mMW": 0.8,
    "w": 0.72,
    "ceaz": 0.44,
}
SANS = {"ijl'’": 0.22, " .,:;/ft[]I": 0.28, "r()-": 0.33, '"“”': 0.36, "mMW": 0.83, "w": 0.72, "ckszvxyJ": 0.5}
TYPEFACES: Mapping[str, tuple[Mapping[str, float], float, float]] = {
    "serif": (SERIF, 0.69, 0.5),
    "sans": (SANS, 0.69, 0.556),
    "typewriter": ({}, 1.0, 1.0),
}
SLACK = (0.004, 0.008, 0.015, 0.03)  # how exactly the widths are known, as a share of the measure
ENOUGH = 8  # lines of one kind that settle its measure
# A line that is too short was ended on purpose (an example begins), one too long stood in small type.
ODD = 0.003
TO_HYPHEN, TO_SPACE = re.compile(r"[^\s–—-]*[–—-]*"), re.compile(r"\S*")


@dataclass(frozen=True)
class Line:
    """A line of the lost layout, from ``start`` to ``end`` of a passage that begins at ``column``."""

    passage: str
    start: int
    end: int
    column: int

    @property
    def first(self) -> bool:
        return self.start == 0


@dataclass(frozen=True)
class Margins:
    """The measure of first and of later lines for each column at which passages begin."""

    typeface: str
    measures: Mapping[tuple[int, bool], float]
    slack: float
    hyphens: bool  # whether lines were broken after a hyphen, too

    def next_word(self, text: str, at: int) -> str:
        """What had to move to the next line together."""
        return next_word(text, at, self.hyphens)

    def measure(self, column: int, first: bool) -> float:
        """The measure for passages at this column, or at the nearest one that is known."""
        near = min(self.measures, key=lambda known: (known[1] != first, abs(known[0] - column), known))
        return self.measures[near]

    def widths(self, text: str) -> list[float]:
        """The width of the text up to each of its characters."""
        return running(text, ruler(self.typeface))


def ruler(typeface: str) -> Callable[[str], float]:
    """The function that gives the width of a character."""
    classes, capital, other = TYPEFACES[typeface]
    table = {letter: width for letters, width in classes.items() for letter in letters}
    return lambda letter: table.get(letter, capital if letter.isupper() else other)


def running(text: str, width: Callable[[str], float]) -> list[float]:
    return [0.0, *accumulate(map(width, text))]


def below(x: float) -> float:
    """The chance that a normal deviate stays below x."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


def fits(width: float, measure: float, slack: float) -> float:
    """The logarithm of the chance that so wide a text stands on one line."""
    return math.log(below((measure - width) / (slack * measure)) * (1 - ODD) + ODD)


def fills(width: float, with_next: float, measure: float, slack: float) -> float:
    """The logarithm of the chance that a line of this width ends before the word that makes it ``with_next`` wide."""
    spread = slack * measure
    return math.log(below((measure - width) / spread) * below((with_next - measure) / spread) * (1 - ODD) + ODD)


def margins(lines: Iterable[Line]) -> Margins | None:
    """The margins that account best for the lines; None if there are too few to tell."""
    kinds: dict[tuple[int, bool], list[Line]] = defaultdict(list)
    for line in lines:
        kinds[line.column, line.first].append(line)
    settled = {kind: found for kind, found in kinds.items() if len(found) >= ENOUGH}
    best: tuple[float, Margins] | None = None
    for typeface in TYPEFACES if settled else ():
        width = ruler(typeface)
        for hyphens in (True, False):
            spans = {kind: [span(line, width, hyphens) for line in found] for kind, found in settled.items()}
            for slack in SLACK:
                chosen = {kind: best_measure(found, slack) for kind, found in spans.items()}
                likelihood = sum(likelihood for likelihood, _ in chosen.values())
                if best is None or likelihood > best[0]:
                    measures = {kind: measure for kind, (_, measure) in chosen.items()}
                    best = (likelihood, Margins(typeface, measures, slack, hyphens))
    return best[1] if best else None


def span(line: Line, width: Callable[[str], float], hyphens: bool) -> tuple[float, float]:
    """The width of a line, and what it would have been with the next word."""
    alone = running(line.passage[line.start : line.end], width)[-1]
    return alone, alone + running(" " + next_word(line.passage, line.end, hyphens), width)[-1]


def next_word(text: str, at: int, hyphens: bool) -> str:
    found = (TO_HYPHEN if hyphens else TO_SPACE).match(text, at)
    return found.group() if found else ""


def best_measure(spans: Sequence[tuple[float, float]], slack: float) -> tuple[float, float]:
    """The likeliest measure for lines given by their width without and with the next word, and how likely it is."""
    tried = sorted({(without + with_next) / 2 for without, with_next in spans})
    tried = tried[:: max(1, len(tried) // 40)] + sorted({without for without, _ in spans})[-len(spans) // 4 :]
    return max((sum(fills(a, b, measure, slack) for a, b in spans), measure) for measure in tried)
