"""Whole documents: small ones written here, and the shipped ones character by character: tree."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import tree
from citator.errors import BadDocument
from citator.model import Document
from citator.source import Source
from conftest import EDITIONS, shipped


def grown(text: str, layout: str = "numbered") -> Document:
    return tree.grow(Source(text), layout)


def shape(document: Document) -> list[tuple[str, str | None, str, str]]:
    return [(node.id, node.parent, node.kind, node.title or node.text) for node in document.nodes]


def joined_blocks(document: Document) -> str:
    return "".join(document.source.text[block.start : block.end] for block in document.blocks)


# ---- small documents -------------------------------------------------------------------------------------------------

MARKDOWN = """# Rules ver. 1.0

## 1. Overview

This is the introduction.

### 1.1. Players

- Two play.
- One is **first:**
  - ▶ He draws.

**1.2. Zones**

- None.

### 1.3. Costs

- Free.

## Updates

Ver. 1.0

- First.
"""

OUTLINE = """Rules ver. 1
_100. Overview
__101. General
___101.1. This is it.
____101.1a. And more.
_____101.1a-i. And most.
__102. Players
___102.1. Two play.
_200. Cards
__201. Type
___201.1. One.
__202. Name
___202.1. Two.
"""

CHAPTERS = """Rules

Contents

1. Game
100. General
101. Players
2. Cards
200. General

Glossary

1. Game

100. General

100.1. Two play.

100.1a Or more.
Example: Three play.

101. Players

101.1. A player plays.

2. Cards

200. General

200.1. A card is a card.

Glossary

Card
See rule 200.1.

