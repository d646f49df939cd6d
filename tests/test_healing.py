"""What page breaks, wraps and lost marks tore apart is put together again: healing."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from citator import tree
from citator.model import Document
from citator.source import Source


def under(lines: str, layout: str = "plain", head: str = "1.5. Basic Concept") -> Document:
    """A document in which these lines stand under one heading, among others."""
    return tree.grow(
        Source(
            f"1. Overview\n\n1.4. Golden rules\n\n- Card texts precede.\n\n{head}\n\n{lines}\n\n1.6. Next\n\n"
            f"- It ends.\n"
        ),
        layout,
    )


class Case(NamedTuple):
    what: str
    layout: str
    lines: str
    expected: dict[str, str]  # the id behind 1.5 → its text


CASES = [
    Case(
        "a list cut by a page break keeps its level, by its arrows (fow@5.00 6.3)",
        "markdown",
        "- The player with priority performs any action as below:\n"
        "  - ▶ Play [Spell:Chant-instant] card.\n"
        "  - ▶ Pass.\n"
        "- The player with priority performs any action as below if it's his or her turn:\n\n"
        "- ▶ Play resonator, addition or [Spell:Chant] card.\n"
        "- ▶ Call magic stone.",
        {
            "¶1": "The player with priority performs any action as below:",
            "¶1a": "Play [Spell:Chant-instant] card.",
            "¶1b": "Pass.",
            "¶2": "The player with priority performs any action as below if it's his or her turn:",
            "¶2a": "Play resonator, addition or [Spell:Chant] card.",
            "¶2b": "Call magic stone.",
        },
    ),
    Case(
        "a bullet that lost its level at a page break begins as its brothers do (fow@5.12 1.5)",
        "plain",
        "- Control: During a game, each of cards are controlled by a player.\n"
        " - ► Controller of a card is an owner of it.\n"
        " - Controller of an ability is an controller of the card with that ability.\n\n"
        "- Controller of an effect is an controller of the ability generates that effect.\n"
        "- **Life Point**: Each player has a number called life point.\n"
        " - ► If a card refers 'life', it refers life point.",
        {
            "¶1": "Control: During a game, each of cards are controlled by a player.",
            "¶1a": "Controller of a card is an owner of it.",
            "¶1b": "Controller of an ability is an controller of the card with that ability.",
            "¶1c": "Controller of an effect is an controller of the ability generates that effect.",
            "¶2": "Life Point: Each player has a number called life point.",
            "¶2a": "If a card refers 'life', it refers life point.",
        },
    ),
    Case(
        "arrows and plain bullets of one indentation are one level (fow@5.12 2.1)",
        "plain",
        "- Some of the type has subtype belongs with it.\n"
        ' - ► Spells have subtype "chant".\n'
        ' - Additions have subtype "field".\n'
        "- Some cards have general type.\n"
        ' - ▶ Some magic stone cards have general type "Special".',
        {
            "¶1": "Some of the type has subtype belongs with it.",
            "¶1a": 'Spells have subtype "chant".',
            "¶1b": 'Additions have subtype "field".',
            "¶2": "Some cards have general type.",
            "¶2a": 'Some magic stone cards have general type "Special".',
        },
    ),
    Case(
        "a wrapped bullet goes on (fow@5.12 1.3)",
        "plain",
        "- Players may concede the game and leave from it. In this case, his\n or her opponent wins.\n- It ends.",
        {
            "¶1": "Players may concede the game and leave from it. In this case, his or her opponent wins.",
            "¶2": "It ends.",
        },
    ),
    Case(
        "a sentence goes on behind a blank line (sve 1.2.4)",
        "plain",
        "- The player wins or loses immediately when the\n\neffect is processed, and the game concludes.",
        {"¶1": "The player wins or loses immediately when the effect is processed, and the game concludes."},
    ),
    Case(
        "a sentence goes on dressed as a bullet (sve 3.2.4)",
        "plain",
        "- There is a limit to the amount of play points. If,\n\n- during a game, they would exceed it, they "
        "become equal to it.",
        {
            "¶1": "There is a limit to the amount of play points. If, during a game, they would exceed it, "
            "they become equal to it."
        },
    ),
    Case(
        "a finished bullet is not joined with the next paragraph",
        "plain",
        "- It is drawn.\n\nThis holds for both players.",
        {"¶1": "It is drawn.", "¶2": "This holds for both players."},
    ),
    Case(
        "three levels",
        "plain",
        "- One.\n  - Two.\n    - Three.\n    - Three again.\n  - Two again.\n- One again.",
        {
            "¶1": "One.",
            "¶1a": "Two.",
            "¶1a-i": "Three.",
            "¶1a-ii": "Three again.",
            "¶1b": "Two again.",
            "¶2": "One again.",
        },
    ),
    Case("debris is no rule", "plain", "- ###\n- One.\n- \n- Two.", {"¶1": "One.", "¶2": "Two."}),
    Case(
        "an introduction is a rule of its own (fow@5.00 7)",
        "markdown",
        "Player may perform an action while he or she has priority.\n\n- Below are description of them.",
        {"¶1": "Player may perform an action while he or she has priority.", "¶2": "Below are description of them."},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_lists(case: Case) -> None:
    document = under(case.lines, case.layout)
    assert {
        node.id.removeprefix("1.5"): node.text for node in document.nodes if node.id.startswith("1.5¶")
    } == case.expected


def test_a_bullets_own_figure_stays_in_its_words() -> None:
    document = under("- (1) is the first sign.\n- It ends.")
    assert document.by_id["1.5¶1"].text == "(1) is the first sign."


# ---- under numbered rules --------------------------------------------------------------------------------------------


def test_a_bullet_list_under_a_numbered_rule_counts_from_one() -> None:
    """sve 7.3.3: the list belongs to the rule, one level below it."""
    text = "1. Turn\n1.1. Order\n- 1.1.1. Do the following:\n - Draw a card.\n - Pass.\n- 1.1.2. It ends.\n2. "
    "More\n2.1. Last one.\n"
    document = tree.grow(Source(text), "numbered")
    assert [(node.id, node.parent, node.text) for node in document.children["1.1.1"]] == [
        ("1.1.1¶1", "1.1.1", "Draw a card."),
        ("1.1.1¶2", "1.1.1", "Pass."),
    ]
    assert document.by_id["1.1.2"].parent == "1.1"


def test_a_paragraph_behind_a_numbered_rule_is_part_of_it() -> None:
    """fftcg 11.3.1"""
    text = (
        "1. Summons\n\n1.1. Casting\n\n1.1.1. That casting is deemed illegal.\n\n"
        "The player cannot change any declarations made.\n\n1.1.2. The player declares a Summon.\n"
    )
    document = tree.grow(Source(text), "numbered")
    assert (
        document.by_id["1.1.1"].text
        == "That casting is deemed illegal. The player cannot change any declarations made."
    )
    assert document.by_id["1.1.1"].lines == (5, 7)


@pytest.mark.parametrize(
    ("lines", "text", "examples"),
    [
        (
            "Draw a card.\nExample: You draw.\nExample: 2. You draw again.",
            "Draw a card.",
            ["Example: You draw.", "Example: 2. You draw again."],
        ),
        ("Draw a card.Ex. You draw.Ex. You lose.", "Draw a card.", ["Ex. You draw.", "Ex. You lose."]),
        ("Draw a card. For example, this one.", "Draw a card. For example, this one.", []),
        ("Draw a card (ex. this one).", "Draw a card (ex. this one).", []),
        (
            "Draw.\n\n- Example: Card text written in the form\n- “[process]” denotes two.",
            "Draw.",
            ["Example: Card text written in the form “[process]” denotes two."],
        ),
        ("Draw.\n\nExample: All of them ready\ntheir cards.", "Draw.", ["Example: All of them ready their cards."]),
    ],
    ids=["lines of their own", "glued", "in the sentence", "in brackets", "dressed as a bullet", "wrapped"],
)
def test_examples_belong_to_the_rule_before(lines: str, text: str, examples: list[str]) -> None:
    document = tree.grow(Source(f"1. Cards\n1.1. Drawing\n1.1.1. {lines}\n1.1.2. It ends.\n"), "numbered")
    rule = document.by_id["1.1.1"]
    assert (rule.text, list(rule.examples)) == (text, examples)
    assert [node.id for node in document.nodes] == ["1", "1.1", "1.1.1", "1.1.2"]


def test_items_that_count_themselves() -> None:
    text = (
        "1. Definitions\n1.1. In these rules,\n(a) a guild is a deck;\n(b) a master is\n(i) a player, and\n"
        "(ii) a team; and\n"
        "(c) a seal is a counter.\n1.2. With\n(a) seal of no side, nothing changes.\n"
    )
    document = tree.grow(Source(text), "numbered")
    assert [(node.id, node.parent) for node in document.nodes if node.number is None] == [
        ("1.1(a)", "1.1"),
        ("1.1(b)", "1.1"),
        ("1.1(b)(i)", "1.1(b)"),
        ("1.1(b)(ii)", "1.1(b)"),
        ("1.1(c)", "1.1"),
    ]
    assert document.by_id["1.2"].text == "With (a) seal of no side, nothing changes."


@pytest.mark.parametrize(
    "bullet", ["- Anything else is not.", "  - ▶ Anything else is not.", "\n- Anything else is not."]
)
def test_a_bullet_behind_items_that_count_themselves(bullet: str) -> None:
    text = f"1. Definitions\n1.1. These are meant:\n(a) a deck;\n(b) a hand.\n{bullet}\n1.2. It ends.\n2. "
    "More\n2.1. Last.\n"
    document = tree.grow(Source(text), "numbered")
    assert "Anything else is not." in [node.text for node in document.nodes]


# ---- tables and call-outs --------------------------------------------------------------------------------------------


def test_callouts_of_a_picture_are_no_rules() -> None:
    document = under("- (1) Type\n- (2) Name\n- (3) Cost", "markdown")
    (callouts,) = (node for node in document.nodes if node.parent == "1.5")
    assert callouts.kind == "callouts"
    assert [row[0].endswith(name) for row, name in zip(callouts.rows, ["Type", "Name", "Cost"], strict=True)] == [
        True
    ] * 3


@pytest.mark.parametrize("lines", ["Ghost\tFollower\nBat\tFollower", "| Ghost | Follower |\n| Bat | Follower |"])
def test_rows_are_a_table(lines: str) -> None:
    (table,) = (node for node in under(lines).nodes if node.kind == "table")
    assert (table.parent, table.rows) == ("1.5", (("Ghost", "Follower"), ("Bat", "Follower")))


def test_a_single_tab_makes_no_table() -> None:
    document = under("It is drawn\tby the player.")
    assert [(node.kind, node.text) for node in document.children["1.5"]] == [("rule", "It is drawn by the player.")]


@pytest.mark.parametrize("lines", ["•\tOne.\n•\tTwo.", "-\tOne.\n-\tTwo.", "\t- One.\n\t- Two."])
def test_bullets_with_tabs_are_bullets(lines: str) -> None:
    assert [(node.id, node.text) for node in under(lines).children["1.5"]] == [("1.5¶1", "One."), ("1.5¶2", "Two.")]


# ---- what rests on little leaves a doubt -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ("- A limit. If,\n\n- during a game, it is exceeded.", 11, "dressed as a bullet, was joined"),
        ("- It ends when the\n\neffect is processed.", 11, "a sentence that goes on after a page break was joined"),
        ("- A.\n - ► Controller of a.\n - Controller of b.\n\n- Controller of c.", 13, "taken as second level"),
    ],
)
def test_doubts_name_their_line(lines: str, line: int, said: str) -> None:
    doubts = under(lines).doubts
    assert [(doubt.line, doubt.rule) for doubt in doubts if said in doubt.message] == [(line, "1.5")]


def test_sound_lists_leave_no_doubt() -> None:
    assert under("- One.\n  - Two.\n- Three.\n\n- Four.").doubts == ()
