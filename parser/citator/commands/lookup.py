"""Looking things up: ``show``, ``export``, ``changelog``."""

from __future__ import annotations

import datetime
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from citator import citation as citations
from citator.commands.common import dated, format_option, library_of, print_json, read, studied
from citator.errors import BadInput
from citator.terminal import Row, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from citator.library import Edition, Library
    from citator.model import Document, Node
    from citator.study import Study


@click.command("show")
@click.argument("citation", nargs=-1, required=True)
@click.option("--on", "day", metavar="DATE", help="The edition in force on this day, such as 2016-05-01.")
@click.option("--as-printed", is_flag=True, help="The words as the source has them, without repairs.")
@format_option("text", "json")
@click.pass_context
def show_command(ctx: click.Context, citation: tuple[str, ...], day: str | None, as_printed: bool, form: str) -> None:
    """Show a rule, the headings above it and what hangs under it: citator show fow 804.4"""
    library = library_of(ctx)
    asked = citations.parse(" ".join(citation), library)
    if day is not None:
        asked = replace(asked, edition=library.edition(f"{asked.edition.game}@{_day(day)}"))
    found = studied(asked.edition)
    nodes = citations.find(asked, found.document)
    if not nodes:
        raise citations.missed(asked, found.document, library, read, _became(library, asked))
    if form == "json":
        shown = [_shown(asked.edition, found, node) for node in nodes]
        print_json(shown[0] if len(shown) == 1 else {"edition": asked.edition.key, "twice": shown})
        return
    name = library.games[asked.edition.game].name
    date = f" ({asked.edition.date})" if asked.edition.date else ""
    rows = [Row(f"{name} {asked.edition.version}{date}", style="faint")]
    if len(nodes) > 1:
        rows.append(Row(f"The number {asked.rule} is printed {len(nodes)} times in this edition.", style="mark"))
    for node in nodes:
        rows += _rows(found, node, as_printed)
    show(rows)


def _day(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise BadInput(f"{text!r} is no day: write it as 2016-05-01.") from None


def _became(library: Library, asked: citations.Citation) -> Callable[[Edition], str]:
    """What a number of another edition is called in the edition that was asked for."""
    from citator.commands.compare import changes_of
    from citator.lineage import lineage

    editions = library.games[asked.edition.game].editions
    change_of = changes_of(editions)

    def became(holder: Edition) -> str:
        stations = lineage([edition.key for edition in editions], holder.key, asked.rule, change_of)
        return ", ".join(next((station.ids for station in stations if station.edition == asked.edition.key), ()))

    return became


def _rows(found: Study, node: Node, as_printed: bool) -> list[Row]:
    document = found.document
    above = " › ".join(_called(up) for up in document.ancestors(node))
    rows = [Row(above, style="faint"), Row("")] if above else [Row("")]
    rows += _subtree(document, node, 0, as_printed)
    targets = dict.fromkeys(target for ref in found.refs.get(node.id, ()) for target in ref.targets)
    notes = [
        ("refers to", [_called(document.by_id[target]) for target in targets]),
        ("cited by", [_called(document.by_id[source]) for source in found.cited_by.get(node.id, ())]),
        ("defines", [term.term for term in found.defined_in.get(node.id, ())]),
        ("terms", [f"{use.term} ({use.rule})" for use in found.uses.get(node.id, ())]),
    ]
    shown = [Row(", ".join(dict.fromkeys(names)), name, 0, "faint") for name, names in notes if names]
    return rows + ([Row(""), *shown] if shown else [])


def _called(node: Node) -> str:
    """A node in a line: ``804 Declare Block Step``, ``804.4 To block, rest a …``."""
    words = node.title or node.text
    return f"{node.id} {words if len(words) <= 40 else words[:40].rsplit(' ', 1)[0] + ' …'}"


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


def _shown(edition: Edition, found: Study, node: Node) -> dict[str, Any]:
    document = found.document
    return {
        "edition": edition.key,
        **exported(node, found),
        "ancestors": [exported(up, found) for up in document.ancestors(node)],
        "children": [exported(child, found) for child in document.children.get(node.id, [])],
        "cited_by": list(found.cited_by.get(node.id, ())),
    }


@click.command("export")
@click.argument("edition")
@format_option("jsonl")
@click.pass_context
def export_command(ctx: click.Context, edition: str, form: str) -> None:  # noqa: ARG001 - the contract names the option
    """Write every node of an edition in reading order, one JSON object a line."""
    found = studied(library_of(ctx).edition(edition))
    for node in found.document.nodes:
        click.echo(json.dumps(exported(node, found), ensure_ascii=False))


def exported(node: Node, found: Study) -> dict[str, Any]:
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
    if node.kind != "heading":
        out["refs"] = [
            {
                "text": ref.text,
                "start": ref.start,
                "end": ref.end,
                "targets": list(ref.targets),
                "status": ref.status,
                **({"meant": list(ref.meant)} if ref.meant else {}),
            }
            for ref in found.refs.get(node.id, ())
        ]
        out["terms"] = [
            {"term": use.term, "start": use.start, "end": use.end, "rule": use.rule}
            for use in found.uses.get(node.id, ())
        ]
    return out


@click.command("changelog")
@click.argument("edition")
@click.option("--against", metavar="OLD", help="Only the notes since this edition, held against what really changed.")
@format_option("text", "json")
@click.pass_context
def changelog_command(ctx: click.Context, edition: str, against: str | None, form: str) -> None:
    """Show the publisher's own change log, where the document has one."""
    library = library_of(ctx)
    chosen = library.edition(edition)
    entries = read(chosen).changelog
    if against is not None:
        _audited(library, against, edition, form)
        return
    if form == "json":
        print_json(
            [{"version": entry.version, "date": dated(entry.date), "notes": list(entry.notes)} for entry in entries]
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


def _audited(library: Library, old: str, new: str, form: str) -> None:
    """The notes between two editions, what each speaks of, and the changes of substance that none mentions."""
    from citator.commands.compare import compared
    from citator.notes import audit, notes_between
    from citator.report import numbers

    report = compared(library, old, new)
    found = audit(report, notes_between(report.new_document.changelog, report.old.version, report.new.version))
    if form == "json":
        print_json(
            {
                "old": report.old.key,
                "new": report.new.key,
                "notes": [
                    {"version": n.version, "note": n.note, "changes": [report.changes[at] for at in n.changes]}
                    for n in found.notes
                ],
                "unmentioned": [report.changes[at] for at in found.unmentioned],
            }
        )
        return
    rows = []
    for noted in found.notes:
        rows.append(Row(noted.note, noted.version))
        named = [f"{report.changes[at]['relation']} {numbers(report.changes[at])}" for at in noted.changes]
        rows.append(Row("; ".join(named) or "no change found that it speaks of", "", 1, "faint"))
    rows += [Row(""), Row("Changes of substance that no note mentions:", style="heading")]
    rows += [Row(numbers(report.changes[at]), report.changes[at]["relation"], 1) for at in found.unmentioned]
    show(rows)
