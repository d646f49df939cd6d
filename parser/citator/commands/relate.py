"""How rules hang together: ``refs``, ``path``, ``terms``, ``graph``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citator import citation as citations
from citator.commands.common import complete_edition, format_option, print_json, store_of
from citator.errors import BadInput
from citator.terminal import Row, show

if TYPE_CHECKING:
    from citator.model import Node
    from citator.store.store import Store

_TIES = {
    ("refers", False): "refers to",
    ("refers", True): "is referred to by",
    ("contains", False): "holds",
    ("contains", True): "stands under",
    ("defines", False): "defines",
    ("defines", True): "is defined in",
    ("uses", False): "uses",
    ("uses", True): "is used in",
}


@click.command("refs")
@click.argument("citation", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1), default=10, show_default=True, help="For an edition: how many to list.")
@format_option("text", "json")
@click.pass_context
def refs_command(ctx: click.Context, citation: tuple[str, ...], most: int, form: str) -> None:
    """What a rule refers to and what refers to it; for an edition alone, its most-cited rules.

    citator refs fow 906 · citator refs fow
    """
    store = store_of(ctx)
    if len(citation) == 1 and " " not in citation[0].strip():
        _most_cited(store, citation[0], most, form)
        return
    asked = citations.parse(" ".join(citation), store.library)
    key = asked.edition.key
    node = citations.look_up(asked, store)[0]
    outward = [
        {
            "text": ref["text"],
            "targets": ref["targets"],
            "status": ref["status"],
            "sentence": _sentence(node, ref["start"]),
        }
        for ref in store.refs(key, node.id)
    ]
    inward = [
        {"rule": source, "text": ref["text"], "status": ref["status"], "sentence": _sentence(citing, ref["start"])}
        for source in store.cited_by(key, node.id)
        if (citing := store.node(key, source)) is not None
        for ref in store.refs(key, source)
        if node.id in ref["targets"]
    ]
    if form == "json":
        print_json({"edition": key, "rule": node.id, "refers_to": outward, "cited_by": inward})
    else:
        rows = [Row(node.title or node.text, node.id, style="heading" if node.kind == "heading" else "")]
        rows += [Row(str(ref["sentence"]), f"→ {', '.join(ref['targets']) or ref['text']}", 1) for ref in outward]
        rows += [Row(str(ref["sentence"]), f"← {ref['rule']}", 1) for ref in inward]
        show(rows if outward or inward else [*rows, Row("refers to nothing, and nothing refers to it", "", 1)])
    if not outward and not inward:
        sys.exit(1)


def _most_cited(store: Store, name: str, most: int, form: str) -> None:
    edition = store.library.edition(name)
    ranked = store.most_cited(edition.key, most)
    if form == "json":
        print_json({"edition": edition.key, "most_cited": [{"rule": rule, "count": count} for rule, count in ranked]})
    else:
        found = [(store.node(edition.key, rule), count) for rule, count in ranked]
        show(Row((node.title or node.text)[:100], f"{count:>4} × {node.id}") for node, count in found if node)
    if not ranked:
        sys.exit(1)


def _sentence(node: Node, at: int) -> str:
    """The sentence in which a reference stands."""
    start = max(node.text.rfind(mark, 0, at) for mark in (". ", "! ", "? "))
    end = node.text.find(". ", at)
    return node.text[start + 2 if start >= 0 else 0 : end + 1 if end >= 0 else len(node.text)]


@click.command("path")
@click.argument("edition", shell_complete=complete_edition)
@click.argument("start")
@click.argument("end")
@format_option("text", "json")
@click.pass_context
def path_command(ctx: click.Context, edition: str, start: str, end: str, form: str) -> None:
    """How two rules hang together: citator path fow 804.4 906"""
    from citator import graph as graphs

    store = store_of(ctx)
    chosen = store.library.edition(edition)
    first, last = (
        citations.look_up(citations.Citation(chosen, citations.normal(rule)), store)[0] for rule in (start, end)
    )
    found = store.study(chosen.key)
    steps = graphs.way(graphs.build(chosen, found), first.id, last.id)
    if form == "json":
        print_json(
            {
                "edition": chosen.key,
                "steps": [{"from": s.source, "tie": s.tie, "to": s.target, "backwards": s.backwards} for s in steps],
            }
        )
    else:
        by_id = found.document.by_id
        rows = [Row(first.title or first.text, first.id)]
        for step in steps:
            node = by_id.get(step.target)
            label = step.target.removeprefix("term:") if node is None else node.id
            words = f"{_TIES[step.tie, step.backwards]} " + (f"“{label}”" if node is None else label)
            rows.append(Row((node.title or node.text) if node else "", words + (":" if node else ""), 1))
        show(rows if steps or first is last else [*rows, Row(f"nothing ties it to {last.id}", "", 1)])
    if not steps:
        sys.exit(1)


@click.command("terms")
@click.argument("edition", shell_complete=complete_edition)
@format_option("text", "json")
@click.pass_context
def terms_command(ctx: click.Context, edition: str, form: str) -> None:
    """The terms that an edition defines, and where."""
    store = store_of(ctx)
    terms = store.terms(store.library.edition(edition).key)
    if form == "json":
        print_json(terms)
    else:
        show(
            Row(f"{term['kind']}, {', '.join((term['rule'], *term['also']))}", term["term"])
            for term in sorted(terms, key=lambda term: str(term["term"]).casefold())
        )
    if not terms:
        sys.exit(1)


@click.command("graph")
@click.argument("edition", shell_complete=complete_edition)
@format_option("json", "graphml", "gexf")
@click.option("--to", "target", type=click.Path(path_type=Path), help="A file to write, instead of standard output.")
@click.pass_context
def graph_command(ctx: click.Context, edition: str, form: str, target: Path | None) -> None:
    """Write the rules, terms and references of an edition as a graph for other programs."""
    from citator import graph as graphs

    store = store_of(ctx)
    chosen = store.library.edition(edition)
    text = graphs.written(graphs.build(chosen, store.study(chosen.key)), form)
    if target is None:
        click.echo(text)
        return
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {target}: {error.strerror or error}.") from None
