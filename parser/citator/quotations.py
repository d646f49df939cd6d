"""Quotations beside citations: which words are quoted from which rule, and whether they stand there.

In: a text with its citations. Out: a :class:`Quotation` for each run of citing that has one beside it, and a
:class:`Verdict` on it: exact, from another rule, from another edition, or altered.
"""

from __future__ import annotations

import difflib
import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from citator.cite import in_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citator.citing import Run
    from citator.library import Edition
    from citator.model import Node, Span
    from citator.prose import Prose
    from citator.register import Shelf

Words = tuple[tuple[str, str], ...]

_MENTION = 4  # fewer quoted words than this may be a mention: the word "card" means …
_ALIKE = 0.5  # so much of the words in quotation marks must be the rule's, or they are somebody else's
_BEFORE = re.compile(r"([\"”»])[*_]*[.,;:]?\s*(?:[–—-]+\s*)?[*_]*[(\[]?(?:(?:see|cf\.)\s+)?$", re.IGNORECASE)
_AFTER = re.compile(
    r"[*_)\]]*\s*(?:[,:]|(?:says?|reads?|states?|provides?|has)(?:\s+that)?[,:]?)\s*[*_]*([\"“„«])", re.IGNORECASE
)
SENTENCE = re.compile(r"[.!?][\"”)\]]*\s+(?=[A-Z“\"(\[*])")
_CLOSING = {"“": "”", "«": "»", "„": "“”", '"': '"'}
_OPENING = {"”": "“„", "»": "«", '"': '"'}
_CUT = re.compile(r"\[\s*(?:…|\.\.\.)\s*\]|…|\.\.\.")
_FOLDED = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‑": "-", "−": "-"})


@dataclass(frozen=True)
class Quotation:
    """Words quoted, or several readings of where they begin and end, the likeliest first."""

    readings: tuple[str, ...]
    block: bool


@dataclass(frozen=True)
class Verdict:
    """Whether a quotation stands."""

    kind: Literal["exact", "elsewhere", "edition", "altered"]
    message: str = ""
    words: Words = ()


# ---- finding them -------------------------------------------------------------------------------------------------


def quotations_beside(runs: Sequence[Run], text: str, prose: Prose) -> dict[Run, Quotation]:
    """The quotation that stands beside a run of citing, where there is one."""
    found: dict[Run, Quotation] = {}
    taken: set[int] = set()  # where quotations begin that belong to a run already
    paragraphs = prose.paragraphs
    blocks = {start for start, _ in prose.block_quotes}
    for at, (start, end) in enumerate(paragraphs):
        here = [run for run in runs if start <= run.start < end]
        if not here:
            continue
        quoted = start in blocks
        following = paragraphs[at + 1] if at + 1 < len(paragraphs) else None
        if quoted:
            inner = _attributed(here[-1], (start, end), text)
            if inner is not None:
                found[here[-1]] = inner
            continue
        if following is not None and following[0] in blocks:
            block = _announced(here[-1], end, following, text)
            if block is not None:
                found[here[-1]] = block
        for run in here:
            if run not in found:
                before = list(_before(text, start, run.start))
                if before:
                    found[run] = Quotation(tuple(words for _, words in before), block=False)
                    taken.add(before[0][0])
        for run in here:
            if run not in found:
                after = list(_after(text, run.end, end))
                if after and after[0][0] not in taken:
                    found[run] = Quotation(tuple(words for _, words in after), block=False)
    return found


def _announced(run: Run, end: int, block: Span, text: str) -> Quotation | None:
    """``… is settled by [fow 804.3]:`` and the block quote below it."""
    between = text[run.end : end].rstrip(" \t\r\n*_")
    if not between.endswith(":") or SENTENCE.search(between):
        return None
    return Quotation((_unquoted(text[slice(*block)]),), block=True)


def _attributed(run: Run, block: Span, text: str) -> Quotation | None:
    """``> To block, … — [fow 804.3]``"""
    if text[run.end : block[1]].strip(" \t\r\n>).]*_"):
        return None
    words = _unquoted(text[block[0] : run.start]).rstrip(" (–—-*_")
    return Quotation((words,), block=True) if words else None


def _unquoted(block: str) -> str:
    return " ".join(
        " ".join(re.sub(r"^[ \t]*(?:>[ \t]?)+", "", line) for line in re.split(r"\r\n|\r|\n", block)).split()
    )


