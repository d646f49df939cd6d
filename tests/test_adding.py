"""A new edition in the library: whole or not at all, byte for byte: adding."""

from __future__ import annotations

import datetime
import os
import shutil
import tomllib
from pathlib import Path
from typing import NoReturn

import pytest

from citator import adding, reader
from citator.errors import BadDocument, BadInput
from citator.library import Library, load
from conftest import EDITIONS, shipped

RULES = (
    "Abacus Rules ver. 1.0\nPublished September 5, 2018\n\n"
    "1. Overview\n\n1.1. Players\n\n1.1.1. Two play.\n\n1.1.2. One is first.\n\n"
    "2. Cards\n\n2.1. Type\n\n2.1.1. Each has one.\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "abacus.txt"
    path.write_bytes(RULES.encode())
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "rules"


def opened(home: Path) -> Library:
    return load([home], home=home)


def tree_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_game(home: Path, file: Path) -> None:
    added = adding.add(opened(home), "abc", "1.0", file, name="Abacus")
    assert added.edition.key == "abc@1.0"
    assert (home / "abc" / "1.0" / "rules.txt").read_bytes() == RULES.encode()
    game = opened(home).game("Abacus")
    assert (game.key, [edition.key for edition in game.editions]) == ("abc", ["abc@1.0"])
    values = tomllib.loads((home / "abc" / "1.0" / "edition.toml").read_text(encoding="utf-8"))
    assert (values["title"], values["layout"], values["encoding"]) == ("Abacus Rules ver. 1.0", "numbered", "utf-8")
    assert values["published"] == datetime.date(2018, 9, 5)
    assert reader.read(opened(home).edition("abc")).by_id["2.1.1"].text == "Each has one."


def test_what_was_found_is_said(home: Path, file: Path) -> None:
    added = adding.add(opened(home), "abc", "1.0", file)
    assert "UTF-8, line ends LF" in added.found
    assert "numbers: 1.2 under 1" in added.found
    assert "4 headings, 3 rules" in added.found
    assert f"{len(RULES)} of {len(RULES)} characters accounted for" in added.found
    assert not [line for line in added.unsure if "version" in line or "date" in line]


def test_what_is_unsure_is_said(home: Path, file: Path) -> None:
    file.write_text(RULES.replace("Published September 5, 2018", ""), encoding="utf-8")
    unsure = adding.add(opened(home), "abc", "1.1", file).unsure
    assert "the version: the title page says 1.0" in unsure
    assert any(line.startswith("the date: none was found") for line in unsure)


def test_a_second_edition_of_a_known_game(home: Path, file: Path) -> None:
    adding.add(opened(home), "abc", "1.0", file, name="Abacus")
    (home / "abc").rename(home / "the-abacus-folder")
    adding.add(opened(home), "abc", "1.1", file, name="Another name")
    game = opened(home).game("abc")
    assert (game.name, [edition.version for edition in game.editions]) == ("Abacus", ["1.0", "1.1"])
    assert (home / "the-abacus-folder" / "1.1" / "rules.txt").is_file()


def test_a_game_of_the_built_in_library_is_known(checkout: Path, home: Path, file: Path) -> None:
    library = load([checkout / "rules", home], home=home)
    adding.add(library, "fow", "9.9", file)
    both = load([checkout / "rules", home], home=home)
    assert both.game("fow").name == "Force of Will"
    assert "fow@9.9" in [edition.key for edition in both.game("fow").editions]
    assert opened(home).game("fow").citation == both.game("fow").citation


@pytest.mark.parametrize("version", ["1.0B", "1.0b"])
def test_twins_are_refused(home: Path, file: Path, version: str) -> None:
    adding.add(opened(home), "abc", "1.0B", file)
    before = tree_of(home)
    with pytest.raises(BadInput, match=r"abc@1\.0[Bb] is in the library already: give another version"):
        adding.add(opened(home), "abc", version, file)
    assert tree_of(home) == before


def test_a_folder_in_the_way_is_kept(home: Path, file: Path) -> None:
    (home / "abc" / "1.0").mkdir(parents=True)
    (home / "abc" / "1.0" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="exists already and is no edition: move it away first"):
        adding.add(opened(home), "abc", "1.0", file)
    assert tree_of(home) == {"abc/1.0/notes.txt": b"mine"}


@pytest.mark.parametrize(
    ("game", "version", "said"),
    [
        ("A B", "1.0", "will not do as a game's key"),
        ("../abc", "1.0", "will not do as a game's key"),
        ("", "1.0", "will not do as a game's key"),
        ("abc", "1 0", "will not do as a version"),
        ("abc", "../1.0", "will not do as a version"),
        ("abc", ".hidden", "will not do as a version"),
        ("abc", "", "will not do as a version"),
    ],
)
def test_names_that_will_not_do(home: Path, file: Path, game: str, version: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        adding.add(opened(home), game, version, file)
    assert not home.exists()


@pytest.mark.parametrize("data", [b"", b"no numbers here\n", b"\0\1\2" * 99, b"1. Contents\n2. Only\n3. Titles\n"])
def test_what_is_no_document_leaves_nothing(home: Path, file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(BadDocument):
        adding.add(opened(home), "abc", "1.0", file)
    assert not home.exists()


@pytest.mark.parametrize(
    ("owner", "name"), [(shutil, "copyfile"), (Path, "rename"), (Path, "write_text"), (Path, "mkdir")]
)
def test_an_interrupted_add_leaves_no_edition(
    home: Path, file: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> None:
    def fails(*_: object, **__: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(owner, name, fails)
    with pytest.raises(BadInput, match=r"cannot write to the library in .*: No space left on device"):
        adding.add(opened(home), "abc", "1.0", file)
    monkeypatch.undo()
    assert not [path for path in home.rglob("*") if path.name.startswith(".adding-") or path.name == "edition.toml"]
    adding.add(opened(home), "abc", "1.0", file)
    assert opened(home).edition("abc").key == "abc@1.0"


def test_a_stop_from_the_keyboard_leaves_no_edition(home: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "copyfile", stopped)
    with pytest.raises(KeyboardInterrupt):
        adding.add(opened(home), "abc", "1.0", file)
    assert tree_of(home) == {}


def test_what_an_earlier_add_left_is_swept(home: Path, file: Path) -> None:
    adding.add(opened(home), "abc", "1.0", file)
    (home / "abc" / ".adding-left").mkdir()
    (home / "abc" / ".adding-left" / "rules.txt").write_text("half", encoding="utf-8")
    adding.add(opened(home), "abc", "1.1", file)
    assert not (home / "abc" / ".adding-left").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever runs this may write everywhere")
def test_a_folder_that_cannot_be_written_to(home: Path, file: Path) -> None:
    home.mkdir()
    home.chmod(0o500)
    with pytest.raises(BadInput, match=r"cannot write to the library in .*: Permission denied"):
        adding.add(opened(home), "abc", "1.0", file)


def test_a_file_where_the_library_should_be(tmp_path: Path, file: Path) -> None:
    home = tmp_path / "taken"
    home.write_text("x", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot write to the library in"):
        adding.add(opened(home), "abc", "1.0", file)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RULES, "utf-16"),
        (RULES.replace("\n", "\r\n"), "utf-8-sig"),
        (RULES.replace("\n", "\r"), "utf-8"),
        (RULES.replace("Two", "“Zwei”"), "cp1252"),
    ],
    ids=["utf-16", "crlf with a mark", "bare cr", "cp1252"],
)
def test_other_encodings_are_copied_byte_for_byte_and_read_again(
    home: Path, file: Path, text: str, encoding: str
) -> None:
    file.write_bytes(text.encode(encoding))
    added = adding.add(opened(home), "abc", "1.0", file)
    assert added.edition.path.read_bytes() == text.encode(encoding)
    again = reader.read(opened(home).edition("abc"))
    assert again.nodes == added.document.nodes


@pytest.mark.parametrize("edition", EDITIONS)
def test_shipped_documents_could_have_been_added(home: Path, checkout: Path, edition: str) -> None:
    known = load([checkout / "rules"], home=home).edition(edition)
    added = adding.add(opened(home), "abc", "1.0", known.path)
    assert added.document.nodes == shipped(edition).nodes
    assert added.edition.source == known.source


def test_odd_names_and_titles_make_sound_toml(home: Path, file: Path) -> None:
    odd = file.with_name('a "quoted"\\name\x7f.txt')
    odd.write_text('The "Rules" \\ of Abacus {x}\n' + RULES.partition("\n")[2], encoding="utf-8")
    adding.add(opened(home), "abc", "1.0", odd, name='A "B" {c}')
    edition = opened(home).edition("abc")
    assert edition.title == 'The "Rules" \\ of Abacus {x}'
    assert odd.name in edition.provenance
    assert opened(home).game("abc").name == 'A "B" {c}'
