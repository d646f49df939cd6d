"""How things look in a terminal, and as plain text where there is none.

In: what a command found. Out: text: wrapped and coloured on a terminal, one line a rule and without colour in a pipe.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Row:
    """A label in the margin and its text: a rule with its number, an example, a heading."""

    text: str
    label: str = ""
    depth: int = 0
    style: str = ""  # heading, faint, mark, or none


_STYLES = {"heading": {"bold": True}, "faint": {"dim": True}, "mark": {"fg": "yellow"}}


def on_terminal() -> bool:
    return sys.stdout.isatty()


def width() -> int:
    """As wide as the terminal, but no wider than reads well."""
    return min(shutil.get_terminal_size((80, 24)).columns, 100)


def show(rows: Iterable[Row]) -> None:
    """Print rows; on a terminal wrapped, with the labels hanging in the margin."""
    wrap = on_terminal()
    colour = wrap and not os.environ.get("NO_COLOR")
    for row in rows:
        click.echo(_shown(row, wrap), color=None if colour else False)


def _shown(row: Row, wrap: bool) -> str:
    indent = "  " * row.depth
    label = f"{row.label}  " if row.label else ""
    text = row.text
    if wrap:
        text = textwrap.fill(
            text,
            max(width(), 40),
            initial_indent=indent + label,
            subsequent_indent=indent + " " * min(len(label), 14),
            break_long_words=False,
            break_on_hyphens=False,
        )[len(indent) + len(label) :]
    styled = click.style(text, **_STYLES[row.style]) if row.style and text else text  # type: ignore[arg-type]
    return indent + (click.style(label, bold=True) if label else "") + styled