def _before(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """``"…" ([fow 804.4])``: each place where the quotation may begin, with its words."""
    closed = _BEFORE.search(text, start, end)
    if closed is None:
        return
    for at in range(closed.start() - 1, start - 1, -1):
        opens = text[at] in _OPENING[closed[1]] and not text[at - 1 : at].isalnum() and not text[at + 1].isspace()
        if opens and at + 1 < closed.start():
            yield at, text[at + 1 : closed.start()]


def _after(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """``By [fow 804.4], "…"``"""
    opened = _AFTER.match(text, start, end)
    if opened is None:
        return
    for at in range(opened.end(), end):
        if text[at] in _CLOSING[opened[1]] and not text[at + 1 : at + 2].isalnum():
            yield opened.start(1), text[opened.end() : at]


# ---- judging them -------------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """Without white space, emphasis and the differences of typography."""
    return re.sub(r"[\s*`]+", "", text.translate(_FOLDED))


class Wordings:
    """The words of an edition's rules, folded for comparison."""

    def __init__(self, shelf: Shelf, edition: Edition) -> None:
        self.edition = edition
        self.register = shelf.register(edition)
        self._texts: dict[str, str] = {}

    def text(self, id: str) -> str:
        if id not in self._texts:
            node = self.register.document.by_id[id]
            self._texts[id] = folded("\n".join((node.title, node.text, *node.examples, "\v", node.printed)))
        return self._texts[id]

    def stands_in(self, quotation: str, ids: Sequence[str]) -> bool:
        """Whether it stands in one of the rules, in what is below them, or in several of them in a row."""
        wholes = [self.text(id) for id in ids]
        if any(_within(quotation, text) for text in wholes):
            return True
        below = [node for id in ids for node in self._below(id)]
        if any(_within(quotation, self.text(node.id)) for node in below):
            return True
        in_a_row = " ".join(node.title or node.text for id in ids for node in self._with_below(id))
        return _within(quotation, folded(in_a_row))

    def _with_below(self, id: str) -> list[Node]:
        return [self.register.document.by_id[id], *self._below(id)]

    def _below(self, id: str) -> list[Node]:
        return [node for child in self.register.document.children.get(id, []) for node in self._with_below(child.id)]

    def holders(self, quotation: str) -> list[str]:
        return [node.id for node in self.register.document.nodes if _within(quotation, self.text(node.id))]


def _within(quotation: str, text: str) -> bool:
    """Every piece of the quotation in its order, the first letter of each large or small."""
    at = 0
    for piece in pieces(quotation):
        ends = [
            found + len(piece)
            for form in (piece, piece[:1].swapcase() + piece[1:])
            if (found := text.find(form, at)) >= 0
        ]
        if not ends:
            return False
        at = min(ends)
    return True


def pieces(quotation: str) -> list[str]:
    """What is quoted, cut where words are left out: ``To block, … rest``; a closing stop may be the writer's own."""
    plain = re.sub(r"\\(?=[^\w\s])", "", html.unescape(quotation))
    plain = re.sub(r"(?<!\w)\[([A-Za-z])\](?=[a-z])", r"\1", plain)  # "[t]he player": a letter made to fit
    return [folded for part in _CUT.split(plain) if (folded := _stripped(part))]


def _stripped(part: str) -> str:
    return folded(part).strip(".,;:!?-")


def judged(quotation: Quotation, ids: Sequence[str], wordings: Wordings, others: Sequence[Wordings]) -> Verdict | None:
    """A verdict, or none where the words in quotation marks are hardly meant as this rule's."""
    readings = [reading for reading in quotation.readings if pieces(reading)]
    if not readings:
        return None
    if any(wordings.stands_in(reading, ids) for reading in readings):
        return Verdict("exact")
    nearest = readings[0]
    if len(nearest.split()) < _MENTION and not quotation.block:
        return None
    elsewhere = wordings.holders(nearest) if len(nearest.split()) >= _MENTION else []
    if elsewhere:
        where = " and ".join(in_ranges(elsewhere[:3], wordings.register))
        return Verdict("elsewhere", f"the words quoted stand in {where}, not in {_listed(ids)}")
    for other in others:
        holders = other.holders(nearest)
        if holders and len(nearest.split()) >= _MENTION:
            return Verdict("edition", f"the words quoted are those of {other.edition.key} {holders[0]}")
    return _altered(nearest, quotation.block, ids, wordings)


def _altered(quoted: str, block: bool, ids: Sequence[str], wordings: Wordings) -> Verdict | None:
    by_id = wordings.register.document.by_id
    rule = " ".join(by_id[id].title or by_id[id].text for id in ids).split()
    words = quoted.split()
    matcher = difflib.SequenceMatcher(
        None, [folded(word).strip(".,;:").casefold() for word in rule], [folded(w).strip(".,;:").casefold() for w in words],
        autojunk=False,
    )  # fmt: skip
    blocks = [match for match in matcher.get_matching_blocks() if match.size]
    alike = sum(match.size for match in blocks) / len(words)
    if not block and alike < _ALIKE:
        return None
    if not blocks or alike < _ALIKE:
        return Verdict("altered", f"the words quoted do not stand in {_listed(ids)}")
    first, last = blocks[0], blocks[-1]
    start, end = first.a, last.a + last.size
    shown: list[tuple[str, str]] = []
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        was, now = rule[max(a1, start) : min(a2, end)], words[b1:b2]
        if tag == "equal":
            shown.append(("equal", " ".join(was)))
        else:
            shown += [("delete", " ".join(was))] if was else []
            shown += [("insert", " ".join(now))] if now else []
    differing = [f"{'not' if kind == 'insert' else 'but'} “{part}”" for kind, part in shown if kind != "equal"]
    said = ", ".join(sorted(differing[:4], key=lambda part: part.startswith("but")))
    return Verdict("altered", f"{_listed(ids)} is quoted in other words: {said or 'its order differs'}", tuple(shown))


def _listed(ids: Sequence[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{', '.join(ids[:-1])} and {ids[-1]}"
