"""Looking things up: ``show``, ``export``, ``changelog``."""

from __future__ import annotations

import datetime
import json
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from citator import citation as citations
from citator.commands.common import complete_citation, complete_edition, dated, format_option, print_json, store_of
from citator.errors import BadInput
from citator.lineage import in_a_line
from citator.terminal import Row, show

if TYPE_CHECKING:
    from citator.library import Edition
    from citator.model import Node
    from citator.store.store import Store


@click.command("show")
@click.argument("citation", nargs=-1, required=True, shell_complete=complete_citation)
@click.option("--on", "day", metavar="DATE", help="The edition in force on this day, such as 2016-05-01.")
@click.option("--game", envvar="CITATOR_GAME", help="The game of a bare number (also: CITATOR_GAME).")
@click.option("--as-printed", is_flag=True, help="The words as the source has them, repairs marked.")
@format_option("text", "json", "markdown")
@click.pass_context
def show_command(
    ctx: click.Context, citation: tuple[str, ...], day: str | None, game: str | None, as_printed: bool, form: str
) -> None:
    """Show a rule, the headings above it and what hangs under it: citator show fow 804.4

    Also “FoW CR 8.01, 804.4”, lists and ranges (fow 804.3-804.5), and bare numbers with --game.
    """
    store = store_of(ctx)
    asked = _asked(" ".join(citation), store, game)
    if day is not None:
        asked = [one._replace(edition=store.library.edition(f"{one.edition.game}@{_day(day)}")) for one in asked]
    found = [(one, citations.look_up(one, store)) for one in asked]
    if form == "json":
        shown = [_shown(one.edition, store, node) for one, nodes in found for node in nodes]
        many = "twice" if len(asked) == 1 else "rules"
        print_json(shown[0] if len(shown) == 1 else {"edition": asked[0].edition.key, many: shown})
    elif form == "markdown":
        click.echo("\n\n".join(_markdown(store, one.edition, node) for one, nodes in found for node in nodes))
    else:
        show(row for one, nodes in found for row in _told(store, one, nodes, as_printed))


def _asked(words: str, store: Store, game: str | None) -> list[citations.Citation]:
    """One rule, quickly; lists, ranges and the longer forms by the citation grammar."""
    default = store.library.edition(game) if game else None
    simple = re.fullmatch(r"\s*([^\s,\[]+)\s+([0-9A-Z][^\s,–]*(?:\s*[¶pP]\s?[0-9]\S*)?)\s*", words)
    if simple and store.library.knows(simple[1].partition("@")[0]):
        asked = citations.parse(words, store.library)
        if store.node(asked.edition.key, asked.rule) is not None or not re.search(r"[0-9]-[0-9]", asked.rule):
            return [asked]
    if words.strip()[:1].isdigit() and default is None:
        raise BadInput(f"{words.strip()!r} names no game: write “fow {words.strip()}”, or give --game or CITATOR_GAME.")
    if " " not in words.strip() and default is None:
        return [citations.parse(words, store.library)]
    from citator.citing import read_citation

    return [
        citations.Citation(edition, rule)
        for edition, ids in read_citation(words, store.library, default)
        for rule in ids
    ]


def _told(store: Store, asked: citations.Citation, nodes: list[Node], as_printed: bool) -> list[Row]:
    name = store.library.games[asked.edition.game].name
    date = f" ({asked.edition.date})" if asked.edition.date else ""
    rows = [Row(f"{name} {asked.edition.version}{date}", style="faint")]
    if len(nodes) > 1:
        rows.append(Row(f"The number {asked.rule} is printed {len(nodes)} times in this edition.", style="mark"))
    for node in nodes:
        rows += _rows(store, asked.edition, node, as_printed)
    return rows


def _markdown(store: Store, edition: Edition, node: Node) -> str:
    """The rule as a quotation with its citation, for pasting."""
    from citator.report import escaped_markdown

    citation = store.library.games[edition.game].citation.format(version=edition.version, rule=node.id)
    lines = [f"> **{escaped_markdown(node.id)}** {escaped_markdown(node.title or node.text)}"]
    lines += [f">\n> {escaped_markdown(example)}" for example in node.examples]
    return "\n".join([*lines, "", f"— {escaped_markdown(citation)}"])


