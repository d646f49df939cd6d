"""The library becomes one SQLite file.

In: a library and the path of the file. Out: the file, whole or not at all: it is written beside its place and renamed.
What an earlier file holds of unchanged editions is copied from it, so that one more edition compiles only itself and
its comparisons with its neighbours.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import os
import sqlite3
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citator import reader
from citator.changes import compare
from citator.citing import find_citations
from citator.indexing import index
from citator.register import Shelf
from citator.rulings import find_rulings
from citator.store.cache import compiled_files, is_sound, program_manifest
from citator.study import study
from citator.thesaurus import for_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from citator.changes import Comparison
    from citator.library import Edition, Game, Library
    from citator.model import Document
    from citator.study import Study

    Progress = Callable[[str, int, int], None]  # what is being compiled, how many steps are done, of how many

_OF_EDITION = ("edition", "node", "ref", "cited", "term", "use", "log", "ranking", "words")


def compile_library(library: Library, target: Path, manifest: str, progress: Progress | None = None) -> None:
    """Write the file for this library; on any failure nothing is left behind."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    partial.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(partial)) as connection:
            _Compiler(connection, library, _earlier(target), progress).run(manifest)
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
        partial.with_name(partial.name + "-journal").unlink(missing_ok=True)


def _earlier(target: Path) -> Path | None:
    """A sound file of the same program, to copy from."""
    program = program_manifest()
    for path in compiled_files(target.parent):
        if path != target and is_sound(path):
            with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as connection:
                row = connection.execute("select value from meta where name = 'program'").fetchone()
                if row is not None and row[0] == program:
                    return path
    return None


