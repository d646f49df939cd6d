"""What stands before and behind the rules: title pages, contents, change logs, glossaries: matter."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator import layout, matter

DAY = datetime.date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Last Update: Monday, March 3, 2014", DAY(2014, 3, 3)),
        ("Last Update: September 5th, 2018", DAY(2018, 9, 5)),
        ("Effective: September 21th, 2018", DAY(2018, 9, 21)),
        ("Last Updated: June 30, 2023", DAY(2023, 6, 30)),
        ("Mar 3rd, 2015 Ver. 5.00", DAY(2015, 3, 3)),
        ("July 28th, 2015 Ver 5.12", DAY(2015, 7, 28)),
        ("These rules are effective as of January 24, 2020.", DAY(2020, 1, 24)),
        ("5 September 2018", DAY(2018, 9, 5)),
        ("2018-09-05", DAY(2018, 9, 5)),
        ("Last Updated: 2025/6/2", DAY(2025, 6, 2)),
        ("February 30, 2015", None),
        ("In March a player", None),
        ("ver. 5.00", None),
        ("1200-1300-1400", None),
    ],
)
def test_dates(text: str, day: datetime.date | None) -> None:
    assert matter.date_in(text) == day


@given(
    st.dates(DAY(1990, 1, 1), DAY(2099, 12, 31)), st.sampled_from(["%B %d, %Y", "%d %b %Y", "%Y-%m-%d", "%b %dth, %Y"])
)
def test_any_day_is_read_as_it_was_written(day: datetime.date, form: str) -> None:
    assert matter.date_in(f"Effective {day.strftime(form)}.") == day


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("Force of Will Comprehensive Rule ver. 5.00", "5.00"),
        ("Shadowverse: Evolve Comprehensive Rules, Ver. 1.3.1", "1.3.1"),
        ("Force of Will Comprehensive Rules version 6.3a", "6.3a"),
        ("July 28th, 2015 Ver 5.12", "5.12"),
        ("Rules v2.0", "2.0"),
        ("versus 2", ""),
        ("every 3 turns", ""),
        ("Comprehensive Rules", ""),
    ],
)
def test_versions(text: str, version: str) -> None:
    assert matter.version_in(text) == version


@pytest.mark.parametrize(
    ("lines", "page"),
    [
        (
            ["", "# Force of Will Comprehensive Rule ver. 5.00", "", "Last Update: Monday, March 3, 2014"],
            ("Force of Will Comprehensive Rule ver. 5.00", "5.00", DAY(2014, 3, 3), None, 4),
        ),
        (
            [
                "Force of Will Comprehensive Rules ver. 8.01",
                "Last Update: September 5th, 2018",
                "Effective: September 21th, 2018",
            ],
            ("Force of Will Comprehensive Rules ver. 8.01", "8.01", DAY(2018, 9, 5), DAY(2018, 9, 21), 2),
        ),
        (
            ["Force of Will Comprehensive Rule ver. 5.12 Last Update: Thursday, July 23, 2015 Effective: Immediate"],
            ("Force of Will Comprehensive Rule ver. 5.12", "5.12", DAY(2015, 7, 23), DAY(2015, 7, 23), 1),
        ),
        (
            ["Magic: The Gathering Comprehensive Rules", "", "These rules are effective as of January 24, 2020."],
            ("Magic: The Gathering Comprehensive Rules", "", None, DAY(2020, 1, 24), 3),
        ),
        (["", "CONTENTS"], ("CONTENTS", "", None, None, 1)),
    ],
    ids=["5.00", "8.01", "5.12", "magic", "nothing"],
)
def test_title_page(lines: list[str], page: tuple[str, str, datetime.date | None, datetime.date | None, int]) -> None:
    found = matter.title_page(list(enumerate(lines, 1)))
    assert (found.title, found.version, found.published, found.effective, found.line) == page


def contents(text: str) -> list[tuple[str, str]]:
    lines = layout.parse(text, "numbered")
    return [
        (entry.number, entry.title) for entry in matter.contents((line, text[line.start : line.end]) for line in lines)
    ]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("1. Game Overview\t1", [("1", "Game Overview")]),
        ("1.1. Number of players.....\t2\t7.12. Pass .....\t14", [("1.1", "Number of players"), ("7.12", "Pass")]),
        (
            "<b>1. Overview .....</b>\t<b>2</b>\t7.11. Call magic stone.....\t14",
            [("1", "Overview"), ("7.11", "Call magic stone")],
        ),
        ("  1-1. Number of Players ......... 1", [("1-1", "Number of Players")]),
        ("100. General", [("100", "General")]),
        ("Appendix: Token List\t17", []),
        ("12", []),
    ],
)
def test_contents(text: str, entries: list[tuple[str, str]]) -> None:
    assert contents(text) == entries


def sections(text: str) -> list[matter.Section]:
    return matter.sections(layout.parse(text, "numbered"), text)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("Glossary", True),
        ("Updates:", True),
        ("## Changelog", True),
        ("Appendix: Token List", True),
        ("Revision History", True),
        ("Credits", True),
        ("A glossary entry", False),
        ("Updates are made twice a year", False),
        ("Errata are printed on the last page of this document, where they were found", False),
    ],
)
def test_section_titles(words: str, title: bool) -> None:
    assert matter.is_section_title(words) is title


MAGIC = """Glossary

