"""Page numbers and running heads among the lines, and lines that only look like them: furniture."""

from __future__ import annotations

import pytest

from citator import layout
from citator.furniture import furniture
from conftest import EDITIONS, shipped


def set_aside(text: str) -> list[str]:
    lines = layout.parse(text, "numbered")
    return [text[lines[at].start : lines[at].end].strip() for at in sorted(furniture(lines, text))]


def pages(heads: list[str], length: int = 20) -> str:
    """A document of rules with a head between its pages."""
    out: list[str] = []
    for page, head in enumerate(heads, 1):
        out += [f"{page}.{rule}. A rule that says what page {page} says about {rule}." for rule in range(1, length + 1)]
        out.append(head)
    return "\n".join(out)


@pytest.mark.parametrize(
    "line", ["12", "- 12 -", "– 3 –", "Page 12", "Page 12 of 40", "page 3/40", "[7]"], ids=lambda line: line
)
def test_page_number_between_blank_lines(line: str) -> None:
    assert set_aside(f"1.1. A player loses the\n\n{line}\n\ngame at once.") == [line]


def test_page_numbers_that_count_up_need_no_blank_lines() -> None:
    assert set_aside(pages(["2", "3", "4"])) == ["2", "3", "4"]


@pytest.mark.parametrize("heads", [["2", "3"], ["7", "3", "9"]], ids=["too few", "not counting"])
def test_numbers_alone_on_their_lines_may_be_text(heads: list[str]) -> None:
    assert set_aside(pages(heads)) == []


@pytest.mark.parametrize(
    "heads",
    [
        ["Lanternfall Comprehensive Rules 1.4.2"] * 4,
        [f"Emberwold {page}" for page in (3, 4, 5, 6)],
        ["**White & Black ver. 1.66**"] * 4,
    ],
    ids=["same", "with figures", "bold"],
)
def test_running_heads(heads: list[str]) -> None:
    assert set_aside(pages(heads)) == heads


def test_paged_head_needs_two_only() -> None:
    heads = ["Emberwold Complete Rules          Page 1", "Emberwold Complete Rules          Page 2"]
    assert set_aside(pages(heads)) == heads


@pytest.mark.parametrize(
    "text",
    [
        pages(["The same rule stands here again."] * 4),
        pages(["1.1. General"] * 4),
        pages(["Zones", "Zones"]),
        pages(["- Pass"] * 4),
        "\n".join(["1. Cards", *["Each player draws"] * 8, "2. Zones", "2.1. Three."]),
        "1. Overview\n\n2018. A rule.\n\nTwo\n",
    ],
    ids=["sentence", "numbered title", "twice only", "bullet", "close together", "numbered rule"],
)
def test_text_that_repeats_is_no_furniture(text: str) -> None:
    assert set_aside(text) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_shipped_documents_have_none(edition: str) -> None:
    """Their extraction took heads and page numbers away; whatever would be found here would be text."""
    assert [block for block in shipped(edition).blocks if block.kind == "furniture"] == []


def test_sections_of_the_same_title_are_no_running_heads() -> None:
    text = "\n".join(
        line
        for chapter in range(1, 5)
        for line in (
            f"{chapter} Chapter",
            f"{chapter}.0 General",
            *(f"{chapter}.0.{n} It says so." for n in range(1, 20)),
        )
    )
    assert set_aside(text) == []
