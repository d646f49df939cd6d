"""How long comparing editions takes, against the way other rules sites do it, in one run on the same parsed rules.

    .venv/bin/python tests/benchmarks/compare_editions.py

Ours is everything: matching, splits and mergers, what changed in meaning, the words that differ. The peers' method only
matches: it drops the rules whose number and text are identical, then gives each old rule the new one with the best
``difflib`` ratio of words. Where that would take minutes, it is given every n-th old rule only, and its time is
multiplied by n; the table says so. The last column is the same method made cleverer than the peers have it, with the
shortcuts of ``difflib.get_close_matches``: it finds no more, but shows how much of the time is mere waste.

Magic's rules are read from ../shared/corpus, beside the checkout; without them those rows are left out.
"""

from __future__ import annotations

import codecs
import sys
import time
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from citator import detect, source, tree
from citator.changes import compare
from citator.library import open_library
from citator.reader import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from citator.model import Document, Node

MAGIC = Path(__file__).parents[3] / "shared" / "corpus" / "mtg"
STRAIGHT = str.maketrans("“”‘’", "\"\"''")
PATIENCE = 600_000  # so many pairs of rules the peers' method is given; beyond, it gets a sample
REPEATS = 3
CUTOFF = 0.5


def words(document: Document) -> dict[str, list[str]]:
    """The rules as the peers' method takes them: a number, and words."""
    return {n.id: (n.title or n.text).split() for n in document.nodes if n.kind in ("heading", "rule")}


def peer(old: Document, new: Document, every: int = 1, shortcuts: bool = False) -> list[tuple[str, str]]:
    """Identical rules dropped, then the best ratio of words for each old rule, greedily."""
    before, after = words(old), words(new)
    left = {id: text for id, text in after.items() if before.get(id) != text}
    matcher: SequenceMatcher[str] = SequenceMatcher()
    found = []
    differing = [id for id, text in before.items() if after.get(id) != text]
    for count, id in enumerate(differing):
        if count % every:
            left.pop(id if id in left else next(iter(left), ""), None)  # the skipped ones would have taken theirs too
            continue
        text = before[id]
        matcher.set_seq2(text)
        best, best_id = CUTOFF, ""
        for other, candidate in left.items():
            matcher.set_seq1(candidate)
            if shortcuts and not (matcher.real_quick_ratio() > best and matcher.quick_ratio() > best):
                continue
            if (ratio := matcher.ratio()) > best:
                best, best_id = ratio, other
        if best_id:
            found.append((id, best_id))
            del left[best_id]
    return found


def sampling(old: Document, new: Document) -> int:
    """Every how many old rules the peer is given."""
    before, after = words(old), words(new)
    pairs = sum(after.get(id) != text for id, text in before.items()) * sum(
        before.get(id) != text for id, text in after.items()
    )
    return max(1, round(pairs / PATIENCE))


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def rewritten(document: Document, change: Callable[[str], str]) -> Document:
    """The document with every text changed."""
    nodes = tuple(
        n._replace(title=change(n.title), text=change(n.text), examples=tuple(map(change, n.examples)))
        for n in document.nodes
    )
    return replace(document, nodes=nodes)


def doubled(document: Document) -> Document:
    """Twice as long: the same rules once more under other numbers, in a cipher, so that nothing stands twice."""

    def again(node: Node) -> Node:
        parent = None if node.parent is None else f"x{node.parent}"
        return node._replace(id=f"x{node.id}", parent=parent)

    cipher = rewritten(document, lambda text: codecs.encode(text, "rot13"))
    return replace(document, nodes=(*document.nodes, *map(again, cipher.nodes)))


def magic() -> list[Document]:
    files = sorted(MAGIC.glob("20*.txt"))[:2]
    texts = [source.read(path) for path in files]
    return [tree.grow(text, detect.detect(text.text).layout) for text in texts]


def cases() -> list[tuple[str, Document, Document, str]]:
    library = open_library()
    old, new = (read(library.edition(f"fow@{version}")) for version in ("5.12", "8.01"))
    found = [
        ("Force of Will 5.12 → 8.01, everything renumbered", old, new, "at least 3×"),
        ("the same, doubled", doubled(old), doubled(new), ""),
    ]
    editions = magic()
    if len(editions) < 2:
        sys.stderr.write(f"Left out: Magic. Its two editions are not in {MAGIC}.\n")
        return found
    straight = rewritten(editions[1], lambda text: text.translate(STRAIGHT))
    return [
        *found,
        ("Magic, the new edition's quotes made straight", editions[0], straight, "at least 50×"),
        ("the same, doubled", doubled(editions[0]), doubled(straight), ""),
        ("Magic 2019-10-04 → 2020-01-24", editions[0], editions[1], "ours within 0.5 s"),
        ("the same, doubled", doubled(editions[0]), doubled(editions[1]), ""),
    ]


def main() -> None:
    table = Table("editions", "rules", "ours", "peers’ method", "faster", "wanted", "with shortcuts")
    for name, old, new, wanted in cases():
        every = sampling(old, new)
        ours = seconds(partial(compare, old, new))
        theirs = every * seconds(partial(peer, old, new, every), 1)
        clever = every * seconds(partial(peer, old, new, every, shortcuts=True), 1)
        sampled = f" (1 in {every} measured)" if every > 1 else ""
        table.add_row(
            name,
            f"{len(words(old))} / {len(words(new))}",
            f"{ours:.2f} s",
            f"{theirs:.2f} s{sampled}",
            f"{theirs / ours:.1f}×",
            wanted,
            f"{clever:.2f} s",
        )
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
