"""A comparison as people read it: what is chosen, how it is told, and the table of renumbered rules."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from citator import source, tree
from citator.library import Edition
from citator.report import Report, as_csv, as_html, as_markdown, chosen, of_substance, plain_words, renumbered

OLD = (
    "1. Start\n\n1.1. One\n\n1.1.1. A card <b>may</b> rest.\n\n1.1.2. Gone.\n\n2. End\n\n2.1. Two\n\n2.1.1. It ends.\n"
)
NEW = (
    "1. Start\n\n1.1. One\n\n1.1.1. A card <b>must</b> rest.\n\n2. End\n\n2.1. Two\n\n2.1.1. New.\n\n2.1.2. It ends.\n"
)


def change(relation: str, old: list[str], new: list[str], **more: Any) -> dict[str, Any]:
    return {"relation": relation, "old": old, "new": new, "score": 1.0, "why": [], "words": [], **more}


@pytest.fixture(name="report")
def _report() -> Report:
    def edition(version: str) -> Edition:
        return Edition("toy", version, Path(), "rules.txt", "numbered")

    words = [["equal", "A card"], ["delete", "<b>may</b>"], ["insert", "<b>must</b>"], ["equal", "rest."]]
    changes = [
        *(change("same", [id], [id]) for id in ("1", "1.1", "2", "2.1")),
        change("changed", ["1.1.1"], ["1.1.1"], words=words, why=["may → must"]),
        change("removed", ["1.1.2"], []),
        change("added", [], ["2.1.1"]),
        change("same", ["2.1.1"], ["2.1.2"]),
    ]
    documents = [tree.grow(source.Source(text), "numbered") for text in (OLD, NEW)]
    return Report("Toy & Co", edition("1"), edition("2"), documents[0], documents[1], changes)


def test_substance_comes_first(report: Report) -> None:
    assert [found["relation"] for found in chosen(report)] == ["changed", "removed", "added"]
    assert len(chosen(report, everything=True)) == len(report.changes)
    assert [found["old"] for found in chosen(report, only=("removed",))] == [["1.1.2"]]


@pytest.mark.parametrize(("under", "count"), [("2", 4), ("1.1", 3), ("1.1.2", 1), ("2.1.2", 1)])
def test_under_a_number_of_either_edition(report: Report, under: str, count: int) -> None:
    assert len(chosen(report, under=under, everything=True)) == count


def test_a_split_that_means_the_same_is_no_substance() -> None:
    assert not of_substance(change("split", ["1"], ["1", "2"], meaning="same"))
    assert of_substance(change("split", ["1"], ["1", "2"], meaning="changed"))


def test_chapters_group_the_changes(report: Report) -> None:
    assert [name for name, _ in report.grouped(chosen(report))] == ["1 Start", "1 Start (of 1)", "2 End"]


def test_words_are_marked_without_colour(report: Report) -> None:
    assert plain_words([("equal", "A"), ("delete", "may"), ("insert", "must")]) == "A [-may-] {+must+}"
    assert report.summary == {
        "same": 5,
        "reworded": 0,
        "changed": 1,
        "split": 0,
        "merged": 0,
        "removed": 1,
        "added": 1,
    }


def test_the_table_holds_what_has_another_number(report: Report) -> None:
    assert list(renumbered(report)) == [("1.1.2", "", "removed"), ("2.1.1", "2.1.2", "same")]
    rows = list(csv.reader(io.StringIO(as_csv(report))))
    assert rows == [["toy@1", "toy@2", "relation"], ["1.1.2", "", "removed"], ["2.1.1", "2.1.2", "same"]]


def test_html_stands_alone_and_escapes_the_rules(report: Report) -> None:
    page = as_html(report, chosen(report))
    assert "<del>&lt;b&gt;may&lt;/b&gt;</del>" in page
    assert "Toy &amp; Co 1 → 2" in page
    assert "<b>" not in page
    assert "http" not in page
    assert "src=" not in page


def test_markdown_escapes_the_rules(report: Report) -> None:
    text = as_markdown(report, chosen(report))
    assert r"<ins>\<b\>must" in text
    assert "**changed**" in text
