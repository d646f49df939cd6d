"""Two documents against a tree written by hand, where that is at hand: reader, tree."""

from __future__ import annotations

import json
import re

import pytest

from citator.model import Document, Node
from conftest import shared, shipped


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def words(node: Node) -> tuple[str, str | None, str, str, tuple[str, ...]]:
    said = node.title if node.kind == "heading" else node.text
    return (node.id, node.parent, node.kind, squeezed(said), tuple(map(squeezed, node.examples)))


@pytest.mark.parametrize(("name", "edition"), [("fow-5.00", "fow@5.00"), ("sve-1.3.1", "sve@1.3.1")])
def test_every_rule_is_as_written_by_hand(name: str, edition: str) -> None:
    document: Document = shipped(edition)
    rows = map(json.loads, shared("gold/structure.jsonl").read_text(encoding="utf-8").splitlines())
    wanted = [
        (row["id"], row["parent"], row["kind"], squeezed(row["text"]), tuple(map(squeezed, row.get("examples", []))))
        for row in rows
        if row["doc"] == name
    ]
    assert wanted
    assert [words(node) for node in document.nodes if node.kind in ("heading", "rule")] == wanted
