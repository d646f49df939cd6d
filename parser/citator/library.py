"""The library: which games and editions there are, and what their TOML files say.

In: folders. Out: :class:`Game` and :class:`Edition` records, checked. No document is opened here.

    LIBRARY/force-of-will/game.toml
                          8.01/edition.toml, rules.txt, repairs.toml
"""

from __future__ import annotations

import datetime
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from citator.errors import BadInput, BadLibrary
from citator.model import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEY = r"[a-z0-9][a-z0-9-]*"
_VERSION = r"[A-Za-z0-9][A-Za-z0-9._+-]*"


class Edition(NamedTuple):
    """One edition of a game's rules."""

    game: str  # its key
    version: str
    folder: Path
    source: str  # the document's file name
    layout: str
    encoding: str | None = None
    title: str = ""
    published: datetime.date | None = None
    effective: datetime.date | None = None
    provenance: str = ""
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.game}@{self.version}"

    @property
    def path(self) -> Path:
        return self.folder / self.source

    @property
    def repairs(self) -> Path:
        return self.folder / "repairs.toml"

    @property
    def date(self) -> datetime.date | None:
        """The day from which it is in force, as far as known."""
        return self.effective or self.published


class Game(NamedTuple):
    """A game and its editions, oldest first."""

    key: str
    name: str
    publisher: str
    citation: str  # how a rule is cited, with {version} and {rule}
    aliases: tuple[str, ...] = ()
    editions: tuple[Edition, ...] = ()

    @property
    def newest(self) -> Edition:
        return self.editions[-1]


@dataclass(frozen=True)
class Library:
    """Every game found in the library's folders, and where a new edition would be put."""

    games: dict[str, Game]
    home: Path  # where ``add`` writes
    folders: tuple[Path, ...] = field(default=())

    def knows(self, name: str) -> bool:
        return self._called(name) is not None

    def _called(self, name: str) -> Game | None:
        wanted = name.casefold().strip()
        for game in self.games.values():
            if wanted in (game.key, game.name.casefold(), *(alias.casefold() for alias in game.aliases)):
                return game
        return None

    def game(self, name: str) -> Game:
        """A game by its key, its name or another name it goes by."""
        found = self._called(name)
        if found is not None:
            return found
        if not self.games:
            raise BadInput(f"there is no game {name!r}: the library is empty; “citator add” puts an edition into it.")
        hint = _meant(name.casefold().strip(), self.games, 0.5)
        raise BadInput(f"there is no game {name!r}: {hint}The library holds {_listed(self.games)}.")

    def edition(self, key: str) -> Edition:
        """``fow@5.12``, ``fow`` for the newest, ``fow@2016-05-01`` for the one in force that day."""
        name, at, version = key.partition("@")
        game = self.game(name)
        if not game.editions:
            raise BadInput(f"{game.key} has no editions yet: “citator add {game.key} VERSION FILE” puts one in.")
        if not at:
            return game.newest
        for edition in game.editions:
            if edition.version.casefold() == version.strip().casefold():
                return edition
        day = _day(version)
        if day is not None:
            return _in_force(game, day)
        raise BadInput(
            f"there is no edition {version!r} of {game.name}: "
            f"the library holds {_listed(edition.key for edition in game.editions)}."
        )

    def editions(self) -> list[Edition]:
        return [edition for game in self.games.values() for edition in game.editions]


def _day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        return None


def _in_force(game: Game, day: datetime.date) -> Edition:
    dated = [edition for edition in game.editions if edition.date is not None]
    before = [edition for edition in dated if edition.date is not None and edition.date <= day]
    if before:
        return before[-1]
    if not dated:
        raise BadInput(f"no edition of {game.name} has a date: name one of {_listed(e.key for e in game.editions)}.")
    raise BadInput(
        f"no edition of {game.name} was in force on {day}: the oldest in the library, {dated[0].key}, "
        f"is from {dated[0].date}."
    )


