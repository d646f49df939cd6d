"""A document nobody has described becomes an edition of the library.

In: a game's key, a version and a file. Out: a folder in the library with a copy of the file, byte for byte, and an
``edition.toml`` that says what was found. The folder appears all at once or not at all.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from citator import source, tree
from citator.detect import detect
from citator.errors import BadInput
from citator.library import Edition, Game, read_edition

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping

    from citator.library import Library
    from citator.model import Document

_PARTIAL = ".adding-"


@dataclass(frozen=True)
class Added:
    """What was put into the library, and what a person should look at."""

    edition: Edition
    document: Document
    found: tuple[str, ...]
    unsure: tuple[str, ...]


def add(
    library: Library, game: str, version: str, file: Path, *, name: str | None = None, layout: str | None = None,
    published: datetime.date | None = None, effective: datetime.date | None = None,
) -> Added:  # fmt: skip
    """Parse the file, then put it into the library's home folder."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", game):
        raise BadInput(f"{game!r} will not do as a game's key: use small letters, digits and dashes, such as “fow”.")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", version):
        raise BadInput(f"{version!r} will not do as a version: use letters, digits, dots and dashes, such as “8.01”.")
    known = library.games.get(game)
    if known is not None and any(edition.version.casefold() == version.casefold() for edition in known.editions):
        raise BadInput(f"{game}@{version} is in the library already: give another version.")
    text = source.read(file)
    detected = detect(text.text)
    document = tree.grow(text, layout or detected.layout, name=str(file))
    page = document.title_page
    edition = {
        "version": version,
        "title": page.title,
        "source": "rules" + (file.suffix if re.fullmatch(r"\.\w{1,8}", file.suffix) else ".txt"),
        "layout": document.layout,
        "encoding": text.encoding,
        "published": published or page.published,
        "effective": effective or page.effective,
        "provenance": f"Added from {file.name}.",
    }
    folder = _put(library.home, known or Game(game, name or page.title or game, "", ""), edition, file)
    return Added(
        read_edition(folder / "edition.toml", game),
        document,
        _findings(document, text, detected.why),
        _doubts(document, layout is None and not detected.sure, page.version, version),
    )


def _findings(document: Document, text: source.Source, why: str) -> tuple[str, ...]:
    kinds = {
        kind: sum(1 for node in document.nodes if node.kind == kind) for kind in ("heading", "rule", "entry", "table")
    }
    ends = "CRLF" if "\r\n" in text.text else "CR" if "\r" in text.text and "\n" not in text.text else "LF"
    scheme = {"plain": "1.2 under 1", "hundreds": "103 under 100", "chapters": "103 under 1"}[document.scheme]
    counts = [f"{count} {_plural(kind, count)}" for kind, count in kinds.items() if count]
    return (
        f"{text.encoding.upper()}{' with a byte order mark' if text.mark else ''}, line ends {ends}",
        f"layout {document.layout}: {why}",
        f"numbers: {scheme}",
        ", ".join(counts),
        f"{document.accounted} of {len(text.text)} characters accounted for",
    )


def _plural(kind: str, count: int) -> str:
    word = "glossary entry" if kind == "entry" else kind
    return word if count == 1 else word.replace("entry", "entrie") + "s"


def _doubts(document: Document, layout: bool, printed: str, version: str) -> tuple[str, ...]:
    said = []
    if layout:
        said.append(f"the layout ({document.layout}): choose another with --layout if the rules look wrong")
    if printed and printed.casefold() != version.casefold():
        said.append(f"the version: the title page says {printed}")
    if document.title_page.published is None and document.title_page.effective is None:
        said.append("the date: none was found on the title page; write it into edition.toml")
    said += [
        f"line {doubt.line}{f', {doubt.rule}' if doubt.rule else ''}: {doubt.message}" for doubt in document.doubts
    ]
    return tuple(said)


def _put(home: Path, game: Game, edition: Mapping[str, object], file: Path) -> Path:
    """Write everything beside its place and move it there in one step: an interrupted ``add`` leaves nothing."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        folder = _game_folder(home, game.key)
        folder.mkdir(exist_ok=True)
        for left in folder.glob(f"{_PARTIAL}*"):
            shutil.rmtree(left, ignore_errors=True)
        target = folder / str(edition["version"])
        if target.exists():
            raise BadInput(f"{target} exists already and is no edition: move it away first.")
        partial = Path(tempfile.mkdtemp(prefix=_PARTIAL, dir=folder))
        try:
            shutil.copyfile(file, partial / str(edition["source"]))
            (partial / "edition.toml").write_text(_toml(edition), encoding="utf-8", newline="\n")
            if not (folder / "game.toml").exists():
                _write_game(folder, game)
            partial.rename(target)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
            if not any(folder.iterdir()):
                folder.rmdir()
    except OSError as error:
        raise BadInput(f"cannot write to the library in {home}: {error.strerror or error}.") from None
    return target


def _game_folder(home: Path, key: str) -> Path:
    """The game's folder in this library, whatever it is called, or a new one with the game's key as its name."""
    for path in sorted(home.iterdir()):
        toml = path / "game.toml"
        if (
            not path.name.startswith(".")
            and toml.is_file()
            and re.search(rf'(?m)^key = "{re.escape(key)}"', _text(toml))
        ):
            return path
    return home / key


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _write_game(folder: Path, game: Game) -> None:
    values: dict[str, object] = {"key": game.key, "name": game.name, "publisher": game.publisher}
    if game.citation:
        values["citation"] = game.citation
    if game.aliases:
        values["aliases"] = list(game.aliases)
    partial = folder / f"{_PARTIAL}game.toml"
    partial.write_text(_toml(values), encoding="utf-8", newline="\n")
    partial.replace(folder / "game.toml")


def _toml(values: Mapping[str, object]) -> str:
    """Texts, lists of texts and dates: all that these files hold. A JSON string is a TOML string, but for DEL."""
    lines = []
    for key, value in values.items():
        if value is None or value == "":
            continue
        shown = json.dumps(value, ensure_ascii=False) if isinstance(value, str | list) else str(value)
        lines.append(f"{key} = {shown}".replace("\x7f", "\\u007f"))
    return "\n".join(lines) + "\n"
