"""The command line: reads the library, asks the other modules, prints.

Exit codes: 0 done · 1 nothing found, or findings · 2 bad input, with a sentence that says what is wrong.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citator import citation as citations
from citator.errors import BadInput, CitatorError
from citator.library import Library, open_library
from citator.model import LAYOUTS
from citator.terminal import Row, show

if TYPE_CHECKING:
    import datetime

    from citator.library import Edition
    from citator.model import Document, Node


class _Commands(click.Group):
    """Turns Citator's own errors into a sentence and an exit code, and keeps the commands in the order of use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except CitatorError as error:
            click.echo(f"citator: {error}", err=True)
            sys.exit(error.exit_code)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="citator")
@click.option(
    "--rules",
    type=click.Path(path_type=Path),
    help="A folder to use instead of the built-in library and your own (also: CITATOR_RULES).",
)
@click.pass_context
def main(ctx: click.Context, rules: Path | None) -> None:
    """Look up, compare and cite the comprehensive rules of trading card games.

    Try: citator show fow 804.4
    """
    ctx.obj = rules


def _library(ctx: click.Context) -> Library:
    return open_library(ctx.obj)


def _read(edition: Edition) -> Document:
    from citator.reader import read  # Lark is imported only where something is parsed

    return read(edition)


def _format(*names: str) -> Any:
    return click.option("--format", "form", type=click.Choice(names), default=names[0], show_default=True)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def _dated(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None


# ---- games -------------------------------------------------------------------------------------------------------------


@main.command()
@_format("text", "json")
@click.pass_context
def games(ctx: click.Context, form: str) -> None:
    """List the games and editions of the library."""
    library = _library(ctx)
    if form == "json":
        _print_json(
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
                            "published": _dated(edition.published),
                            "effective": _dated(edition.effective),
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


# ---- show --------------------------------------------------------------------------------------------------------------


@main.command("show")
@click.argument("citation", nargs=-1, required=True)
@click.option("--as-printed", is_flag=True, help="The words as the source has them, without repairs.")
@_format("text", "json")
@click.pass_context
def show_rule(ctx: click.Context, citation: tuple[str, ...], as_printed: bool, form: str) -> None:
    """Show a rule, the headings above it and what hangs under it: citator show fow 804.4"""
    library = _library(ctx)
    asked = citations.parse(" ".join(citation), library)
    document = _read(asked.edition)
    nodes = citations.find(asked, document)
    if not nodes:
        raise citations.missed(asked, document, library, _read)
    if form == "json":
        found = [_shown(asked.edition, document, node) for node in nodes]
        _print_json(found[0] if len(found) == 1 else {"edition": asked.edition.key, "twice": found})
        return
    name = library.games[asked.edition.game].name
    date = f" ({asked.edition.date})" if asked.edition.date else ""
    rows = [Row(f"{name} {asked.edition.version}{date}", style="faint")]
    if len(nodes) > 1:
        rows.append(Row(f"The number {asked.rule} is printed {len(nodes)} times in this edition.", style="mark"))
    for node in nodes:
        rows += _rows(document, node, as_printed)
    show(rows)


def _rows(document: Document, node: Node, as_printed: bool) -> list[Row]:
    above = " › ".join(f"{up.id} {up.title or up.text}"[:60] for up in document.ancestors(node))
    rows = [Row(above, style="faint"), Row("")] if above else [Row("")]
    return rows + list(_subtree(document, node, 0, as_printed))


def _subtree(document: Document, node: Node, depth: int, as_printed: bool) -> list[Row]:
    words = node.printed if as_printed else node.title or node.text
    rows = []
    if node.rows:
        rows += [Row(" │ ".join(row), node.id if at == 0 else "", depth) for at, row in enumerate(node.rows)]
    else:
        rows.append(Row(" ".join(words.split()), node.id, depth, "heading" if node.kind == "heading" else ""))
    if node.kind == "entry" and not as_printed:
        rows.append(Row(node.text, "", depth + 1))
    rows += [Row(example, "", depth + 1, "faint") for example in node.examples]
    for child in document.children.get(node.id, []):
        rows += _subtree(document, child, depth + 1, as_printed)
    return rows


def _shown(edition: Edition, document: Document, node: Node) -> dict[str, Any]:
    return {
        "edition": edition.key,
        **exported(node),
        "ancestors": [exported(up) for up in document.ancestors(node)],
        "children": [exported(child) for child in document.children.get(node.id, [])],
    }


# ---- export ------------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("edition")
@_format("jsonl")
@click.pass_context
def export(ctx: click.Context, edition: str, form: str) -> None:  # noqa: ARG001 - the contract names the option
    """Write every node of an edition in reading order, one JSON object a line."""
    document = _read(_library(ctx).edition(edition))
    for node in document.nodes:
        click.echo(json.dumps(exported(node), ensure_ascii=False))


def exported(node: Node) -> dict[str, Any]:
    """A node as scripts see it."""
    out: dict[str, Any] = {"id": node.id, "number": node.number, "parent": node.parent, "kind": node.kind}
    words = node.title if node.kind == "heading" else node.text
    if node.kind == "heading" or node.title:
        out["title"] = node.title
    if node.kind != "heading":
        out["text"] = node.text
    if " ".join(node.printed.split()) != words:
        out["printed"] = node.printed
    if node.rows:
        out["rows"] = [list(row) for row in node.rows]
    out["examples"] = list(node.examples)
    out["lines"] = list(node.lines)
    return out


# ---- changelog ---------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("edition")
@_format("text", "json")
@click.pass_context
def changelog(ctx: click.Context, edition: str, form: str) -> None:
    """Show the publisher's own change log, where the document has one."""
    chosen = _library(ctx).edition(edition)
    entries = _read(chosen).changelog
    if form == "json":
        _print_json(
            [{"version": entry.version, "date": _dated(entry.date), "notes": list(entry.notes)} for entry in entries]
        )
    elif entries:
        rows = []
        for entry in entries:
            rows.append(Row(str(entry.date or ""), entry.version or "–", 0, "faint"))
            rows += [Row(note, "·", 1) for note in entry.notes]
        show(rows)
    else:
        click.echo(f"citator: {chosen.key} holds no change log.", err=True)
    if not entries:
        sys.exit(1)


# ---- lint --------------------------------------------------------------------------------------------------------------


@main.command("lint")
@click.argument("editions", nargs=-1)
@_format("text", "json")
@click.pass_context
def lint_editions(ctx: click.Context, editions: tuple[str, ...], form: str) -> None:
    """Say how much of a document is accounted for, and what is wrong with its numbers and dates."""
    from citator.lint import lint

    library = _library(ctx)
    chosen = [library.edition(key) for key in editions] or library.editions()
    if not chosen:
        raise BadInput("the library is empty: “citator add GAME VERSION FILE” puts an edition into it.")
    reports = []
    for edition in chosen:
        document = _read(edition)
        reports.append((edition, document, lint(edition, document)))
    if form == "json":
        found = [
            {
                "edition": edition.key,
                "findings": [vars(finding) for finding in findings],
                "coverage": {"characters": len(document.source.text), "accounted": document.accounted},
            }
            for edition, document, findings in reports
        ]
        _print_json(found[0] if len(found) == 1 else found)
    else:
        rows = []
        for edition, document, findings in reports:
            total = len(document.source.text)
            rows.append(Row(f"{document.accounted} of {total} characters accounted for", edition.key))
            rows += [
                Row(f"{finding.severity} {finding.code}: {finding.message}", f"line {finding.line}", 1)
                for finding in findings
            ]
        show(rows)
    if any(findings for _, _, findings in reports):
        sys.exit(1)


# ---- add ---------------------------------------------------------------------------------------------------------------


@main.command("add")
@click.argument("game")
@click.argument("version")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="The game's full name, for a new game.")
@click.option("--layout", type=click.Choice(LAYOUTS), help="Use this layout instead of finding one.")
@click.option("--published", type=click.DateTime(["%Y-%m-%d"]), help="The day it was published.")
@click.option("--effective", type=click.DateTime(["%Y-%m-%d"]), help="The day from which it is in force.")
@click.pass_context
def add_edition(
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
        _library(ctx),
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


# ---- pages -------------------------------------------------------------------------------------------------------------


@main.command()
@click.option("--to", "target", type=click.Path(path_type=Path), default=Path("build/docs"), show_default=True)
@click.pass_context
def pages(ctx: click.Context, target: Path) -> None:
    """Write the pages of the site, from which mkdocs builds it."""
    from citator.pages import Book, write_pages

    library = _library(ctx)
    books = [
        Book(edition.game, library.games[edition.game].name, edition.version, _read(edition).nodes)
        for edition in library.editions()
    ]
    write_pages(books, target)
    click.echo(f"{len(books)} editions written to {target}")
