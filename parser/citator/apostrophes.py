"""Apostrophes lost with their typeface: "doesnt", "a players ruler area", "its not".

In: a text whose spaces are in order. Out: the places where an apostrophe is missing, only where nothing else can be
meant. "an effects instruct" is the publisher's own slip, and "cards that players control" is right as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from citator.vocabulary import CONTRACTIONS, Atom, Vocabulary, atoms

ONE = frozenset("a an another each every its one this your".split())  # what can only stand before one owner
PREPOSITIONS = frozenset("at by from in into of on to under with".split())  # "under that players control"
# What no possessive can stand before: "its an automatic ability", "its still the same card".
AFTER_IT_IS = frozenset("a already also always an being considered currently never not still the treated".split())
FEW = 5  # contractions that tell whether a document lost its apostrophes


def lost_apostrophes(text: str, vocabulary: Vocabulary) -> Iterator[int]:
    """The places in the text where an apostrophe belongs."""
    found = atoms(text)
    for index, atom in enumerate(found):
        if atom.kind != "word":
            continue
        if atom.key in CONTRACTIONS:
            yield atom.start + CONTRACTIONS[atom.key].index("'")
        elif is_it_is(found, index) or is_possessive(found, index, vocabulary):
            yield atom.end - 1


def is_it_is(found: Sequence[Atom], index: int) -> bool:
    return found[index].key == "its" and next_key(found, index) in AFTER_IT_IS


def is_possessive(found: Sequence[Atom], index: int, vocabulary: Vocabulary) -> bool:
    """Whether one owner is named, and what follows is written after that owner's name elsewhere."""
    key = found[index].key
    if len(key) < 4 or not key.isalpha() or not key.endswith("s") or index == 0:
        return False
    owned = next_key(found, index)
    if not owned.isalpha() or not vocabulary.attests(f"{key[:-1]}'s", owned):
        return False
    before = found[index - 1].key
    return before in ONE or (before == "that" and index > 1 and found[index - 2].key in PREPOSITIONS)


def next_key(found: Sequence[Atom], index: int) -> str:
    return found[index + 1].key if index + 1 < len(found) else ""


def lost_with_the_typeface(texts: Iterable[str]) -> bool:
    """Whether a document lacks most of its apostrophes, and not just a few that its publisher forgot."""
    keys = [atom.key for text in texts for atom in atoms(text)]
    lost = sum(key in CONTRACTIONS for key in keys)
    whole = set(CONTRACTIONS.values())
    return lost >= FEW and lost > sum(key in whole for key in keys)
