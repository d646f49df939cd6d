"""What every command needs: the store or the library, options, and JSON."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from citator.library import Edition, Library
    from citator.model import Document
    from citator.store.store import Store
    from citator.study import Study

_Command = TypeVar("_Command", bound="Callable[..., Any]")


def store_of(ctx: click.Context) -> Store:
    """The compiled knowledge base of the library that --rules or the environment chose."""
    from citator.store.store import open_store

    with _bar() as progress:
        store = open_store(ctx.obj, progress)
    found: Store = ctx.with_resource(store)
    return found


@contextmanager
def _bar() -> Iterator[Callable[[str, int, int], None] | None]:
    """A bar on the terminal while the library is compiled, gone when it is done; nothing where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bars: list[Any] = []

    def progress(what: str, done: int, total: int) -> None:
        if not bars:  # the first step: now there is something to wait for
            from rich.console import Console
            from rich.progress import Progress

            bars.append(Progress(console=Console(stderr=True), transient=True))
            bars[0].start()
            bars[0].add_task("", total=total)
        bars[0].update(bars[0].task_ids[0], completed=done, description=f"Compiling the library: {what}")

    try:
        yield progress
    finally:
        for bar in bars:
            bar.stop()


def library_of(ctx: click.Context) -> Library:
    """The library itself, read from its files: for commands that parse, or change it."""
    from citator.library import open_library

    return open_library(ctx.obj)


def read(edition: Edition) -> Document:
    """The edition, parsed anew."""
    from citator import reader  # Lark is imported only where something is parsed

    return reader.read(edition)


def studied(edition: Edition) -> Study:
    """The edition, parsed anew, with its references and terms."""
    from citator.study import study

    return study(read(edition))


def complete_edition(ctx: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """Games and editions, for the shell."""
    root = ctx.find_root()
    with open_quietly(root.params.get("rules")) as store:
        keys = [*store.library.games, *(edition.key for edition in store.library.editions())]
    return [key for key in keys if key.startswith(begun)]


def complete_citation(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """A game or an edition first, then the numbers of that edition."""
    typed = ctx.params.get("citation") or ()
    if not typed:
        return complete_edition(ctx, parameter, begun)
    with open_quietly(ctx.find_root().params.get("rules")) as store:
        edition = store.library.edition(typed[0]).key
        return [node.id for node in store.nodes(edition) if node.id.startswith(begun)][:200]


def open_quietly(folder: Path | None) -> Store:
    from citator.store.store import open_store

    return open_store(folder)


def format_option(*names: str) -> Callable[[_Command], _Command]:
    """``--format``; the first name is the default."""
    return click.option("--format", "form", type=click.Choice(names), default=names[0], show_default=True)


def print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def dated(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None
