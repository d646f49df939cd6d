"""Forms of English words, as far as rulebooks bend their terms: plurals, and the forms of a verb.

Rules of spelling and a short table of strong verbs; no dictionary. A form too many does no harm where it is only looked
for, so :func:`verb_forms` offers both ``swaped`` and ``swapped``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

# Verbs of rulebooks that do not simply take -ed.
_STRONG = {
    "become": ("became",),
    "begin": ("began", "begun"),
    "break": ("broke", "broken"),
    "bring": ("brought",),
    "choose": ("chose", "chosen"),
    "deal": ("dealt",),
    "draw": ("drew", "drawn"),
    "fight": ("fought",),
    "find": ("found",),
    "freeze": ("froze", "frozen"),
    "keep": ("kept",),
    "lose": ("lost",),
    "pay": ("paid",),
    "take": ("took", "taken"),
    "win": ("won",),
}


def singular(word: str) -> str:
    """``abilities`` → ``ability``, ``classes`` → ``class``, ``zones`` → ``zone``; ``class`` and ``this`` stay."""
    low = word.lower()
    if len(low) > 4 and low.endswith("ies"):
        return word[:-3] + ("Y" if word.isupper() else "y")
    if low.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def plural(word: str) -> str:
    """``entity`` → ``entities``, ``class`` → ``classes``, ``zone`` → ``zones``."""
    low = word.lower()
    if len(low) > 2 and low.endswith("y") and low[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if low.endswith(("s", "x", "ch", "sh")) else "s")


def verb_forms(verb: str) -> tuple[str, ...]:
    """``destroy`` → destroy, destroys, destroyed, destroying."""
    low = verb.lower()
    forms = [low, plural(low)]
    if low in _STRONG:
        forms += _STRONG[low]
    elif low.endswith("e"):
        forms.append(low + "d")
    elif len(low) > 2 and low.endswith("y") and low[-2] not in "aeiou":
        forms.append(low[:-1] + "ied")
    else:
        forms.append(low + "ed")
    forms.append((low[:-1] if low.endswith("e") and not low.endswith("ee") else low) + "ing")
    if re.fullmatch(r"[a-z]*[^aeiou][aeiou][bdgklmnprtv]", low):  # swap, put, cancel
        forms += [low + low[-1] + "ed", low + low[-1] + "ing"]
    return tuple(dict.fromkeys(forms))


def bare_verb(word: str, known: Container[str]) -> str:
    """``becomes`` → ``become``, ``played`` → ``play``, ``resolved`` → ``resolve``: the candidate the document knows."""
    low = word.lower()
    for strong, forms in _STRONG.items():
        if low in forms:
            return strong
    candidates = []
    if low.endswith("s") and not low.endswith("ss"):
        candidates += [singular(low), low[:-1]]
    if low.endswith("ied"):
        candidates.append(low[:-3] + "y")
    if low.endswith("ed"):
        candidates += [low[:-2], low[:-1], low[:-3]]  # played, resolved, swapped
    if low.endswith("ing"):
        candidates += [low[:-3], low[:-3] + "e", low[:-4]]
    likely = [candidate for candidate in candidates if low in verb_forms(candidate)]
    return next((candidate for candidate in likely if candidate in known), likely[0] if likely else low)
