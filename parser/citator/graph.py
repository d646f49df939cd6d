"""The rules of an edition as a graph: what contains, refers to, defines and uses what.

In: an edition and its study. Out: a networkx graph, ways through it, and files for the usual tools.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    from citator.library import Edition
    from citator.study import Study

# How far apart two nodes are across an edge: a rule that refers to another is nearer to it than one under the same roof,
# and a term that half the rules use ties them only loosely.
_LENGTH = {"refers": 1.0, "contains": 1.2, "defines": 1.0, "uses": 3.0}


def build(edition: Edition, study: Study) -> nx.MultiDiGraph[str]:
    """Nodes of type edition, heading, rule (or what else the document holds) and term; edges contains, refers, defines
    and uses, the last two and refers with their places in the text."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(edition=edition.key)
    document = study.document
    graph.add_node(edition.key, type="edition", label=edition.title or edition.key)
    for node in document.nodes:
        label = node.title or node.text[:80]
        graph.add_node(node.id, type=node.kind, label=label, text=node.text, number=node.number or "")
        graph.add_edge(node.parent or edition.key, node.id, type="contains")
    for source, refs in study.refs.items():
        for ref in refs:
            for target in ref.targets:
                graph.add_edge(source, target, type="refers", start=ref.start, end=ref.end, status=ref.status)
    for term in study.terms:
        name = term_node(term.term)
        graph.add_node(name, type="term", label=term.term, kind=term.kind)
        for rule in (term.rule, *term.also):
            graph.add_edge(rule, name, type="defines")
    for source, uses in study.uses.items():
        for use in uses:
            graph.add_edge(source, term_node(use.term), type="uses", start=use.start, end=use.end)
    return graph


def term_node(term: str) -> str:
    return f"term:{term.lower()}"


def most_cited(study: Study, count: int = 10) -> list[tuple[str, int]]:
    """The nodes that most other nodes refer to."""
    cited = [(target, len(sources)) for target, sources in study.cited_by.items()]
    order = {node.id: at for at, node in enumerate(study.document.nodes)}
    return sorted(cited, key=lambda item: (-item[1], order[item[0]]))[:count]


@dataclass(frozen=True)
class Step:
    """One step of a way: from here, by this tie, to there; backwards where the tie points the other way."""

    source: str
    tie: str
    target: str
    backwards: bool


def way(graph: nx.MultiDiGraph[str], start: str, end: str) -> list[Step]:
    """The shortest way from one rule to another over references, headings and shared terms; empty where there is none."""
    both: nx.Graph[str] = nx.Graph()
    for source, target, data in graph.edges(data=True):
        if graph.nodes[source]["type"] == "edition":
            continue  # that two chapters stand in the same book says nothing
        length = _LENGTH[data["type"]]
        if not both.has_edge(source, target) or both[source][target]["length"] > length:
            both.add_edge(source, target, length=length, tie=data["type"], source=source)
    try:
        nodes = nx.shortest_path(both, start, end, weight="length")
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return []
    return [Step(a, both[a][b]["tie"], b, both[a][b]["source"] != a) for a, b in pairwise(nodes)]


def written(graph: nx.MultiDiGraph[str], form: str) -> str:
    """The graph as GraphML, GEXF or node-link JSON."""
    if form == "json":
        return json.dumps(nx.node_link_data(graph, edges="links"), ensure_ascii=False, indent=1)
    out = io.BytesIO()
    write: Any = nx.write_graphml if form == "graphml" else nx.write_gexf
    write(graph, out, encoding="utf-8")
    return out.getvalue().decode("utf-8")
