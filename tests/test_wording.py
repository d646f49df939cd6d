"""What a stretch of words looks like, in tables of real lines: wording."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator import wording


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("If both players lose the game in the same time, the game ends in draw.", True),
        ("The player with priority performs any action as below:", True),
        ("also called a “hand.”", True),
        ("(Please check 5.2.6.1. in battle.)", True),
        ("**He wins.**", True),
        ("In such cases, the player wins or loses immediately when the", False),
        ("play points a player can have. If,", False),
        ("Do judgment", False),
        ("", True),
    ],
)
def test_closed(text: str, closed: bool) -> None:
    assert wording.closed(text) is closed


@pytest.mark.parametrize(
    ("text", "hangs"),
    [
        ("maximum play points a player can have. If,", True),
        ("wins or loses immediately when the", True),
        ("the number of cards is determined by", True),
        ("a non-", True),
        ("Do judgment", False),
        ("Earth Rite is a passive ability that produces an effect by removing Stack counters", False),
        ("the card it is put into.", False),
        ("", False),
    ],
)
def test_hangs(text: str, hangs: bool) -> None:
    assert wording.hangs(text) is hangs


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Number of players", True),
        ("Playing Cards from the Hand or EX Area", True),
        ("Put [Spell:Chant-standby] Card", True),
        ("<<Valhalla>> Excess Lifebreak Area", True),
        ("**Cost**", True),
        ("Cannot be destroyed", True),
        ("This game is played by two players.", False),
        ("The player with priority performs any action as below:", False),
        ("or her opponent wins", False),
        ("Earth Rite is a passive ability that produces an effect by removing Stack counters", False),
        ("", False),
    ],
)
def test_title_like(text: str, title: bool) -> None:
    assert wording.title_like(text) is title


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("during a game, a player's", True),
        ("resolved. Once those", True),
        ("It evolved that turn.", False),
        ("“the", False),
        ("", False),
    ],
)
def test_starts_small(text: str, small: bool) -> None:
    assert wording.starts_small(text) is small


def test_first_words() -> None:
    assert wording.first_words("Controller of an effect is an controller") == ("controller", "of")
    assert wording.first_words("**Life Point**: Each", 3) == ("life", "point", "each")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            'a card with that word(s).Ex. "If you control "Hansel"" means so.Ex. If something says "if".',
            ["a card with that word(s).", 'Ex. "If you control "Hansel"" means so.', 'Ex. If something says "if".'],
        ),
        (
            'played like an activate ability. Example: "Pay [3]"',
            ["played like an activate ability. ", 'Example: "Pay [3]"'],
        ),
        ("Two of them. Examples: a and b.", ["Two of them. ", "Examples: a and b."]),
        ("[Seal] (Ex: Seal (3) - This card gains [Flying].)", ["[Seal] (Ex: Seal (3) - This card gains [Flying].)"]),
        ("zones (ex. a hand) are hidden.", ["zones (ex. a hand) are hidden."]),
        ("It ends. For example, a card.", ["It ends. For example, a card."]),
        ("a zone (e.g. a hand).", ["a zone (e.g. a hand)."]),
        ("the words Example: do not open one", ["the words Example: do not open one"]),
    ],
)
def test_examples_are_parted_from_the_rule(text: str, parts: list[str]) -> None:
    starts = wording.example_starts(text)
    assert [text[a:b] for a, b in zip([0, *starts], [*starts, len(text)], strict=True)] == parts


TABLE_601 = (
    "During a game, a player may gain priority and perform a priority sequence. Theplayer with priority performs any "
    "action that they can do at that time."
)


def test_flattened_table_begins_behind_the_last_sound_sentence() -> None:
    table = (
        "Priority Perform rule Repeat it as long as any ruleSequence process. process left should beperformed.Play "
        "automatic If any abilities are triggered, After choosing one of them,abilities. choose one of them and play. "
        "repeat the priority sequencefrom the beginning. Repeatthis until all automaticabilities are chosen."
    )
    assert wording.flattened_table(TABLE_601 + table) == len(TABLE_601)


@pytest.mark.parametrize(
    "text",
    [
        TABLE_601,
        "Use vs. the others, e.g. these, i.e. those, etc. and so on. It ends.",
        "One. two goes on. Three.",
        "",
    ],
)
def test_sound_words_are_no_table(text: str) -> None:
    assert wording.flattened_table(text) is None


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Player:** One who plays this game.", "Player: One who plays this game."),
        ("Put [Spell:Chant-standby] Card**", "Put [Spell:Chant-standby] Card"),
        ("2 * 3", "2 * 3"),
    ],
)
def test_without_bold(text: str, plain: str) -> None:
    assert wording.without_bold(text) == plain


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["In this case, his", " or her opponent wins."], "In this case, his or her opponent wins."),
        (["a two-", "player game"], "a two-player game"),
        (["from 1-", "3"], "from 1- 3"),
        (["  wide \t spaces  ", "", "\n"], "wide spaces"),
        ([], ""),
    ],
)
def test_joined(pieces: list[str], text: str) -> None:
    assert wording.joined(pieces) == text


@given(st.lists(st.text()))
def test_joining_keeps_every_letter_and_their_order(pieces: list[str]) -> None:
    assert "".join(wording.joined(pieces).split()) == "".join("".join(pieces).split())
