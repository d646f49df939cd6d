"""How long comparing editions takes, against the way other rules sites do it, in one run on the same parsed rules.

    .venv/bin/python tests/benchmarks/compare_editions.py

Ours is everything: matching, splits and mergers, what changed in meaning, the words that differ. The peers' method only
matches: it drops the rules whose number and text are identical, then gives each old rule the new one with the best
``difflib`` ratio of words, with the shortcuts that ``difflib.get_close_matches`` takes. Where that would take minutes,
it is given every n-th old rule only, and its time is multiplied by n; the table says so.

Magic's rules are read from ../shared/corpus, beside the checkout; without them those rows are left out.
"""

from __future__ import annotations

import codecs
import sys
import time
from dataclasses import replace
from difflib import SequenceMatcher
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
PATIENCE = 2_000  # so many old rules times a thousand new ones are let through; beyond, the peer gets a sample
REPEATS = 3
CUTOFF = 0.5


def words(document: Document) -> dict[str, list[str]]:
    """The rules as the peers' method takes them: a number, and words."""
    return {n.id: (n.title or n.text).split() for n in document.nodes if n.kind in ("heading", "rule")}


def peer(old: Document, new: Document, every: int = 1) -> list[tuple[str, str]]:
    """Identical rules dropped, then the best ratio of words for each old rule, greedily."""
    before, after = words(old), words(new)
    left = {id: text for id, text in after.items() if before.get(id) != text}
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    found = []
    for id, text in [(id, text) for id, text in before.items() if after.get(id) != text][::every]:
        matcher.set_seq2(text)
        best, best_id = CUTOFF, ""
        for other, candidate in left.items():
            matcher.set_seq1(candidate)
            if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and (ratio := matcher.ratio()) > best:
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
    return max(1, round(pairs / (PATIENCE * 1000)))


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
        replace(n, title=change(n.title), text=change(n.text), examples=tuple(map(change, n.examples)))
        for n in document.nodes
    )
    return replace(document, nodes=nodes)


def doubled(document: Document) -> Document:
    """Twice as long: the same rules once more under other numbers, in a cipher, so that nothing stands twice."""

    def again(node: Node) -> Node:
        parent = None if node.parent is None else f"x{node.parent}"
        return replace(node, id=f"x{node.id}", parent=parent)

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
        ("Magic 2019-10-04 → 2020-01-24", *editions, "ours within 0.5 s"),
        ("the same, doubled", doubled(editions[0]), doubled(editions[1]), ""),
    ]


def main() -> None:
    table = Table("editions", "rules", "ours", "peers’ method", "faster", "wanted", title="Comparing editions")
    for name, old, new, wanted in cases():
        ours = seconds(lambda old=old, new=new: compare(old, new))  # type: ignore[misc]
        every = sampling(old, new)
        theirs = every * seconds(lambda old=old, new=new, every=every: peer(old, new, every), 1)  # type: ignore[misc]
        table.add_row(
            name,
            f"{len(words(old))} / {len(words(new))}",
            f"{ours:.2f} s",
            f"{theirs:.2f} s" + (f" (1 in {every} measured)" if every > 1 else ""),
            f"{theirs / ours:.1f}×",
            wanted,
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
