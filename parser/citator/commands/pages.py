"""The site's pages: ``pages``."""

from __future__ import annotations

from pathlib import Path

import click

from citator.commands.common import library_of, read


@click.command("pages")
@click.option("--to", "target", type=click.Path(path_type=Path), default=Path("build/docs"), show_default=True)
@click.pass_context
def pages_command(ctx: click.Context, target: Path) -> None:
    """Write the pages of the site, from which mkdocs builds it."""
    from citator.pages import Book, write_pages

    library = library_of(ctx)
    books = [
        Book(edition.game, library.games[edition.game].name, edition.version, read(edition).nodes)
        for edition in library.editions()
    ]
    write_pages(books, target)
    click.echo(f"{len(books)} editions written to {target}")
