"""What the library holds, and adding to it: ``games``, ``add``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citator.commands.common import dated, format_option, library_of, print_json
from citator.model import LAYOUTS
from citator.terminal import Row, show

if TYPE_CHECKING:
    import datetime


@click.command("games")
@format_option("text", "json")
@click.pass_context
def games_command(ctx: click.Context, form: str) -> None:
    """List the games and editions of the library."""
    library = library_of(ctx)
    if form == "json":
        print_json(
            [
                {
                    "key": game.key,
                    "name": game.name,
                    "publisher": game.publisher,
                    "editions": [
                        {
                            "edition": edition.key,
                            "version": edition.version,
                            "title": edition.title,
                            "published": dated(edition.published),
                            "effective": dated(edition.effective),
                            "notes": list(edition.notes),
                        }
                        for edition in game.editions
                    ],
                }
                for game in library.games.values()
            ]
        )
    else:
        rows = []
        for game in library.games.values():
            rows.append(Row(game.name + (f" · {game.publisher}" if game.publisher else ""), game.key))
            rows += [
                Row(str(edition.date or "date unknown"), edition.key, 1, "faint") for edition in reversed(game.editions)
            ]
        show(rows or [Row("The library is empty: “citator add GAME VERSION FILE” puts an edition into it.")])
    if not library.games:
        sys.exit(1)


@click.command("add")
@click.argument("game")
@click.argument("version")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="The game's full name, for a new game.")
@click.option("--layout", type=click.Choice(LAYOUTS), help="Use this layout instead of finding one.")
@click.option("--published", type=click.DateTime(["%Y-%m-%d"]), help="The day it was published.")
@click.option("--effective", type=click.DateTime(["%Y-%m-%d"]), help="The day from which it is in force.")
@click.pass_context
def add_command(
    ctx: click.Context,
    game: str,
    version: str,
    file: Path,
    name: str | None,
    layout: str | None,
    published: datetime.datetime | None,
    effective: datetime.datetime | None,
) -> None:
    """Put a rules document into the library, finding its encoding, layout and numbering."""
    from citator.adding import add

    added = add(
        library_of(ctx),
        game,
        version,
        file,
        name=name,
        layout=layout,
        published=published.date() if published else None,
        effective=effective.date() if effective else None,
    )
    rows = [Row(f"added to {added.edition.folder}", added.edition.key)]
    rows += [Row(line, "·", 1) for line in added.found]
    if added.unsure:
        rows.append(Row("Unsure of:", style="mark"))
        rows += [Row(line, "?", 1) for line in added.unsure[:20]]
        if len(added.unsure) > 20:
            rows.append(Row(f"and {len(added.unsure) - 20} more: citator lint {added.edition.key}", "", 1))
    show(rows)
