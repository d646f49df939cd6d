"""Players' words: the files in the checkout and the errors of files that are wrong: thesaurus."""

from __future__ import annotations

from pathlib import Path

import pytest

from citator import thesaurus, words
from citator.errors import BadLibrary
from citator.ranking import index
from conftest import EDITIONS, shipped

FOLDERS = {"fow": "force-of-will", "sve": "shadowverse-evolve", "fftcg": "final-fantasy-tcg"}


def own_words(game: str, checkout: Path) -> thesaurus.Knowledge:
    return thesaurus.read_words(checkout / "rules" / FOLDERS[game] / "words.toml")


def file(folder: Path, text: str) -> Path:
    path = folder / "words.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_phrases_are_listed_with_commas_or_as_lists(tmp_path: Path) -> None:
    known = thesaurus.read_words(
        file(
            tmp_path,
            """
            [rings.cards]
            creature = "guy, dude"
            [readings.places]
            "yard, bin" = ["graveyard", "put into the graveyard, destroyed"]
            [situations.combat]
            "blocker dies" = "no blocking"
            [outside.money]
            said = "price"
            unless = "coin"
            [words]
            plain = "huge"
            keep = "will"
            """,
        )
    )
    assert known == thesaurus.Knowledge(
        (thesaurus.Entry(("guy", "dude"), ("creature",)),),
        (thesaurus.Entry(("yard", "bin"), ("graveyard", "put into the graveyard", "destroyed")),),
        (thesaurus.Entry(("blocker dies",), ("no blocking",)),),
        (thesaurus.Subject("money", ("price",), ("coin",)),),
        ("huge",),
        ("will",),
    )


def test_a_missing_file_says_nothing(tmp_path: Path) -> None:
    assert thesaurus.read_words(tmp_path / "words.toml") == thesaurus.Knowledge()
    assert thesaurus.for_game(tmp_path) == thesaurus.general()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[synonyms]\n", r"no table \[synonyms\]"),
        ("readings = 3\n", r"\[readings\] must be a table"),
        ('[readings]\n"tap" = "rest"\n', r"\[readings.tap\] must be a table"),
        ('[readings.actions]\n"tap" = 3\n', r"'tap' must be text in quotes"),
        ('[readings.actions]\n"tap" = ["rest", 3]\n', r"'tap' must be text in quotes"),
        ('[readings.actions]\n"tap" = ""\n', "is empty"),
        ('[readings.actions]\n" , " = "rest"\n', "empty name"),
        ('[outside.money]\nunless = "coin"\n', "needs said"),
        ('[outside.money]\nsaid = "price"\nif = "coin"\n', "knows said and unless"),
        ('[words]\nrare = "huge"\n', "knows plain and keep"),
        ("[readings\n", "is not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(BadLibrary, match=message) as caught:
        thesaurus.read_words(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("game", FOLDERS)
def test_every_entry_of_a_game_leads_to_words_of_its_rules(game: str, checkout: Path) -> None:
    known = own_words(game, checkout)
    editions = [edition for edition in EDITIONS if edition.startswith(f"{game}@")]
    assert known.readings
    assert known.situations
    spoken = {word for edition in editions for node in shipped(edition).nodes for word in words.stems(node.text)}
    spoken |= {word for edition in editions for node in shipped(edition).nodes for word in words.stems(node.title)}
    idle = [
        entry.said[0]
        for entry in known.readings + known.situations
        if not any(word in spoken for read in entry.read for word in words.stems(read))
    ]
    assert idle == []


def test_general_words_name_no_players_phrase_twice_in_a_ring() -> None:
    for ring in thesaurus.general().rings:
        assert len(set(ring.said)) == len(ring.said), ring.read[0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_readings_are_found_by_phrases_and_lead_to_words_of_the_edition(edition: str, checkout: Path) -> None:
    game = edition.partition("@")[0]
    built = index(shipped(edition), (), thesaurus.general() + own_words(game, checkout))
    targets = {stem for read in built.readings.values() for target in read for stem in target.split()}
    targets |= {stem for _, read in built.situations for target in read for stem in target.split()}
    assert targets <= set(built.stems)
    assert all(built.readings)
    assert all(key for keys, _ in built.situations for key in keys)


@pytest.mark.parametrize(
    ("edition", "said", "read"),
    [
        ("fow@8.01", "graveyard", None),  # the book's own word
        ("fow@8.01", "yard", "graveyard"),
        ("fow@8.01", "dude", "resonator"),
        ("fow@8.01", "tapped", "rest"),
        ("sve@1.3.1", "yard", "cemetery"),
        ("sve@1.3.1", "dude", "follower"),
        ("sve@1.3.1", "tapped", "engage"),
        ("fftcg@undated", "yard", "Break Zone"),
        ("fftcg@undated", "dude", "Forward"),
        ("fftcg@undated", "tapped", "dull"),
        ("fftcg@undated", "mana", "CP"),
    ],
)
def test_each_game_has_its_own_word(edition: str, said: str, read: str | None, checkout: Path) -> None:
    game = edition.partition("@")[0]
    built = index(shipped(edition), (), thesaurus.general() + own_words(game, checkout))
    found = built.readings.get(words.phrase(said), ())
    assert (words.phrase(read) in found) if read else (words.phrase(said) not in found)
