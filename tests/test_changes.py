"""What changed: told apart from what was only worded anew, with the evidence in words."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator.changes import RELATIONS, Change, Comparison, compare
from citator.library import open_library
from citator.meaning import differences
from citator.model import Document
from citator.reader import read
from test_align import PHRASES, document, ids, renumbered, small_documents

TURNED = {"split": "merged", "merged": "split", "added": "removed", "removed": "added"}
# Enough around a rule that it is matched by its place, whatever becomes of its words.
AROUND = (
    "A zone is a place where cards are put during a game.",
    "The field is public and the order of its cards is not managed.",
)


@pytest.fixture(scope="module")
def editions() -> dict[str, Document]:
    library = open_library()
    return {version: read(library.edition(f"fow@{version}")) for version in ("5.00", "5.12", "8.01")}


def rule(text: str) -> Document:
    return document(("1", "Regalia and Magic Stones"), ("1.1", AROUND[0]), ("1.2", text), ("1.3", AROUND[1]))


def the_change(old: str, new: str) -> Change:
    return next(change for change in compare(rule(old), rule(new)).changes if change.new == ("1.2",))


# ---- the same -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("If a card’s text refers to “you”, it refers to its controller.",
         "If a card's text refers to \"you\", it refers to its controller."),
        ("If all players lose at once, the game is a draw.", "If all players lose at once, the gameis a draw."),
        ("A **J/resonator** may attack.", "A J/resonator may  attack."),
        ("Each player can see the number of cards in a zone.", "Each player can see the number of cards in a zone"),
    ],
)  # fmt: skip
def test_typography_glued_words_and_bold_are_no_change(old: str, new: str) -> None:
    change = the_change(old, new)
    assert change.relation == "same"
    assert change.words == (("equal", new),)


# ---- worded anew --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Each player puts his or her ruler into his or her ruler area.",
         "Each player puts their ruler into their ruler area."),
        ("Controller of a card is an owner of it.", "The controller of a card is the owner of it."),
        ("If both players lose the game in the same time, the game is end in draw.",
         "If both players lose the game in the same time, the game ends in draw."),
        ("All the continuous effect applied until end of turn end.",
         "All continuous effects applied until end of turn end."),
        ("The player may draw a card if he or sha controls a resonator.",
         "The player may draw a card if he or she controls a resonator."),
        ("A player can call a magic stone during each main phase.",
         "A player may call a magic stone during each main phase."),
        ("Each player sets his or her life to 4,000.", "Each player sets their life to 4000."),
        ("A player draws four cards at the beginning of a game.", "A player draws 4 cards at the beginning of a game."),
    ],
)  # fmt: skip
def test_style_is_no_change_of_meaning(old: str, new: str) -> None:
    assert the_change(old, new).relation == "reworded"
    assert the_change(new, old).relation == "reworded"


# ---- changed ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("A player may reveal the top card.", "A player must reveal the top card.", "may → must"),
        ("A player can block with rested cards.", "A player cannot block with rested cards.", "may → cannot"),
        ("Each player draws four cards.", "Each player draws five cards.", "4 → 5 cards"),
        ("A resonator gains +200 ATK until end of turn.", "A resonator gains -200 ATK until end of turn.",
         "+200 → -200 atk"),
        ("A player may attack during the main phase.", "A player may attack during the main phase, not in a battle.",
         "adds: “not in a battle.”"),
        ("Turn player may play a resonator card.", "Turn player may play a resonator or regalia card.",
         "adds: “or regalia”"),
        ("Turn player may play a resonator or regalia card.", "Turn player may play a resonator card.",
         "drops: “or regalia”"),
        ("A player may choose a card in the graveyard.", "A player may choose a card only in the graveyard.",
         "adds: “only”"),
        ("Put the card into the graveyard.", "Unless a player pays, put the card into the graveyard.",
         "adds: “Unless a player pays”"),
        ("A deck holds exactly four copies.", "A deck holds up to four copies.", "adds: “up to”"),
    ],
)  # fmt: skip
def test_a_change_of_meaning_says_why(old: str, new: str, why: str) -> None:
    change = the_change(old, new)
    assert change.relation == "changed"
    assert why in change.why


def test_what_is_forbidden_in_other_words_is_no_flip() -> None:
    change = the_change("A player cannot draw any cards in this turn.", "A player can draw no cards in this turn.")
    assert "may → cannot" not in change.why


# ---- references ---------------------------------------------------------------------------------------------------


def test_a_reference_that_follows_the_renumbering_is_no_change() -> None:
    old = document(
        ("1", "Zones"), ("1.1", AROUND[0]), ("1.2", AROUND[1]), ("2", "Play"), ("2.1", "See 1.2 for the field.")
    )
    new = document(
        ("1", "Zones"), ("1.1", AROUND[0]), ("1.2", "Zones belong to players, but the chase area to none."),
        ("1.3", AROUND[1]), ("2", "Play"), ("2.1", "See 1.3 for the field."),
    )  # fmt: skip
    found = {change.new: change for change in compare(old, new).changes}
    assert found["2.1",].relation == "same"
    assert found["1.3",].old == ("1.2",)


def test_a_reference_that_now_means_another_rule_is_a_change() -> None:
    zones = ("1", "Zones"), ("1.1", AROUND[0]), ("1.2", AROUND[1])
    old = document(*zones, ("2", "Play"), ("2.1", "See 1.1 for what this means."))
    new = document(*zones, ("2", "Play"), ("2.1", "See 1.2 for what this means."))
    change = next(change for change in compare(old, new).changes if change.new == ("2.1",))
    assert change.relation == "changed"
    assert change.why == ("now refers to 1.2, no longer to 1.1, which is 1.1",)


# ---- examples and words -------------------------------------------------------------------------------------------


def test_other_examples_are_another_wording() -> None:
    old = rule("A resonator may attack once in each turn.")
    nodes = tuple(n._replace(examples=("Ex. It attacked.",)) if n.id == "1.2" else n for n in old.nodes)
    change = next(c for c in compare(old, replace(old, nodes=nodes)).changes if c.new == ("1.2",))
    assert (change.relation, change.why) == ("reworded", ("only its examples differ",))


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("Turn player may pass.", "Turn player must pass.",
         [("equal", "Turn player"), ("delete", "may"), ("insert", "must"), ("equal", "pass.")]),
        ("the gamewins at once", "the game wins at once", [("equal", "the game wins at once")]),
        ("a “card”", "a \"card\" of yours", [("equal", "a \"card\""), ("insert", "of yours")]),
        ("", "new words", [("insert", "new words")]),
    ],
)  # fmt: skip
def test_words_that_differ(old: str, new: str, wanted: list[tuple[str, str]]) -> None:
    assert differences(old, new) == wanted


@given(st.lists(st.sampled_from(PHRASES), max_size=4), st.lists(st.sampled_from(PHRASES), max_size=4))
def test_the_words_that_differ_are_all_the_words(old: list[str], new: list[str]) -> None:
    before, after = " ".join(old), " ".join(new)
    found = differences(before, after)
    assert " ".join(words for tag, words in found if tag != "insert").casefold() == before.casefold()
    assert " ".join(words for tag, words in found if tag != "delete") == after


# ---- whole editions -----------------------------------------------------------------------------------------------


def mirrored(comparison: Comparison) -> set[tuple[str, tuple[str, ...], tuple[str, ...], str | None]]:
    return {(TURNED.get(c.relation, c.relation), c.new, c.old, c.meaning) for c in comparison.changes}


def straight(comparison: Comparison) -> set[tuple[str, tuple[str, ...], tuple[str, ...], str | None]]:
    return {(c.relation, c.old, c.new, c.meaning) for c in comparison.changes}


def assert_sound(comparison: Comparison, old: Document, new: Document) -> None:
    assert sorted(id for change in comparison.changes for id in change.old) == sorted(ids(old))
    assert sorted(id for change in comparison.changes for id in change.new) == sorted(ids(new))
    assert list(comparison.summary) == list(RELATIONS)
    assert sum(comparison.summary.values()) == len(comparison.changes)
    for change in comparison.changes:
        assert (change.meaning is not None) == (change.relation in ("split", "merged"))
        assert change.why or change.relation not in ("changed", "split", "merged")


@settings(max_examples=40, deadline=None)
@given(small_documents(), small_documents())
def test_every_id_once_and_backward_mirrors_forward(old: Document, new: Document) -> None:
    forward = compare(old, new)
    assert_sound(forward, old, new)
    assert straight(compare(new, old)) == mirrored(forward)


@pytest.mark.parametrize(("old", "new"), [("5.00", "5.12"), ("5.12", "8.01")])
def test_real_editions(editions: dict[str, Document], old: str, new: str) -> None:
    forward = compare(editions[old], editions[new])
    assert_sound(forward, editions[old], editions[new])
    assert straight(compare(editions[new], editions[old])) == mirrored(forward)


@pytest.mark.parametrize("version", ["5.00", "5.12", "8.01"])
def test_an_edition_against_itself_is_all_same(editions: dict[str, Document], version: str) -> None:
    edition = editions[version]
    assert {change.relation for change in compare(edition, edition).changes} == {"same"}


def test_an_edition_renumbered_at_random_is_all_same() -> None:
    """Its references too: they are told by what they point to, so they are renumbered along."""
    chapters = enumerate(("draw", "main", "end"), 1)
    nodes_of = [
        (f"{at}.{rule}", f"{name}: {PHRASES[rule]}, see {at}.1") if rule else (f"{at}", f"Chapter {name}")
        for at, name in chapters
        for rule in range(5)
    ]
    edition = document(*nodes_of)
    numbers = [f"{number}.{part}" for number in range(50, 60) for part in range(1, 9)]
    random.Random(3).shuffle(numbers)
    name = dict(zip(ids(edition), numbers, strict=False))
    new = renumbered(edition, name)
    nodes = tuple(
        node._replace(text=node.text.replace(f"see {one}", f"see {two}"))
        for node in new.nodes
        for one, two in [next((pair for pair in name.items() if node.text.endswith(f"see {pair[0]}")), ("-", "-"))]
    )
    found = compare(edition, replace(new, nodes=nodes))
    assert {change.relation for change in found.changes} == {"same"}


def test_what_was_removed_stands_at_its_old_place(editions: dict[str, Document]) -> None:
    changes = compare(editions["5.12"], editions["8.01"]).changes
    at = next(at for at, change in enumerate(changes) if change.old == ("2.1¶2c",))
    assert changes[at].relation == "removed"
    assert "2.1¶2b" in changes[at - 1].old


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        ("1.3¶1", "103.1", "reworded"),  # "loses" → "lose"
        ("2.1¶2", "201.2", "changed"),  # another list of types
        ("4.1¶1", "402.1", "changed"),  # an extra deck and a rune deck
        ("4.2¶2", "403.3", "reworded"),  # "4,000" → "4000"
        ("7.12¶2c", "712.2c", "changed"),  # only some may be attacked
    ],
)
def test_from_5_12_to_8_01(editions: dict[str, Document], old: str, new: str, relation: str) -> None:
    changes = compare(editions["5.12"], editions["8.01"]).changes
    assert next(change.relation for change in changes if (change.old, change.new) == ((old,), (new,))) == relation
