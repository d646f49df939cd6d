"""Knowledge of how players talk: which of their words mean which words of a rulebook.

In: ``knowledge/general.toml``, which holds for every game, and a game's own ``words.toml``. Out: :class:`Knowledge`.

    [rings.cards]          words that players use for one another; the ring's name stands for all of them
    creature = "creature, guy, dude, body"

    [readings.cards]       a player's words, or a ring's name = the rulebook's words
    "creature" = "resonator"
    "mana floating" = ["produced will cease to exist"]

    [situations.combat]    words that stand anywhere in the question, in any order = the words of the rule that decides
    "blocker|blocked dies damage" = ["no blocking, damage is dealt to the object chosen"]

    [outside.money]        subjects that no rulebook speaks of, unless it uses one of these words itself
    said = "price, worth, cost in dollars"
    unless = "price"

    [words]                plain: ordinary words, no slips of the finger; keep: stop words that mean something here
    plain = "huge, weird"
    keep = "will"

Texts may list several phrases with commas, or be lists of texts; ``|`` parts words that will do as well.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citator.errors import BadLibrary

_TABLES = ("rings", "readings", "situations", "outside", "words")


@dataclass(frozen=True, slots=True)
class Entry:
    """What players say, and what the rulebook says instead."""

    said: tuple[str, ...]
    read: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something players ask about and rulebooks do not decide."""

    name: str
    said: tuple[str, ...]
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known about players' words."""

    rings: tuple[Entry, ...] = ()  # read: the ring's name
    readings: tuple[Entry, ...] = ()
    situations: tuple[Entry, ...] = ()
    outside: tuple[Subject, ...] = ()
    plain: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()

    def __add__(self, other: Knowledge) -> Knowledge:
        return Knowledge(
            self.rings + other.rings,
            self.readings + other.readings,
            self.situations + other.situations,
            self.outside + other.outside,
            self.plain + other.plain,
            self.keep + other.keep,
        )


def general() -> Knowledge:
    """What holds for every game."""
    return read_words(Path(__file__).parent / "knowledge" / "general.toml")


def for_game(folder: Path) -> Knowledge:
    """What holds for every game, and what the game's own ``words.toml`` adds to it, if there is one."""
    return general() + read_words(folder / "words.toml")


def read_words(path: Path) -> Knowledge:
    """One file of players' words; a file that is not there says nothing."""
    if not path.is_file():
        return Knowledge()
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadLibrary(f"{path} is not TOML: {error}.") from error
    if unknown := sorted(values.keys() - set(_TABLES)):
        raise BadLibrary(f"{path}: there is no table [{unknown[0]}]: use {', '.join(f'[{name}]' for name in _TABLES)}.")
    plain = _words(path, values.get("words", {}))
    return Knowledge(
        tuple(Entry(said, (name,)) for name, said in _entries(path, values, "rings")),
        tuple(Entry(_phrases(said), read) for said, read in _entries(path, values, "readings")),
        tuple(Entry(_phrases(said), read) for said, read in _entries(path, values, "situations")),
        tuple(
            _subject(path, name, value) for name, value in _table(path, "outside", values.get("outside", {})).items()
        ),
        plain["plain"],
        plain["keep"],
    )


# ---- the parts of the file ----------------------------------------------------------------------------------------


def _entries(path: Path, values: dict[str, Any], table: str) -> list[tuple[str, tuple[str, ...]]]:
    found = []
    for subject, entries in _table(path, table, values.get(table, {})).items():
        for said, read in _table(path, f"{table}.{subject}", entries).items():
            if not _phrases(said):
                raise BadLibrary(f"{path}: an entry of [{table}.{subject}] has an empty name.")
            found.append((said, _texts(path, f"[{table}.{subject}] {said!r}", read)))
    return found


def _subject(path: Path, name: str, value: object) -> Subject:
    values = _table(path, f"outside.{name}", value)
    if unknown := sorted(values.keys() - {"said", "unless"}):
        raise BadLibrary(f"{path}: [outside.{name}] knows said and unless, not {unknown[0]!r}.")
    if "said" not in values:
        raise BadLibrary(f"{path}: [outside.{name}] needs said = the words that give the subject away.")
    return Subject(
        name,
        _texts(path, f"[outside.{name}] said", values["said"]),
        _texts(path, f"[outside.{name}] unless", values["unless"]) if "unless" in values else (),
    )


def _words(path: Path, value: object) -> dict[str, tuple[str, ...]]:
    values = _table(path, "words", value)
    if unknown := sorted(values.keys() - {"plain", "keep"}):
        raise BadLibrary(f"{path}: [words] knows plain and keep, not {unknown[0]!r}.")
    return {name: _texts(path, f"[words] {name}", values[name]) if name in values else () for name in ("plain", "keep")}


def _table(path: Path, name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadLibrary(f"{path}: [{name}] must be a table of entries, not {value!r}.")
    return value


def _texts(path: Path, where: str, value: object) -> tuple[str, ...]:
    items: list[Any] = value if isinstance(value, list) else [value]
    if not all(isinstance(item, str) for item in items):
        raise BadLibrary(f"{path}: {where} must be text in quotes or a list of texts, not {value!r}.")
    found = tuple(phrase for item in items for phrase in _phrases(item))
    if not found:
        raise BadLibrary(f"{path}: {where} is empty: write the words, or take the entry out.")
    return found


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase for part in text.split(",") if (phrase := " ".join(part.split())))
