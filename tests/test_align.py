"""Two editions matched: what is moved, renumbered, split and merged is found again, from either side."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import source, tree
from citator.align import Match, align
from citator.library import open_library
from citator.model import Document, Node
from citator.reader import read


def document(*nodes: tuple[str, str]) -> Document:
    """A document of numbered nodes: ``1`` is a heading, ``1.2`` a rule, ``1.2.3`` a rule below it."""
    found = [
        Node(
            id=id,
            number=id,
            parent=id.rpartition(".")[0] or None,
            kind="heading" if "." not in id else "rule",
            title=text if "." not in id else "",
            text=text if "." in id else "",
            printed=text,
            examples=(),
            rows=(),
            lines=(at, at),
            spans=((0, 0),),
        )
        for at, (id, text) in enumerate(nodes, 1)
    ]
    return replace(_EMPTY, nodes=tuple(found))


_EMPTY = tree.grow(source.Source("1. Zones\n1.1. A zone is a place.\n1.2. Cards are there.\n"), "numbered")


@pytest.fixture(scope="module")
def editions() -> dict[str, Document]:
    library = open_library()
    return {version: read(library.edition(f"fow@{version}")) for version in ("5.00", "5.12", "8.01")}


def pairs(matches: list[Match]) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    return {(match.old, match.new) for match in matches}


def ids(document: Document) -> list[str]:
    return [node.id for node in document.nodes if node.kind in ("heading", "rule")]


def renumbered(document: Document, name: dict[str, str]) -> Document:
    nodes = (n._replace(id=name[n.id], parent=n.parent and name[n.parent]) for n in document.nodes)
    return replace(document, nodes=tuple(nodes))


# ---- what is always true ------------------------------------------------------------------------------------------


def assert_each_once(matches: list[Match], old: Document, new: Document) -> None:
    assert sorted(id for match in matches for id in match.old) == sorted(ids(old))
    assert sorted(id for match in matches for id in match.new) == sorted(ids(new))
    for match in matches:
        assert len(match.old) == 1 or len(match.new) <= 1
        kinds = {old.by_id[id].kind for id in match.old} | {new.by_id[id].kind for id in match.new}
        assert len(kinds) == 1, f"{match} pairs a heading with a rule"
        assert 0 <= match.score <= 1


PHRASES = (
    "Each player draws a card", "The turn player gains priority", "A resonator is put into the field",
    "If a card would be destroyed, it is removed instead", "Turn player gains priority", "This ends the game",
    "General", "The owner of a card is the player who brought it", "No player may look at face down cards",
    "Damage is dealt at the same time", "An object is an ability or a card", "Pass",
)  # fmt: skip


@st.composite
def small_documents(draw: st.DrawFn) -> Document:
    nodes: list[tuple[str, str]] = []
    for chapter in range(1, draw(st.integers(1, 4)) + 1):
        nodes.append((str(chapter), draw(st.sampled_from(PHRASES))))
        for rule in range(1, draw(st.integers(0, 4)) + 1):
            text = " ".join(draw(st.lists(st.sampled_from(PHRASES), min_size=1, max_size=3)))
            nodes.append((f"{chapter}.{rule}", text))
            nodes += [
                (f"{chapter}.{rule}.{part}", draw(st.sampled_from(PHRASES)))
                for part in range(1, draw(st.integers(0, 2)) + 1)
            ]
    return document(*nodes)


@settings(max_examples=60, deadline=None)
@given(small_documents(), small_documents())
def test_every_id_once_and_backward_mirrors_forward(old: Document, new: Document) -> None:
    forward, backward = align(old, new), align(new, old)
    assert_each_once(forward, old, new)
    assert {(m.old, m.new, m.score, m.why) for m in forward} == {(m.new, m.old, m.score, m.why) for m in backward}
    assert align(old, new) == forward


@settings(max_examples=60, deadline=None)
@given(small_documents())
def test_an_edition_against_itself_pairs_every_rule_with_itself(edition: Document) -> None:
    assert all(match.old == match.new for match in align(edition, edition))


@settings(max_examples=60, deadline=None)
@given(small_documents(), st.randoms(use_true_random=False))
def test_a_random_renumbering_is_undone(edition: Document, chance: random.Random) -> None:
    numbers = [f"{count}{letter}" for count in range(1, 100) for letter in "abc"]
    chance.shuffle(numbers)
    name = dict(zip(ids(edition), numbers, strict=False))
    assert pairs(align(edition, renumbered(edition, name))) == {((id,), (name[id],)) for id in ids(edition)}


@pytest.mark.parametrize(("old", "new"), [("5.00", "5.12"), ("5.12", "8.01")])
def test_real_editions_every_id_once_mirrored_and_the_same_again(
    editions: dict[str, Document], old: str, new: str
) -> None:
    one, two = editions[old], editions[new]
    forward = align(one, two)
    assert_each_once(forward, one, two)
    assert {(m.old, m.new, m.score) for m in forward} == {(m.new, m.old, m.score) for m in align(two, one)}
    assert align(one, two) == forward


@pytest.mark.parametrize("version", ["5.00", "5.12", "8.01"])
def test_a_real_edition_against_itself(editions: dict[str, Document], version: str) -> None:
    assert all(match.old == match.new for match in align(editions[version], editions[version]))


@pytest.mark.parametrize("version", ["5.00", "5.12", "8.01"])
def test_a_real_edition_renumbered_at_random(editions: dict[str, Document], version: str) -> None:
    edition = editions[version]
    numbers = [f"{number}.{part}" for number in range(7000, 7300) for part in range(1, 10)]
    random.Random(5).shuffle(numbers)
    name = dict(zip((node.id for node in edition.nodes), numbers, strict=False))
    found = pairs(align(edition, renumbered(edition, name)))
    assert found == {((id,), (name[id],)) for id in ids(edition)}


@pytest.mark.parametrize("seed", range(8))
def test_a_rule_moved_elsewhere_is_found(editions: dict[str, Document], seed: int) -> None:
    """Any rule that says something that no other rule says, put under any heading."""
    edition = editions["5.12"]
    chance = random.Random(seed)
    texts = [node.text for node in edition.nodes]
    leaves = [n for n in edition.nodes if n.kind == "rule" and n.id not in edition.children]
    moved = chance.choice([n for n in leaves if texts.count(n.text) == 1 and len(n.text) > 40])
    place = chance.choice([n for n in edition.nodes if n.kind == "heading"])
    rest = [node for node in edition.nodes if node is not moved]
    rest.insert(rest.index(place) + 1, moved._replace(id="moved", parent=place.id))
    found = pairs(align(edition, replace(edition, nodes=tuple(rest))))
    assert found == {((id,), ("moved" if id == moved.id else id,)) for id in ids(edition)}


# ---- single cases -------------------------------------------------------------------------------------------------

FIELD = "The field is the zone where resonators are put. It is public and the order of its cards is not managed."
HAND = "The hand is the zone where drawn cards are put. It is hidden and the order of its cards is not managed."
SHUFFLE = "To shuffle a deck is to bring its cards into a random order that no player knows."
PRIORITY = "Turn player gains priority and performs a priority sequence."


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        pytest.param(
            [("1", "Zones"), ("1.1", FIELD), ("2", "Actions"), ("2.1", SHUFFLE)],
            [("1", "Actions"), ("1.1", SHUFFLE), ("2", "Zones"), ("2.1", FIELD)],
            {(("1",), ("2",)), (("1.1",), ("2.1",)), (("2",), ("1",)), (("2.1",), ("1.1",))},
            id="chapters change places",
        ),
        pytest.param(
            [("1", "Draw phase"), ("1.1", "The turn player draws a card."), ("1.2", PRIORITY),
             ("2", "End phase"), ("2.1", "All damage is removed from resonators."), ("2.2", PRIORITY)],
            [("1", "End phase"), ("1.1", "All damage is removed from resonators."), ("1.2", PRIORITY),
             ("2", "Draw phase"), ("2.1", "The turn player draws a card."), ("2.2", PRIORITY)],
            {(("1",), ("2",)), (("1.1",), ("2.1",)), (("1.2",), ("2.2",)),
             (("2",), ("1",)), (("2.1",), ("1.1",)), (("2.2",), ("1.2",))},
            id="the same sentence in two phases is told apart by where it stands",
        ),
        pytest.param(
            [("1", "Zones"), ("1.1", FIELD)],
            [("1", "Zones"), ("1.1", FIELD.replace("resonators", "**resonators**").replace(" ", "")), ("1.2", HAND)],
            {(("1",), ("1",)), (("1.1",), ("1.1",)), ((), ("1.2",))},
            id="glued words and bold do not matter",
        ),
        pytest.param(
            [("1", "Zones"), ("1.1", FIELD)],
            [("1", "Zones"), ("1.1", "A player who cannot attack passes.")],
            {(("1",), ("1",)), (("1.1",), ()), ((), ("1.1",))},
            id="a weak best match is no match",
        ),
        pytest.param(
            [("1", "Decks"), ("1.1", "A main deck contains no rulers. A main deck must contain forty or more cards."),
             ("1.2", SHUFFLE)],
            [("1", "Decks"), ("1.1", "A main deck contains no rulers."),
             ("1.2", "A main deck must contain forty or more cards."), ("1.3", SHUFFLE)],
            {(("1",), ("1",)), (("1.1",), ("1.1", "1.2")), (("1.2",), ("1.3",))},
            id="two sentences become two rules",
        ),
    ],
)  # fmt: skip
def test_cases(
    old: list[tuple[str, str]],
    new: list[tuple[str, str]],
    wanted: set[tuple[tuple[str, ...], tuple[str, ...]]],
) -> None:
    assert pairs(align(document(*old), document(*new))) == wanted
    assert pairs(align(document(*new), document(*old))) == {(two, one) for one, two in wanted}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("7.11¶1",), ("710.1",)),  # every number and half of the words are new
        (("7.9",), ("708",)),  # [Spell:Chant-Standby] became [Trigger]
        (("11.2",), ("1103",)),  # [Target Attack] became [Precision]
        (("3.10¶3",), ("1415.1a-ii",)),  # from the zones to the old cards
        (("5.1¶2",), ("502.2",)),  # the same sentence as 5.1¶4, 5.2¶3, …
        (("5.4¶4",), ("505.4",)),
        (("4.1¶4",), ("402.4", "402.4a")),
        (("10.19¶1", "10.19¶2"), ("1020.1",)),
        (("3.7¶3",), ()),  # the magic stone area is gone, though the ruler area's rule reads much the same
        ((), ("402.6a",)),
    ],
)
def test_from_5_12_to_8_01(editions: dict[str, Document], old: tuple[str, ...], new: tuple[str, ...]) -> None:
    assert (old, new) in pairs(align(editions["5.12"], editions["8.01"]))


def test_in_reading_order_of_the_new_edition_then_what_was_removed(editions: dict[str, Document]) -> None:
    place = {id: at for at, id in enumerate(ids(editions["8.01"]))}
    matches = align(editions["5.12"], editions["8.01"])
    kept = [match for match in matches if match.new]
    assert matches[len(kept) :] == [match for match in matches if not match.new]
    assert all(match.old for match in matches[len(kept) :])
    alone = [place[match.new[0]] for match in kept if len(match.new) == 1]
    assert all(one < two for one, two in pairwise(alone))