Abandon
To turn a scheme face down. See rule 701.33.

Ability
1. Text on an object that explains what it does.
2. An activated or triggered ability on the stack.

Index
The finger beside the thumb.

Credits

Design: A. Person
"""


def test_back_matter_is_parted_at_its_titles() -> None:
    assert [(part.kind, part.title) for part in sections(MAGIC)] == [("glossary", "Glossary"), ("appendix", "Credits")]


def test_glossary_with_terms_above_their_definitions() -> None:
    entries = matter.glossary(sections(MAGIC)[0], MAGIC)
    assert [(entry.term, len(entry.lines)) for entry in entries] == [("Abandon", 1), ("Ability", 2), ("Index", 1)]


def test_glossary_with_terms_before_a_dash() -> None:
    text = "## Glossary\n\n**Ebb** – the first phase (3.1.1).\n\n**Silt** – the pile of used cards.\n"
    (part,) = sections(text)
    entries = matter.glossary(part, text)
    assert [(entry.term, text[entry.inline : entry.head.end]) for entry in entries] == [
        ("Ebb", "the first phase (3.1.1)."),
        ("Silt", "the pile of used cards."),
    ]


def test_glossary_without_blank_lines() -> None:
    text = "Glossary\nAction\nA type keyword. See 8.1.1.\nChain link\nA step of the combat chain. See 7.0.2.\n"
    entries = matter.glossary(matter.Section("glossary", "Glossary", tuple(layout.parse(text, "numbered"))), text)
    assert [entry.term for entry in entries] == ["Action", "Chain link"]


LOG = """Updates:

**Mar 3rd, 2015 Ver. 5.00**

- Changed the
  rules of chase.
- Added 2.1.

June 24th, 2015 Ver. 5.11

- · Fixed incorrect rules.
"""


def test_change_log() -> None:
    (part,) = sections(LOG)
    assert part.kind == "changelog"
    assert [(entry.version, entry.date, entry.notes, entry.line) for entry in matter.changelog(part, LOG)] == [
        ("5.00", DAY(2015, 3, 3), ("Changed the rules of chase.", "Added 2.1."), 3),
        ("5.11", DAY(2015, 6, 24), ("Fixed incorrect rules.",), 9),
    ]


def test_an_appendix_with_versions_is_a_change_log() -> None:
    assert [part.kind for part in sections("What is new\n\nVer. 1.0\n\n- a\n\nVer. 1.1\n\n- b\n")] == ["changelog"]
    assert [part.kind for part in sections("What is new\n\nVer. 1.0\n\n- a\n")] == ["appendix"]
