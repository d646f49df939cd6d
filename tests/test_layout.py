"""What lines are made of, layout by layout, and that every text has lines: layout and its grammars."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import layout
from citator.errors import BadLibrary
from citator.layout import Line
from citator.model import LAYOUTS


def one(text: str, name: str) -> Line:
    (line,) = layout.parse(text, name)
    return line


# layout, line, marks, number, words
LINES = [
    # Force of Will 5.00
    ("markdown", "## 1.1. Number of players", "#", "1.1", "Number of players"),
    ("markdown", "### **2.3. Cost**", "#*", "2.3", "Cost**"),
    ("markdown", "**7.6. Put [Spell:Chant-standby] Card**", "*", "7.6", "Put [Spell:Chant-standby] Card**"),
    ("markdown", "  - ▶ Pass.", "->", "", "Pass."),
    ("markdown", "- ▶ Do judgment", "->", "", "Do judgment"),
    ("markdown", "- (1) Type", "-(", "", "Type"),
    ("markdown", "- **Player:** One who plays this game.", "-*", "", "Player:** One who plays this game."),
    ("markdown", "- ###", "-#", "", ""),
    ("markdown", "> Example: A card asks for two.", "|", "", "Example: A card asks for two."),
    # Force of Will 5.12
    ("plain", "1.5. Basic Concept", "", "1.5", "Basic Concept"),
    ("plain", "8 Battle", "", "8", "Battle"),
    ("plain", "• This game is played by two players.", "-", "", "This game is played by two players."),
    ("plain", " - ► Controller of a card is an owner of it.", "->", "", "Controller of a card is an owner of it."),
    ("plain", "- · Defined magic stone type.", "--", "", "Defined magic stone type."),
    ("plain", " or her opponent wins.", "", "", "or her opponent wins."),
    ("plain", "- ###", "-#", "", ""),
    # Force of Will 8.01
    ("outline", "_100. Overview", "_", "100", "Overview"),
    ("outline", "____105.3a. The controller of a card is the owner of it.", "_", "105.3a", "The controller of a card"),
    ("outline", "_____1415.1d-ii. If the removed card has", "_", "1415.1d-ii", "If the removed card has"),
    ("outline", "Last Update: September 5th, 2018", "", "", "Last Update: September 5th, 2018"),
    # Shadowverse: Evolve, FINAL FANTASY TCG, Magic
    ("numbered", "1.1.1. A standard game is played", "", "1.1.1", "A standard game is played"),
    ("numbered", " - 1.2.1.1. If a player's leader's", "-", "1.2.1.1", "If a player's leader's"),
    ("numbered", "#### 11.5. Abilities", "#", "11.5", "Abilities"),
    ("numbered", "10.1.3.2.1 An attacking Forward", "", "10.1.3.2.1", "An attacking Forward"),
    ("numbered", "100.6a Tournaments usually", "", "100.6a", "Tournaments usually"),
    ("numbered", "103.3.a. 12 Rune Cards", "", "103.3.a", "12 Rune Cards"),
    ("numbered", "1.2.1.1.During a game,", "", "1.2.1.1", "During a game,"),
    ("numbered", "1-2-3. If both players", "", "1-2-3", "If both players"),
    ("numbered", "(101.2a) At most three copies", "[", "101.2a", "At most three copies"),
    ("numbered", "Section 2. Characteristics", "§", "2", "Characteristics"),
    ("numbered", "b. Ships and ports are not counted.", "(", "", "Ships and ports are not counted."),
    ("numbered", "----------", "=", "", ""),
    # what only looks like a number
    ("numbered", "4,000 or more", "", "", "4,000 or more"),
    ("numbered", "2nd player", "", "", "2nd player"),
    ("numbered", "10% of the cards", "", "", "10% of the cards"),
    ("numbered", "2018", "", "2018", ""),
    ("numbered", "12345 cards", "", "", "12345 cards"),
]


@pytest.mark.parametrize(("name", "text", "marks", "number", "words"), LINES)
def test_parts_of_a_line(name: str, text: str, marks: str, number: str, words: str) -> None:
    line = one(text, name)
    assert (line.marks, line.number) == (marks, number)
    said = text[line.words : line.end]
    assert said.startswith(words) if words else not said


def test_a_number_brings_its_stop_and_its_place() -> None:
    line = one("____105.3a. The controller", "outline")
    assert (line.number_at, line.dotted, line.level) == (4, True, 4)
    assert not one("8 Battle", "plain").dotted


@pytest.mark.parametrize(("text", "indent"), [("- x", 0), (" - x", 1), ("  - x", 2), ("x", 0), ("  x", 2)])
def test_indentation_in_columns(text: str, indent: int) -> None:
    assert one(text, "plain").indent == indent


@pytest.mark.parametrize("text", ["\t- Two.", "\t1.1. There are two players.", "\tor her opponent wins."])
def test_a_tab_may_indent(text: str) -> None:
    line = one(text, "numbered")
    assert (line.row, line.indent) == (False, 4)


@pytest.mark.parametrize(
    "text", ["Ex. If something", "Example: An effect", "Examples: Two", "Example 2: An", "  Example: x"]
)
def test_examples_are_marked(text: str) -> None:
    line = one(text, "numbered")
    assert line.example
    assert text[line.words :].startswith("Ex")


@pytest.mark.parametrize(
    "text", ["Exceptions are rare.", "For example, a card", "(ex. a card)", "Example text", "e.g. x"]
)
def test_words_that_only_begin_like_examples(text: str) -> None:
    assert not one(text, "numbered").example


@pytest.mark.parametrize(
    ("text", "row"), [("Ghost\tFollower", True), ("| 1 | grey |", True), ("a | b", False), ("|x", False)]
)
def test_rows(text: str, row: bool) -> None:
    assert one(text, "numbered").row is row


@pytest.mark.parametrize(
    ("text", "blank", "bare"), [("", True, False), ("  \t", True, False), ("- ", False, True), ("- x", False, False)]
)
def test_blank_and_bare_lines(text: str, blank: bool, bare: bool) -> None:
    line = layout.parse(text + "\n", "plain")[0]
    assert (line.blank, line.bare) == (blank, bare)


def test_unknown_layout_is_named() -> None:
    with pytest.raises(BadLibrary, match="no layout 'fancy': choose one of markdown, plain"):
        layout.parse("1. x", "fancy")


# ---- every text has lines --------------------------------------------------------------------------------------------

FRAGMENTS = st.sampled_from(
    [
        *"1 1. 10.6.2.3.1 105.3a 201.2c-i 1-2-3 A.1.2 ____ _ ## #### ** - • · ▶ ► (1) (a) (ii) b. > --- === *".split(),
        *"▶️ Rule Chapter § Ex. Example: Examples: | . ) : [ ( Battle the 4,000 2nd …".split(),
        *["\t", " ", "  ", "\n", "\r\n", "\r", "\f", "\v", "\x1c", "\u2028", "\u00a0", "\u3000", "\x85"],
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(FRAGMENTS, max_size=25).map("".join))


@pytest.mark.parametrize("name", LAYOUTS)
@settings(max_examples=400, deadline=None)
@given(text=TEXTS)
def test_every_text_is_parted_into_its_lines(name: str, text: str) -> None:
    lines = layout.parse(text, name)
    assert "".join(text[line.start : line.stop] for line in lines) == text
    assert [line.start for line in lines] == [0, *(line.stop for line in lines[:-1])][: len(lines)]
    assert [text[line.start : line.stop] for line in lines] == re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", text)
    for line in lines:
        assert line.start <= line.words <= line.end <= line.stop


# ---- the phrases above the grammar's rules ---------------------------------------------------------------------------

QUOTED = re.compile(r'"([^"]+)"')
STATEMENT = re.compile(r"((?://[^\n]*\n)+)(_?[a-zA-Z]+)(?:\.-?[0-9]+)?: ")


def phrases(name: str) -> list[tuple[str, str]]:
    """(rule or terminal, phrase) for each phrase that a grammar says it matches."""
    text = files("citator").joinpath("grammar", f"{name}.lark").read_text(encoding="utf-8")
    found = []
    for comment, rule in STATEMENT.findall(text):
        # What it does not match stands behind the semicolon.
        matched = re.split(r"; (?:not|it is not)\b", comment)[0]
        found += [(rule, phrase.replace(" <tab> ", "\t")) for phrase in QUOTED.findall(matched)]
    return found


def tokens(text: str, name: str) -> set[str]:
    return {token.type for token in layout.grammar(name).lex(text)}


BY_RULE = {"_numbered": "NUMBER", "_example": "EXAMPLE", "_row": "ROW"}
IN_LINE = phrases("line")


def test_grammar_names_its_phrases() -> None:
    named = {rule for rule, _ in IN_LINE}
    assert {"_numbered", "_example", "_row", "HASHES", "BOLD", "BULLET", "ARROW", "DEPTH", "ENUM", "NUMBER"} <= named


@pytest.mark.parametrize(("rule", "phrase"), IN_LINE)
def test_phrase_above_a_rule_is_matched_by_it(rule: str, phrase: str) -> None:
    wanted = BY_RULE.get(rule, rule)
    seen: set[str] = set()
    for name in LAYOUTS:
        # STOP stands between number and words: its phrases tell where.
        seen |= tokens(phrase, name) if wanted in layout.grammar(name).parser.lexer_conf.terminals_by_name else set()
    assert wanted in seen


@pytest.mark.parametrize(("name", "phrase"), [(name, phrase) for name in LAYOUTS for _, phrase in phrases(name)])
def test_phrase_above_a_layouts_line_is_one_line_with_a_mark_or_number(name: str, phrase: str) -> None:
    line = one(phrase, name)
    assert line.marks or line.number
