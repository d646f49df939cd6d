"""How things look in a terminal, and as plain text where there is none.

In: what a command found, as rows. Out: text: wrapped and coloured on a terminal, one line a rule and without colour in
a pipe.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Iterable


class Row(NamedTuple):
    """A label in the margin and its text: a rule with its number, an example, a heading."""

    text: str
    label: str = ""
    depth: int = 0
    style: str = ""  # heading, faint, mark, or none
    words: tuple[tuple[str, str], ...] = ()  # instead of the text: words that are equal, deleted and inserted


_STYLES = {"heading": {"bold": True}, "faint": {"dim": True}, "mark": {"fg": "yellow"}}
_MARKS = {"equal": ("", ""), "delete": ("[-", "-]"), "insert": ("{+", "+}")}
_WORD_STYLES = {"delete": {"fg": "red", "strikethrough": True}, "insert": {"fg": "green", "underline": True}}


def on_terminal() -> bool:
    return sys.stdout.isatty()


def width() -> int:
    """As wide as the terminal, but no wider than reads well."""
    import shutil

    return min(shutil.get_terminal_size((80, 24)).columns, 100)


def show(rows: Iterable[Row]) -> None:
    """Print rows; on a terminal wrapped, with the labels hanging in the margin."""
    wrap = on_terminal()
    colour = wrap and not os.environ.get("NO_COLOR")
    for row in rows:
        click.echo(_shown(row, wrap, colour), color=None if colour else False)


def _shown(row: Row, wrap: bool, colour: bool) -> str:
    indent = "  " * row.depth
    label = f"{row.label}  " if row.label else ""
    text = _marked(row.words) if row.words else row.text
    if wrap:
        import textwrap

        text = textwrap.fill(
            text,
            max(width(), 40),
            initial_indent=indent + label,
            subsequent_indent=indent + " " * min(len(label), 14),
            break_long_words=False,
            break_on_hyphens=False,
        )[len(indent) + len(label) :]
    if row.words and colour:
        text = _coloured(text)
    elif row.style and text:
        text = click.style(text, **_STYLES[row.style])  # type: ignore[arg-type]
    return indent + (click.style(label, bold=True) if label else "") + text


def _marked(words: Iterable[tuple[str, str]]) -> str:
    """``Turn player [-rest-] {+may rest+} …``: marks that need no colour, as wdiff sets them."""
    return " ".join(f"{_MARKS[kind][0]}{text}{_MARKS[kind][1]}" for kind, text in words if text)


def _coloured(text: str) -> str:
    """The marks stay, for those who do not see the colours."""
    for kind, (start, end) in _MARKS.items():
        if start:
            parts = text.split(start)
            text = parts[0] + "".join(_styled(kind, start, end, part) for part in parts[1:])
    return text


def _styled(kind: str, start: str, end: str, part: str) -> str:
    inside, found, rest = part.partition(end)
    styled = click.style(f"{start}{inside}{found}", **_WORD_STYLES[kind])  # type: ignore[arg-type]
    return styled + rest
