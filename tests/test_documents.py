"""Rulebooks in other layouts, written for these tests with what extraction does to them: detect and tree.

``documents/NAME.jsonl`` holds a row for each node: how its words begin and end, and how many examples it has.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from citator import source, tree
from citator.detect import detect
from citator.model import Document, Node

FOLDER = Path(__file__).parent / "documents"


class Sample(NamedTuple):
    name: str
    encoding: str
    scheme: str
    open: tuple[str, ...] = ()  # ids of which the reference data says nothing: people could differ about them


SAMPLES = [
    Sample("a_dash_wrapped", "utf-8", "plain"),
    Sample("b_hundreds", "utf-8", "hundreds"),
    Sample("c_fab_letters", "utf-8", "plain"),
    Sample("d_magic_crlf", "utf-8", "chapters"),
    Sample("e_cp1252", "cp1252", "plain", ("1.3.1", "3.2.1.1", "4¶1")),
    Sample("f_utf16", "utf-16-le", "plain"),
    Sample("h_markdown", "utf-8", "plain", ("2.2", "3.1.1", "3.1.2")),
    Sample("i_romans", "utf-8", "plain", ("2.1(d)", "2.1¶1", "2.1¶5", "3.3¶3", "3.3¶4")),
    Sample("k_lorcana_md", "utf-8", "plain", ("1.10.1.2", "4.3.8", "6.2¶1", "glossary:1-1-2")),
    Sample("l_twocolumn", "utf-8", "plain", ("1.3.2", "9.1.1", "10.2¶1", "10.2.1")),
    Sample("q_onepiece_pdf", "utf-8", "plain"),
    Sample("t_magic_wrapped", "utf-8", "chapters"),
]


def parsed(sample: Sample) -> Document:
    text = source.read(FOLDER / f"{sample.name}.txt")
    return tree.grow(text, detect(text.text).layout)


def wanted(sample: Sample) -> list[dict[str, Any]]:
    return [json.loads(row) for row in (FOLDER / f"{sample.name}.jsonl").read_text(encoding="utf-8").splitlines()]


def letters(text: str) -> str:
    """Without white space and Markdown's marks, about which the reference data does not care."""
    return "".join(sign for sign in text if not sign.isspace() and sign not in "*_`\\").lower()


def said(node: Node) -> str:
    return letters(node.title if node.kind == "heading" else node.text)


def by_name(sample: Sample) -> str:
    return sample.name


@pytest.mark.parametrize("sample", SAMPLES, ids=by_name)
def test_what_is_found_out_about_it(sample: Sample) -> None:
    text = source.read(FOLDER / f"{sample.name}.txt")
    detected = detect(text.text)
    assert (text.encoding, detected.layout, detected.scheme) == (sample.encoding, "numbered", sample.scheme)
    assert detected.sure
    assert text.encode() == (FOLDER / f"{sample.name}.txt").read_bytes()


@pytest.mark.parametrize("sample", SAMPLES, ids=by_name)
def test_its_nodes_and_their_parents(sample: Sample) -> None:
    found = [(node.id, node.parent, node.kind) for node in parsed(sample).nodes if node.id not in sample.open]
    assert found == [(row["id"], row["parent"], row["kind"]) for row in wanted(sample)]


@pytest.mark.parametrize("sample", SAMPLES, ids=by_name)
def test_its_words_and_examples(sample: Sample) -> None:
    document = parsed(sample)
    for row in wanted(sample):
        node = document.by_id[row["id"]]
        assert said(node).startswith(letters(row["begins"])), node
        assert said(node).endswith(letters(row["ends"])), node
        assert len(node.examples) == row["examples"], node


@pytest.mark.parametrize("sample", SAMPLES, ids=by_name)
def test_every_character_is_accounted_for(sample: Sample) -> None:
    document = parsed(sample)
    assert "".join(document.source.text[block.start : block.end] for block in document.blocks) == document.source.text
