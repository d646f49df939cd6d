"""Finding rules without their numbers: ``search`` and ``ask``."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from citator.commands.common import complete_edition, format_option, print_json, store_of
from citator.errors import BadInput
from citator.terminal import Row, show
from citator.words import stem

if TYPE_CHECKING:
    from citator.library import Edition, Library
    from citator.model import Node
    from citator.ranking import Answer, Hit
    from citator.store.store import Store


@click.command("search")
@click.argument("edition", shell_complete=complete_edition)
@click.argument("query", nargs=-1, required=True)
@format_option("text", "json")
@click.pass_context
def search_command(ctx: click.Context, edition: str, query: tuple[str, ...], form: str) -> None:
    """Search words, "phrases in quotes", beginnings with * and numbers; EDITION may be a game or “all”."""
    from citator.indexing import Index
    from citator.ranking import search

    store = store_of(ctx)
    words = " ".join(query)
    if not words.strip():
        raise BadInput("there is nothing to search for: name a word, a phrase in quotes or a number.")
    found = [
        (chosen, hit)
        for chosen in _editions(store.library, edition)
        for hit in search(Index.from_data(store.ranking(chosen.key)), words)
    ]
    found.sort(key=lambda pair: -pair[1].score)
    if form == "json":
        print_json({"query": words, "results": [_result(store, chosen, hit, words) for chosen, hit in found]})
    else:
        show(row for chosen, hit in found for row in _rows(store, chosen, hit, words))
    if not found:
        if form != "json":
            click.echo(f"citator: nothing found for {words!r} in {edition}.", err=True)
        sys.exit(1)


def _editions(library: Library, name: str) -> list[Edition]:
    """One edition; the newest of a game; or the newest of every game for ``all``."""
    if name == "all":
        return [game.newest for game in library.games.values() if game.editions]
    return [library.edition(name)]


def _result(store: Store, edition: Edition, hit: Hit, query: str) -> dict[str, Any]:
    node = store.node(edition.key, hit.id)
    assert node is not None
    return {
        "edition": edition.key,
        "id": hit.id,
        "title": " › ".join(up.title for up in store.ancestors(edition.key, node) if up.title) or node.title,
        "snippet": _snippet(node, query),
        "score": round(hit.score, 3),
        "why": list(hit.why),
    }


def _snippet(node: Node, query: str) -> str:
    """The beginning of the rule, from the first word found, with the words found between stars."""
    text = node.title or node.text
    wanted = {stem(word.lower()) for word in re.findall(r"[^\W_]+", query)}
    found = [match for match in re.finditer(r"[^\W_]+", text) if stem(match[0].lower()) in wanted]
    start = text.rfind(" ", 0, max(0, found[0].start() - 60)) + 1 if found and found[0].start() > 120 else 0
    end = len(text) if len(text) - start <= 220 else text.rfind(" ", start, start + 220)
    out, at = [], start
    for match in found:
        if start <= match.start() and match.end() <= end:
            out += [text[at : match.start()], f"*{match[0]}*"]
            at = match.end()
    return ("… " if start else "") + "".join([*out, text[at:end]]) + (" …" if end < len(text) else "")


def _rows(store: Store, edition: Edition, hit: Hit, query: str) -> list[Row]:
    node = store.node(edition.key, hit.id)
    if node is None:
        return []
    above = " › ".join(f"{up.id} {up.title}" for up in store.ancestors(edition.key, node) if up.title)
    return [
        Row(_snippet(node, query), f"{edition.key} {hit.id}"),
        Row(above, "", 1, "faint"),
        Row("; ".join(hit.why), "", 1, "faint"),
    ]


@click.command("ask")
@click.argument("edition", shell_complete=complete_edition)
@click.argument("question", nargs=-1, required=True)
@format_option("text", "json")
@click.pass_context
def ask_command(ctx: click.Context, edition: str, question: tuple[str, ...], form: str) -> None:
    """Ask as players ask: citator ask fow "can a tapped guy block". The answer is rules, never an invented ruling."""
    from citator.indexing import Index
    from citator.ranking import ask

    store = store_of(ctx)
    chosen = store.library.edition(edition)
    words = " ".join(question)
    if not words.strip():
        raise BadInput("there is no question: write it as a player would ask it.")
    answer = ask(Index.from_data(store.ranking(chosen.key)), words)
    if form == "json":
        print_json(
            {
                "question": words,
                "edition": chosen.key,
                "answerable": answer.answerable,
                "confidence": round(answer.confidence, 3),
                "rules": [hit.id for hit in answer.hits],
                "passages": [_passage(store, chosen, hit) for hit in answer.hits],
            }
        )
    else:
        show(_answer_rows(store, chosen, answer))
    if not answer.hits or not answer.answerable:
        sys.exit(1)


def _passage(store: Store, edition: Edition, hit: Hit) -> dict[str, Any]:
    node = store.node(edition.key, hit.id)
    text = (node.title or node.text) if node is not None else ""
    return {"id": hit.id, "text": text, "score": round(hit.score, 3), "why": list(hit.why)}


def _answer_rows(store: Store, edition: Edition, answer: Answer) -> list[Row]:
    """Grouped by section, the section of the best rule first."""
    if not answer.answerable:
        return [Row(f"No rule of {edition.key} decides this: {answer.reason}.", style="mark")]
    groups: dict[str, list[Row]] = {}
    for hit in answer.hits:
        node = store.node(edition.key, hit.id)
        if node is None:
            continue
        above = [up for up in store.ancestors(edition.key, node) if up.kind == "heading"]
        section = f"{above[-1].id} {above[-1].title}" if above else ""
        rows = groups.setdefault(section, [])
        rows.append(Row(node.title or node.text, hit.id, 1))
        rows.append(Row("; ".join(hit.why), "", 2, "faint"))
    head = [Row(f"{edition.key}, {answer.word}", style="faint")]
    return head + [row for section, rows in groups.items() for row in (Row(section, style="heading"), *rows)]
