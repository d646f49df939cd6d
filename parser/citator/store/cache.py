"""Where the compiled file lies, and whether the one that lies there is sound and of today.

In: the library's folders. Out: a path named for the library and the program as they are now: what has changed has another
name, so that a stale file is never opened.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from citator.library import user_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_KEPT = 6  # older compiled files than these are swept away
_MAGIC = b"SQLite format 3\x00"


def cache_folder() -> Path:
    """``CITATOR_CACHE``, or the platform's place for caches."""
    chosen = os.environ.get("CITATOR_CACHE")
    return Path(chosen) if chosen else user_folder("cache")


def program_manifest() -> str:
    """The program's own files: an upgraded or edited program compiles anew."""
    return "\n".join(_stats(Path(__file__).parents[1], {".py", ".lark", ".sql", ".toml"}))


def manifest(folders: Iterable[Path]) -> str:
    """The library as it lies on disk now, and the program: names, sizes and times, no contents."""
    parts = [program_manifest()]
    for folder in folders:
        parts.append(str(folder))
        parts.extend(_stats(folder, None))
    return "\n".join(parts)


def store_path(described: str) -> Path:
    """Where the store of this library lies; the file itself says of which library it is, so that the name may be short."""
    data = described.encode("utf-8", "surrogateescape")
    return cache_folder() / f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}.sqlite"


def _stats(folder: Path, suffixes: set[str] | None) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith((".", "__pycache__")):
            continue
        if entry.is_dir():
            if suffixes is None or entry.name != "rules":
                yield from _stats(Path(entry.path), suffixes)
        elif suffixes is None or os.path.splitext(entry.name)[1] in suffixes:  # noqa: PTH122 - a Path each is slow here
            stat = entry.stat()
            yield f"{entry.path}\0{stat.st_size}\0{stat.st_mtime_ns}"


def is_sound(path: Path) -> bool:
    """Whether a whole SQLite file lies there: its header says how long it must be."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return False
    if len(head) < 100 or not head.startswith(_MAGIC):
        return False
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    return size > 0 and size == pages * (65536 if page == 1 else page)


def compiled_files(folder: Path) -> list[Path]:
    """The compiled files there are, newest first."""
    try:
        return sorted(folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def sweep(folder: Path) -> None:
    """Remove compiled files that nothing has asked for lately."""
    for path in compiled_files(folder)[_KEPT:]:
        path.unlink(missing_ok=True)
