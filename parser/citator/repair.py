"""Repairs of extraction damage: read from ``repairs.toml``, checked against the source, and applied to spans of it.

In: a source text and the repairs recorded for it. Out: the mended text of any span of the source. Proposing repairs is
``propose``'s work; nothing here guesses.
"""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from citator.errors import BadRepair

LINE_END = re.compile(r"\r\n|\r|\n")
TYPES: dict[str, tuple[type | tuple[type, ...], str]] = {
    "line": (int, "a whole number"),
    "column": (int, "a whole number"),
    "printed": (str, "a text in quotes"),
    "mended": (str, "a text in quotes"),
    "why": (str, "a text in quotes"),
    "sure": ((int, float), "a number"),
}
HEADER = """\
# Repairs of extraction damage: on this line, from this column, `printed` stands and `mended` should be read.
# Lines and columns count from 1; why: what was lost; sure: from 0 to 1, and 1.0 where a person has decided.
"""


@dataclass(frozen=True, order=True)
class Repair:
    """One mended place: on this line, from this column, ``printed`` stands and ``mended`` should be read."""

    line: int  # from 1
    column: int  # from 1, in characters
    printed: str
    mended: str
    why: str  # what the extraction lost: "space", "apostrophe", "quotes", or several with commas
    sure: float  # 0 to 1


def load(path: Path) -> tuple[Repair, ...]:
    """The repairs recorded in a ``repairs.toml``, in reading order."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRepair(
            f"{path}: cannot be read ({error.strerror}); put the file there or remove what names it"
        ) from error
    except UnicodeDecodeError as error:
        raise BadRepair(f"{path}: is not UTF-8 (byte {error.start + 1}); save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise BadRepair(f"{path}: is not TOML: {error}; correct it there") from error
    if unknown := sorted(table.keys() - {"edits"}):
        raise BadRepair(f"{path}: has {listed(unknown)}, which means nothing here; a list named edits is all it holds")
    edits = table.get("edits")
    if not isinstance(edits, list):
        raise BadRepair(f"{path}: lacks a list named edits; write edits = [ ] with one repair a line")
    return tuple(sorted(repair_of(edit, f"{path}: repair {count}") for count, edit in enumerate(edits, 1)))


def repair_of(edit: object, where: str) -> Repair:
    """The repair that an entry of the list describes; ``where`` says which entry, for the messages."""
    if not isinstance(edit, dict):
        raise BadRepair(f"{where} is not a table; write {{line = 1, column = 1, printed = …, mended = …, …}}")
    if missing := [key for key in TYPES if key not in edit]:
        raise BadRepair(f"{where} lacks {listed(missing)}; every repair has {listed(TYPES)}")
    if unknown := sorted(edit.keys() - TYPES.keys()):
        raise BadRepair(f"{where} has {listed(unknown)}, which means nothing here; a repair has {listed(TYPES)}")
    for key, (kind, name) in TYPES.items():
        # True is a number to Python, but not to the person who wrote it.
        if not isinstance(edit[key], kind) or isinstance(edit[key], bool):
            raise BadRepair(f"{where}: {key} is {edit[key]!r}; it must be {name}")
    for key in ("line", "column"):
        if edit[key] < 1:
            raise BadRepair(f"{where}: {key} is {edit[key]}; lines and columns count from 1")
    if not 0 <= edit["sure"] <= 1:  # nan is not, either
        raise BadRepair(f"{where}: sure is {edit['sure']}; it must lie between 0 and 1")
    if not edit["printed"]:
        raise BadRepair(f"{where}: printed is empty; name the word that stands there")
    if LINE_END.search(edit["printed"]):
        raise BadRepair(f"{where}: printed goes over the end of a line; write one repair for each line")
    if edit["printed"] == edit["mended"]:
        raise BadRepair(f"{where}: printed and mended are the same, {edit['printed']!r}; remove the repair")
    return Repair(**{**edit, "sure": float(edit["sure"])})


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def dump(repairs: Iterable[Repair], header: str = HEADER) -> str:
    """The repairs as the text of a ``repairs.toml``, one a line, so that hundreds of them can be read."""
    rows = (
        f"  {{line = {x.line}, column = {x.column}, printed = {quoted(x.printed)}, mended = {quoted(x.mended)}, "
        f"why = {quoted(x.why)}, sure = {float(x.sure)!r}}},\n"
        for x in sorted(repairs)
    )
    return f"{header}edits = [\n{''.join(rows)}]\n"


def quoted(text: str) -> str:
    """A TOML string; literal where possible, for `'"chant","addition"'` is easier to read than with escapes."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    # JSON escapes as TOML does, but for the one control character that JSON lets stand.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check(lines: Sequence[str], repairs: Iterable[Repair]) -> None:
    """Refuses repairs that do not fit the lines of the source, or that overlap."""
    ordered = sorted(repairs)
    for repair in ordered:
        place = f"the repair of {repair.printed!r} at line {repair.line}, column {repair.column}"
        if repair.line > len(lines):
            raise BadRepair(f"{place} lies behind the source, which has {len(lines)} lines; correct the line")
        start = repair.column - 1
        stands = lines[repair.line - 1][start : start + len(repair.printed)]
        if stands != repair.printed:
            raise BadRepair(f"{place} does not fit: {stands!r} stands there; correct the place or propose repairs anew")
    for first, second in pairwise(ordered):
        if first.line == second.line and first.column + len(first.printed) > second.column:
            raise BadRepair(
                f"the repairs of {first.printed!r} and {second.printed!r} overlap at line {second.line}, "
                f"column {second.column}; make one of them"
            )


@dataclass(frozen=True)
class Mender:
    """A source text and its repairs at their places in it; gives the mended text of any span."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    mended: tuple[str, ...]

    @classmethod
    def of(cls, text: str, repairs: Iterable[Repair]) -> Mender:
        """For a whole source with the line ends it came with; refuses repairs that do not fit it."""
        ordered = sorted(repairs)
        ends_of_lines = list(LINE_END.finditer(text))
        begins = [0, *(end.end() for end in ends_of_lines)]
        stops = [*(end.start() for end in ends_of_lines), len(text)]
        check([text[begin:stop] for begin, stop in zip(begins, stops, strict=True)], ordered)
        starts = tuple(begins[repair.line - 1] + repair.column - 1 for repair in ordered)
        ends = tuple(start + len(repair.printed) for start, repair in zip(starts, ordered, strict=True))
        return cls(text, starts, ends, tuple(repair.mended for repair in ordered))

    def mend(self, start: int, end: int) -> str:
        """The mended text of the half-open span; a repair that lies only partly in it is left out."""
        parts = []
        for index in range(bisect_left(self.starts, start), bisect_left(self.starts, end)):
            if self.ends[index] > end:
                break
            parts += [self.text[start : self.starts[index]], self.mended[index]]
            start = self.ends[index]
        return "".join([*parts, self.text[start:end]])