class _Compiler:
    """One run over the library, with the file that is being written."""

    def __init__(
        self, connection: sqlite3.Connection, library: Library, earlier: Path | None, progress: Progress | None
    ) -> None:
        self.connection = connection
        self.library = library
        self.progress = progress
        self.program = program_manifest()
        self.studies: dict[str, Study] = {}
        # Nobody sees this file before it is renamed: no journal is needed, and the disk is asked once, at the end.
        connection.executescript("pragma journal_mode = off; pragma synchronous = off;")
        connection.executescript((files("citator") / "store" / "schema.sql").read_text(encoding="utf-8"))
        self.has_earlier = earlier is not None
        if earlier is not None:
            connection.execute("attach ? as earlier", (str(earlier),))

    def run(self, manifest: str) -> None:
        games = list(self.library.games.values())
        steps = [(edition, game) for game in games for edition in game.editions]
        pairs = [pair for game in games for pair in pairwise(game.editions)]
        total = len(steps) + len(pairs)
        digests = {edition.key: self._digest(edition) for edition, _ in steps}
        self._games(games)
        for done, (edition, game) in enumerate(steps):
            self._report(edition.key, done, total)
            if not self._copied_edition(edition, digests[edition.key]):
                self._edition(edition, game, digests[edition.key])
        for done, (old, new) in enumerate(pairs, len(steps)):
            self._report(f"{old.key} → {new.key}", done, total)
            digest = digests[old.key] + digests[new.key]
            if not self._copied_comparison(old, new, digest):
                self._comparison(old, new, compare(self._document(old), self._document(new)), digest)
        self._rulings()
        meta = {
            "program": self.program,
            "manifest": manifest,
            "made": datetime.datetime.now(datetime.UTC).isoformat(),
        }
        self.connection.executemany("insert into meta values (?, ?)", meta.items())
        self.connection.commit()
        if self.has_earlier:
            self.connection.execute("detach earlier")
        self._report("", total, total)

    def _report(self, what: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(what, done, total)

    def _digest(self, edition: Edition) -> str:
        """Of everything an edition is compiled from."""
        seen = hashlib.sha256(f"{self.program}\0{edition}".encode())
        for path in (edition.path, edition.repairs, edition.folder.parent / "words.toml"):
            seen.update(path.read_bytes() if path.is_file() else b"\0")
        return seen.hexdigest()

    # ---- copying what has not changed ------------------------------------------------------------------------------

    def _copied_edition(self, edition: Edition, digest: str) -> bool:
        if not self.has_earlier:
            return False
        row = self.connection.execute("select digest from earlier.edition where key = ?", (edition.key,)).fetchone()
        if row is None or row[0] != digest:
            return False
        for table in _OF_EDITION:
            column = "key" if table == "edition" else "edition"
            self.connection.execute(
                f"insert into main.{table} select * from earlier.{table} where {column} = ?", (edition.key,)
            )
        place = self.library.games[edition.game].editions.index(edition)
        self.connection.execute("update main.edition set place = ? where key = ?", (place, edition.key))
        return True

    def _copied_comparison(self, old: Edition, new: Edition, digest: str) -> bool:
        if not self.has_earlier:
            return False
        row = self.connection.execute(
            "select digest from earlier.compared where old = ? and new = ?", (old.key, new.key)
        ).fetchone()
        if row is None or row[0] != digest:
            return False
        for table in ("compared", "change", "changed"):
            self.connection.execute(
                f"insert into main.{table} select * from earlier.{table} where old = ? and new = ?", (old.key, new.key)
            )
        return True

    # ---- compiling -------------------------------------------------------------------------------------------------

    def _document(self, edition: Edition) -> Document:
        return self._study(edition).document

    def _study(self, edition: Edition) -> Study:
        if edition.key not in self.studies:
            self.studies[edition.key] = study(reader.read(edition))
        return self.studies[edition.key]

    def _games(self, games: Iterable[Game]) -> None:
        self._insert(
            "game",
            (
                (game.key, place, game.name, game.publisher, game.citation, _json(game.aliases))
                for place, game in enumerate(games)
            ),
        )

    def _edition(self, edition: Edition, game: Game, digest: str) -> None:
        found = self._study(edition)
        document = found.document
        place = game.editions.index(edition)
        self._insert(
            "edition",
            [
                (
                    edition.key, edition.game, place, edition.version, digest, str(edition.folder), edition.source,
                    edition.layout, edition.encoding, edition.title, _date(edition.published), _date(edition.effective),
                    edition.provenance, _json(edition.notes), document.scheme, len(document.source.text),
                    document.accounted,
                )
            ],
        )  # fmt: skip
        self._insert("node", _nodes(edition.key, document))
        self._insert("words", _words(edition.key, document))
        self._insert("ref", _refs(edition.key, found))
        order = {node.id: at for at, node in enumerate(document.nodes)}
        self._insert(
            "cited",
            (
                (edition.key, target, order[source], source)
                for target, sources in found.cited_by.items()
                for source in sources
            ),
        )
        self._insert(
            "term",
            (
                (edition.key, at, term.term, term.rule, term.kind, _json(term.also))
                for at, term in enumerate(found.terms)
            ),
        )
        self._insert(
            "use",
            (
                (edition.key, node, use.start, use.end, use.term, use.rule)
                for node, uses in found.uses.items()
                for use in uses
            ),
        )
        self._insert(
            "log",
            (
                (edition.key, at, entry.version, _date(entry.date), _json(entry.notes), entry.line)
                for at, entry in enumerate(document.changelog)
            ),
        )
        data = index(document, found.terms, for_game(edition.folder.parent)).as_data()
        self._insert("ranking", [(edition.key, _json(data))])

    def _comparison(self, old: Edition, new: Edition, found: Comparison, digest: str) -> None:
        self._insert("compared", [(old.key, new.key, digest)])
        self._insert(
            "change",
            (
                (
                    old.key, new.key, at, change.relation, _json(change.old), _json(change.new), change.score,
                    _json(change.why), _json(change.words), change.meaning,
                )
                for at, change in enumerate(found.changes)
            ),
        )  # fmt: skip
        self._insert(
            "changed",
            (
                (edition, node, old.key, new.key, at)
                for at, change in enumerate(found.changes)
                for edition, nodes in ((old.key, change.old), (new.key, change.new))
                for node in nodes
            ),
        )

    def _rulings(self) -> None:
        """Which rules each ruling cites."""
        shelf = Shelf(self.library, self._document)
        rows = {
            (cited.edition.key, id, str(ruling.path)): (ruling.title, ruling.date.isoformat(), ruling.edition.key)
            for ruling in find_rulings(self.library)
            for cited in find_citations(ruling.text, shelf, ruling.edition)
            if cited.edition is not None
            for id in cited.ids
        }
        self._insert("ruling", ((*place, *said) for place, said in rows.items()))

    def _insert(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        batch = list(rows)
        if batch:
            marks = ", ".join("?" * len(batch[0]))
            self.connection.executemany(f"insert into main.{table} values ({marks})", batch)


def _nodes(key: str, document: Document) -> Iterator[tuple[Any, ...]]:
    for place, node in enumerate(document.nodes):
        yield (
            key, place, node.id, node.number, node.parent, node.kind, node.title, node.text, node.printed,
            _json(node.examples), _json(node.rows), *node.lines,
        )  # fmt: skip


def _words(key: str, document: Document) -> Iterator[tuple[Any, ...]]:
    for node in document.nodes:
        yield key, node.id, node.title, node.text, " ".join(node.examples)


def _refs(key: str, found: Study) -> Iterator[tuple[Any, ...]]:
    for source, refs in found.refs.items():
        for ref in refs:
            yield key, source, ref.start, ref.end, ref.text, ref.status, _json(ref.targets), _json(ref.meant)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _date(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None
