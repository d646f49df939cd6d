"""The rule graph: its nodes and edges, ways through it, and files that other programs open."""

from __future__ import annotations

import io
import json
from pathlib import Path

import networkx as nx
import pytest

from citator import graph, library, source, tree
from citator.library import Edition
from citator.study import Study, study
from conftest import shipped

BOOK = """
1. Battle

1.1. Attack

1.1.1. An "attacker" means a card that attacks. See rule 2.1.1.

2. Words

2.1. More

2.1.1. An attacker is turned (1.1).

3. Apart

3.1. Alone

3.1.1. Nothing here is tied to anything else.
"""


def edition() -> Edition:
    return Edition("toy", "1", Path(), "rules.txt", "numbered", title="Toy Rules")


@pytest.fixture(name="found")
def _found() -> Study:
    return study(tree.grow(source.Source(BOOK), "numbered"))


def test_nodes_and_edges_have_types(found: Study) -> None:
    built = graph.build(edition(), found)
    types = {name: data["type"] for name, data in built.nodes(data=True)}
    assert types["toy@1"] == "edition"
    assert types["1.1"] == "heading"
    assert types["1.1.1"] == "rule"
    assert types["term:attacker"] == "term"
    edges = {(a, b, data["type"]) for a, b, data in built.edges(data=True)}
    assert {
        ("toy@1", "1", "contains"),
        ("1.1", "1.1.1", "contains"),
        ("1.1.1", "2.1.1", "refers"),
        ("2.1.1", "1.1", "refers"),
        ("1.1.1", "term:attacker", "defines"),
        ("2.1.1", "term:attacker", "uses"),
    } <= edges


def test_edges_know_their_places(found: Study) -> None:
    built = graph.build(edition(), found)
    text = found.document.by_id["1.1.1"].text
    places = [data for _, b, data in built.out_edges("1.1.1", data=True) if data["type"] == "refers"]
    assert [text[data["start"] : data["end"]] for data in places] == ["2.1.1"]


def test_a_way_leads_over_references(found: Study) -> None:
    steps = graph.way(graph.build(edition(), found), "1.1", "2.1.1")
    assert [(step.source, step.tie, step.target, step.backwards) for step in steps] == [
        ("1.1", "refers", "2.1.1", True)
    ]


def test_the_book_itself_is_no_way(found: Study) -> None:
    assert graph.way(graph.build(edition(), found), "1.1.1", "3.1.1") == []


def test_most_cited(found: Study) -> None:
    assert graph.most_cited(found) == [("1.1", 1), ("2.1.1", 1)]


@pytest.mark.parametrize("key", ["fow@8.01", "sve@1.3.1"])
def test_the_files_open_again(key: str) -> None:
    rules = Path(__file__).parents[1] / "rules"
    built = graph.build(library.load([rules], home=rules).edition(key), study(shipped(key)))
    graphml = nx.read_graphml(io.BytesIO(graph.written(built, "graphml").encode()), force_multigraph=True)
    gexf = nx.read_gexf(io.BytesIO(graph.written(built, "gexf").encode()))
    linked = nx.node_link_graph(json.loads(graph.written(built, "json")), edges="links")
    for again in (graphml, gexf, linked):
        assert set(again.nodes) == set(built.nodes)
        assert again.number_of_edges() == built.number_of_edges()
