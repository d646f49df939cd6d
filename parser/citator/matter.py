"""What stands before and behind the rules: title page, contents, glossary, change log, appendices.

In: lines of the front or back of a document. Out: what they say, as data.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citator.model import ContentsEntry, LogEntry, TitlePage
from citator.wording import joined, title_like, without_bold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citator.layout import Line

# ---- dates and versions -------------------------------------------------------------------------------------------

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = r"(?P<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\.?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_MONTH}\s+(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>[12][0-9]{{3}})\b",
        rf"\b(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(?P<year>[12][0-9]{{3}})\b",
        r"\b(?P<year>[12][0-9]{3})[-/.](?P<month>[0-9]{1,2})[-/.](?P<day>[0-9]{1,2})\b",
    )
)
_VERSION = re.compile(r"\b(?:ver(?:sion)?\b\.?|v(?=[0-9]))\s*(?P<version>[0-9]+(?:\.[0-9]+)*[a-z]?)\b", re.IGNORECASE)
_EFFECTIVE = re.compile(r"\b(?:effective|in force|valid)\b", re.IGNORECASE)
_IMMEDIATE = re.compile(r"\beffective:?\s+immediate", re.IGNORECASE)


def date_in(text: str) -> datetime.date | None:
    """``Mar 3rd, 2015``, ``5 September 2018``, ``2018-09-05``; ``September 21th, 2018`` too."""
    for pattern in _DATES:
        match = pattern.search(text)
        if match:
            month = match["month"]
            try:
                return datetime.date(
                    int(match["year"]),
                    int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1,
                    int(match["day"]),
                )
            except ValueError:
                continue
    return None


def version_in(text: str) -> str:
    """``5.00`` of ``Force of Will Comprehensive Rule ver. 5.00``."""
    match = _VERSION.search(text)
    return match["version"] if match else ""


# ---- before the rules ---------------------------------------------------------------------------------------------


def title_page(lines: Sequence[tuple[int, str]]) -> TitlePage:
    """Title, version and dates from the lines (number, words) before the rules."""
    title, version, where = "", "", 0
    published = effective = None
    for no, words in lines[:40]:
        plain = without_bold(words).strip("# ")
        if not plain:
            continue
        if not title:
            title = re.split(r"\s+(?=Last Updated?:|Effective:)", plain)[0]
        if not version:
            version = version_in(plain)
        for part in re.split(r"(?=\beffective\b)", plain, flags=re.IGNORECASE):
            found = date_in(part)
            if found:
                where = where or no
                if _EFFECTIVE.search(part):
                    effective = effective or found
                else:
                    published = published or found
        if _IMMEDIATE.search(plain):
            effective = effective or published
    return TitlePage(title, version, published, effective, where or (lines[0][0] if lines else 1))


_CELL_PAGE = re.compile(r"(?:[.\s…]|<[^>]{1,9}>)*[0-9]*$")


def contents(lines: Iterable[tuple[Line, str]]) -> tuple[ContentsEntry, ...]:
    """Entries of a contents list: lines that begin with a number, or cells where it was set in two columns."""
    found: list[ContentsEntry] = []
    for line, words in lines:
        cells = re.sub(r"</?[a-z]{1,2}>", "", words).split("\t")
        for cell in [*cells, *_torn(cells)]:
            match = re.match(r"\s*([0-9]+(?:[.-][0-9]+)*)\.?\s+(\S.*)", cell)
            if match:
                title = _CELL_PAGE.sub("", match[2][:300]).strip()
                if title and any(ch.isalpha() for ch in title):
                    found.append(ContentsEntry(match[1], without_bold(title), line.no))
    return tuple(found)


def _torn(cells: Sequence[str]) -> list[str]:
    """Entries whose number and title fell into cells of their own: ``1.1.`` / ``Number of players``, and with the number
    itself in two: ``1`` / ``0.2.`` / ``Pay Wills`` is 10.2."""
    found = []
    for before, number, title in zip(["", *cells], cells, cells[1:], strict=False):
        whole = (before if re.fullmatch(r"[0-9]{1,2}", before) else "") + number
        if re.fullmatch(r"[1-9][0-9]*(?:\.[0-9]+)+\.", whole) and (title[:1] in "[<" or title[:1].isupper()):
            found.append(f"{whole} {title}")
    return found


# ---- behind the rules ---------------------------------------------------------------------------------------------

_SECTION = re.compile(
    r"(?P<changelog>updates?|change ?-?logs?|changes|revision history|revisions?|version history|update history"
    r"|update summary|summary of changes|release notes|errata)"
    r"|(?P<glossary>glossary(?: of terms)?|definitions|terms and definitions|terminology)"
    r"|(?P<appendix>appendix\b.*|appendices|credits|index|acknowledge?ments?|legal.*|copyright.*|special thanks.*)",
    re.IGNORECASE,
)


def is_section_title(words: str) -> bool:
    """``Glossary``, ``Updates:``, ``Appendix: Token List``."""
    return len(words) <= 60 and _SECTION.fullmatch(words.strip(" #:*")) is not None


@dataclass(frozen=True)
class Section:
    """A part of the back matter: its title line and the lines below."""

    kind: str  # changelog, glossary, appendix
    title: str
    lines: tuple[Line, ...]


def sections(lines: Sequence[Line], text: str) -> list[Section]:
    """The back matter, parted at the titles that such parts have; its first line is a title whatever it says."""
    found: list[Section] = []
    start = 0
    kind, title = "appendix", ""
    packed = not any(line.blank for line in lines[1:-1])  # a document without blank lines
    for index, line in enumerate(lines):
        words = without_bold(text[line.words : line.end]).strip(" #:*")
        match = _SECTION.fullmatch(words) if len(words) <= 60 else None
        # A glossary may define "Legal Text" or "Index": a title has a blank line below it, a term its definition.
        alone = not line.number and "-" not in line.marks and all(after.blank for after in lines[index + 1 : index + 2])
        if match and (alone or packed or index == 0):
            if index > start:
                found.append(Section(kind, title, tuple(lines[start:index])))
            start, kind, title = index, str(match.lastgroup), words
        elif index == 0:
            title = words
    if lines:
        found.append(Section(kind, title, tuple(lines[start:])))
    return [
        Section("changelog", part.title, part.lines) if part.kind == "appendix" and _versions(part, text) >= 2 else part
        for part in found
    ]


def _versions(part: Section, text: str) -> int:
    return sum(1 for line in part.lines if _is_log_head(line, text[line.start : line.end]))


def _is_log_head(line: Line, words: str) -> bool:
    """``**May 28th, 2014 Ver. 3.0**``: a short line with a version or a date that is no note itself."""
    if "-" in line.marks or ">" in line.marks or len(words) > 80:
        return False
    return bool(version_in(words)) or (date_in(words) is not None and len(words) <= 40)


def changelog(part: Section, text: str) -> tuple[LogEntry, ...]:
    """Entries with version, date and notes; a note may go on over several lines."""
    heads: list[tuple[Line, str]] = []
    notes: list[list[str]] = []
    blank = True
    for line in part.lines[1:]:
        words = text[line.words : line.end] if not line.number else text[line.number_at : line.end]
        if line.blank:
            blank = True
            continue
        if _is_log_head(line, text[line.start : line.end]):
            heads.append((line, without_bold(text[line.start : line.end])))
            notes.append([])
        elif heads and words.strip():
            marked = "-" in line.marks or ">" in line.marks
            if marked or blank or not notes[-1]:
                notes[-1].append(joined([without_bold(words)]))
            else:
                notes[-1][-1] = joined([notes[-1][-1], without_bold(words)])
        blank = False
    return tuple(
        LogEntry(version_in(head), date_in(head), tuple(said), line.no)
        for (line, head), said in zip(heads, notes, strict=True)
    )


@dataclass(frozen=True)
class Entry:
    """A glossary entry: its term and the lines of its definition."""

    term: str
    head: Line
    lines: tuple[Line, ...]
    inline: int = -1  # where the definition begins on the head's own line


def glossary(part: Section, text: str) -> list[Entry]:
    """Entries of a glossary: a term on a line of its own above its definition, or before a colon or dash."""
    paragraphs: list[list[Line]] = []
    blank = True
    for line in part.lines[1:]:
        if line.blank:
            blank = True
        elif blank:
            paragraphs.append([line])
            blank = False
        else:
            paragraphs[-1].append(line)
    if len(paragraphs) == 1:
        paragraphs = _split_at_terms(paragraphs[0], text)
    single = sum(1 for paragraph in paragraphs if len(paragraph) == 1)
    if single * 2 > len(paragraphs):
        return [entry for paragraph in paragraphs for entry in _inline_entries(paragraph, text)]
    return [
        Entry(without_bold(text[p[0].start : p[0].end]).strip(), p[0], tuple(p[1:])) for p in paragraphs if len(p) > 1
    ]


def _split_at_terms(lines: list[Line], text: str) -> list[list[Line]]:
    """A glossary without blank lines: a line that reads like a title begins an entry."""
    out: list[list[Line]] = []
    for line in lines:
        if not out or (title_like(text[line.start : line.end]) and len(out[-1]) > 1):
            out.append([line])
        else:
            out[-1].append(line)
    return out


_TERM = re.compile(r"\s*(?:[-•*#]\s+)?(?P<term>[^:–—]{1,60}?)(?::\s+|\s+[–—-]\s+)(?=\S)")


def _inline_entries(paragraph: list[Line], text: str) -> list[Entry]:
    head = paragraph[0]
    match = _TERM.match(text[head.start : head.end])
    if not match:
        return []
    return [Entry(without_bold(match["term"]).strip(), head, tuple(paragraph[1:]), head.start + match.end())]
