"""What a stretch of words looks like: a title, an open sentence, an example, a table that lost its columns.

Small questions about one text, with no neighbours and no positions in the document; each has a table of real lines in
its test.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_CLOSERS = "\"'”’)]}»】>*_ \t"
_STOPS = ".!?:;…。"
# A sentence cannot end with one of these.
_HANGING = frozenset(
    "a an the of to in on at by for from with and or nor but if is are was were be been as than "
    "its their his her your into onto upon when while which who whose not until unless "
    "during also".split()
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def closed(text: str) -> bool:
    """``… the game wins.`` ends a sentence or a clause that a list may follow; ``… determined by the`` does not."""
    return text.rstrip(_CLOSERS).endswith(tuple(_STOPS)) if text else True


def hangs(text: str) -> bool:
    """``There is a limit to the amount of play points a player can have. If,`` cannot end here."""
    text = text.rstrip()
    if text.endswith((",", "-", "–", "/")):
        return True
    last = _WORD.findall(text[-40:])
    return bool(last) and not closed(text) and last[-1].lower() in _HANGING


def starts_small(text: str) -> bool:
    """``resolved. Once those have been resolved``, but not ``It evolved that turn.``"""
    return text[:1].islower()


def title_like(text: str) -> bool:
    """``Playing Cards from the Hand or EX Area``: short, no sentence."""
    text = text.strip("* ")
    if not text or len(text) > 100 or text[-1] in ".!?;,…" or text.endswith((":", '."', ".”", ".)")):
        return False
    if text[0].islower():
        return False
    words = _WORD.findall(text)
    if len(words) <= 6:
        return True
    capitals = sum(1 for word in words if not word[0].islower())
    return len(words) <= 14 and capitals * 2 >= len(words)


def first_words(text: str, count: int = 2) -> tuple[str, ...]:
    """``Controller of``, of ``Controller of an effect is …``."""
    return tuple(word.lower() for word in _WORD.findall(text[:80])[:count])


_EXAMPLE = re.compile(r"(?:\bEx[.:]|\bEXAMPLES?:|\bExamples?(?: [0-9]{1,2})?:)(?=\s|[^\s.])")
_BRACKETS = re.compile(r"[()\[\]{}]")


def example_starts(text: str) -> list[int]:
    """Where free-standing examples begin in a rule's words, also where they are glued to the sentence before.

    ``… a card with that word(s).Ex. "If you control "Hansel"" means …`` has one; ``(Ex: Seal (3) - This card gains
    [Flying].)`` has none, being bracketed.
    """
    found = []
    for match in _EXAMPLE.finditer(text):
        before = text[: match.start()].rstrip()
        if before and not closed(before):
            continue
        depth = 0
        for mark in _BRACKETS.finditer(before):
            depth = depth + 1 if mark[0] in "([{" else max(0, depth - 1)
        if depth == 0:
            found.append(match.start())
    return found


# "time.Priority", "process. process"
_RESTART = re.compile(r"([^\s.!?]+)[.!?][\"”)]?(\s*)([^\W\d_])")
_ABBREVIATIONS = frozenset("ex e.g i.e eg ie vs etc no cf fig p pp ver approx".split())


def flattened_table(text: str) -> int | None:
    """Where a table begins that was flattened into the words, its columns read across.

    ``… at that time.Priority Perform rule Repeat it as long as any ruleSequence process. process left should be …``:
    read across its columns, sentence after sentence begins small. Three such in a row are a table; it begins where the
    last sound sentence ends.
    """
    starts = [
        (match.start(3), match[3].islower() and bool(match[2]))
        for match in _RESTART.finditer(text)
        if match[1].lstrip("([\"'“").lower() not in _ABBREVIATIONS and (match[2] or match[3].isupper())
    ]
    small = [at for at, (_, is_small) in enumerate(starts) if is_small]
    if len(small) < 3:
        return None
    first = small[0]
    if first == 0 or small[2] - first > 8:
        return None
    return starts[first - 1][0]


def without_bold(text: str) -> str:
    """``**Player:** One who plays this game.`` without its marks; the marks of a pair torn apart by a cut go too."""
    if "**" not in text:
        return text
    return text.replace("**", "")


def joined(pieces: Iterable[str]) -> str:
    """Lines of one text as one line, with single spaces; a word cut at a hyphen stays one word."""
    out = ""
    for piece in pieces:
        words = " ".join(piece.split())
        if not words:
            continue
        if not out:
            out = words
        elif re.search(r"[a-z]-$", out) and words[0].islower():
            out += words
        else:
            out += " " + words
    return out


_LETTERS = re.compile(r"[a-z]+(?:['’][a-z]+)?")


def stems_of(text: str) -> list[str]:
    """The words of a text without their endings; the parts of ``play-point`` and ``J/resonator`` count singly."""
    return [stem_of(word) for word in _LETTERS.findall(text.lower())]


def stem_of(word: str) -> str:
    """A crude stem is enough to find the same word again: calling, called, calls and call are one."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