def _day(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise BadInput(f"{text!r} is no day: write it as 2016-05-01.") from None


def _rows(store: Store, edition: Edition, node: Node, as_printed: bool) -> list[Row]:
    key = edition.key

    def called(ids: list[str]) -> str:
        return ", ".join(_called(found) for id in ids if (found := store.node(key, id)) is not None)

    above = " › ".join(_called(up) for up in store.ancestors(key, node))
    rows = [Row(above, style="faint"), Row("")] if above else [Row("")]
    rows += _subtree(store, key, node, 0, as_printed)
    targets = dict.fromkeys(target for ref in store.refs(key, node.id) for target in ref["targets"])
    life = store.lineage(edition, node.id)
    notes = [
        ("refers to", called(list(targets))),
        ("cited by", called(store.cited_by(key, node.id))),
        ("defines", ", ".join(store.defined_in(key, node.id))),
        ("terms", ", ".join(dict.fromkeys(f"{use['term']} ({use['rule']})" for use in store.uses(key, node.id)))),
        ("life", in_a_line(life) if len(life) > 1 else ""),
        ("rulings", "; ".join(f"{ruling['title']} ({ruling['cites']})" for ruling in store.rulings(life))),
    ]
    shown = [Row(text, name, 0, "faint") for name, text in notes if text]
    return rows + ([Row(""), *shown] if shown else [])


def _called(node: Node) -> str:
    """A node in a line: ``804 Declare Block Step``, ``804.4 To block, rest a …``."""
    words = node.title or node.text
    return f"{node.id} {words if len(words) <= 40 else words[:40].rsplit(' ', 1)[0] + ' …'}"


def _subtree(store: Store, key: str, node: Node, depth: int, as_printed: bool) -> list[Row]:
    words = node.title or node.text
    rows = []
    if as_printed and " ".join(node.printed.split()) != words:
        rows.append(Row("", node.id, depth, words=_repairs_marked(node.printed, words)))
    elif node.rows:
        rows += [Row(" │ ".join(row), node.id if at == 0 else "", depth) for at, row in enumerate(node.rows)]
    else:
        rows.append(Row(" ".join(words.split()), node.id, depth, "heading" if node.kind == "heading" else ""))
    if node.kind == "entry" and not as_printed:
        rows.append(Row(node.text, "", depth + 1))
    rows += [Row(example, "", depth + 1, "faint") for example in node.examples]
    for child in store.children(key, node.id):
        rows += _subtree(store, key, child, depth + 1, as_printed)
    return rows


def _repairs_marked(printed: str, mended: str) -> tuple[tuple[str, str], ...]:
    """The printed words, with what is read in their place: ``the [-gamewins.-] {+game wins.+}``."""
    from difflib import SequenceMatcher

    before, after = printed.split(), mended.split()
    out = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            out.append(("equal", " ".join(before[a:b])))
        else:
            out += [("delete", " ".join(before[a:b])), ("insert", " ".join(after[c:d]))]
    return tuple(part for part in out if part[1])


def _shown(edition: Edition, store: Store, node: Node) -> dict[str, Any]:
    key = edition.key
    return {
        "edition": key,
        **exported(node, key, store),
        "ancestors": [exported(up, key, store) for up in store.ancestors(key, node)],
        "children": [exported(child, key, store) for child in store.children(key, node.id)],
        "cited_by": store.cited_by(key, node.id),
        "lineage": [
            {"edition": station.edition, "ids": list(station.ids), "relation": station.relation}
            for station in store.lineage(edition, node.id)
        ],
        "rulings": store.rulings(store.lineage(edition, node.id)),
    }


@click.command("export")
@click.argument("edition", shell_complete=complete_edition)
@format_option("jsonl")
@click.pass_context
def export_command(ctx: click.Context, edition: str, form: str) -> None:  # noqa: ARG001 - the contract names the option
    """Write every node of an edition in reading order, one JSON object a line."""
    store = store_of(ctx)
    key = store.library.edition(edition).key
    for node in store.nodes(key):
        click.echo(json.dumps(exported(node, key, store), ensure_ascii=False))


def exported(node: Node, edition: str, store: Store) -> dict[str, Any]:
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
        out["refs"] = store.refs(edition, node.id)
        out["terms"] = store.uses(edition, node.id)
    return out


@click.command("changelog")
@click.argument("edition", shell_complete=complete_edition)
@click.option("--against", metavar="OLD", help="Only the notes since this edition, held against what really changed.")
@format_option("text", "json")
@click.pass_context
def changelog_command(ctx: click.Context, edition: str, against: str | None, form: str) -> None:
    """Show the publisher's own change log, where the document has one."""
    store = store_of(ctx)
    chosen = store.library.edition(edition)
    entries = store.changelog(chosen.key)
    if against is not None:
        _audited(store, against, edition, form)
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


def _audited(store: Store, old: str, new: str, form: str) -> None:
    """The notes between two editions, what each speaks of, and the changes of substance that none mentions."""
    from citator.commands.compare import compared
    from citator.notes import audit, notes_between
    from citator.report import numbers

    report = compared(store, old, new)
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
