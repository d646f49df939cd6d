"""How a question is read: slips put right, players' words turned into the rulebook's, situations recognised.

In: an index and a question. Out: :class:`Asked`, the ideas that rules are then ranked by.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citator import words

if TYPE_CHECKING:
    from citator.indexing import Index

LONGEST = 5  # words of a phrase

# What a word counts: the player's own, and the rulebook's word for it. Where the book uses the player's word itself,
# that is likely what he means.
SAID, WEAK, READ, READ_THOUGH_KNOWN, INSIDE_A_PHRASE, GUESSED = 1.0, 0.3, 0.7, 0.35, 0.5, 0.8
SITUATION = {1: 0.5, 2: 0.7, 3: 0.9}  # by how many words gave it away; beyond three as for three

_DEFINITION = re.compile(
    r"^(?:so |hey |um )?(?:what(?:'?s| is| are| does| do)|define|definition|meaning|explain|difference|whats)\b|\bmeans?\b"
    r"|\b(?:like|the same as|same thing as|different from|difference between)\b"
)
_UNKNOWN_THING = re.compile(
    r"\b(?:keyword|keyword ability|keyword skill|ability called|mechanic|mechanic called)\s+[\[\"'“‘]?"
    r"(?P<after>[A-Z][A-Za-z'’-]+)"
    r"|\b(?P<before>[A-Z][A-Za-z'’-]+)[\]\"'”’]?\s+(?:keyword|mechanic)\b"
    r"|^\W*(?:[Ww]hat|[Hh]ow) (?:does|do|is|are)(?: an?| the)? [\[\"'“‘]?(?P<asked>[A-Z][A-Za-z'’-]+)[\]\"'”’]?"
    r"(?: (?:do|mean|work|works|exactly|here|in this game))*\W*$"
)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to find an idea in a rule: stems, what they count, and what to tell people about it."""

    stems: tuple[str, ...]
    weight: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Idea:
    """Something a question speaks of, and the ways rules may put it."""

    said: str
    ways: tuple[Way, ...]
    counts: bool = True  # towards how much of the question a rule covers
    situation: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was understood."""

    ideas: tuple[Idea, ...]
    stems: tuple[str, ...]
    definition: bool = False  # what is …?
    outside: str = ""  # why no rule decides it


def read(index: Index, question: str) -> Asked:
    """Read a question with the words of one edition."""
    said = words.asked(question, index.keep)
    meant, slips = _mended(index, said)
    covered = _phrases(index, meant)
    ideas: list[Idea] = []
    rings: set[str] = set()
    inside: set[int] = set()
    for start, end in covered:
        phrase = " ".join(word.stem for word in meant[start:end])
        rings.update(index.rings.get(phrase, ()))
        if end - start > 1 and phrase in index.readings:
            written = " ".join(word.written for word in said[start:end])
            known = index.says(phrase.split())
            ideas.append(Idea(written, _ways(index, phrase, written, known), counts=not known))
            if not known:
                inside.update(range(start, end))
    for place, word in enumerate(meant):
        if words.stops(word):
            continue
        ways = _own(index, word, said[place], place in slips, place in inside)
        if place not in inside:
            known = word.stem in index.number
            ways += _ways(index, word.stem, said[place].written, known)
        if ways:
            ideas.append(Idea(said[place].written, ways, counts=place not in inside and word.stem not in words.WEAK))
    stems = tuple(word.stem for word in meant if not words.stops(word))
    ideas += _situations(index, [*meant, *words.words(question)], rings)
    return Asked(
        tuple(_merged(ideas)),
        stems,
        bool(_DEFINITION.search(question.lower().strip())),
        _outside(index, question),
    )


def _mended(index: Index, said: list[words.Word]) -> tuple[list[words.Word], set[int]]:
    """Words that neither the book nor players know are taken for the nearest that they know."""
    meant, slips = [], set()
    for place, word in enumerate(said):
        if words.stops(word) or word.stem in index.correctable or word.stem in index.plain or word.stem in words.WEAK:
            meant.append(word)
            continue
        near = words.corrected(word.stem, index.correctable)
        if near is None:
            meant.append(word)
        else:
            meant.append(words.Word(word.written, near))
            slips.add(place)
    return meant, slips


def _phrases(index: Index, meant: list[words.Word]) -> list[tuple[int, int]]:
    """Where known phrases stand, the longest first, no two of several words upon each other; every word by itself."""
    taken: set[int] = set()
    found = []
    for length in range(min(LONGEST, len(meant)), 1, -1):
        for start in range(len(meant) - length + 1):
            span = range(start, start + length)
            phrase = " ".join(word.stem for word in meant[start : start + length])
            if (phrase in index.readings or phrase in index.rings) and taken.isdisjoint(span):
                taken.update(span)
                found.append((start, start + length))
    return found + [(place, place + 1) for place in range(len(meant))]


def _own(index: Index, word: words.Word, written: words.Word, slip: bool, inside: bool) -> tuple[Way, ...]:
    if word.stem not in index.number:
        return ()
    why = f"‘{written.written}’ is taken for ‘{index.words[index.number[word.stem]]}’" if slip else ""
    weight = WEAK if word.stem in words.WEAK else INSIDE_A_PHRASE if inside else GUESSED if slip else SAID
    return (Way((word.stem,), weight, why),)


def _ways(index: Index, phrase: str, written: str, known: bool) -> tuple[Way, ...]:
    weight = READ_THOUGH_KNOWN if known else READ
    return tuple(
        Way(stems := tuple(target.split()), weight, f"‘{written}’ is read as ‘{_said(index, stems)}’")
        for target in index.readings.get(phrase, ())
    )


def _said(index: Index, stems: tuple[str, ...]) -> str:
    return " ".join(index.words[index.number[stem]] for stem in stems)


def _situations(index: Index, said: list[words.Word], rings: set[str]) -> list[Idea]:
    """What happened at the table, where all the words that give it away stand in the question."""
    found = []
    stems = {word.stem for word in said}
    for keys, targets in index.situations:
        fitting = [key for key in keys if all(_there(index, item, stems, rings) for item in key.split())]
        if not fitting:
            continue
        key = max(fitting, key=lambda key: key.count(" "))
        weight = SITUATION[min(3, key.count(" ") + 1)]
        gave = " … ".join(_giving(index, item, said) for item in key.split())
        ways = [
            Way(part := tuple(target.split()), weight, f"‘{gave}’ points to ‘{_said(index, part)}’")
            for target in targets
        ]
        found.append(Idea(gave, tuple(ways), counts=False, situation=key.count(" ") > 0))
    return found


def _there(index: Index, item: str, stems: set[str], rings: set[str]) -> bool:
    return any(stem in stems or not rings.isdisjoint(index.rings.get(stem, ())) for stem in item.split("|"))


def _giving(index: Index, item: str, said: list[words.Word]) -> str:
    """The player's own word that gave a situation away; the entry's where it was a phrase."""
    wanted = item.split("|")
    rings = {ring for stem in wanted for ring in index.rings.get(stem, ())}
    direct = [word.written for word in said if word.stem in wanted]
    akin = [word.written for word in said if not rings.isdisjoint(index.rings.get(word.stem, ()))]
    return (direct or akin or wanted)[0]


def _merged(ideas: list[Idea]) -> list[Idea]:
    """A word said twice is one idea."""
    found: dict[tuple[tuple[str, ...], ...], Idea] = {}
    for idea in ideas:
        found.setdefault(tuple(way.stems for way in idea.ways), idea)
    return list(found.values())


def _outside(index: Index, question: str) -> str:
    """Why no rule decides the question, as far as its words give that away."""
    stems = f" {' '.join(word.stem for word in words.words(question))} "
    for subject, phrases in index.outside:
        for phrase in phrases:
            if f" {phrase} " in stems:
                return subject
    for match in _UNKNOWN_THING.finditer(question):
        thing = match["after"] or match["before"] or match["asked"]
        if not any(_familiar(index, word.stem) for word in words.words(thing)):
            return f"no rule speaks of ‘{thing}’"
    return ""


def _familiar(index: Index, stem: str) -> bool:
    return stem in index.number or stem in index.readings or stem in index.rings
