"""Reading the compiled knowledge base: what every command but the building ones asks.

In: the library's folders. Out: a :class:`Store`, opened read-only, compiled first where it has to be.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citator.errors import BadInput
from citator.library import Edition, Game, Library, locate
from citator.lineage import Station, lineage
from citator.model import Document, LogEntry, Node, TitlePage
from citator.store.cache import is_sound, manifest, store_path, sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citator.library import Place
    from citator.study import Study


def open_store(folder: Path | None = None, progress: Callable[[str, int, int], None] | None = None) -> Store:
    """The store of the library as it is now, compiled if there is none yet or the one there is damaged."""
    place = locate(folder)
    described = manifest(place.folders)
    path = store_path(described)
    if is_sound(path):
        try:
            store = Store(path, place)
            if store.manifest == described:
                return store
        except sqlite3.Error:
            pass
        path.unlink(missing_ok=True)  # damaged, or of another library whose name came out the same
    return Store(_compiled(path, place, described, progress), place)


def _compiled(path: Path, place: Place, described: str, progress: Callable[[str, int, int], None] | None) -> Path:
    """Compile, one process at a time; where the cache folder cannot be written, into a temporary file."""
    import tempfile

    from filelock import FileLock

    from citator.library import load
    from citator.store.compiling import compile_library

    library = load(place.folders, place.home)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.parent / ".lock"):
            if not is_sound(path):  # another process may have compiled it while this one waited
                path.unlink(missing_ok=True)
                compile_library(library, path, described, progress)
            sweep(path.parent)
    except (OSError, sqlite3.Error):  # no right to write there, or no room
        path = Path(tempfile.mkdtemp(prefix="citator-")) / path.name
        try:
            compile_library(library, path, described, progress)
        except (OSError, sqlite3.Error) as error:
            raise BadInput(
                f"cannot compile the library, neither in {store_path(described).parent} nor in {path.parent}: {error}. "
                "Make room, or name another folder in CITATOR_CACHE."
            ) from None
    return path


class Store:
    """The compiled file, opened for reading."""

    def __init__(self, path: Path, place: Place) -> None:
        self.path = path
        self.place = place
        # immutable: the file never changes under this name, so SQLite need not look for journals or take locks
        quoted = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        self.connection = sqlite3.connect(f"file:{quoted}?mode=ro&immutable=1", uri=True)
        self.connection.row_factory = sqlite3.Row
        self.manifest: str = self._rows("select value from meta where name = 'manifest'")[0]["value"]

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with closing(self.connection.execute(query, values)) as cursor:
            return cursor.fetchall()

    # ---- games and editions ----------------------------------------------------------------------------------------

    @cached_property
    def library(self) -> Library:
        """Every game and edition, as compiled."""
        editions: dict[str, list[Edition]] = {}
        for row in self._rows("select * from edition order by game, place"):
            editions.setdefault(row["game"], []).append(
                Edition(
                    row["game"], row["version"], Path(row["folder"]), row["source"], row["layout"], row["encoding"],
                    row["title"], _day(row["published"]), _day(row["effective"]), row["provenance"],
                    tuple(json.loads(row["notes"])),
                )
            )  # fmt: skip
        games = {
            row["key"]: Game(
                row["key"], row["name"], row["publisher"], row["citation"], tuple(json.loads(row["aliases"])),
                tuple(editions.get(row["key"], [])),
            )
            for row in self._rows("select * from game order by place")
        }  # fmt: skip
        return Library(games, self.place.home, self.place.folders)

    # ---- nodes -----------------------------------------------------------------------------------------------------

    def node(self, edition: str, id: str) -> Node | None:
        rows = self._rows("select * from node where edition = ? and id = ?", edition, id)
        return _node(rows[0]) if rows else None

    def numbered(self, edition: str, number: str) -> list[Node]:
        """The nodes before which this number is printed, in reading order."""
        return [_node(row) for row in self._rows(
            "select * from node where edition = ? and number = ? order by place", edition, number
        )]  # fmt: skip

    def children(self, edition: str, parent: str) -> list[Node]:
        return [_node(row) for row in self._rows(
            "select * from node where edition = ? and parent = ? order by place", edition, parent
        )]  # fmt: skip

    def chapters(self, edition: str) -> list[Node]:
        return [_node(row) for row in self._rows(
            "select * from node where edition = ? and parent is null and kind = 'heading' order by place", edition
        )]  # fmt: skip

    def ancestors(self, edition: str, node: Node) -> list[Node]:
        """The nodes above, outermost first."""
        found: list[Node] = []
        parent = node.parent
        while parent is not None:
            above = self.node(edition, parent)
            if above is None:
                break
            found.append(above)
            parent = above.parent
        return found[::-1]

    def nodes(self, edition: str) -> tuple[Node, ...]:
        return tuple(_node(row) for row in self._rows("select * from node where edition = ? order by place", edition))

    def document(self, edition: str) -> Document:
        """The whole document but for its source and blocks, which the store does not hold."""
        from citator.source import Source

        row = self._rows("select layout, scheme from edition where key = ?", edition)[0]
        return Document(
            Source(""), row["layout"], row["scheme"], self.nodes(edition), (), TitlePage(), (), self.changelog(edition), ()
        )  # fmt: skip

    # ---- what nodes say of each other ------------------------------------------------------------------------------

    def refs(self, edition: str, source: str) -> list[dict[str, Any]]:
        """The references in a node's text, as the contract has them."""
        out = []
        for row in self._rows("select * from ref where edition = ? and source = ? order by start", edition, source):
            ref = {name: row[name] for name in ("text", "start", "end")}
            ref |= {"targets": json.loads(row["targets"]), "status": row["status"]}
            meant = json.loads(row["meant"])
            out.append(ref | {"meant": meant} if meant else ref)
        return out

    def cited_by(self, edition: str, target: str) -> list[str]:
        return [row["source"] for row in self._rows(
            "select source from cited where edition = ? and target = ? order by place", edition, target
        )]  # fmt: skip

    def uses(self, edition: str, node: str) -> list[dict[str, Any]]:
        """Where a node's text uses defined terms."""
        query = "select term, start, end, rule from use where edition = ? and node = ? order by start"
        return [dict(row) for row in self._rows(query, edition, node)]

    def defined_in(self, edition: str, rule: str) -> list[str]:
        query = "select term from term where edition = ? and rule = ? order by place"
        return [row["term"] for row in self._rows(query, edition, rule)]

    def terms(self, edition: str) -> list[dict[str, Any]]:
        query = "select term, rule, kind, also from term where edition = ? order by place"
        return [dict(row) | {"also": json.loads(row["also"])} for row in self._rows(query, edition)]

    def changelog(self, edition: str) -> tuple[LogEntry, ...]:
        rows = self._rows("select * from log where edition = ? order by place", edition)
        return tuple(
            LogEntry(row["version"], _day(row["date"]), tuple(json.loads(row["notes"])), row["line"]) for row in rows
        )

    def study(self, edition: str) -> Study:
        """The whole document with its references and terms, for what needs all of it at once."""
        from citator.inline import Ref
        from citator.study import Study
        from citator.terms import Term, Use

        refs: dict[str, list[Ref]] = {}
        for row in self._rows("select * from ref where edition = ? order by source, start", edition):
            refs.setdefault(row["source"], []).append(
                Ref(
                    row["text"], row["start"], row["end"], tuple(json.loads(row["targets"])), row["status"],
                    tuple(json.loads(row["meant"])),
                )
            )  # fmt: skip
        uses: dict[str, list[Use]] = {}
        for row in self._rows("select * from use where edition = ? order by node, start", edition):
            uses.setdefault(row["node"], []).append(Use(row["term"], row["start"], row["end"], row["rule"]))
        document = self.document(edition)
        return Study(
            document,
            {node.id: tuple(refs[node.id]) for node in document.nodes if node.id in refs},
            tuple(Term(t["term"], t["rule"], t["kind"], tuple(t["also"])) for t in self.terms(edition)),
            {node.id: tuple(uses[node.id]) for node in document.nodes if node.id in uses},
        )

    # ---- editions against each other -------------------------------------------------------------------------------

    def lineage(self, edition: Edition, node: str) -> list[Station]:
        """The rule's life through every edition of its game."""
        editions = [other.key for other in self.library.games[edition.game].editions]
        return lineage(editions, edition.key, node, self.change_of)

    def change_of(self, edition: str, node: str, old: str, new: str) -> dict[str, Any] | None:
        """The change between two consecutive editions in which a node of one of them stands."""
        rows = self._rows(
            "select change.* from changed join change using (old, new, place) "
            "where changed.edition = ? and changed.node = ? and changed.old = ? and changed.new = ?",
            edition, node, old, new,
        )  # fmt: skip
        return _change(rows[0]) if rows else None

    def changes(self, old: str, new: str) -> list[dict[str, Any]] | None:
        """All changes between two consecutive editions; None where these two were not compared."""
        if not self._rows("select 1 from compared where old = ? and new = ?", old, new):
            return None
        rows = self._rows("select * from change where old = ? and new = ? order by place", old, new)
        return [_change(row) for row in rows]

    def rulings(self, stations: Sequence[Station]) -> list[dict[str, str]]:
        """The rulings that cite a rule, in whichever edition of its life."""
        found: dict[str, dict[str, str]] = {}
        for station in stations:
            for id in station.ids:
                for row in self._rows(
                    "select * from ruling where edition = ? and node = ? order by date, file", station.edition, id
                ):
                    ruling = {name: row[name] for name in ("title", "date", "file")}
                    found.setdefault(row["file"], {**ruling, "cites": f"{station.edition} {id}"})
        return list(found.values())

    def most_cited(self, edition: str, count: int) -> list[tuple[str, int]]:
        query = (
            "select target, count(*) as times from cited join node on node.edition = cited.edition and node.id = target "
            "where cited.edition = ? group by target order by times desc, node.place limit ?"
        )
        return [(row["target"], row["times"]) for row in self._rows(query, edition, count)]

    # ---- search ----------------------------------------------------------------------------------------------------

    def ranking(self, edition: str) -> Any:
        """What search and ask weigh, as data."""
        return json.loads(self._rows("select data from ranking where edition = ?", edition)[0]["data"])


def _node(row: sqlite3.Row) -> Node:
    return Node(
        id=row["id"],
        number=row["number"],
        parent=row["parent"],
        kind=row["kind"],
        title=row["title"],
        text=row["text"],
        printed=row["printed"],
        examples=tuple(json.loads(row["examples"])),
        rows=tuple(tuple(cells) for cells in json.loads(row["rows"])),
        lines=(row["first_line"], row["last_line"]),
        spans=(),
    )


def _change(row: sqlite3.Row) -> dict[str, Any]:
    out = {
        "relation": row["relation"],
        "old": json.loads(row["before"]),
        "new": json.loads(row["after"]),
        "score": row["score"],
        "why": json.loads(row["why"]),
        "words": json.loads(row["words"]),
    }
    return out | {"meaning": row["meaning"]} if row["meaning"] else out


def _day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None
