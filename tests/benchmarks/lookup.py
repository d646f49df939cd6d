"""How long a look-up takes, from the shell's point of view, against a bare interpreter in the same run.

    python tests/benchmarks/lookup.py [ROUNDS]

Each command is run as a whole process with a warm store; the fastest of the rounds counts, as other work on the machine
only ever adds time. Then the steps of compiling one edition, and of the largest document at hand.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

CITATOR = Path(sys.executable).with_name("citator")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "citator show fow 804.4": [str(CITATOR), "show", "fow", "804.4"],
    "citator search fow block": [str(CITATOR), "search", "fow", "block"],
    "citator ask fow can a tapped guy block": [str(CITATOR), "ask", "fow", "can a tapped guy block"],
    "citator diff fow@5.12 fow@8.01": [str(CITATOR), "diff", "fow@5.12", "fow@8.01"],
    "citator history fow 804.4": [str(CITATOR), "history", "fow", "804.4"],
}


def fastest(run: Callable[[], object], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def commands(rounds: int) -> None:
    subprocess.run(COMMANDS["citator show fow 804.4"], capture_output=True, check=True)  # compiles, if need be
    bare = 0.0
    for name, words in COMMANDS.items():
        took = fastest(lambda words=words: subprocess.run(words, capture_output=True, check=True), rounds)  # type: ignore[misc]
        bare = bare or took
        sys.stdout.write(f"{name:<42} {took * 1000:7.1f} ms  {took / bare:5.1f} ×\n")


def steps(path: Path, rounds: int) -> None:
    from citator import detect, inline, layout, source, terms, tree

    text = source.read(path)
    found = detect.detect(text.text)
    layout.grammar(found.layout)
    inline.grammar()
    document = tree.grow(text, found.layout)
    known = terms.find_terms(document)
    sys.stdout.write(f"\n{path.name}, {len(text.text):,} characters, {len(document.nodes)} nodes\n")
    for name, run in {
        "lines by the grammar": lambda: layout.parse(text.text, found.layout),
        "text to tree, all of it": lambda: tree.grow(text, found.layout),
        "references": lambda: inline.find_refs(document),
        "terms": lambda: terms.find_terms(document),
        "uses of terms": lambda: terms.find_uses(document, known),
    }.items():
        sys.stdout.write(f"  {name:<40} {fastest(run, rounds) * 1000:7.1f} ms\n")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    commands(rounds)
    checkout = Path(__file__).parents[2]
    steps(checkout / "rules" / "force-of-will" / "8.01" / "rules.txt", 3)
    magic = checkout.parent / "shared" / "corpus" / "mtg" / "2020-01-24-THB.txt"
    if magic.exists():
        steps(magic, 3)
    else:
        sys.stdout.write("\nMagic's rules are not at hand: ../shared/corpus is missing.\n")


if __name__ == "__main__":
    main()
