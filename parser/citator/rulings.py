"""Judges' rulings: Markdown files with a few lines of front matter.

In: the files in GAME/rulings/. Out: a :class:`Ruling` for each, checked. The front matter is the small part of YAML that
such files need, read here in full strictness: keys, texts, dates, lists.
"""

from __future__ import annotations

import datetime
import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citator import source
from citator.errors import BadInput
from citator.prose import front_matter

if TYPE_CHECKING:
    from pathlib import Path

    from citator.library import Edition, Library

KEYS = ("game", "edition", "date", "title", "cards", "tags")
_LISTS = ("cards", "tags")
_KEY = re.compile(r"([A-Za-z_][\w -]*?)[ \t]*:(?:[ \t]+(.*))?$")
_ENTRY = re.compile(r"[ \t]*-[ \t]+(.*)$")
_ODD = ("|", ">", "&", "*", "!", "%", "@", "`", "{")


@dataclass(frozen=True)
class Ruling:
    """What a judge decided, under which edition, and when."""

    path: Path
    game: str
    edition: Edition
    date: datetime.date
    title: str
    cards: tuple[str, ...]
    tags: tuple[str, ...]
    text: str  # the whole file

    @property
    def name(self) -> str:
        return self.path.stem


@dataclass(frozen=True)
class Matter:
    """Front matter as written: each key's value, and the line it stands on."""

    values: dict[str, str | tuple[str, ...]]
    lines: dict[str, int]


def matter_of(text: str, name: str = "the text") -> Matter | None:
    """The front matter, or nothing where there is none."""
    if front_matter(text) is None:
        if re.match(r"---[ \t]*(?:\r\n|\r|\n)[A-Za-z_]+:", text):
            raise BadInput(
                f"{name}: the front matter that begins on line 1 is never closed: put --- on a line after it."
            )
        return None
    values: dict[str, str | tuple[str, ...]] = {}
    lines: dict[str, int] = {}
    last = ""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if number == 1:
            continue
        if re.fullmatch(r"(?:---|\.\.\.)[ \t]*", line):
            break
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{name}, line {number}"
        entry = _ENTRY.match(line)
        if entry and last and isinstance(values[last], tuple):
            values[last] = (*values[last], _text(entry[1], where))
        elif entry and last and not values[last]:
            values[last] = (_text(entry[1], where),)
        else:
            found = _KEY.match(line)
            if found is None:
                raise BadInput(f"{where}: cannot read {line.strip()!r}: write “key: value”, or “- value” below a key.")
            last = found[1]
            if last in values:
                raise BadInput(f"{where}: {last} stands here twice; it was given on line {lines[last]} already.")
            values[last], lines[last] = _value(found[2] or "", where), number
    return Matter(values, lines)


def _value(written: str, where: str) -> str | tuple[str, ...]:
    written = written.strip()
    if not written.startswith("["):
        return _text(written, where)
    if not _without_remark(written).endswith("]"):
        raise BadInput(f"{where}: the list is not closed: write it on one line, [a, b], or each entry behind a dash.")
    inner = _without_remark(written)[1:-1]
    pieces = re.findall(r"\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)", inner)
    return tuple(_text(piece, where) for piece in pieces if piece.strip())


def _text(written: str, where: str) -> str:
    written = _without_remark(written.strip())
    if written[:1] in ('"', "'"):
        mark = written[0]
        if len(written) < 2 or not written.endswith(mark):
            raise BadInput(f"{where}: the quotation mark before {written[1:20]!r} is never closed.")
        inner = written[1:-1]
        return re.sub(r"\\(.)", r"\1", inner) if mark == '"' else inner.replace("''", "'")
    if written.startswith(_ODD):
        raise BadInput(
            f"{where}: {written[:20]!r} is more YAML than is read here: write the text plainly, or in quotation marks."
        )
    return written


def _without_remark(written: str) -> str:
    """``fow  # Force of Will``: a remark behind white space; not within quotation marks."""
    if written[:1] in ('"', "'"):
        closed = written.find(written[0], 1)
        end = written.find(" #", closed) if closed > 0 else -1
    else:
        end = written.find(" #")
    return (written if end < 0 else written[:end]).strip()


def default_edition(text: str, library: Library, name: str = "the text") -> Edition | None:
    """The edition under which a text was written, by its front matter; a game alone stands for its newest edition."""
    matter = matter_of(text, name)
    if matter is None:
        return None
    game, edition = (value if isinstance(value := matter.values.get(key), str) else "" for key in ("game", "edition"))
    at = "game"
    try:
        named = library.game(game) if game else None
        at = "edition" if edition else "game"
        if not edition:
            return library.edition(game) if game else None
        known = library.edition(f"{game}@{edition}" if named and "@" not in edition else edition)
        if named and named.key != known.game:
            raise BadInput(f"{known.key} is no edition of {named.name}, the game named here.")
    except BadInput as error:
        raise BadInput(f"{name}, line {matter.lines[at]}: {error}") from None
    return known


def read_ruling(path: Path, library: Library) -> Ruling:
    """A ruling with its front matter, all of it in order."""
    text = source.read(path).text
    name = str(path)
    matter = matter_of(text, name)
    if matter is None:
        raise BadInput(f"{path} has no front matter: begin it with --- and game, edition, date and title.")
    for key, line in matter.lines.items():
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, 1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise BadInput(f"{name}, line {line}: there is no key {key!r}: {hint}Known are {', '.join(KEYS)}.")
        if isinstance(matter.values[key], tuple) and key not in _LISTS:
            raise BadInput(f"{name}, line {line}: {key} takes one value, not a list.")
    for key in ("game", "edition", "date", "title"):
        if not matter.values.get(key):
            raise BadInput(f"{name}: the front matter lacks {key}.")
    edition = default_edition(text, library, name)
    assert edition is not None
    return Ruling(
        path, edition.game, edition, _date(matter, name), str(matter.values["title"]), _list(matter, "cards"),
        _list(matter, "tags"), text,
    )  # fmt: skip


def _date(matter: Matter, name: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(str(matter.values["date"]))
    except ValueError:
        where = f"{name}, line {matter.lines['date']}"
        raise BadInput(f"{where}: {matter.values['date']!r} is no date: write it as 2018-09-21.") from None


def _list(matter: Matter, key: str) -> tuple[str, ...]:
    value = matter.values.get(key, ())
    return value if isinstance(value, tuple) else (value,) if value else ()


def find_rulings(library: Library) -> list[Ruling]:
    """Every ruling in the library's own folders, game by game, oldest first."""
    folders = {edition.folder.parent / "rulings": None for edition in library.editions()}
    paths = [path for folder in folders if folder.is_dir() for path in sorted(folder.glob("*.md"))]
    found = [read_ruling(path, library) for path in paths]
    return sorted(found, key=lambda ruling: (ruling.game, ruling.date, ruling.name))
