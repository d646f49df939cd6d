"""Folders and their TOML files: what is right, and what is said where something is wrong: library."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from citator import library
from citator.errors import BadInput, BadLibrary
from citator.library import Library, load, open_library

GAME = 'key = "abc"\nname = "Abacus"\n'
EDITION = 'version = "1.0"\nsource = "rules.txt"\nlayout = "numbered"\n'


def put(rules: Path, version: str, edition: str = EDITION, game: str = GAME, folder: str = "abacus") -> Path:
    home = rules / folder / version
    home.mkdir(parents=True)
    (rules / folder / "game.toml").write_text(game, encoding="utf-8")
    (home / "edition.toml").write_text(edition, encoding="utf-8")
    (home / "rules.txt").write_text("1. Overview\n1.1. It ends.\n", encoding="utf-8")
    return home


def opened(rules: Path) -> Library:
    return load([rules], home=rules)


@pytest.mark.parametrize(
    ("game", "edition", "said"),
    [
        ('name = "Abacus"\n', EDITION, "the key 'key' is missing"),
        ('key = "abc"\n', EDITION, "the key 'name' is missing"),
        (GAME + 'alias = ["x"]\n', EDITION, "there is no key 'alias': did you mean 'aliases'"),
        (GAME + "aliases = [1]\n", EDITION, "aliases must be a list of texts"),
        (GAME + 'aliases = "x"\n', EDITION, "aliases must be a list of texts"),
        ('key = "A B"\nname = "x"\n', EDITION, "use small letters, digits and dashes"),
        (GAME + 'citation = "{version}"\n', EDITION, "citation must hold {version} and {rule}"),
        (GAME + 'citation = "{version} {rule} {page}"\n', EDITION, "and no other brackets"),
        ("key = \n", EDITION, "is not valid TOML"),
        (GAME, 'version = "1.0"\nlayout = "plain"\n', "the key 'source' is missing"),
        (GAME, EDITION.replace('"1.0"', "1.0"), "version must be text in quotes"),
        (GAME, EDITION.replace('"1.0"', '"1 0"'), "use letters, digits, dots and dashes"),
        (GAME, EDITION.replace("layout", "layuot"), "there is no key 'layuot': did you mean 'layout'"),
        (GAME, EDITION.replace("numbered", "fancy"), "there is no layout 'fancy': choose one of markdown, plain"),
        (GAME, EDITION.replace("rules.txt", "other.txt"), "the document 'other.txt' is not in this folder"),
        (GAME, EDITION.replace("rules.txt", "../rules.txt"), "must be the name of a file in the same folder"),
        (GAME, EDITION + 'published = "2018-09-05"\n', "published must be a date such as 2018-09-21"),
        (GAME, EDITION + "published = 2018-09-05T10:00:00\n", "published must be a date"),
        (GAME, EDITION + "effective = 2018-13-01\n", "is not valid TOML"),
    ],
)
def test_wrong_toml_is_named_with_its_file(tmp_path: Path, game: str, edition: str, said: str) -> None:
    put(tmp_path, "1.0", edition, game)
    with pytest.raises(BadLibrary) as refused:
        opened(tmp_path)
    assert said in str(refused.value)
    assert str(tmp_path) in str(refused.value)
    assert ".toml" in str(refused.value)


def test_toml_that_is_not_utf_8(tmp_path: Path) -> None:
    (put(tmp_path, "1.0") / "edition.toml").write_bytes('title = "Möwe"'.encode("cp1252"))
    with pytest.raises(BadLibrary, match="is not UTF-8: save it as UTF-8"):
        opened(tmp_path)


def test_an_edition_as_written(tmp_path: Path) -> None:
    put(tmp_path, "1.0", EDITION + 'title = "Rules"\neffective = 2018-09-21\nnotes = ["a", "b"]\n')
    edition = opened(tmp_path).edition("abc@1.0")
    assert (edition.key, edition.title, edition.notes) == ("abc@1.0", "Rules", ("a", "b"))
    assert edition.date == datetime.date(2018, 9, 21)
    assert edition.path.read_text(encoding="utf-8").startswith("1. Overview")


def test_same_version_twice(tmp_path: Path) -> None:
    put(tmp_path, "one")
    put(tmp_path, "two")
    with pytest.raises(BadLibrary, match=r"abc@1\.0 stands in the library twice: in .*one and in .*two"):
        opened(tmp_path)


def test_two_folders_are_one_library(tmp_path: Path) -> None:
    put(tmp_path / "a", "1.0")
    put(tmp_path / "b", "2.0", EDITION.replace("1.0", "2.0"), folder="other-name")
    found = load([tmp_path / "a", tmp_path / "b", tmp_path / "missing"], home=tmp_path / "b")
    assert [edition.key for edition in found.editions()] == ["abc@1.0", "abc@2.0"]


def test_hidden_and_foreign_folders_are_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "1.0")
    put(tmp_path, ".adding-x", "nonsense", folder="abacus-2", game=GAME.replace("abc", "abd"))
    put(tmp_path, "1.0", folder=".git")
    (tmp_path / "notes").mkdir()
    (tmp_path / "README.md").write_text("x", encoding="utf-8")
    assert [edition.key for edition in opened(tmp_path).editions()] == ["abc@1.0"]


def test_empty_library(tmp_path: Path) -> None:
    empty = opened(tmp_path)
    assert empty.editions() == []
    with pytest.raises(BadInput, match="the library is empty"):
        empty.edition("fow")


def test_a_game_without_editions(tmp_path: Path) -> None:
    (tmp_path / "abacus").mkdir()
    (tmp_path / "abacus" / "game.toml").write_text(GAME, encoding="utf-8")
    with pytest.raises(BadInput, match="abc has no editions yet: “citator add abc VERSION FILE”"):
        opened(tmp_path).edition("abc")


@pytest.mark.parametrize("versions", [["5.2", "5.12", "6.3", "6.3a", "10.0"], ["1.9.9", "1.10.0"], ["v2", "v10"]])
def test_versions_stand_in_their_natural_order(tmp_path: Path, versions: list[str]) -> None:
    for version in versions:
        put(tmp_path, version, EDITION.replace("1.0", version))
    assert [edition.version for edition in opened(tmp_path).editions()] == versions
    assert opened(tmp_path).edition("abc").version == versions[-1]


def test_a_date_goes_before_the_version(tmp_path: Path) -> None:
    put(tmp_path, "2.0", EDITION.replace("1.0", "2.0") + "published = 2015-01-01\n")
    put(tmp_path, "1.0", EDITION + "published = 2016-01-01\n")
    assert opened(tmp_path).edition("abc").version == "1.0"


# ---- the library of the checkout ------------------------------------------------------------------------------------


@pytest.fixture
def built_in(checkout: Path) -> Library:
    return opened(checkout / "rules")


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("fow", "fow@8.01"),
        ("fow@5.00", "fow@5.00"),
        ("FoW@5.12", "fow@5.12"),
        ("Force of Will@8.01", "fow@8.01"),
        ("SVE", "sve@1.3.1"),
        ("fftcg@UNDATED", "fftcg@undated"),
        ("fow@2015-03-03", "fow@5.00"),
        ("fow@2015-07-22", "fow@5.00"),
        ("fow@2015-07-23", "fow@5.12"),
        ("fow@2016-05-01", "fow@5.12"),
        ("fow@2018-09-20", "fow@5.12"),  # 8.01 was published on the 5th, in force from the 21st
        ("fow@2018-09-21", "fow@8.01"),
        ("fow@2030-01-01", "fow@8.01"),
    ],
)
def test_editions_by_name_version_and_day(built_in: Library, asked: str, key: str) -> None:
    assert built_in.edition(asked).key == key


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("fw", "there is no game 'fw': did you mean 'fow'? The library holds fftcg, fow and sve."),
        ("chess", "there is no game 'chess': The library holds fftcg, fow and sve."),
        ("fow@9.9", "there is no edition '9.9' of Force of Will: the library holds fow@5.00, fow@5.12 and fow@8.01."),
        (
            "fow@2014-12-31",
            "no edition of Force of Will was in force on 2014-12-31: the oldest in the library, fow@5.00",
        ),
        ("fftcg@2020-01-01", "no edition of FINAL FANTASY TCG has a date: name one of fftcg@undated."),
        ("fow@", "there is no edition '' of Force of Will"),
    ],
)
def test_misses_name_what_there_is(built_in: Library, asked: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        built_in.edition(asked)
    assert said in str(refused.value)


def test_every_shipped_folder_is_an_edition(built_in: Library, checkout: Path) -> None:
    documents = {path.parent for path in (checkout / "rules").glob("*/*/rules.*")}
    assert {edition.folder for edition in built_in.editions()} == documents
    assert len(documents) >= 5


# ---- where it is ----------------------------------------------------------------------------------------------------


def test_folder_given_replaces_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "1.0")
    assert list(open_library(tmp_path).games) == ["abc"]
    monkeypatch.setenv("CITATOR_RULES", str(tmp_path))
    assert list(open_library().games) == ["abc"]
    assert open_library().home == tmp_path


def test_users_own_editions_stand_beside_the_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "users_own", lambda: tmp_path)
    put(tmp_path, "1.0")
    both = open_library()
    assert "abc" in both.games
    assert "fow" in both.games
    assert both.home == tmp_path


def test_a_file_or_nothing_as_the_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no folder"):
        open_library(tmp_path / "nothing")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(BadInput, match="is a file: --rules takes the folder"):
        open_library(tmp_path / "file")
