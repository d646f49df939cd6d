"""Citing and checking citations: ``cite``, ``check``, ``rulings``."""

from __future__ import annotations

import difflib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citator.cite import STYLES
from citator.commands.common import format_option, print_json, store_of
from citator.errors import BadInput
from citator.terminal import Row, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from citator.checking import Finding, Judge
    from citator.register import Shelf
    from citator.source import Source
    from citator.store.store import Store

_SUFFIXES = (".md", ".markdown", ".mdown", ".txt", ".text")
_SEVERITY = {"unknown": "error", "misquoted": "error", "removed": "error", "changed": "warning", "moved": "warning"}
_MEANINGS = {
    "good": "The rule stands as cited.",
    "reworded": "The rule is worded differently now, with the same meaning.",
    "moved": "The rule has another number now: --fix writes it.",
    "doubtful": "The sentence speaks of something else than the cited rule does.",
    "merged": "The rule was merged with others.",
    "split": "The rule was split into several.",
    "changed": "The rule means something else now.",
    "removed": "The rule is gone.",
    "misquoted": "The words quoted are not those of the cited rule.",
    "unknown": "There is no such rule or edition.",
}


@click.command("cite")
@click.argument("citation", nargs=-1, required=True)
@click.option("--style", type=click.Choice(STYLES), default="text", show_default=True)
@click.option("--quote", is_flag=True, help="With the rule's own words.")
@click.pass_context
def cite_command(ctx: click.Context, citation: tuple[str, ...], style: str, quote: bool) -> None:
    """Print a rule's citation as its game wants it: citator cite fow 804.4

    Several rules and ranges may be named: citator cite "fow 803.5, 804.3–804.5"
    """
    from citator.cite import cite, in_ranges
    from citator.citing import read_citation

    store = store_of(ctx)
    library, shelf = store.library, shelf_over(store)
    by_edition: dict[str, list[str]] = {}
    for edition, ids in read_citation(" ".join(citation), library, shelf=shelf):
        by_edition.setdefault(edition.key, []).extend(id for id in ids if id not in by_edition.get(edition.key, []))
    shown = []
    for key, found in by_edition.items():
        edition = library.edition(key)
        register = shelf.register(edition)
        nodes = [register.document.by_id[id] for id in found]
        words = "\n".join(node.title or node.text for node in nodes) if quote else None
        listed = found if style == "json" else in_ranges(found, register)
        shown.append(cite(library.games[edition.game], edition, listed, style, words))
    if style == "json":
        data = [json.loads(one) for one in shown]
        print_json(data[0] if len(data) == 1 else data)
    else:
        click.echo("\n".join(shown))


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--to", metavar="EDITION", help="Judge against this edition instead of the newest.")
@click.option("--game", metavar="KEY", help="The game of citations that name none.")
@click.option("--fix", "mend", is_flag=True, help="Rewrite moved numbers and edition marks.")
@click.option("--dry-run", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--force", is_flag=True, help="With --fix: also citations whose rule changed, was split or merged.")
@format_option("text", "json", "sarif")
@click.pass_context
def check_command(
    ctx: click.Context,
    files: tuple[str, ...],
    to: str | None,
    game: str | None,
    mend: bool,
    dry_run: bool,
    force: bool,
    form: str,
) -> None:
    """Say which citations of a text are still good, and which moved, changed, vanished or are misquoted.

    FILE is Markdown or plain text, a folder of such files, or - for standard input. The exit code is 1 unless every
    citation is good or only reworded; after --fix, what is left counts.
    """
    judge = judge_of(store_of(ctx), to, game)
    findings: list[Finding] = []
    for name, source in _texts(files):
        found = judge.check(source.text, name, not name.endswith((".txt", ".text")))
        if mend or dry_run:
            found = _fixed(judge, name, source, found, dry_run, force)
        findings += found
    if "-" in files and mend and not dry_run:
        pass  # the text itself was printed
    elif dry_run and form == "text":
        pass  # the patch was printed
    elif form == "json":
        print_json([finding.as_data() for finding in findings])
    elif form == "sarif":
        print_json(_sarif(findings))
    else:
        show(_rows(findings))
    from citator.checking import needs_a_judge

    if needs_a_judge(findings):
        sys.exit(1)


def judge_of(store: Store, to: str | None = None, game: str | None = None) -> Judge:
    """A judge over the whole library."""
    from citator.checking import Judge, edition_to

    if not store.library.editions():
        raise BadInput("the library is empty: “citator add GAME VERSION FILE” puts an edition into it.")
    shelf = shelf_over(store)
    return Judge(shelf, lambda _: store.change_of, edition_to(shelf, to), game)


def shelf_over(store: Store) -> Shelf:
    """The editions as the store has them."""
    from citator.register import Shelf

    return Shelf(store.library, lambda edition: store.document(edition.key))


def _texts(names: Iterable[str]) -> Iterator[tuple[str, Source]]:
    """Each file once, in the order asked for; of folders, all Markdown and plain text in them."""
    from citator.source import decode

    for name in dict.fromkeys(names):
        if name == "-":
            data = sys.stdin.buffer.read()
            if data.strip():
                yield name, decode(data, "standard input")
            continue
        path = Path(name)
        if not path.exists():
            raise BadInput(f"there is no file or folder {name}.")
        for file in _below(path) if path.is_dir() else [path]:
            try:
                data = file.read_bytes()
            except OSError as error:
                raise BadInput(f"cannot read {file}: {error.strerror or error}.") from None
            if data.strip():
                yield str(file), decode(data, str(file))


def _below(folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in _SUFFIXES
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _fixed(
    judge: Judge, name: str, source: Source, findings: list[Finding], dry_run: bool, force: bool
) -> list[Finding]:
    from citator.fixing import encoded, fix

    text = fix(source.text, findings, judge.shelf, force)
    if dry_run:
        if text != source.text:
            click.echo(_patch(name, source.text, text), nl=False)
        return findings
    data = encoded(source, text, name)
    if name == "-":
        sys.stdout.buffer.write(data)
    elif text != source.text:
        try:
            Path(name).write_bytes(data)
        except OSError as error:
            raise BadInput(f"cannot write {name}: {error.strerror or error}.") from None
    return judge.check(text, name, not name.endswith((".txt", ".text")))


def _patch(name: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _rows(findings: list[Finding]) -> Iterator[Row]:
    for finding in findings:
        if finding.status == "good":
            continue
        yield Row(f"{finding.cited.text}: {finding.message}", f"{finding.file}:{finding.line}  {finding.status}")
        if finding.words and finding.status in ("changed", "split", "merged", "misquoted"):
            yield Row("", "", 1, words=finding.words)
    counts = Counter(finding.status for finding in findings)
    told = " · ".join(f"{counts[status]} {status}" for status in _MEANINGS if counts[status])
    yield Row(f"{len(findings)} citations{f': {told}' if told else ''}", style="faint")


def _sarif(findings: list[Finding]) -> dict[str, object]:
    from citator.sarif import Result, sarif

    results = [
        Result(
            finding.status,
            _SEVERITY.get(finding.status, "note"),
            f"{finding.cited.text}: {finding.message}",
            Path(finding.file),
            finding.line,
        )
        for finding in findings
        if finding.status != "good"
    ]
    return sarif(results, _MEANINGS)


@click.command("rulings")
@click.option("--game", metavar="KEY", help="Only of this game.")
@click.option("--standing", type=click.Choice(tuple(_MEANINGS)), help="Only with this standing.")
@format_option("text", "json")
@click.pass_context
def rulings_command(ctx: click.Context, game: str | None, standing: str | None, form: str) -> None:
    """The library's rulings with their standing: that of their gravest citation."""
    from citator.checking import STATUSES
    from citator.rulings import find_rulings

    store = store_of(ctx)
    library = store.library
    wanted = library.game(game).key if game else None
    rulings = [ruling for ruling in find_rulings(library) if wanted in (None, ruling.game)]
    judge = judge_of(store) if rulings else None
    told = []
    for ruling in rulings:
        assert judge is not None
        findings = judge.check(ruling.text, str(ruling.path))
        gravest = max((finding.status for finding in findings), key=STATUSES.index, default="good")
        if standing in (None, gravest):
            told.append((ruling, gravest, findings))
    if form == "json":
        print_json(
            [
                {
                    "ruling": ruling.name,
                    "game": ruling.game,
                    "edition": ruling.edition.key,
                    "date": ruling.date.isoformat(),
                    "title": ruling.title,
                    "cards": list(ruling.cards),
                    "tags": list(ruling.tags),
                    "standing": gravest,
                    "citations": [finding.as_data() for finding in findings],
                }
                for ruling, gravest, findings in told
            ]
        )
    else:
        show(
            Row(f"{ruling.title}  ({ruling.name}, {ruling.edition.key}, {ruling.date})", f"{gravest:<9}")
            for ruling, gravest, _ in told
        )
    if not told:
        sys.exit(1)
