"""What people type becomes an edition and a rule id, and a miss becomes a helpful sentence.

In: ``fow@5.12 7.11¶1``, ``fow 1.3p2``, ``FoW 804.4.``. Out: the edition and the nodes that are meant.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from citator.errors import BadInput, BadLibrary, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable

    from citator.library import Edition, Library
    from citator.model import Document, Node
    from citator.store.store import Store


class Citation(NamedTuple):
    """A rule of an edition, as asked for."""

    edition: Edition
    rule: str


def parse(words: str, library: Library) -> Citation:
    """``fow 804.4``: the game or edition, white space, the rule."""
    parts = words.split()
    head, rule = parts[0] if parts else "", "".join(parts[1:])
    for at in range(len(parts) - 1, 1, -1):  # "Force of Will 804.4": the longest name that is one
        if not any("@" in part for part in parts[: at - 1]) and library.knows(" ".join(parts[:at]).partition("@")[0]):
            head, rule = " ".join(parts[:at]), "".join(parts[at:])
            break
    rule = normal(rule)
    if not rule:
        raise BadInput(f"{words.strip()!r} names no rule: write the game and the rule, such as “fow 804.4”.")
    return Citation(library.edition(head), rule)


def normal(rule: str) -> str:
    """The id that is meant: ``1.3 ¶2`` and ``1.3p2`` are ``1.3¶2``, ``804.4.`` is ``804.4``."""
    rule = re.sub(r"\s+", "", rule) if not rule.strip().startswith(("glossary:", "table:")) else rule.strip()
    return re.sub(r"(?<=[0-9a-z])[pP](?=[0-9])", "¶", rule).rstrip(".,;:")


def find(citation: Citation, document: Document) -> list[Node]:
    """The rules with that id; several where the number is printed more than once."""
    wanted = citation.rule.casefold()
    exact = [node for node in document.nodes if node.id == citation.rule]
    loose = exact or [node for node in document.nodes if node.id.casefold() == wanted]
    twins = [node for node in document.nodes if node.number is not None and node.number == citation.rule]
    return twins if len(twins) > 1 else loose


def look_up(citation: Citation, store: Store) -> list[Node]:
    """The rules with that id, several where the number is printed more than once; or a helpful miss."""
    key = citation.edition.key
    twins = store.numbered(key, citation.rule)
    if len(twins) > 1:
        return twins
    node = store.node(key, citation.rule) or store.node(key, citation.rule.lower())
    if node is None:
        raise _missed(citation, store)
    return [node]


def _missed(citation: Citation, store: Store) -> NotFound:
    """What to say when there is no such rule: its neighbours, the editions that have it, and what it became."""
    rule, key = citation.rule, citation.edition.key
    said = [_near(rule, key, store)]
    others = [edition for edition in store.library.games[citation.edition.game].editions if edition.key != key]
    holders = [edition for edition in others if store.node(edition.key, rule) is not None]
    if holders:
        kind = "a number of" if "¶" not in rule else "a rule of"
        stations = store.lineage(holders[-1], rule)
        now = next((", ".join(station.ids) for station in stations if station.edition == key), "")
        became = f", and is {now} in {key}" if now else ""
        said.append(f"{rule} is {kind} {' and '.join(edition.key for edition in holders)}{became}")
    said = [part for part in said if part]
    return NotFound(f"no rule {rule} in {key}" + (": " + "; ".join(said) if said else "") + ".")


def _near(rule: str, edition: str, store: Store) -> str:
    """``804 has 804.1 to 804.6``: what stands under the nearest number above that exists."""
    above = rule
    while above := re.sub(r"(?:[.¶~-]?[0-9]+|[.-]?[a-z]+|[^0-9a-z]+)$", "", above):
        if store.node(edition, above) is not None:
            below = [node.id for node in store.children(edition, above) if node.kind in ("heading", "rule")]
            if not below:
                return f"{above} has nothing below it"
            return f"{above} has {below[0]}" + (f" to {below[-1]}" if len(below) > 1 else "")
    top = [node.id for node in store.chapters(edition)]
    return f"the chapters are {top[0]} to {top[-1]}" if len(top) > 1 else ""


def missed(
    citation: Citation,
    document: Document,
    library: Library,
    read: Callable[[Edition], Document],
    became: Callable[[Edition], str] | None = None,
) -> NotFound:
    """What to say when there is no such rule: its neighbours, the editions that have it, and what it became."""
    said = [f"no rule {citation.rule} in {citation.edition.key}"]
    nearest = _nearest(citation.rule, document)
    if nearest:
        said.append(nearest)
    holders = []
    for edition in library.games[citation.edition.game].editions:
        if edition.key == citation.edition.key:
            continue
        try:
            other = read(edition)
        except BadLibrary:
            continue
        if citation.rule in other.by_id:
            holders.append(edition)
    if holders:
        kind = "a number of" if "¶" not in citation.rule else "a rule of"
        said.append(f"{citation.rule} is {kind} {' and '.join(edition.key for edition in holders)}")
        now = became(holders[-1]) if became is not None else ""
        if now:
            said[-1] += f", and is {now} in {citation.edition.key}"
    return NotFound(said[0] + (": " + "; ".join(said[1:]) if said[1:] else "") + ".")


def _nearest(rule: str, document: Document) -> str:
    """``804 has 804.1 to 804.6``: what stands under the nearest number above that exists."""
    above = rule
    while above:
        above = re.sub(r"(?:[.¶~-]?[0-9]+|[.-]?[a-z]+|[^0-9a-z]+)$", "", above)
        if above in document.by_id:
            below = [node.id for node in document.children.get(above, []) if node.kind in ("heading", "rule")]
            if not below:
                return f"{above} has nothing below it"
            return f"{above} has {below[0]}" + (f" to {below[-1]}" if len(below) > 1 else "")
    top = [node.id for node in document.children.get(None, []) if node.kind == "heading"]
    return f"the chapters are {top[0]} to {top[-1]}" if len(top) > 1 else ""
