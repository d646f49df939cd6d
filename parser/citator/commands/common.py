"""What every command needs: the library, an edition read, options, and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

import click

from citator.library import Library, open_library

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable

    from citator.library import Edition
    from citator.model import Document
    from citator.study import Study

_Command = TypeVar("_Command", bound="Callable[..., Any]")


def library_of(ctx: click.Context) -> Library:
    """The library that --rules or the environment chose."""
    return open_library(ctx.obj)


def read(edition: Edition) -> Document:
    """The edition, parsed."""
    from citator import reader  # Lark is imported only where something is parsed

    return reader.read(edition)


def studied(edition: Edition) -> Study:
    """The edition, parsed, with its references and terms."""
    from citator.study import study

    return study(read(edition))


def format_option(*names: str) -> Callable[[_Command], _Command]:
    """``--format``; the first name is the default."""
    return click.option("--format", "form", type=click.Choice(names), default=names[0], show_default=True)


def print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def dated(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None
