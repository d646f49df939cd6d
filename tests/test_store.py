"""The compiled store: it holds what the documents say, and survives kills, crowds, damage and strangers."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citator import library, reader
from citator.errors import BadInput
from citator.store.cache import is_sound
from citator.store.store import Store, open_store
from citator.study import study

RULES = Path(__file__).parents[1] / "rules"
SMALL = """1. Start

1.1. Players

1.1.1. Two players play (2.1.1).

2. Cards

2.1. Kinds

2.1.1. A "card" means a thing with a name.
"""


def small_library(folder: Path, *versions: str) -> Path:
    game = folder / "toy"
    game.mkdir(parents=True, exist_ok=True)
    (game / "game.toml").write_text('key = "toy"\nname = "Toy"\n', encoding="utf-8")
    for at, version in enumerate(versions):
        edition = game / version
        edition.mkdir(exist_ok=True)
        (edition / "edition.toml").write_text(
            f'version = "{version}"\nsource = "rules.txt"\nlayout = "numbered"\npublished = 2020-01-{at + 1:02}\n',
            encoding="utf-8",
        )
        (edition / "rules.txt").write_text(SMALL.replace("Two", ["Two", "Three", "Four"][at]), encoding="utf-8")
    return folder


@pytest.fixture(name="cache")
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CITATOR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def files(cache: Path) -> list[Path]:
    return sorted(path for path in cache.iterdir() if path.suffix == ".sqlite")


def answers(rules: Path) -> bool:
    with open_store(rules) as store:
        node = store.node("toy@1", "1.1.1")
        return node is not None and node.text == "Two players play (2.1.1)."


def test_it_holds_what_the_document_says(cache: Path) -> None:
    del cache
    with open_store(RULES) as store:
        edition = library.load([RULES], home=RULES).edition("sve@1.3.1")
        found = study(reader.read(edition))
        assert [node._replace(spans=(), example_spans=()) for node in found.document.nodes] == [
            node._replace(spans=(), example_spans=()) for node in store.nodes("sve@1.3.1")
        ]
        again = store.study("sve@1.3.1")
        assert again.refs == found.refs
        assert again.terms == found.terms
        assert again.uses == found.uses
        assert again.cited_by == found.cited_by


def test_compiled_once_then_only_opened(tmp_path: Path, cache: Path) -> None:
    rules = small_library(tmp_path / "rules", "1")
    assert answers(rules)
    (path,) = files(cache)
    written = path.stat().st_mtime_ns
    assert answers(rules)
    assert [path.stat().st_mtime_ns for path in files(cache)] == [written]


def test_a_changed_library_is_compiled_anew(tmp_path: Path, cache: Path) -> None:
    rules = small_library(tmp_path / "rules", "1")
    assert answers(rules)
    text = rules / "toy" / "1" / "rules.txt"
    text.write_text(text.read_text(encoding="utf-8").replace("Two", "Seventeen"), encoding="utf-8")
    with open_store(rules) as store:
        node = store.node("toy@1", "1.1.1")
        assert node is not None
        assert node.text == "Seventeen players play (2.1.1)."
    assert len(files(cache)) == 2


def test_one_more_edition_does_not_parse_the_others(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del cache
    rules = small_library(tmp_path / "rules", "1", "2")
    open_store(rules).__exit__()
    small_library(rules, "1", "2", "3")
    for version, text in (("1", "Two"), ("2", "Three")):  # written again: the same words under another time
        assert text in (rules / "toy" / version / "rules.txt").read_text(encoding="utf-8")
    parsed: list[str] = []
    read = reader.read

    def counted(edition: library.Edition, repaired: bool = True) -> object:
        parsed.append(edition.key)
        return read(edition, repaired)

    monkeypatch.setattr(reader, "read", counted)
    with open_store(rules) as store:
        assert store.changes("toy@1", "toy@2") is not None
        assert store.changes("toy@2", "toy@3") is not None
    assert "toy@1" not in parsed
    assert "toy@3" in parsed


@pytest.mark.parametrize("damage", ["truncated", "random", "empty", "foreign"])
def test_a_damaged_file_is_replaced(tmp_path: Path, cache: Path, damage: str) -> None:
    rules = small_library(tmp_path / "rules", "1")
    assert answers(rules)
    (path,) = files(cache)
    data = path.read_bytes()
    if damage == "foreign":
        path.unlink()
        with sqlite3.connect(path) as other:
            other.execute("create table recipe (name text)")
        other.close()
    else:
        path.write_bytes(
            {"truncated": data[: len(data) // 2], "random": random.Random(1).randbytes(5000), "empty": b""}[damage]
        )
    assert answers(rules)
    assert is_sound(path)


def test_a_file_damaged_inside_is_replaced(tmp_path: Path) -> None:
    rules = small_library(tmp_path / "rules", "1")
    started(rules, tmp_path / "cache").communicate(timeout=60)
    (path,) = files(tmp_path / "cache")
    data = bytearray(path.read_bytes())
    data[4096:] = random.Random(3).randbytes(len(data) - 4096)  # the header, and so the length, still fit
    path.write_bytes(data)
    again = started(rules, tmp_path / "cache")
    out, err = again.communicate(timeout=60)
    assert (again.returncode, err) == (0, "")
    assert "Two players play" in out


def test_without_room_anywhere_it_says_so(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del cache
    rules = small_library(tmp_path / "rules", "1")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("citator.store.compiling.compile_library", full)
    with pytest.raises(BadInput, match=r"disk is full\. Make room, or name another folder in CITATOR_CACHE"):
        open_store(rules)


def test_where_the_cache_cannot_be_written_it_still_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = small_library(tmp_path / "rules", "1")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("CITATOR_CACHE", str(tmp_path / "file" / "cache"))
    assert answers(rules)


COMMAND = [sys.executable, "-m", "citator", "--rules"]


def started(rules: Path, cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, str(rules), "show", "toy", "1.1.1"],
        env={**os.environ, "CITATOR_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ten_at_once_on_an_empty_cache(tmp_path: Path) -> None:
    rules = small_library(tmp_path / "rules", "1")
    crowd = [started(rules, tmp_path / "cache") for _ in range(10)]
    for process in crowd:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        assert "Two players play" in out
    assert len(files(tmp_path / "cache")) == 1


def test_killed_at_any_moment_the_next_one_answers(tmp_path: Path) -> None:
    rules = small_library(tmp_path / "rules", "1", "2")
    chance = random.Random(7)
    for _ in range(8):
        process = started(rules, tmp_path / "cache")
        time.sleep(chance.uniform(0.02, 0.6))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        for path in files(tmp_path / "cache") if (tmp_path / "cache").is_dir() else []:
            assert is_sound(path)
    last = started(rules, tmp_path / "cache")
    out, err = last.communicate(timeout=60)
    assert (last.returncode, err) == (0, "")
    assert "Three players play" in out


def test_heavy_modules_stay_off_the_lookup_path(tmp_path: Path) -> None:
    rules = small_library(tmp_path / "rules", "1")
    script = (
        "import sys; from citator.cli import main\n"
        "try: main(['--rules', sys.argv[1], 'show', 'toy', '1.1.1'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('lark', 'networkx', 'rapidfuzz', 'mkdocs', 'rich', 'symspellpy') if name in sys.modules])"
    )
    environment = {**os.environ, "CITATOR_CACHE": str(tmp_path / "cache")}
    for _ in range(2):  # the first call compiles
        done = subprocess.run(
            [sys.executable, "-c", script, str(rules)], env=environment, capture_output=True, text=True, check=True
        )
    assert done.stdout.splitlines()[-1] == "[]"


def test_any_sqlite_tool_reads_it(tmp_path: Path, cache: Path) -> None:
    rules = small_library(tmp_path / "rules", "1")
    assert answers(rules)
    with sqlite3.connect(files(cache)[0]) as connection:
        found = connection.execute("select id from words where words match 'players'").fetchall()
    connection.close()
    assert ("1.1.1",) in found


def test_the_store_is_opened_read_only(tmp_path: Path, cache: Path) -> None:
    del cache
    rules = small_library(tmp_path / "rules", "1")
    with open_store(rules) as store:
        assert isinstance(store, Store)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store.connection.execute("delete from node")
