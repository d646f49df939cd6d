"""A document and what its rules say of each other: references, defined terms, and where the terms are used.

In: a :class:`~citator.model.Document`. Out: a :class:`Study`, which the front ends, the linter and the graph read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from citator.inline import find_refs
from citator.suspects import with_suspects
from citator.terms import find_terms, find_uses

if TYPE_CHECKING:
    from citator.inline import Ref
    from citator.model import Document
    from citator.terms import Term, Use


@dataclass(frozen=True)
class Study:
    """A document with its references and terms."""

    document: Document
    refs: dict[str, tuple[Ref, ...]]  # by the node they stand in
    terms: tuple[Term, ...]
    uses: dict[str, tuple[Use, ...]]  # by the node they stand in

    @cached_property
    def cited_by(self) -> dict[str, tuple[str, ...]]:
        """For each node the nodes that refer to it, in reading order."""
        found: dict[str, dict[str, None]] = {}
        for source, refs in self.refs.items():
            for ref in refs:
                for target in ref.targets:
                    found.setdefault(target, {})[source] = None
        return {target: tuple(sources) for target, sources in found.items()}

    @cached_property
    def defined_in(self) -> dict[str, tuple[Term, ...]]:
        """For each node the terms it defines."""
        found: dict[str, list[Term]] = {}
        for term in self.terms:
            found.setdefault(term.rule, []).append(term)
        return {rule: tuple(terms) for rule, terms in found.items()}


def study(document: Document) -> Study:
    """Read the rules' texts for references and terms."""
    terms = find_terms(document)
    uses = find_uses(document, terms)
    return Study(document, with_suspects(document, find_refs(document), terms, uses), terms, uses)