Player
See rule 101.1.
"""


@pytest.mark.parametrize(
    ("text", "layout", "expected"),
    [
        (
            MARKDOWN,
            "markdown",
            [
                ("1", None, "heading", "Overview"),
                ("1¶1", "1", "rule", "This is the introduction."),
                ("1.1", "1", "heading", "Players"),
                ("1.1¶1", "1.1", "rule", "Two play."),
                ("1.1¶2", "1.1", "rule", "One is first:"),
                ("1.1¶2a", "1.1¶2", "rule", "He draws."),
                ("1.2", "1", "heading", "Zones"),
                ("1.2¶1", "1.2", "rule", "None."),
                ("1.3", "1", "heading", "Costs"),
                ("1.3¶1", "1.3", "rule", "Free."),
            ],
        ),
        (
            OUTLINE,
            "outline",
            [
                ("100", None, "heading", "Overview"),
                ("101", "100", "heading", "General"),
                ("101.1", "101", "rule", "This is it."),
                ("101.1a", "101.1", "rule", "And more."),
                ("101.1a-i", "101.1a", "rule", "And most."),
                ("102", "100", "heading", "Players"),
                ("102.1", "102", "rule", "Two play."),
                ("200", None, "heading", "Cards"),
                ("201", "200", "heading", "Type"),
                ("201.1", "201", "rule", "One."),
                ("202", "200", "heading", "Name"),
                ("202.1", "202", "rule", "Two."),
            ],
        ),
        (
            CHAPTERS,
            "numbered",
            [
                ("1", None, "heading", "Game"),
                ("100", "1", "heading", "General"),
                ("100.1", "100", "rule", "Two play."),
                ("100.1a", "100.1", "rule", "Or more."),
                ("101", "1", "heading", "Players"),
                ("101.1", "101", "rule", "A player plays."),
                ("2", None, "heading", "Cards"),
                ("200", "2", "heading", "General"),
                ("200.1", "200", "rule", "A card is a card."),
                ("glossary:card", None, "entry", "Card"),
                ("glossary:player", None, "entry", "Player"),
            ],
        ),
        (
            "1. Turns\n\n1.1. The turn has phases.\n\n1.1.1. Draw\n\n1.1.1.1. Draw a card.\n\n1.1.2. Main\n\n"
            "1.1.2.1. Play.\n",
            "numbered",
            [
                ("1", None, "heading", "Turns"),
                ("1.1", "1", "rule", "The turn has phases."),
                ("1.1.1", "1.1", "heading", "Draw"),
                ("1.1.1.1", "1.1.1", "rule", "Draw a card."),
                ("1.1.2", "1.1", "heading", "Main"),
                ("1.1.2.1", "1.1.2", "rule", "Play."),
            ],
        ),
        (
            "1. Decks\n\n1.1. Rules\n\n1.1.1. Each deck must meet these.\n\n1.1.1. It has 60 cards.\n\n1.1.2. "
            "No more.\n",
            "numbered",
            [
                ("1", None, "heading", "Decks"),
                ("1.1", "1", "heading", "Rules"),
                ("1.1.1", "1.1", "rule", "Each deck must meet these."),
                ("1.1.1~2", "1.1", "rule", "It has 60 cards."),
                ("1.1.2", "1.1", "rule", "No more."),
            ],
        ),
        (
            "1. Loops\n1.1. A loop follows the rules below: 1.1a. If one player can stop it, they do.\n"
            "1.1b. If both can, the first does.\n2. More\n2.1. It ends.\n",
            "numbered",
            [
                ("1", None, "heading", "Loops"),
                ("1.1", "1", "rule", "A loop follows the rules below:"),
                ("1.1a", "1.1", "rule", "If one player can stop it, they do."),
                ("1.1b", "1.1", "rule", "If both can, the first does."),
                ("2", None, "heading", "More"),
                ("2.1", "2", "rule", "It ends."),
            ],
        ),
    ],
    ids=["markdown", "outline", "chapters", "headings under a rule", "a number twice", "a lost line break"],
)
def test_small_document(text: str, layout: str, expected: list[tuple[str, str | None, str, str]]) -> None:
    document = grown(text, layout)
    assert shape(document) == expected
    assert joined_blocks(document) == text


def test_blocks_say_what_the_lines_are() -> None:
    document = grown(CHAPTERS)
    said = [(block.kind, block.node) for block in document.blocks if block.kind != "blank"]
    assert said[:2] == [("title", None), ("contents", None)]
    assert ("example", "100.1a") in said
    assert said[-3:] == [("glossary", None), ("glossary", "glossary:card"), ("glossary", "glossary:player")]


def test_a_title_with_bullets_below_is_a_heading() -> None:
    document = grown("1. Game\n\n- Two play.\n\n2. Cards\n\n- Each has a name.\n", "plain")
    assert [node.id for node in document.nodes if node.kind == "heading"] == ["1", "2"]


def test_a_numbered_line_with_leaders_does_not_stand_twice() -> None:
    document = grown(
        "1. Play\n1.1. One is played.\n1.2. Two are paid ....... 4\n1.3. Three are drawn.\n2. End\n2.1. It ends.\n"
    )
    assert [node.id for node in document.nodes if node.number == "1.2"] in ([], ["1.2"])


def test_a_number_in_a_running_head_is_no_lost_rule() -> None:
    rules = [f"1.{n}. Rule number {n} says what it says.\n" for n in range(1, 60) if n != 19]
    for at in (54, 36, 18):
        rules.insert(at, "Lanternfall 1.19. Rules\n")
    document = grown(f"1. Play\n{''.join(rules)}2. End\n2.1. It ends.\n")
    assert "1.19" not in document.by_id


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A text without any number.\nAnd another line.\n", "holds no numbered rules"),
        ("1. Overview\n", "holds no numbered rules"),
        ("1. Overview\n1.1. Players\n1.2. Zones\n2. Cards\n2.1. Type\n2.2. Name\n", "only a contents list"),
    ],
    ids=["no number", "one number", "titles only"],
)
def test_what_holds_no_rules_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadDocument, match=said) as refused:
        tree.grow(Source(text), "numbered", name="rules.txt")
    assert str(refused.value).startswith("rules.txt ")


def test_repairs_reach_the_text_and_not_what_is_printed() -> None:
    text = "1. Winning\n1.1. The player wins the gamewins.\n1.2. It ends.\n"
    document = tree.grow(Source(text), "numbered", lambda start, end: text[start:end].replace("gamewins", "game wins"))
    rule = document.by_id["1.1"]
    assert (rule.text, rule.printed) == ("The player wins the game wins.", "The player wins the gamewins.")


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, list[tuple[str, str | None]]]:
    """A document in the plain layout: numbered headings, bullets below them, some nested; and its ids with parents."""
    lines: list[str] = []
    ids: list[tuple[str, str | None]] = []
    for chapter in range(1, draw(st.integers(2, 4)) + 1):
        lines += [f"{chapter}. Chapter", ""]
        ids.append((f"{chapter}", None))
        for section in range(1, draw(st.integers(2, 4)) + 1):
            number = f"{chapter}.{section}"
            lines += [f"{number}. Section", ""]
            ids.append((number, f"{chapter}"))
            for bullet in range(1, draw(st.integers(1, 4)) + 1):
                lines.append("- This is a rule.")
                ids.append((f"{number}¶{bullet}", number))
                for nested in range(draw(st.integers(0, 3))):
                    lines.append("  - And this too.")
                    ids.append((f"{number}¶{bullet}{'abc'[nested]}", f"{number}¶{bullet}"))
            lines.append("")
    return "\n".join(lines), ids


@settings(deadline=None)
@given(documents())
def test_a_rendered_tree_is_read_back(rendered: tuple[str, list[tuple[str, str | None]]]) -> None:
    text, ids = rendered
    document = grown(text, "plain")
    assert [(node.id, node.parent) for node in document.nodes] == ids
    assert joined_blocks(document) == text


# ---- the shipped documents -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_character_is_in_one_block(edition: str) -> None:
    document = shipped(edition)
    assert joined_blocks(document) == document.source.text
    assert all(before.end == after.start for before, after in zip(document.blocks, document.blocks[1:], strict=False))
    assert document.accounted == len(document.source.text)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ids_are_unique_and_parents_come_by_the_number(edition: str) -> None:
    document = shipped(edition)
    assert [name for name, count in Counter(node.id for node in document.nodes).items() if count > 1] == []
    for node in document.nodes:
        if node.number is not None and re.search(r"[.a-z]", node.number):
            # 10.1.3.2 hangs under 10.1.3, 105.3a under 105.3, 201.2c-i under 201.2c
            assert node.parent == re.sub(r"(?:\.[0-9]+|-[ivx]+|(?<=[0-9])[a-z])$", "", node.number)
        elif "¶" in node.id:
            assert node.parent is not None
            assert node.id.startswith(node.parent)
        assert node.parent is None or node.parent in document.by_id


@pytest.mark.parametrize("edition", EDITIONS)
def test_nodes_stand_in_reading_order_on_their_lines(edition: str) -> None:
    document = shipped(edition)
    firsts = [node.lines[0] for node in document.nodes]
    assert firsts == sorted(firsts)
    for node in document.nodes:
        if node.number is not None:
            assert node.number in document.source.line(node.lines[0])
        assert node.spans
        assert node.lines[0] <= node.lines[1]


# A numbered line, dressed or not; a tab makes it an entry of the contents.
NUMBERED = re.compile(r"^[-•#*_ ]*(\d+(?:\.\d+)*[a-z]?(?:-[ivx]+)?)\.? \S[^\t\n]*$", re.MULTILINE)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_numbered_line_is_a_node(edition: str) -> None:
    document = shipped(edition)
    printed = NUMBERED.findall(document.source.text)
    assert [node.number for node in document.nodes if node.number] == printed
    assert len(printed) > 100


@pytest.mark.parametrize(
    ("edition", "bullet"),
    [("fow@5.00", r"^ *- (?:▶ )?(?!\(\d\) |#)\S"), ("fow@5.12", r"^ *[-•] (?:[▶►] )?(?!#|Ex\.)\S")],
)
def test_every_bullet_and_introduction_is_a_rule(edition: str, bullet: str) -> None:
    """Counted on the lines between the first heading and the change log."""
    text = shipped(edition).source.text
    body = re.split(r"(?m)^(?:#+ )?1\. Overview$", text)[1]
    body = re.split(r"(?mi)^[#* ]*updates?:?[* ]*$", body)[0]
    bullets = re.findall(bullet, body, re.MULTILINE)
    # Paragraphs without a mark directly below a heading: "This document is the description of the rules …".
    opening = re.findall(r"(?m)^(?:[#* ]*\d+(?:\.\d+)*\.? [^\n]+)\n\n ?([A-Z“\"<][^\n\t]*)$", "1. Overview" + body)
    paragraphs = [node for node in shipped(edition).nodes if "¶" in node.id and node.kind == "rule"]
    assert len(paragraphs) == len(bullets) + len(opening)


@pytest.mark.parametrize(
    ("edition", "headings"),
    [
        ("fow@5.00", r"^[#* ]*\d+(?:\.\d+)*\. \S[^\t\n]*$"),
        ("fow@5.12", r"^\d+(?:\.\d+)*\.? \S[^\t\n]*$"),
        ("fow@8.01", r"^_{1,2}\d+\. "),
    ],
)
def test_headings_are_counted(edition: str, headings: str) -> None:
    document = shipped(edition)
    assert sum(1 for node in document.nodes if node.kind == "heading") == len(
        re.findall(headings, document.source.text, re.MULTILINE)
    )


def test_the_contents_list_of_5_00_names_every_heading_of_its_body() -> None:
    document = shipped("fow@5.00")
    assert {entry.number for entry in document.contents} == {
        node.id for node in document.nodes if node.kind == "heading"
    }


@pytest.mark.parametrize(
    ("edition", "name", "parent", "text"),
    [
        ("fow@5.00", "1¶1", "1", "This document is the description of the rules for Force of Will."),
        ("fow@5.00", "6.3¶2a", "6.3¶2", "Play resonator, addition or [Spell:Chant] card."),
        ("fow@5.00", "6.3¶2e", "6.3¶2", "Call magic stone."),
        (
            "fow@5.12",
            "1.5¶3c",
            "1.5¶3",
            "Controller of an effect is an controller of the ability generates that effect.",
        ),
        ("fow@5.12", "1.5¶4b", "1.5¶4", "If a card refers 'life', it refers life point."),
        (
            "fow@8.01",
            "601.1",
            "601",
            "During a game, a player may gain priority and perform a priority sequence. Theplayer with "
            "priority performs "
            "any action that they can do at that time.",
        ),
        (
            "fow@8.01",
            "203.6",
            "203",
            "If this card has [Quickcast](1111), a lightning art is shownaround the cost to represent this "
            "(right fig.).",
        ),
        (
            "sve@1.3.1",
            "3.2.4",
            "3.2",
            "There is a limit to the amount of play points and maximum play points a player can have. If, "
            "during a game, "
            "a player's play points or maximum play points would exceed this limit, their play points or maximum play "
            "points become equal to the limit instead.",
        ),
        ("sve@1.3.1", "7.3.3¶1", "7.3.3", "Play a card from their hand or EX area (8.2)."),
        (
            "fftcg@undated",
            "10.1.3.2.1~2",
            "10.1.3.2",
            "An attacking Forward and blocking Forward are considered to be in battle. If the attacking or blocking "
            "Forward is no longer present, they are no longer in battle.",
        ),
    ],
)
def test_traps_of_the_shipped_documents(edition: str, name: str, parent: str, text: str) -> None:
    node = shipped(edition).by_id[name]
    assert (node.parent, node.text) == (parent, text)


def test_lists_torn_by_page_breaks_are_whole() -> None:
    below = shipped("fow@5.00").children
    assert [node.id for node in below["6.3"]] == ["6.3¶1", "6.3¶2"]
    assert [node.id[-1] for node in below["6.3¶2"]] == list("abcde")
    below = shipped("fow@5.12").children
    assert [node.id for node in below["1.5¶3"]] == ["1.5¶3a", "1.5¶3b", "1.5¶3c"]
    assert [node.id for node in below["1.5"]] == ["1.5¶1", "1.5¶2", "1.5¶3", "1.5¶4"]


def test_601_1_parts_with_its_table() -> None:
    (table,) = shipped("fow@8.01").children["601.1"]
    assert table.kind == "table"
    assert table.text.startswith("Priority Perform rule Repeat it")
    assert table.text.endswith("start a newpriority sequence.")


def test_202_3a_has_two_examples() -> None:
    node = shipped("fow@8.01").by_id["202.3a"]
    assert node.text.endswith("it refers a card with that word(s).")
    assert [example[:24] for example in node.examples] == ['Ex. "If you control "Han', 'Ex. If something says "i']


def test_callouts_of_5_00_are_one_node() -> None:
    (callouts,) = (node for node in shipped("fow@5.00").nodes if node.kind == "callouts")
    assert (callouts.parent, len(callouts.rows), callouts.lines) == ("2", 9, (109, 117))


def test_token_list_of_sve_is_a_table() -> None:
    (table,) = (node for node in shipped("sve@1.3.1").nodes if node.kind == "table")
    assert table.rows[-1][:3] == ("Holy Tiger", "Follower / Token", "Beast")
    tail = shipped("sve@1.3.1").source.text.split("Appendix: Token List")[-1]
    assert len(table.rows) == sum(1 for line in tail.splitlines() if "\t" in line)


@pytest.mark.parametrize(
    ("edition", "versions"),
    [("fow@5.00", 9), ("fow@5.12", 12), ("fow@8.01", 0), ("sve@1.3.1", 0), ("fftcg@undated", 0)],
)
def test_change_logs(edition: str, versions: int) -> None:
    document = shipped(edition)
    assert len(document.changelog) == versions
    # Each version stands on a line of its own with its date.
    heads = re.findall(r"(?m)^\W*(\w{3,9} \d+\w\w, \d{4}) Ver\.? ?([\d.]+)\W*$", document.source.text)
    assert [entry.version for entry in document.changelog] == [version for _, version in heads]
