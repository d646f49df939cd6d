"""What is wrong with numbers and dates, each code firing and not firing: lint."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from citator import library, tree
from citator.library import Edition
from citator.lint import CHECKS, lint
from citator.source import Source
from citator.study import study
from conftest import RULES, shipped

DAY = datetime.date
EDITION = Edition(
    "abc", "1.0", Path("folder"), "rules.txt", "numbered", published=DAY(2018, 9, 5), effective=DAY(2018, 9, 21)
)
BODY = (
    "1. Overview\n\n1.1. Players\n\n1.1.1. Two play.\n\n1.1.2. One is first.\n\n"
    "2. Cards\n\n2.1. Type\n\n2.1.1. Each has one.\n"
)


def findings(text: str, edition: Edition = EDITION) -> list[tuple[str, str | None, int]]:
    document = tree.grow(Source(text), "numbered")
    return [(found.code, found.rule, found.line) for found in lint(edition, study(document))]


def test_a_sound_document_has_none() -> None:
    head = "Rules ver. 1.0\nPublished September 5, 2018\nEffective September 21, 2018\n\n"
    assert findings(BODY) == []
    assert findings(head + BODY) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            BODY.replace("1.1.2. One is first.", "1.1.2. One is first.\n\n1.1.2. One is last."),
            [("number-twice", "1.1.2~2", 9)],
        ),
        (
            BODY.replace("1.1.2. One is first.", "1.1.3. One is last.\n\n1.1.2. One is first.\n\n1.1.4. No more."),
            [("out-of-order", "1.1.2", 9)],
        ),
        (BODY.replace("1.1.2", "1.1.3"), [("gap", "1.1.3", 7)]),
        (BODY.replace("2.1.1. Each", "2.1.2. Each has two.\n\n2.1.3. Each"), [("gap", "2.1.2", 13)]),
        ("Rules ver. 1.1\n\n" + BODY, [("version-disagrees", None, 1)]),
        ("Rules\nPublished September 6, 2018\n\n" + BODY, [("date-disagrees", None, 2)]),
        ("Rules\nEffective September 22, 2018\n\n" + BODY, [("date-disagrees", None, 2)]),
    ],
    ids=["twice", "out of order", "gap", "gap at the start", "version", "published", "effective"],
)
def test_each_code_on_its_line(text: str, expected: list[tuple[str, str | None, int]]) -> None:
    assert findings(text) == expected


def test_change_log_and_title_page_disagree() -> None:
    head = "Rules ver. 1.0\nPublished September 5, 2018\n\n"
    log = "\nUpdates:\n\n{} Ver. 0.9\n\n- First.\n\n{} Ver. 1.0\n\n- Second.\n"
    same = head + BODY + log.format("July 1st, 2018", "September 5th, 2018")
    other = head + BODY + log.format("July 1st, 2018", "September 9th, 2018")
    assert findings(same) == []
    assert findings(other) == [("date-disagrees", None, other[: other.index("September 9th")].count("\n") + 1)]


SENTENCES = "".join(f"1.1.{n}. It is said here that rule number {n} stands.\n\n" for n in range(3, 30))


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("See rule (1.1.99) for all of it.", "dangling-reference"),
        ("A card (with a bracket is drawn.", "unbalanced"),
        ("A card is drawn by the", "unfinished"),
        ("A card is drawn by each of them", "no-full-stop"),
        ("It is said here that rule number 29 stands.", "rule-twice"),
    ],
)
def test_each_code_on_its_rule(rule: str, code: str) -> None:
    text = f"1. Overview\n\n1.1. Players\n\n1.1.1. Two play.\n\n1.1.2. One is first.\n\n{SENTENCES}"
    assert findings(text + "2. End\n\n2.1. It ends.\n") == []
    assert findings(f"{text}1.1.30. {rule}\n\n2. End\n\n2.1. It ends.\n") == [(code, "1.1.30", 63)]


def test_contents_that_call_a_heading_otherwise() -> None:
    names = ["Overview", "Cards", "Zones", "Turns", "Battle", "Symbols"]
    body = "\n\n".join(f"{at}. {name}\n\n{at}.1. This is {name}." for at, name in enumerate(names, 1))
    contents = "\n".join(f"{at}. {name}" for at, name in enumerate(names, 1))
    assert findings(f"Rules\n\nContents\n{contents}\n\n{body}\n") == []
    assert findings(f"Rules\n\nContents\n{contents.replace('Battle', 'Fight')}\n\n{body}\n") == [
        ("contents-disagree", "5", 8)
    ]


def test_a_code_can_be_switched_off() -> None:
    document = study(tree.grow(Source(BODY.replace("1.1.2", "1.1.3")), "numbered"))
    assert [found.code for found in lint(EDITION, document)] == ["gap"]
    assert lint(EDITION, document, without=["gap"]) == []


def test_every_code_is_documented_with_an_example() -> None:
    for check in CHECKS.values():
        summary, _, example = check.documentation.partition("\n\n")
        assert summary.endswith(".")
        assert example.strip()


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("fow@5.00", {("date-disagrees", 882)}),
        ("fow@5.12", {("date-disagrees", 980)}),
        ("fow@8.01", set()),
        ("sve@1.3.1", set()),
        ("fftcg@undated", {("number-twice", 325), ("out-of-order", 321)}),
    ],
)
def test_numbers_and_dates_of_the_shipped_documents(
    checkout: Path, edition: str, expected: set[tuple[str, int]]
) -> None:
    known = library.load([checkout / "rules"], home=checkout).edition(edition)
    codes = ("number-twice", "out-of-order", "gap", "date-disagrees", "version-disagrees")
    found = lint(known, study(shipped(edition)))
    assert {(finding.code, finding.line) for finding in found if finding.code in codes} == expected
    assert [finding.line for finding in found] == sorted(finding.line for finding in found)


# ---- codes that need more than a line ------------------------------------------------------------------------------


def codes(text: str, layout: str = "numbered") -> set[str]:
    return {found.code for found in lint(EDITION, study(tree.grow(Source(text), layout)))}


def test_a_reference_to_the_rule_beside_the_one_meant() -> None:
    book = (
        "1. Actions\n\n1.1. Play a Card\n\n1.1.1. A player may play a card from the hand by paying for it.\n\n"
        "1.2. Light a Lantern\n\n1.2.1. Once in a turn, a player may light a lantern of the wick deck.\n\n"
        "2. Words\n\n2.1. More\n\n2.1.1. To kindle: light a lantern as the lantern lighting action ({}).\n"
    )
    assert "suspect-reference" in codes(book.format("1.1"))
    assert "suspect-reference" not in codes(book.format("1.2"))


def test_a_term_defined_again() -> None:
    book = BODY + '\n2.1.2. "Attack damage" refers to damage dealt by an attacker.\n\n2.2. More\n\n2.2.1. {}\n'
    assert "defined-twice" in codes(book.format('"Attack damage" means damage that a fighting card deals.'))
    assert "defined-twice" not in codes(book.format('"Spell damage" means damage that a spell deals.'))


def test_debris_of_a_lost_picture() -> None:
    book = "1. Game\n\n1.1. Players\n\n- Two play.\n{}\n1.2. Cards\n\n- Each has a name.\n\n1.3. End\n\n- It ends.\n"
    assert "debris" in codes(book.format("- ###\n"), "plain")
    assert "debris" not in codes(book.format(""), "plain")


def test_a_space_that_was_lost() -> None:
    sentence = "1.1.{}. The player wins the game, and the game wins a player.\n\n"
    book = "1. Play\n\n1.1. Win\n\n" + "".join(sentence.format(n) for n in range(1, 7)) + "1.1.7. {}\n"
    assert "lost-space" in codes(book.format("Then the gamewins at last."))
    assert "lost-space" in codes(book.format("Then it ends.The player may rest."))
    assert "lost-space" not in codes(book.format("Then the game wins at last. See Example.com for it."))


def test_the_document_as_received_has_lost_its_spaces() -> None:
    edition = library.load([RULES], home=RULES).edition("fow@8.01")
    found = [finding for finding in lint(edition, study(shipped("fow@8.01"))) if finding.code == "lost-space"]
    assert len(found) > 100
