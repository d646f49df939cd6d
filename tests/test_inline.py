"""References: what is one, what is none, and which rules it means."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator import detect, source, tree
from citator.inline import Ref, find_refs, grammar
from citator.model import Document
from conftest import EDITIONS, shared, shipped


def document(*texts: str, scheme: str = "sections") -> Document:
    """A small rulebook whose last section holds the texts."""
    if scheme == "hundreds":
        head = [
            "100. Overview",
            "101. General",
            "101.1. A rule.",
            "101.1a. A part.",
            "101.1b. A part.",
            "101.1c. A part.",
        ]
        head += [
            "200. Battle",
            "201. Setting Up the Game",
            "201.1. A rule.",
            "202. Play a Resonator, Regalia or Addition",
        ]
        head += ["202.1. A rule.", "300. Other", "301. More"]
        number = "301."
    else:
        head = ["1. Overview", "1.1. General", "1.1.1. A rule.", "1.1.2. A rule.", "1.1.3. A rule.", "2. Battle"]
        head += [
            "2.1. Attack",
            "2.1.1. A rule.",
            "2.2. Block",
            "2.2.1. A rule.",
            "2.3. End",
            "2.3.1. A rule.",
            "3. Other",
        ]
        head += ["3.1. More"]
        number = "3.1."
    lines = [*head, *(f"{number}{at}. {text}" for at, text in enumerate(texts, 1)), ""]
    return tree.grow(source.Source("\n\n".join(lines)), "numbered")


def refs_in(text: str, scheme: str = "sections") -> list[Ref]:
    parsed = document(text, scheme=scheme)
    last = [node for node in parsed.nodes if node.kind == "rule"][-1]
    assert last.text == text
    return list(find_refs(parsed).get(last.id, ()))


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Confirmation Timing (1.1.1) does not occur.", [("1.1.1",)]),
        ("An opponent's follower has attacked (2.1.1 and 2.2.1) by then.", [("2.1.1",), ("2.2.1",)]),
        ("Each of the phases described in (2.1) (2.3) in order.", [("2.1", "2.2", "2.3")]),
        ("The order is told by (1.1.1) (1.1.3), and no other.", [("1.1.1", "1.1.2", "1.1.3")]),
        ("If it is empty. See 【2Battle】 for more detail.", [("2",)]),
        ("If it is empty. See [2Battle] for more detail.", [("2",)]),
        ("The owner can be identified following rule 1.1.2. above.", [("1.1.2",)]),
        ('In this Phase. See "2. Battle" for details.', [("2",)]),
        ("Otherwise, return to 2.1.1.", [("2.1.1",)]),
        ("Forwards that can legally attack at stage 2.1.1.", [("2.1.1",)]),
        ("See rules 1.1.1–1.1.3 for that.", [("1.1.1", "1.1.2", "1.1.3")]),
        ("See rule 2.2, “Block.”", [("2.2",)]),
        ("This is told in section 2.", [("2",)]),
        ("It is done for each. (2.1.1, 2.2.1)", [("2.1.1",), ("2.2.1",)]),
    ],
)
def test_references_by_sections(text: str, targets: list[tuple[str, ...]]) -> None:
    assert [ref.targets for ref in refs_in(text)] == targets


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("If it is main timing. See 200Battle for more detail.", [("200",)]),
        ("Follow the process outlined in [201. Setting Up the Game] to start.", [("201",)]),
        ("Follow the process outlined in <202.Play a Resonator, Regalia, or Addition>.", [("202",)]),
        ("See First Strike Battle Resolution Step (201) and Normal Step (202) for more.", [("201",), ("202",)]),
        ("As listed in the turn sequence section (200.), do nothing.", [("200",)]),
        ("Play it as a triggered object (201 without paying its cost.", [("201",)]),
        ("Except those that fall under 101.1a and 101.1b at this time.", [("101.1a",), ("101.1b",)]),
        ("If this card has [Quickcast](202), an art is shown.", [("202",)]),
        ("Follow the steps of rule 101.1a–c now.", [("101.1a", "101.1b", "101.1c")]),
        ("See rules 101 and 201 for that.", [("101",), ("201",)]),
    ],
)
def test_references_by_hundreds(text: str, targets: list[tuple[str, ...]]) -> None:
    assert [ref.targets for ref in refs_in(text, "hundreds")] == targets


@pytest.mark.parametrize(
    "text",
    [
        "In multiples of 100 to the blocker.",
        "It suffers 100 damage or 200 damage.",
        "By paying [2] if it is main timing.",
        "There are options: (1) draw a card, (2) discard one.",
        "Each player sets their life to 4000, or 4,000.",
        "This card gains +200/+200 until the end of turn.",
        '"Reiya" (SDR5-009) - (ADK-140, WOM-102) is legal.',
        "X00 means a value of X times 100.",
        "It has the values 1, 2, 3, 4, 5, and 6 on its sides.",
        "A 1st form and a 2nd form are told apart.",
        "The limit is 100.",
        "Cards which measure 2.5 inches (6.3 cm) by 3.5 inches (8.8 cm) are used.",
    ],
)
def test_no_references(text: str) -> None:
    assert refs_in(text, "hundreds") == []


@pytest.mark.parametrize(("text", "printed"), [("As told in (1.1.9) above.", "1.1.9"), ("See rule 2.9 for it.", "2.9")])
def test_a_number_that_does_not_exist_dangles(text: str, printed: str) -> None:
    assert [(ref.text, ref.targets, ref.status) for ref in refs_in(text)] == [(printed, (), "dangling")]


def test_a_range_over_two_parents_is_two_references() -> None:
    assert [ref.targets for ref in refs_in("Told by (1.1.3) (2.1.1) together.")] == [("1.1.3",), ("2.1.1",)]


def test_the_place_is_that_of_the_words() -> None:
    text = "Follow [2. Battle] and then rule 1.1.2."
    assert [(ref.text, text[ref.start : ref.end]) for ref in refs_in(text)] == [
        ("2. Battle", "2. Battle"),
        ("1.1.2", "1.1.2"),
    ]


FRAGMENTS = [
    *("rule ", "rules ", "see ", "section ", "return to ", "(", ")", "[", "【", "】", '"', "“", "–", "-", " through "),
    *(", and ", " and ", "1.2", "101.1a", "2", "100", "d", "x", "4,000", "+200", "0.5", " ", ".", "\n"),
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(FRAGMENTS)).map("".join)))
def test_every_text_parses_and_keeps_its_words(text: str) -> None:
    tokens = list(grammar().parse(text).scan_values(lambda _: True))
    assert "".join(tokens) == text


@pytest.mark.parametrize("edition", EDITIONS)
def test_offsets_and_targets_of_the_shipped_documents(edition: str) -> None:
    parsed = shipped(edition)
    found = find_refs(parsed)
    assert found
    for source_id, refs in found.items():
        text = parsed.by_id[source_id].text
        for ref in refs:
            assert text[ref.start : ref.end] == ref.text
            assert all(target in parsed.by_id for target in ref.targets)


def test_reference_data() -> None:
    rows = [json.loads(line) for line in shared("gold/xrefs.jsonl").read_text(encoding="utf-8").splitlines()]
    for name, edition in (("fow-5.00", "fow@5.00"), ("sve-1.3.1", "sve@1.3.1")):
        want = Counter((row["source"], tuple(row["target"])) for row in rows if row["doc"] == name)
        got = Counter(
            (source_id, ref.targets) for source_id, refs in find_refs(shipped(edition)).items() for ref in refs
        )
        assert got == want


@pytest.mark.parametrize("name", ["2019-10-04-ELD", "2020-01-24-THB"])
def test_every_rule_that_magic_names_is_a_reference(name: str) -> None:
    text = source.read(shared(f"corpus/mtg/{name}.txt"))
    parsed = tree.grow(text, detect.detect(text.text).layout)
    found = find_refs(parsed)
    assert not [ref for refs in found.values() for ref in refs if ref.status != "ok"]
    for node in parsed.nodes:
        spans = [(ref.start, ref.end, ref.targets) for ref in found.get(node.id, ())]
        for match in re.finditer(r"\b[Rr]ules? ([0-9]{3}(?:\.[0-9]+[a-z]?)?)", node.text):
            inside = [targets for start, end, targets in spans if start <= match.start(1) < end]
            assert inside, (node.id, match[0])
            assert inside[0][0] == match[1]