def _meant(name: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """``did you mean 'fow'? ``, or nothing."""
    import difflib

    near = difflib.get_close_matches(name, list(known), 1, likeness)
    return f"did you mean {near[0]!r}? " if near else ""


def _listed(names: Iterable[str]) -> str:
    items = list(names)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


# ---- finding it ---------------------------------------------------------------------------------------------------


def built_in() -> Path:
    """The documents that come with Citator: in the wheel beside the code, in a checkout at its top."""
    packed = Path(__file__).parent / "rules"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "rules"


def users_own() -> Path:
    """The user's own folder, where the platform wants such things."""
    return user_folder("data") / "rules"


def user_folder(kind: Literal["data", "cache"]) -> Path:
    """``~/.local/share/citator`` or ``~/.cache/citator`` on Linux, their equals elsewhere."""
    if sys.platform == "linux":
        # What platformdirs says there, without the time it takes to import: this runs before every look-up.
        chosen = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
        default = ".local/share" if kind == "data" else ".cache"
        return (Path(chosen) if chosen else Path("~", default).expanduser()) / "citator"
    import platformdirs

    find = platformdirs.user_data_dir if kind == "data" else platformdirs.user_cache_dir
    return Path(find("citator", appauthor=False))


class Place(NamedTuple):
    """The folders that make up the library, and the one to which ``add`` writes."""

    folders: tuple[Path, ...]
    home: Path


def locate(folder: Path | None = None) -> Place:
    """The built-in library together with the user's own, or only ``folder`` (or ``CITATOR_RULES``) if given."""
    chosen = folder or (Path(os.environ["CITATOR_RULES"]) if os.environ.get("CITATOR_RULES") else None)
    if chosen is not None:
        if chosen.exists() and not chosen.is_dir():
            raise BadInput(f"{chosen} is a file: --rules takes the folder that holds the games' folders.")
        if not chosen.exists():
            raise BadInput(f"there is no folder {chosen}: make it first, or leave --rules out.")
        return Place((chosen,), chosen)
    return Place((built_in(), users_own()), users_own())


def open_library(folder: Path | None = None) -> Library:
    """The library at its place, read from its TOML files."""
    place = locate(folder)
    return load(place.folders, place.home)


def load(folders: Iterable[Path], home: Path) -> Library:
    """Read the TOML files of every game folder; folders whose names begin with a dot are passed over."""
    games: dict[str, Game] = {}
    editions: dict[str, list[Edition]] = {}
    found = tuple(folder for folder in folders if folder.is_dir())
    for folder in found:
        for path in sorted(folder.iterdir()):
            if not path.is_dir() or path.name.startswith(".") or not (path / "game.toml").is_file():
                continue
            game = read_game(path / "game.toml")
            games.setdefault(game.key, game)
            editions.setdefault(game.key, []).extend(_editions(game.key, path))
    return Library(
        {key: _with_editions(game, editions[key]) for key, game in sorted(games.items())}, home=home, folders=found
    )


def _editions(game: str, folder: Path) -> list[Edition]:
    return [
        read_edition(path / "edition.toml", game)
        for path in sorted(folder.iterdir())
        if not path.name.startswith(".") and (path / "edition.toml").is_file()
    ]


def _with_editions(game: Game, editions: list[Edition]) -> Game:
    seen: dict[str, Edition] = {}
    for edition in editions:
        twin = seen.setdefault(edition.version.casefold(), edition)
        if twin is not edition:
            raise BadLibrary(
                f"{edition.key} stands in the library twice: in {twin.folder} and in {edition.folder}. "
                "Remove one, or give it another version."
            )
    ordered = sorted(editions, key=lambda edition: (edition.date or datetime.date.min, _natural(edition.version)))
    return Game(game.key, game.name, game.publisher, game.citation, game.aliases, tuple(ordered))


def _natural(version: str) -> list[tuple[int, int, str]]:
    """5.12 comes after 5.2 and 6.3a after 6.3."""
    return [(1, int(part), "") if part.isdecimal() else (0, 0, part) for part in re.findall(r"[0-9]+|[^0-9]+", version)]


# ---- the TOML files -----------------------------------------------------------------------------------------------

_GAME_KEYS: dict[str, type | tuple[type, ...]] = {
    "key": str, "name": str, "publisher": str, "citation": str, "aliases": list,
}  # fmt: skip
_EDITION_KEYS: dict[str, type | tuple[type, ...]] = {
    "version": str, "title": str, "source": str, "layout": str, "encoding": str, "published": datetime.date,
    "effective": datetime.date, "provenance": str, "notes": list,
}  # fmt: skip
_CALLED = {str: "text in quotes", list: "a list of texts", datetime.date: "a date such as 2018-09-21"}


def read_game(path: Path) -> Game:
    values = _checked(path, _GAME_KEYS, required=("key", "name"))
    if not re.fullmatch(_KEY, values["key"]):
        raise BadLibrary(f"{path}: key = {values['key']!r} will not do: use small letters, digits and dashes.")
    citation = values.get("citation", f"{values['name'].replace('{', '').replace('}', '')} {{version}}, {{rule}}")
    if set(re.findall(r"\{([^}]*)\}", citation)) != {"version", "rule"}:
        raise BadLibrary(f"{path}: citation must hold {{version}} and {{rule}} and no other brackets.")
    return Game(values["key"], values["name"], values.get("publisher", ""), citation, _texts(path, values, "aliases"))


def read_edition(path: Path, game: str) -> Edition:
    values = _checked(path, _EDITION_KEYS, required=("version", "source", "layout"))
    version, source, layout = values["version"], values["source"], values["layout"]
    if not re.fullmatch(_VERSION, version):
        raise BadLibrary(f"{path}: version = {version!r} will not do: use letters, digits, dots and dashes.")
    if Path(source).name != source or source in ("", ".", ".."):
        raise BadLibrary(f"{path}: source = {source!r} must be the name of a file in the same folder.")
    if layout not in LAYOUTS:
        raise BadLibrary(f"{path}: there is no layout {layout!r}: choose one of {_listed(LAYOUTS)}.")
    if not (path.parent / source).is_file():
        raise BadLibrary(f"{path}: the document {source!r} is not in this folder.")
    return Edition(
        game, version, path.parent, source, layout, values.get("encoding"), values.get("title", ""),
        values.get("published"), values.get("effective"), values.get("provenance", ""), _texts(path, values, "notes"),
    )  # fmt: skip


def _checked(path: Path, known: dict[str, type | tuple[type, ...]], required: tuple[str, ...]) -> dict[str, Any]:
    import tomllib

    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadLibrary(f"{path} is not valid TOML: {error}.") from None
    except UnicodeDecodeError:
        raise BadLibrary(f"{path} is not UTF-8: save it as UTF-8.") from None
    except OSError as error:
        raise BadLibrary(f"cannot read {path}: {error.strerror or error}.") from None
    for name, value in values.items():
        if name not in known:
            hint = _meant(name, known)
            raise BadLibrary(f"{path}: there is no key {name!r}: {hint}Known are {_listed(known)}.")
        wanted = known[name]
        if not isinstance(value, wanted) or isinstance(value, datetime.datetime):
            assert isinstance(wanted, type)
            raise BadLibrary(f"{path}: {name} must be {_CALLED[wanted]}.")
    for name in required:
        if not values.get(name):
            raise BadLibrary(f"{path}: the key {name!r} is missing.")
    return values


def _texts(path: Path, values: dict[str, Any], name: str) -> tuple[str, ...]:
    texts = values.get(name, [])
    if not all(isinstance(text, str) for text in texts):
        raise BadLibrary(f"{path}: {name} must be a list of texts in quotes.")
    return tuple(texts)
