"""Mending what an extraction damaged: ``repair``."""

from __future__ import annotations

import sys
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from citator import propose as proposing
from citator import reader
from citator import repair as repairs
from citator.commands.common import complete_edition, format_option, library_of, print_json
from citator.errors import BadInput
from citator.terminal import Row, show
from citator.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citator.library import Edition, Library
    from citator.model import Document
    from citator.repair import Repair


@click.command("repair")
@click.argument("edition", shell_complete=complete_edition)
@click.option("--write", is_flag=True, help="Record the proposals in repairs.toml; what stands there is kept.")
@click.option("--all", "everything", is_flag=True, help="Also the repairs that are recorded already.")
@format_option("text", "json")
@click.pass_context
def repair_command(ctx: click.Context, edition: str, write: bool, everything: bool, form: str) -> None:
    """Propose repairs of words that the extraction glued together, and of apostrophes it lost."""
    library = library_of(ctx)
    chosen = library.edition(edition)
    recorded = repairs.load(chosen.repairs) if chosen.repairs.is_file() else ()
    new = _beside(proposed(library, chosen), recorded)
    shown = sorted([*recorded, *new]) if everything else new
    if form == "json":
        print_json([vars(repair) for repair in shown])
    else:
        show(_rows(shown, len(recorded), len(new)))
    if write and new:
        _write(chosen, [*recorded, *new])
    if not shown:
        sys.exit(1)


def proposed(library: Library, edition: Edition) -> list[Repair]:
    """What the words of the document, of the library and of English say was lost."""
    document = reader.read(edition, repaired=False)
    others = [
        node.title + " " + node.text
        for other in library.editions()
        if other.key != edition.key
        for node in reader.read(other).nodes
    ]
    passages = list(passages_of(document))
    return proposing.propose(passages, Vocabulary.of((passage.text for passage in passages), others))


def passages_of(document: Document) -> Iterator[proposing.Passage]:
    """The words of headings, rules and examples, each line by itself, with their places."""
    source = document.source
    for node in document.nodes:
        if node.kind in ("heading", "rule"):
            for start, end in [*node.spans, *(span for example in node.example_spans for span in example)]:
                line = source.line_of(start)
                yield proposing.Passage(line, start - source.line_starts[line - 1] + 1, source.text[start:end])


def _beside(found: list[Repair], recorded: tuple[Repair, ...]) -> list[Repair]:
    """The proposals that touch no recorded repair."""
    taken: dict[int, list[Repair]] = {}
    for repair in recorded:
        taken.setdefault(repair.line, []).append(repair)
    return [
        repair
        for repair in found
        if not any(
            repair.column < known.column + len(known.printed) and known.column < repair.column + len(repair.printed)
            for known in taken.get(repair.line, [])
        )
    ]


def _rows(shown: list[Repair], recorded: int, new: int) -> Iterator[Row]:
    for repair in shown:
        yield Row(f"{repair.printed} → {repair.mended}  ({repair.why}, {repair.sure:.0%} sure)", f"line {repair.line}")
    yield Row(f"{new} proposed, {recorded} recorded already", style="mark")


def _write(edition: Edition, all_of_them: list[Repair]) -> None:
    partial = edition.folder / ".repairs.toml.new"
    try:
        header = repairs.HEADER
        if edition.repairs.is_file():  # what a reviewer wrote at the top stays there
            kept = edition.repairs.read_text(encoding="utf-8").splitlines(keepends=True)
            header = "".join(takewhile(lambda line: line.startswith("#"), kept)) or header
        partial.write_text(repairs.dump(all_of_them, header), encoding="utf-8", newline="\n")
        partial.replace(edition.repairs)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise BadInput(f"cannot write {edition.repairs}: {error.strerror or error}.") from None
