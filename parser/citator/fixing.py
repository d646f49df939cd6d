"""Citations brought up to date where nothing but numbers changed, every other byte kept.

In: a text and the findings on it. Out: the text with moved numbers and edition marks rewritten. What changed in
substance, was split or merged is left to a judge unless forced; what is unknown, gone, misquoted or doubtful always is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citator.cite import in_ranges
from citator.errors import BadInput
from citator.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citator.checking import Finding
    from citator.citing import Run
    from citator.register import Shelf

_PLAIN = frozenset({"good", "reworded", "moved"})
_FORCED = _PLAIN | {"changed", "split", "merged"}

Edit = tuple[int, int, str]


def fix(text: str, findings: Sequence[Finding], shelf: Shelf, force: bool = False) -> str:
    """The text with what may be rewritten rewritten; a second time, nothing is left to do."""
    by_run: dict[Run, list[Finding]] = {}
    for finding in findings:
        by_run.setdefault(finding.cited.run, []).append(finding)
    edits = [edit for run, group in by_run.items() for edit in _edits(text, run, group, shelf, force)]
    for start, end, words in sorted(edits, reverse=True):
        text = text[:start] + words + text[end:]
    return text


def _edits(text: str, run: Run, group: list[Finding], shelf: Shelf, force: bool) -> Iterator[Edit]:
    """All numbers of a run hang on one edition mark, so they are rewritten together or not at all."""
    first = group[0]
    edition, target, unmarked = first.cited.edition, first.target, first.unmarked
    if edition is None or target is None or unmarked is None or edition.key == target.key:
        return
    allowed = _FORCED if force else _PLAIN
    if any(finding.status not in allowed or not finding.now for finding in group):
        return
    if any(finding.bound for finding in group) and not force:
        return
    register = shelf.register(target)
    for finding in group:
        cited = finding.cited
        if finding.now != cited.ids:
            words = ", ".join(in_ranges(finding.now, register))
            if "¶" not in cited.written and "p" in cited.written.lower():
                words = words.replace("¶", "p")
            yield cited.start, cited.end, words
    yield from _mark(text, run, target.version, target.key, needed=target.key != unmarked.key)


def _mark(text: str, run: Run, version: str, key: str, needed: bool) -> Iterator[Edit]:
    if run.mark_span is not None:
        start, end = run.mark_span
        at = text[start:end].startswith("@")
        yield start + at, end, version
    elif needed and run.name_span is not None:
        start, end = run.name_span
        if text[end - 2 : end] in ("'s", "’s"):  # "Force of Will's rule 8.3¶4"
            yield start, end, key
        else:
            yield end, end, f"@{version}"
    elif needed:
        yield run.numbers[0], run.numbers[0], f"{key} "


def encoded(source: Source, text: str, name: str) -> bytes:
    """The fixed text as the bytes of its file."""
    try:
        return Source(text, source.encoding, source.mark).encode()
    except UnicodeEncodeError as error:
        sign = text[error.start : error.start + 1]
        raise BadInput(
            f"{name}: {sign!r} cannot be written in {source.encoding}: save the file as UTF-8 first."
        ) from None
