"""The pages of the site: Markdown files on disk, from which mkdocs builds it.

In: documents (editions with their nodes in reading order) and the hand-written pages. Out: a folder with the
hand-written pages, ``rules.md`` (every game and edition), and a folder ``GAME/VERSION/`` for each edition: ``index.md``
(its chapters) and a page for each chapter.

Rule text is never Markdown. Rules go out as raw HTML blocks, which Markdown leaves alone; in headings and links every
character that could mean something to Markdown goes out as a character reference.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from citator.errors import BadInput
from citator.model import Node

SITE = Path(__file__).parents[2] / "site"  # the hand-written pages, in a checkout


@dataclass(frozen=True)
class Book:
    """An edition as the site shows it."""

    key: str  # "fow"
    game: str  # "Force of Will"
    version: str
    nodes: Sequence[Node]


def write_pages(library: Iterable[Book], target: Path, hand_written: Path = SITE) -> None:
    """Write the pages of every document to ``target``, beside a copy of the hand-written ones.

    ``target`` is not emptied first: it may be any folder of the user's.
    """
    if not hand_written.is_dir():
        raise BadInput(
            f"There is no folder {hand_written}. The pages are built in a checkout of Citator, from its site/ folder."
        )
    documents = sorted(library, key=lambda document: document.game)  # a stable sort: editions keep their order
    shutil.copytree(hand_written, target, dirs_exist_ok=True)
    _write(target / "rules.md", _library_page(documents))
    for document in documents:
        folder = target / document.key / document.version
        chapters = _chapters(document.nodes)
        front = chapters.pop(None, [])
        _write(folder / "index.md", _edition_page(document, front, chapters))
        for chapter, nodes in chapters.items():
            _write(folder / page_name(chapter), _chapter_page(document, nodes))


def page_name(chapter: str | None) -> str:
    """The file of a chapter, by the chapter's id: ``800`` → ``800.md``."""
    return "index.md" if chapter is None else re.sub(r"[^\w.~¶-]+", "-", chapter) + ".md"


def _chapters(nodes: Iterable[Node]) -> dict[str | None, list[Node]]:
    """The nodes of each chapter, by the id of its heading; under None what comes before the first chapter.

    The parent decides the chapter, so a rule printed out of place still stands with its own. What has no parent and is
    no heading (a table, say) stays with the chapter before it.
    """
    chapters: dict[str | None, list[Node]] = {}
    chapter_of: dict[str, str | None] = {}
    current: str | None = None
    for node in nodes:
        if node.parent is None and node.kind == "heading":
            current = node.id
        chapter_of[node.id] = current if node.parent is None else chapter_of.get(node.parent, current)
        chapters.setdefault(chapter_of[node.id], []).append(node)
    return chapters


def _library_page(documents: Iterable[Book]) -> Iterator[str]:
    yield "# Rules"
    for game, editions in groupby(documents, key=lambda document: document.game):
        yield f"## {_plain(game)}"
        yield "\n".join(
            f"- [{_plain(edition.version)}]({edition.key}/{edition.version}/index.md)" for edition in editions
        )


def _edition_page(document: Book, front: Iterable[Node], chapters: dict[str | None, list[Node]]) -> Iterator[str]:
    yield f"# {_plain(document.game)} {_plain(document.version)}"
    yield from _blocks(front)
    # A list of links, each with the chapter's number as printed: no ordered list, which would count by itself.
    yield "\n".join(f"- [{_plain(_heading(nodes[0]))}]({page_name(chapter)})" for chapter, nodes in chapters.items())


def _chapter_page(document: Book, nodes: Sequence[Node]) -> Iterator[str]:
    heading, *rest = _blocks(nodes)
    yield heading
    yield f"[{_plain(document.game)} {_plain(document.version)}](index.md)"
    yield from rest


def _blocks(nodes: Iterable[Node]) -> Iterator[str]:
    depths: dict[str, int] = {}
    for node in nodes:
        depth = depths[node.id] = 0 if node.parent is None else depths.get(node.parent, 0) + 1
        yield _heading_block(node, depth) if node.kind == "heading" else _rule_block(node, depth)


def _heading_block(node: Node, depth: int) -> str:
    return f"{'#' * min(depth + 1, 6)} {_plain(_heading(node))} {{#{node.id}}}"


def _rule_block(node: Node, depth: int) -> str:
    anchor = escape(node.id)
    text = escape(node.text or node.title or "")
    parts = [
        f'<a class="number" href="#{anchor}">{escape(node.number or node.id)}</a>',
        f"<pre>{text}</pre>" if node.kind == "table" else f"<p>{text}</p>",
        *(f'<p class="example">{escape(example)}</p>' for example in node.examples),
    ]
    kind = "rule" if node.kind == "rule" else f"rule {escape(node.kind)}"
    return "\n".join([f'<div class="{kind}" id="{anchor}" style="--depth:{depth}">', *parts, "</div>"])


def _heading(node: Node) -> str:
    """A heading as printed: ``804. Declare Block Step``."""
    return ". ".join(part for part in (node.number, node.title) if part) or node.id


def _plain(text: str) -> str:
    """Text in a place where Markdown reads along: all but letters, digits and spaces as character references."""
    return re.sub(r"[^\w\s]|_", lambda match: f"&#{ord(match[0])};", " ".join(text.split()))


def _write(page: Path, blocks: Iterable[str]) -> None:
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n\n".join(blocks) + "\n", encoding="utf-8", newline="\n")
