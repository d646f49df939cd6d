"""Editions against each other: ``diff``, ``history``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from citator import citation as citations
from citator import report as reports
from citator.commands.common import complete_edition, format_option, print_json, store_of
from citator.errors import BadInput
from citator.terminal import Row, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citator.lineage import Station
    from citator.report import Change, Report
    from citator.store.store import Store


@click.command("diff")
@click.argument("old", shell_complete=complete_edition)
@click.argument("new", shell_complete=complete_edition)
@click.option(
    "--only", multiple=True, type=click.Choice(reports.RELATIONS), help="Only this relation; may be repeated."
)
@click.option("--under", metavar="ID", help="Only what stands under this number, of either edition.")
@click.option("--all", "everything", is_flag=True, help="Everything, not only changes of substance.")
@click.option("--renumbered", is_flag=True, help="The table old number → new number.")
@format_option("text", "json", "markdown", "html", "csv")
@click.pass_context
def diff_command(
    ctx: click.Context,
    old: str,
    new: str,
    only: tuple[str, ...],
    under: str | None,
    everything: bool,
    renumbered: bool,
    form: str,
) -> None:
    """What changed between two editions, rule by rule: citator diff fow@5.12 fow@8.01"""
    report = compared(store_of(ctx), old, new)
    if form == "csv" or (renumbered and form == "text"):
        _table(report, form)
        return
    if form == "json":
        shown = reports.chosen(report, only, under, everything=not only)
        print_json({"old": report.old.key, "new": report.new.key, "summary": report.summary, "changes": shown})
        return
    found = reports.chosen(report, only, under, everything)
    if form == "text":
        show(_rows(report, found, bool(only or everything)))
    else:
        click.echo((reports.as_markdown if form == "markdown" else reports.as_html)(report, found), nl=False)
    if not found:
        sys.exit(1)


def compared(store: Store, old: str, new: str) -> Report:
    """The comparison of two editions of one game, from the store if they are neighbours in it."""
    first, second = store.library.edition(old), store.library.edition(new)
    if first.game != second.game:
        raise BadInput(f"{first.key} and {second.key} are different games: compare two editions of one.")
    before, after = store.document(first.key), store.document(second.key)
    changes = store.changes(first.key, second.key)
    if changes is None:
        from citator.changes import compare

        changes = [as_data(change) for change in compare(before, after).changes]
    return reports.Report(store.library.games[first.game].name, first, second, before, after, changes)


def _table(report: Report, form: str) -> None:
    if form == "csv":
        click.echo(reports.as_csv(report), nl=False)
    else:
        show(
            Row(f"{new or '–'}  {relation if relation != 'same' else ''}", old)
            for old, new, relation in reports.renumbered(report)
        )


def _rows(report: Report, found: list[Change], whole: bool) -> Iterator[Row]:
    yield Row(f"{report.name} {report.old.version} → {report.new.version}", style="heading")
    yield Row(" · ".join(f"{count} {relation}" for relation, count in report.summary.items()), style="faint")
    for chapter, group in report.grouped(found):
        yield Row("")
        yield Row(chapter, style="heading")
        for change in group:
            yield Row(reports.numbers(change), change["relation"], 1)
            yield Row("", "", 2, words=tuple(reports.words_of(report, change)))
            for reason in change["why"]:
                yield Row(reason, "·", 2, "faint")
    if not whole:
        style = sum(1 for change in report.changes if change["relation"] == "reworded")
        yield Row("")
        yield Row(f"{style} rules were only reworded: --only reworded shows them, --all everything.", style="faint")


@click.command("history")
@click.argument("citation", nargs=-1, required=True)
@format_option("text", "json")
@click.pass_context
def history_command(ctx: click.Context, citation: tuple[str, ...], form: str) -> None:
    """A rule's life through all editions, from any edition's number: citator history fow 804.4"""
    store = store_of(ctx)
    asked = citations.parse(" ".join(citation), store.library)
    node = citations.look_up(asked, store)[0]
    stations = store.lineage(asked.edition, node.id)
    if form == "json":
        print_json({"lineage": [_told(station, store) for station in stations]})
    else:
        show(row for station in stations for row in _station_rows(station, store))


def as_data(change: Any) -> Change:
    """A change as the contract has it."""
    out: Change = {
        "relation": change.relation,
        "old": list(change.old),
        "new": list(change.new),
        "score": round(change.score, 3),
        "why": list(change.why),
        "words": [list(part) for part in change.words],
    }
    return out | {"meaning": change.meaning} if change.meaning else out


def _texts(station: Station, store: Store) -> list[str]:
    nodes = [store.node(station.edition, id) for id in station.ids]
    return [node.title or node.text for node in nodes if node is not None]


def _told(station: Station, store: Store) -> dict[str, Any]:
    return {
        "edition": station.edition,
        "ids": list(station.ids),
        "relation": station.relation,
        "text": " ".join(_texts(station, store)),
        "why": list(station.why),
        "words": [list(part) for part in station.words],
    }


def _station_rows(station: Station, store: Store) -> Iterator[Row]:
    edition = store.library.edition(station.edition)
    date = f" ({edition.date})" if edition.date else ""
    relation = "" if station.relation == "first" else f", {station.relation}"
    yield Row(f"{', '.join(station.ids) or '–'}{relation}", f"{edition.version}{date}")
    if station.relation in ("first", "added", "same") or not station.words:
        for text in _texts(station, store):
            yield Row(text, "", 1)
    else:
        yield Row("", "", 1, words=station.words)
        for reason in station.why:
            yield Row(reason, "·", 1, "faint")
