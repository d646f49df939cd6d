"""How long checking takes: 1,000 rulings with 10,000 citations, against reading the same files and scanning for numbers.

    .venv/bin/python tests/benchmarks/check_rulings.py

The rulings are made from the shipped ones: ten citations each, half of them under fow@5.12, with the sentences and
quotations that stand around them. Ours is everything, from the bytes on disk to the standing of each citation: Markdown,
grammar, quotations, doubts, what became of each rule; the editions are parsed and compared within that time. The scan
reads the files and looks for ``[game number]`` with one regular expression; it knows nothing of what it finds.
"""

from __future__ import annotations

import re
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from citator import source
from citator.citing import find_citations
from citator.commands.citing import judge_of
from citator.rulings import find_rulings
from citator.store.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

RULINGS, EACH = 1_000, 10
BARE = re.compile(r"\[([a-z]+)(?:@([\w.-]+))? ([^\]]+)\]")


def made(folder: Path) -> list[Path]:
    """Paragraphs of the shipped rulings in new order, until each file has its citations."""
    store = open_store()
    library, shelf = store.library, judge_of(store).shelf
    parts: dict[str, list[tuple[str, int]]] = {}
    for ruling in find_rulings(library):
        body = ruling.text.split("---\n", 2)[2]
        for part in re.split(r"\n\n(?!>)", body):
            count = len(find_citations(part, shelf, ruling.edition))
            parts.setdefault(ruling.edition.key, []).append((part, count))
    old, new = parts["fow@5.12"], [part for key, some in parts.items() if key != "fow@5.12" for part in some]
    paths = []
    streams = cycle([("fow@5.12", cycle(old)), ("fow@8.01", cycle(new))])
    for at, (edition, stream) in enumerate(islice(streams, RULINGS)):
        text, total = f"---\ngame: fow\nedition: {edition}\ndate: 2019-01-01\ntitle: Number {at}\n---\n", 0
        while total < EACH:
            part, count = next(stream)
            if total + count <= EACH:
                text, total = f"{text}{part}\n\n", total + count
        paths.append(folder / f"{at:04}.md")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def timed(work: Callable[[], int], repeats: int = 3) -> tuple[float, int]:
    """The best of a few runs, and what was found."""
    best, found = float("inf"), 0
    for _ in range(repeats):
        start = time.perf_counter()
        found = work()
        best = min(best, time.perf_counter() - start)
    return best, found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = made(Path(folder))
        size = sum(path.stat().st_size for path in paths)

        def scan() -> int:
            return sum(len(BARE.findall(path.read_text(encoding="utf-8"))) for path in paths)

        def check() -> int:
            judge = judge_of(open_store())
            return sum(len(judge.check(source.read(path).text, str(path))) for path in paths)

        def find() -> int:
            store = open_store()
            library, shelf = store.library, judge_of(store).shelf
            return sum(len(find_citations(source.read(path).text, shelf, library.edition("fow"))) for path in paths)

        table = Table("what", "found", "seconds", "against the scan", title=f"{RULINGS} rulings, {size // 1000} kB")
        base, hits = timed(scan)
        table.add_row("reading and one regular expression", f"{hits}", f"{base:.3f}", "1×")
        for name, work in (("finding citations by grammar", find), ("checking them", check)):
            took, hits = timed(work)
            table.add_row(name, f"{hits}", f"{took:.2f}", f"{took / base:.0f}×")
        Console(width=110).print(table)


if __name__ == "__main__":
    main()
