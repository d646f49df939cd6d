"""Proposals: what was lost at line breaks is found, and nothing is found where nothing was lost."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator.apostrophes import lost_apostrophes, lost_with_the_typeface
from citator.margins import Line, margins
from citator.propose import Passage, propose
from citator.repair import Mender, Repair, check, load
from citator.vocabulary import Vocabulary, atoms
from conftest import shared

RULES = Path(__file__).parents[1] / "rules"
DAMAGED = "force-of-will/8.01/rules.txt"
CLEAN = [
    "shadowverse-evolve/1.3.1/rules.txt",
    "final-fantasy-tcg/undated/rules.txt",
    "force-of-will/5.00/rules.md",
    "force-of-will/5.12/rules.txt",
]
NUMBER = re.compile(r"_*(\d[\d.a-z-]*)\.\s+")


def read(name: str) -> str:
    return (RULES / name).read_text(encoding="utf-8")


def passages(text: str) -> list[Passage]:
    """The words of each line, after its number."""
    found = []
    for count, line in enumerate(text.split("\n"), 1):
        number = NUMBER.match(line)
        start = number.end() if number else 0
        if line[start:].strip():
            found.append(Passage(count, start + 1, line[start:]))
    return found


def vocabulary(found: Sequence[Passage], but: str) -> Vocabulary:
    library = [line for name in CLEAN if name != but for line in read(name).split("\n")]
    return Vocabulary.of([passage.text for passage in found], library)


@cache
def damaged_document() -> tuple[tuple[Passage, ...], tuple[Repair, ...]]:
    found = passages(read(DAMAGED))
    return tuple(found), tuple(propose(found, vocabulary(found, DAMAGED)))


def mended(found: Sequence[Passage], repairs: Sequence[Repair]) -> list[str]:
    """The passages with their repairs made."""
    source = "\n" * (found[0].line - 1)
    starts = []
    for passage in found:
        source += "\n" * (passage.line - 1 - source.count("\n")) + " " * (passage.column - 1)
        starts.append(len(source))
        source += passage.text
    mender = Mender.of(source, repairs)
    return [mender.mend(start, start + len(passage.text)) for start, passage in zip(starts, found, strict=True)]


def gaps(text: str) -> set[int]:
    """After how many letters white space stands."""
    letters, places = 0, set()
    for letter in re.sub(r"['\"’“”*]", "", text).strip():
        if letter.isspace():
            places.add(letters)
        else:
            letters += 1
    return places


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_document_gets_no_proposals(name: str) -> None:
    found = passages(read(name))
    assert propose(found, vocabulary(found, name)) == []


@pytest.mark.parametrize("name", ["fow/6.4.txt", "mtg/2019-10-04-ELD.txt"])
def test_a_clean_document_from_elsewhere_gets_no_proposals(name: str) -> None:
    found = passages(shared(f"corpus/{name}").read_text(encoding="utf-8-sig"))
    assert propose(found, vocabulary(found, name)) == []


@pytest.mark.parametrize("columns", [70, 85])
@pytest.mark.parametrize("name", CLEAN[:2])
def test_what_is_glued_comes_apart_again(name: str, columns: int) -> None:
    whole = [Passage(x.line, x.column, " ".join(x.text.split())) for x in passages(read(name))]
    glued = [Passage(x.line, x.column, "".join(textwrap.wrap(x.text, columns))) for x in whole]
    lost = said = right = 0
    for was, printed, now in zip(whole, glued, mended(glued, propose(glued, vocabulary(glued, name))), strict=True):
        new = gaps(now.replace("'", "")) - gaps(printed.text)
        lost += len(gaps(was.text) - gaps(printed.text))
        said += len(new)
        right += len(new & gaps(was.text))
    assert lost > 500  # or nothing was tried
    assert right / said >= 0.995
    assert right / lost >= 0.99


def test_the_reference_is_met() -> None:
    rows = [json.loads(row) for row in shared("gold/joins-rules.jsonl").read_text(encoding="utf-8").splitlines()]
    found, repairs = damaged_document()
    printed = read(DAMAGED).split("\n")
    texts = {}
    for passage, text in zip(found, mended(found, repairs), strict=True):
        if number := NUMBER.match(printed[passage.line - 1]):
            texts[number.group(1)] = text
    lost = sum(len(gaps(row["restored"]) - gaps(row["printed"])) for row in rows)
    still = sum(len(gaps(row["restored"]) - gaps(texts[row["rule"]])) for row in rows)
    wrong = sum(len(gaps(texts[row["rule"]]) - gaps(row["restored"])) for row in rows)
    assert lost > 500
    assert wrong == 0
    assert still / lost <= 0.01


@pytest.mark.parametrize(
    ("line", "printed", "read_as"),
    [
        (11, "gamewins", "game wins"),
        (13, "orher", "or her"),
        (21, "decreased.Including", "decreased. Including"),
        (30, "effectsinstruct", "effects instruct"),  # not "effect sinstruct"
        (35, 'chant","addition', 'chant", "addition'),
        (110, "rested.Recovered", "rested. Recovered"),
        (128, "player'smaximum", "player's maximum"),
        (139, "entity(307.6", "entity (307.6"),
        (146, "playerscontrol", "player's control"),
        (178, "themagic", "the magic"),  # not "them agic"
        (301, "arecovered", "a recovered"),  # "are covered" is better English
        (336, "hasn'tcalled", "hasn't called"),
        (444, "bya", "by a"),
        (672, "ina", "in a"),  # "ina" is in the word list
        (747, "limitcounter(s", "limit counter(s"),
        (924, "anon-Colossal", "a non-Colossal"),  # not "anon-" at the end of the line
        (930, "2ndform", "2nd form"),
        (996, "life-1)/1000](rounded", "life-1)/1000] (rounded"),
    ],
)
def test_joins_of_the_damaged_document(line: int, printed: str, read_as: str) -> None:
    _, repairs = damaged_document()
    assert [x.mended for x in repairs if x.line == line and x.printed == printed] == [read_as]


@pytest.mark.parametrize("word", ["Bloodlust", "Pearlshine", "another", "cannot", "non-turn", "card(s)", "J/resonator"])
def test_words_that_could_be_two_stay_one(word: str) -> None:
    _, repairs = damaged_document()
    assert [repair for repair in repairs if word in repair.printed and word not in repair.mended] == []


def test_nothing_is_proposed_that_a_reader_has_struck_out() -> None:
    found, repairs = damaged_document()
    recorded = load(RULES / "force-of-will/8.01/repairs.toml")
    for passage, now, kept in zip(found, mended(found, repairs), mended(found, recorded), strict=True):
        assert gaps(now) <= gaps(kept), passage


def test_proposals_only_put_in_what_was_lost() -> None:
    _, repairs = damaged_document()
    check(read(DAMAGED).split("\n"), repairs)
    for repair in repairs:
        assert re.sub("[ ']", "", repair.mended) == repair.printed.replace("'", "")
        assert repair.mended == repair.mended.strip()
        assert 0.5 <= repair.sure < 1
        assert repair.why in {"space", "apostrophe", "space, apostrophe"}


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("it doesnt happen", "it doesn't happen"),
        ("as long as theyre in an item area", "as long as they're in an item area"),
        ("Dont draw", "Don't draw"),
        ("its an automatic ability", "it's an automatic ability"),
        ("in the zone its currently in", "in the zone it's currently in"),
        ("return one to its owners hand", "return one to its owner's hand"),
        ("is put there under that players control", "is put there under that player's control"),
        ("cards that players control", "cards that players control"),
        ("both players control", "both players control"),
        ("If an effects instruct player to pay", "If an effects instruct player to pay"),
        ("its cost is paid", "its cost is paid"),
        ("the order of its cards", "the order of its cards"),
    ],
)
def test_apostrophes_come_back_where_nothing_else_can_be_meant(text: str, read_as: str) -> None:
    known = Vocabulary.of([], ["the player's control", "its owner's hand"])
    for place in reversed(list(lost_apostrophes(text, known))):
        text = text[:place] + "'" + text[place:]
    assert text == read_as


def test_a_publisher_who_forgets_an_apostrophe_has_not_lost_them_all() -> None:
    assert not lost_with_the_typeface(["it doesnt move", *["it doesn't move"] * 9])
    assert lost_with_the_typeface(["it doesnt move"] * 9)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("player'smaximum", ["player'smaximum"]),
        ("an entity(307.6) that", ["an", "entity", "(", "307.6", ")", "that"]),
        ("rule 105.3a.", ["rule", "105.3a", "."]),
        ("a card(s)are", ["a", "card(s)", "are"]),
        ("its 2ndform", ["its", "2nd", "form"]),
        ("1step", ["1", "step"]),
        ("pay 4,000", ["pay", "4,000"]),
    ],
)
def test_texts_fall_into_words_numbers_and_marks(text: str, pieces: list[str]) -> None:
    assert [atom.text for atom in atoms(text)] == pieces


def test_straight_quotes_know_which_way_they_face() -> None:
    facing = [atom.left for atom in atoms('means "you control "Hansel"", or "a"or "b"') if atom.text == '"']
    assert "".join(facing) == "““””“”“”"


def wrapped_lines(text: str, columns: int) -> list[Line]:
    wrapped = textwrap.wrap(text, columns, break_on_hyphens=False)
    glued, ends = "".join(wrapped), list(accumulate(map(len, wrapped), initial=0))
    return [Line(glued, start, end, 1) for start, end in pairwise(ends)][:-1]


def test_the_margins_of_a_wrapped_text_are_found() -> None:
    text = " ".join(passage.text for passage in passages(read(CLEAN[0])))[:4000]
    page = margins(wrapped_lines(text, 60))
    assert page is not None
    assert page.typeface == "typewriter"
    assert 60 <= page.measure(1, first=False) < 61


def test_few_lines_tell_no_margins() -> None:
    assert margins([Line("the gamewins", 0, 8, 1)]) is None


@given(texts=st.lists(st.text(st.sampled_from("the game wins.,A(1)'\"- ") | st.characters(exclude_categories=["Cs"]))))
@settings(max_examples=50)
def test_any_text_is_borne(texts: list[str]) -> None:
    found = [Passage(count, 1, " ".join(text.split())) for count, text in enumerate(texts, 1)]
    repairs = propose(found, Vocabulary.of(texts, []))
    check([passage.text for passage in found], repairs)


@given(words=st.lists(st.sampled_from("the player draws a card from their deck.".split()), min_size=40, max_size=80))
@settings(max_examples=10, deadline=None)
def test_whatever_is_glued_keeps_its_letters(words: list[str]) -> None:
    glued = "".join(textwrap.wrap(" ".join(words), 40))
    found = [Passage(line, 1, glued) for line in range(1, 10)]
    repairs = propose(found, Vocabulary.of([glued], ["the player draws a card from their deck."]))
    assert repairs
    assert {text.replace(" ", "") for text in mended(found, repairs)} == {glued.replace(" ", "")}
