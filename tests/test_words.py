"""Words and their stems, stop words and slips, in tables: words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator import words


@pytest.mark.parametrize(
    "forms",
    [
        ("ability", "abilities"),
        ("attack", "attacks", "attacked", "attacking", "attacker"),
        ("block", "blocker", "blocked"),
        ("choose", "chose", "chosen", "choice"),
        ("class", "classes"),
        ("control", "controlled", "controller", "controlling"),
        ("cancel", "canceled", "cancelled"),
        ("deal", "dealt"),
        ("destroy", "destroyed", "destruction"),
        ("dies", "died", "death", "dead"),
        ("draw", "draws", "drawn", "drew"),
        ("evolve", "evolved", "evolution"),
        ("lose", "lost", "losing", "loss"),
        ("resolve", "resolves", "resolved", "resolving"),
        ("select", "selection", "selected"),
        ("stop", "stopped", "stopping"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({words.stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("state", "stats"),  # the state of the game, the stats of a creature
        ("counter", "countered"),  # a counter on a card, a spell that got countered
        ("rest", "restart"),
        ("bring", "br"),
        ("player", "play"),
        ("during", "dure"),
        ("need", "ne"),
    ],
)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert words.stem(one) != words.stem(other)


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("J/resonator", ["j", "resonator"]),
        ("a J-ruler’s ATK", ["j", "ruler", "atk"]),
        ("[God's Art]", ["god", "art"]),
        ("set to 4,000", ["set", "4000"]),
        ("seven cards", ["7", "card"]),
        ("facedown", ["face", "down"]),
        ("it can't block", ["cannot", "block"]),
        ("gets -9000", ["minus", "9000"]),
        ("roll a six-sided die", ["roll", "6", "sid", "dice"]),
        ("Pokémon", ["pokemon"]),
        ("what is it", []),
    ],
)
def test_text_is_cut_into_the_words_that_say_something(text: str, stems: list[str]) -> None:
    assert words.stems(text) == [words.stem(stem) for stem in stems]


@pytest.mark.parametrize(
    ("question", "keep", "kept"),
    [
        ("will it die", ("will",), False),
        ("can I keep will until my next turn", ("will",), True),
        ("can I keep will until my next turn", (), False),
    ],
)
def test_will_is_a_thing_only_where_the_game_has_wills(question: str, keep: tuple[str, ...], kept: bool) -> None:
    assert ("will" in [word.stem for word in words.asked(question, keep)]) is kept


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("graveyard", "graveyard", 0),
        ("gravyard", "graveyard", 1),  # missing
        ("graveyyard", "graveyard", 1),  # too many
        ("grabeyard", "graveyard", 1),  # wrong
        ("garveyard", "graveyard", 1),  # swapped
        ("mulligen", "mulligan", 1),
        ("cemetary", "cemetery", 1),
        ("rest", "rests", 1),
    ],
)
def test_distance_counts_slips(one: str, other: str, slips: int) -> None:
    assert words.distance(one, other, 3) == slips
    assert words.distance(other, one, 3) == slips


def test_distance_gives_up_beyond_the_most() -> None:
    assert words.distance("resonator", "ruler", 2) == 3


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_zero_only_for_the_same_word_and_the_same_both_ways(one: str, other: str) -> None:
    assert words.distance(one, other, 6) == words.distance(other, one, 6)
    assert (words.distance(one, other, 6) == 0) is (one == other)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("graveyrd", "graveyard"),
        ("recoverd", "recover"),
        ("resonater", "resonator"),
        ("kill", None),  # not "will": a slip on the first letter is rare
        ("tap", None),  # too short to tell
        ("hansel", None),
        ("4001", None),  # numbers are no slips
    ],
)
def test_slips_are_put_right_against_known_words(written: str, meant: str | None) -> None:
    known = {"graveyard": 3, "recover": 2, "resonator": 9, "will": 5, "rest": 4, "4000": 1, "damage": 7}
    assert words.corrected(written, known) == meant


def test_of_two_near_words_the_usual_one_was_meant() -> None:
    assert words.corrected("clask", {"class": 1, "clasp": 5}) == "clasp"


@given(st.from_regex(r"[a-z]{1,14}", fullmatch=True))
def test_a_stem_is_never_empty(word: str) -> None:
    assert words.stem(word)
