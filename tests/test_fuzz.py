"""Damaged documents: whatever comes in, out comes a document with all of it, or a sentence: source, detect, tree."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citator import source, tree
from citator.detect import detect
from citator.errors import CitatorError
from citator.model import LAYOUTS, Document
from conftest import EDITIONS, shipped

Mutation = Callable[[random.Random, list[str]], list[str]]

JUNK = [
    "- ###",
    "12",
    "1.",
    "9.9.9. Out of order",
    "\t\t",
    "| a | b |",
    "Ex.",
    "(a) one",
    "**",
    "____7. x",
    "Glossary",
    "•",
]


def cut(chance: random.Random, lines: list[str]) -> list[str]:
    at = chance.randrange(len(lines))
    return lines[:at] + lines[at + chance.randrange(1, 200) :]


def excerpt(chance: random.Random, lines: list[str]) -> list[str]:
    at = chance.randrange(len(lines))
    return lines[at : at + chance.randrange(1, 120)]


def shuffle(chance: random.Random, lines: list[str]) -> list[str]:
    at = chance.randrange(len(lines))
    part = lines[at : at + 60]
    chance.shuffle(part)
    return lines[:at] + part + lines[at + 60 :]


def duplicate(chance: random.Random, lines: list[str]) -> list[str]:
    at = chance.randrange(len(lines))
    part = lines[at : at + chance.randrange(1, 60)]
    return lines[:at] + part + lines[at:]


def corrupt(chance: random.Random, lines: list[str]) -> list[str]:
    out = list(lines)
    for _ in range(chance.randrange(1, 40)):
        at = chance.randrange(len(out))
        signs = list(out[at])
        for _ in range(chance.randrange(1, 6)):
            signs.insert(
                chance.randrange(len(signs) + 1), chance.choice("\t\r\f\v #*-_.()0123456789abiv▶•|\u2028\ufeff\x1c½𝟙²")
            )
        out[at] = "".join(signs)
    return out


def strew(chance: random.Random, lines: list[str]) -> list[str]:
    out = list(lines)
    for _ in range(chance.randrange(1, 30)):
        out.insert(chance.randrange(len(out) + 1), chance.choice(JUNK))
    return out


def join(chance: random.Random, lines: list[str]) -> list[str]:
    at = chance.randrange(len(lines))
    return [*lines[:at], "".join(lines[at : at + 9]), *lines[at + 9 :]]


MUTATIONS: list[Mutation] = [cut, excerpt, shuffle, duplicate, corrupt, strew, join]


def mutated(edition: str, seed: int) -> bytes:
    """A shipped document, damaged in up to three ways; the same for the same seed."""
    chance = random.Random(f"{edition} {seed}")
    lines = shipped(edition).source.text.split("\n")
    lines = excerpt(chance, lines) if chance.random() < 0.7 else lines
    for mutation in chance.choices(MUTATIONS, k=chance.randrange(1, 4)):
        lines = mutation(chance, lines) or ["1. x"]
    data = chance.choice(["\n", "\n", "\r\n", "\r"]).join(lines).encode()
    if chance.random() < 0.2:
        data = data[: chance.randrange(len(data) + 1)]
    if chance.random() < 0.1:
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.randbytes(chance.randrange(1, 9)) + data[at:]
    return data


def check(document: Document, data: bytes) -> None:
    text = document.source.text
    assert document.source.encode() == data
    assert "".join(text[block.start : block.end] for block in document.blocks) == text
    ids = {node.id for node in document.nodes}
    assert len(ids) == len(document.nodes), "an id stands twice"
    for node in document.nodes:
        assert node.parent is None or node.parent in ids
        assert node not in document.ancestors(node)
        assert 1 <= node.lines[0] <= node.lines[1] <= len(document.source.line_starts)
        assert all(0 <= start <= end <= len(text) for start, end in node.spans)
    assert {block.node for block in document.blocks} <= ids | {None}


def survive(data: bytes, layout: str) -> Document | None:
    try:
        text = source.decode(data)
        detect(text.text)
        document = tree.grow(text, layout)
    except CitatorError:
        return None
    check(document, data)
    return document


PAIRS = [pytest.param(edition, layout, id=f"{edition}-{layout}") for edition in EDITIONS for layout in LAYOUTS]


@pytest.mark.parametrize(("edition", "layout"), PAIRS)
def test_damaged_documents(edition: str, layout: str) -> None:
    survived = [survive(mutated(edition, seed), layout) for seed in range(20)]
    # In its own layout some of it must be readable, or the damage is too heavy to say anything.
    assert layout != shipped(edition).layout or any(survived)


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["", "1. One", "1.1. Two", "1.1.1. It is so.", "2. Three", "- bullet", "  - ▶ nested", "\t- tab", *JUNK]
        ),
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), max_size=30),
    ),
    min_size=1,
    max_size=25,
)


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=150, deadline=None)
@given(lines=LINES, end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_lines(layout: str, lines: list[str], end: str) -> None:
    survive(end.join(lines).encode(), layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=100, deadline=None)
@given(data=st.binary())
def test_any_bytes(layout: str, data: bytes) -> None:
    survive(data, layout)
