"""Which layout a document has that nobody has described yet.

In: a source text. Out: the layout that accounts for it best, with the signals that decided and how clear they were.
"""

from __future__ import annotations

from dataclasses import dataclass

from citator import layout as layouts
from citator import numbering
from citator.furniture import furniture
from citator.wording import title_like


@dataclass(frozen=True)
class Detected:
    """A layout, why, and whether a person should look at the choice."""

    layout: str
    scheme: str
    why: str
    sure: bool


def detect(text: str) -> Detected:
    """Choose among the layouts.

    Underscores before numbers are an outline. Where nearly all numbers stand before titles and most other lines are
    bullets, the numbers are headings and the bullets rules; otherwise the numbers are the rules.
    """
    outline = layouts.parse(text, "outline")
    numbered = [line for line in outline if line.number]
    depth = _share(sum(1 for line in numbered if "_" in line.marks), len(numbered))
    if depth > 0.5:
        scheme = numbering.scheme_of([line.number for line in numbering.candidates(outline, text)])
        return Detected("outline", scheme, f"{depth:.0%} of the numbers stand behind underscores", depth > 0.9)
    lines = layouts.parse(text, "numbered")
    pages = furniture(lines, text)
    lines = [line for index, line in enumerate(lines) if index not in pages]
    found = numbering.candidates(lines, text)
    scheme = numbering.scheme_of([line.number for line in found])
    real = numbering.trimmed([found[at] for at in numbering.chain(found, scheme)], scheme)
    if not real:
        return Detected("numbered", scheme, "no number at the start of a line", False)
    starts = {line.start for line in real}
    body = [line for line in lines if real[0].start <= line.start and not line.blank and not line.bare]
    titles = _share(sum(1 for line in real if title_like(text[line.words : line.end])), len(real))
    bullets = _share(
        sum(1 for line in body if set(line.marks) & set("->") and line.start not in starts),
        sum(1 for line in body if line.start not in starts),
    )
    hashes = _share(sum(1 for line in real if set(line.marks) & set("#*")), len(real))
    why = f"{titles:.0%} of {len(real)} numbers stand before titles, {bullets:.0%} of the other lines are bullets"
    if titles > 0.8 and bullets > 0.4:
        name = "markdown" if hashes > 0.5 else "plain"
        return Detected(name, scheme, why, titles > 0.95 and not 0.1 < hashes < 0.9)
    return Detected("numbered", scheme, why, titles < 0.7 or bullets < 0.1)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
