"""What numbers are made of, what follows what, and which numbers at line starts are real: numbering."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import layout, numbering
from citator.numbering import Scheme, above, follows, number, placed, scheme_of


@pytest.mark.parametrize(
    ("printed", "parts"),
    [
        ("1", ["1"]),
        ("10.6.2.3.1", ["10", "10.6", "10.6.2", "10.6.2.3", "10.6.2.3.1"]),
        ("105.3a", ["105", "105.3", "105.3a"]),
        ("201.2c-i", ["201", "201.2", "201.2c", "201.2c-i"]),
        ("103.1.b.2", ["103", "103.1", "103.1.b", "103.1.b.2"]),
        ("1-2-3", ["1", "1-2", "1-2-3"]),
        ("1.0.1a", ["1", "1.0", "1.0.1", "1.0.1a"]),
        ("A.1.2", ["A", "A.1", "A.1.2"]),
    ],
)
def test_a_number_has_its_ancestors_as_prefixes(printed: str, parts: list[str]) -> None:
    assert [*reversed(list(number(printed).prefixes())), printed] == parts


@pytest.mark.parametrize(
    ("printed", "shape"),
    [("105.3a", "0.0a"), ("1", "0"), ("1415.1d-iii", "0.0a-a"), ("10.6.2", "0.0.0"), ("1-2", "0-0")],
)
def test_shape(printed: str, shape: str) -> None:
    assert number(printed).shape == shape


IN_ORDER = [
    ["1", "1.1", "1.2", "1.9", "1.10", "2", "10"],
    ["105.3", "105.3a", "105.3b", "105.4"],
    ["201.2c", "201.2c-i", "201.2c-ii", "201.2c-iii", "201.2c-iv", "201.2c-v", "201.2c-ix", "201.2c-x", "201.2d"],
    ["702.5y", "702.5z", "702.5za", "702.5zb"],
]


@pytest.mark.parametrize("numbers", IN_ORDER)
def test_numbers_rise_as_people_count(numbers: list[str]) -> None:
    paths = [number(printed).path for printed in numbers]
    assert paths == sorted(paths)
    assert len(set(paths)) == len(paths)


@pytest.mark.parametrize(
    ("numbers", "scheme"),
    [
        (["1", "100", "100.1", "101", "2", "200", "200.1"], "chapters"),
        (["100", "101", "101.1", "102", "103", "200", "201", "202"], "hundreds"),
        (["000", "001", "002", "050", "051", "100", "101", "102"], "hundreds"),
        (["1", "1.1", "1.2", "2", "2.1"], "plain"),
        (["1", "100", "101", "102"], "plain"),
        ([], "plain"),
    ],
)
def test_scheme(numbers: list[str], scheme: str) -> None:
    assert scheme_of(numbers) == scheme


@pytest.mark.parametrize(
    ("printed", "scheme", "ancestors"),
    [
        ("103.2a", "hundreds", ["103.2", "103", "100"]),
        ("103.2a", "chapters", ["103.2", "103", "1"]),
        ("103.2a", "plain", ["103.2", "103"]),
        ("001", "hundreds", ["000"]),
        ("100", "hundreds", []),
        ("1415.1d-i", "hundreds", ["1415.1d", "1415.1", "1415", "1400"]),
        ("1415", "chapters", ["14"]),
        ("7", "chapters", []),
    ],
)
def test_what_a_number_hangs_under(printed: str, scheme: Scheme, ancestors: list[str]) -> None:
    assert list(above(printed, scheme)) == ancestors


@pytest.mark.parametrize(
    ("before", "after", "scheme"),
    [
        ("1", "1.1", "plain"),
        ("1", "1.0", "plain"),
        ("1.1", "1.2", "plain"),
        ("10.6.2.3.1", "11", "plain"),
        ("10.6.2.3.1", "10.7", "plain"),
        ("105.3", "105.3a", "hundreds"),
        ("201.2c", "201.2c-i", "hundreds"),
        ("103.5", "104", "hundreds"),
        ("105.4c", "200", "hundreds"),
        ("1", "100", "chapters"),
        ("102.4", "2", "chapters"),
        ("704.5k", "704.5m", "chapters"),  # Magic has no l …
        ("704.5k", "704.5l", "chapters"),
        ("704.5n", "704.5p", "chapters"),  # … and no o
        ("702.5z", "702.5za", "chapters"),
    ],
)
def test_follows(before: str, after: str, scheme: Scheme) -> None:
    assert follows(*(placed(number(printed).path, scheme) for printed in (before, after)))


@pytest.mark.parametrize(
    ("before", "after", "scheme"),
    [
        ("1", "1.2", "plain"),
        ("1.1", "1.1", "plain"),
        ("1.2", "1.1", "plain"),
        ("7.11", "7.13", "plain"),
        ("704.5j", "704.5m", "chapters"),
        ("704.5m", "704.5p", "chapters"),
        ("1", "1.1.1", "plain"),
        ("105.3", "105.3b", "hundreds"),
        ("100", "102", "hundreds"),
    ],
)
def test_does_not_follow(before: str, after: str, scheme: Scheme) -> None:
    assert not follows(*(placed(number(printed).path, scheme) for printed in (before, after)))


@pytest.mark.parametrize(
    "words",
    [
        "Number of players ......... 2",
        "Outline of the game………………………… 1",
        "Outline of the Game …………………………………. 1",
        "Game Areas . . . . . . . 4",
        "Turn Flow........5",
        "Preface ..... iv",
    ],
)
def test_leads_to_page(words: str) -> None:
    assert numbering.leads_to_page(words)


@pytest.mark.parametrize("words", ["Number of players", "This deals 2", "Choose 2 of them ...", "It is... 2", ""])
def test_does_not_lead_to_page(words: str) -> None:
    assert not numbering.leads_to_page(words)


# ---- the chain -------------------------------------------------------------------------------------------------------


def real(text: str) -> list[str]:
    """The lines with real numbers, as they stand."""
    lines = layout.parse(text, "numbered")
    found = numbering.candidates(lines, text)
    scheme = scheme_of([line.number for line in found])
    kept = numbering.trimmed([found[at] for at in numbering.chain(found, scheme)], scheme)
    return [text[line.start : line.end].strip() for line in kept]


def test_contents_list_gives_way_to_the_body() -> None:
    contents = ["1. Overview", "1.1. Players", "1.2. Cards", "2. Zones"]
    body = [
        "1. Overview",
        "1.1. Players",
        "1.1.1. Two play.",
        "1.2. Cards",
        "1.2.1. Each has one.",
        "2. Zones",
        "2.1. Three.",
    ]
    text = "\n".join([*contents, "", *body])
    assert real(text) == body
    # and it is the body's lines, not the equal ones of the list
    assert text.index(real(text)[2]) > len("\n".join(contents))


def test_numbers_that_a_wrap_put_first_are_none() -> None:
    body = [
        "1. Winning",
        "1.1. A player loses the next time, as in either",
        "9.1.1 or 9.1.2. Nothing happens in between.",
        "1.2. In a match of best of",
        "3. games, a drawn game is not counted.",
        "1.3. A player may give up. A hand holds",
        "7. That is the most.",
        "2. Cards",
        "2.1. Each card has a name.",
        "2.2. A card has strength.",
        "3. Turns",
        "3.1. There are two.",
    ]
    wrapped = {body[2], body[4], body[6]}
    assert real("\n".join(body)) == [line for line in body if line not in wrapped]


def test_magic_skips_l_and_o_on_the_chain() -> None:
    letters = [f"704.5{letter} If a thing is so, it is put away." for letter in "abcdefghijkmnpq"]
    body = [
        "7. More",
        "700. General",
        "700.1. One.",
        "704. Checks",
        "704.5. As follows:",
        *letters,
        "8. Many",
        "800. General",
    ]
    assert real("\n".join(body)) == body


@pytest.mark.parametrize(
    ("numbers", "mark"),
    [(["1-1", "1-2", "2.5"], "-"), (["1.1", "1.2", "2-5"], "."), (["1", "2"], "."), (["201.2c-i"], ".")],
)
def test_main_separator(numbers: list[str], mark: str) -> None:
    assert numbering.main_separator(numbers) == mark


@pytest.mark.parametrize("line", ["60 cards", "2.5 strength is much", "12", "9-1-1 Or so", "Cost ........ 5"])
def test_no_candidate(line: str) -> None:
    text = f"1.1. One.\n1.2. Two.\n{line}\n1.3. Three."
    assert [found.number for found in numbering.candidates(layout.parse(text, "numbered"), text)] == [
        "1.1",
        "1.2",
        "1.3",
    ]


@st.composite
def outlines(draw: st.DrawFn) -> list[str]:
    """The numbers of a document in reading order: chapters, sections, and rules, gapless."""
    out: list[str] = []
    for chapter in range(1, draw(st.integers(2, 5)) + 1):
        out.append(f"{chapter}")
        for section in range(1, draw(st.integers(1, 4)) + 1):
            out.append(f"{chapter}.{section}")
            for rule in range(1, draw(st.integers(1, 4)) + 1):
                out.append(f"{chapter}.{section}.{rule}")
                letters = draw(st.integers(0, 3))
                out += [f"{chapter}.{section}.{rule}{'abc'[at]}" for at in range(letters)]
    return out


@settings(deadline=None)
@given(outline=outlines(), data=st.data())
def test_a_rendered_outline_is_found_exactly(outline: list[str], data: st.DataObject) -> None:
    """Behind a contents list, and with a reference at the start of a wrapped line here and there."""
    contents = [f"{printed}. Title" for printed in outline if printed.count(".") < 2]
    body = []
    for at, printed in enumerate(outline):
        body.append(f"{printed}. The words of it.")
        # A reference to a rule that stands far off: one that could follow would be a rule.
        far = [other for other in outline if other.count(".") == 2 and abs(outline.index(other) - at) > 4]
        if far and data.draw(st.integers(0, 9)) == 0:
            other = data.draw(st.sampled_from(far))
            body.append(f"{other} And more words.")
    text = "\n".join([*contents, "", *body])
    assert real(text) == [f"{printed}. The words of it." for printed in outline]


@given(outlines())
def test_each_number_of_an_outline_follows_the_one_before(outline: list[str]) -> None:
    paths = [number(printed).path for printed in outline]
    assert all(follows(before, after) for before, after in pairwise(paths))
    assert not any(follows(after, before) for before, after in pairwise(paths))
