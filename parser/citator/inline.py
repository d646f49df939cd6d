"""References inside the rules' texts: found by grammar, resolved against the edition's own numbers.

In: a document. Out: for each node its references, with their places in the node's text and the nodes they mean.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from lark import Lark, Token, Tree

from citator import numbering

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citator.model import Document, Node

Status = Literal["ok", "dangling", "suspect"]


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference: where it stands in its node's text, and what it means."""

    text: str
    start: int
    end: int
    targets: tuple[str, ...]
    status: Status = "ok"
    meant: tuple[str, ...] = ()  # of a suspect reference: the rule that was probably meant


@cache
def grammar() -> Lark:
    return Lark.open_from_package(
        "citator", "reference.lark", ["grammar"], start="text", parser="lalr", lexer="contextual"
    )


def find_refs(document: Document) -> dict[str, tuple[Ref, ...]]:
    """The references of every node that has some."""
    numbers = _Numbers(document)
    found: dict[str, tuple[Ref, ...]] = {}
    for node in document.nodes:
        if node.kind in ("rule", "entry") and _DIGIT.search(node.text):
            refs = tuple(_refs(node.text, numbers))
            if refs:
                found[node.id] = refs
    return found


_DIGIT = re.compile("[0-9]")


class _Numbers:
    """The numbers of an edition, and what they look like."""

    def __init__(self, document: Document) -> None:
        numbered = [node for node in document.nodes if node.number is not None]
        self.nodes = {node.number: node for node in reversed(numbered) if node.number is not None}
        self.shapes = {_shape(number) for number in self.nodes}
        self.siblings: dict[str | None, list[str]] = defaultdict(list)
        for node in numbered:
            if node.number == node.id:
                self.siblings[node.parent].append(node.id)
        # "(1)" is a list's own number where sections are called 1, 2, 3; "(805)" is none where they are called 801 …
        self.widths = {len(number) for number in self.nodes if number.isdecimal()} - {1, 2}

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """Every number from the first to the last of one parent; none where they do not rise within it."""
        a, b = self.nodes.get(first), self.nodes.get(last)
        if a is None or b is None or a.parent != b.parent:
            return ()
        level = self.siblings[a.parent]
        if a.id not in level or b.id not in level:
            return ()
        start, end = level.index(a.id), level.index(b.id)
        return tuple(level[start : end + 1]) if start < end else ()


def _shape(number: str) -> str:
    """``000.0a`` for 105.3a: "(6.3 cm)" is no rule where rules are called 108.2."""
    return "0" * (len(number) - len(number.lstrip("0123456789"))) + numbering.number(number).shape.lstrip("0")


def _refs(text: str, numbers: _Numbers) -> Iterator[Ref]:
    for branch in grammar().parse(text).children:
        if isinstance(branch, Tree):
            yield from _resolved([token for token in branch.children if isinstance(token, Token)], text, numbers)


def _resolved(tokens: Sequence[Token], text: str, numbers: _Numbers) -> Iterator[Ref]:
    """The references of one run of numbers: what leads to the first leads to all of them."""
    led = any(token.type == "LEAD" for token in tokens)
    opened = next((str(token) for token in tokens if token.type == "OPEN"), "")
    targets = [token for token in tokens if token.type in ("COMPOUND", "WHOLE", "SUFFIX")]
    ties = [token.type for token in tokens if token.type in ("RANGE", "LOST", "JOIN")]
    at = 0
    while at < len(targets):
        tie = ties[at] if at < len(ties) else ""
        first = str(targets[at])
        if tie in ("RANGE", "LOST"):
            last = str(targets[at + 1])
            if targets[at + 1].type == "SUFFIX":
                last = first[:-1] + last
            span = numbers.between(first, last)
            if span and (led or opened or targets[at].type == "COMPOUND"):
                start, end = targets[at].start_pos or 0, targets[at + 1].end_pos or 0
                yield Ref(text[start:end], start, end, span)
                at += 2
                continue
        ref = _single(targets[at], text, numbers, led, opened)
        if ref is not None:
            yield ref
        at += 1


def _single(token: Token, text: str, numbers: _Numbers, led: bool, opened: str) -> Ref | None:
    printed = str(token)
    start, end = token.start_pos or 0, token.end_pos or 0
    node = numbers.nodes.get(printed)
    titled = _title_end(text, end, node) if node is not None else None
    if token.type == "WHOLE":
        bracketed = opened in ("(", "<", "【") and len(printed) in numbers.widths
        if titled is None and not bracketed and not led:
            return None
        if node is None and not (led and len(printed) in numbers.widths) and not bracketed:
            return None
        if node is not None and led and titled is None and not _whole_led(text, start, printed, numbers):
            return None
    elif token.type == "SUFFIX" or not _is_compound(printed, node, led, opened, titled, numbers):
        return None
    end = titled or end
    if node is None:
        return Ref(text[start:end], start, end, (), "dangling")
    return Ref(text[start:end], start, end, (node.id,))


def _is_compound(
    printed: str, node: Node | None, led: bool, opened: str, titled: int | None, numbers: _Numbers
) -> bool:
    """Whether a number of several parts is meant as a rule: because it is one, or because it is led to and shaped so."""
    if node is None:
        return (led or opened in ("(", "<", "【")) and _shape(printed) in numbers.shapes
    score = "-" in printed and len(numbering.number(printed).path) < 3  # "2-3" may be a score or an amount
    return not score or bool(led or opened or titled)


_FIRM = re.compile(r"(?:rules?|sections?|chapters?|articles?)\s+[(\[<【\"“]?$", re.IGNORECASE)


def _whole_led(text: str, start: int, printed: str, numbers: _Numbers) -> bool:
    """``section 7`` and ``rule 509`` name a rule; ``step 2`` and ``return to 1`` may be anything."""
    return _FIRM.search(text, 0, start) is not None or len(printed) in numbers.widths


def _title_end(text: str, end: int, node: Node) -> int | None:
    """Where the node's own title ends that follows its number: ``800Battle``, ``403. Setting Up the Game``."""
    letters = [ch.lower() for ch in node.title if ch.isalnum()]
    if len(letters) < 3:
        return None
    at = end
    for letter in letters:
        while at < len(text) and not text[at].isalnum():
            if text[at] in ")]>】" or at - end > 200:
                return None
            at += 1
        if at >= len(text) or text[at].lower() != letter:
            return None
        at += 1
    return at
