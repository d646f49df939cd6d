"""Numbers inside a text that name other rules of the edition.

In: a text and the ids of its edition. Out: where rule numbers stand in it. They change with every renumbering, so the
comparison of editions looks through them: what counts is the rule that they point to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"(?<![\w.,+/-])\d+(?:[.\-–]\d+)*(?:\.?[a-z](?:-[ivx]+)?)?(?![\w/])")
# A whole number may be an amount; it points to a rule only where something says so: "(906)", "see 906", "<702. Play …".
_LED = re.compile(r"(?:[(<]|\b(?:rules?|sections?|chapters?|see|and|or|to)\s)\s*$", re.IGNORECASE)


class Pointer(NamedTuple):
    """A rule number in a text."""

    start: int
    end: int
    id: str


def pointers(text: str, ids: Container[str]) -> list[Pointer]:
    """``Some cards with [Trigger] are automatic objects (906).`` points to 906."""
    if not _DIGIT.search(text):
        return []
    found: list[Pointer] = []
    for match in _NUMBER.finditer(text):
        number = match[0]
        if number in ids and (not number.isdecimal() or (len(number) > 1 and _LED.search(text[: match.start()]))):
            found.append(Pointer(match.start(), match.end(), number))
    return found


def without_pointers(text: str, ids: Container[str]) -> str:
    """The text without the numbers of other rules."""
    for pointer in reversed(pointers(text, ids)):
        text = text[: pointer.start] + text[pointer.end :]
    return text
