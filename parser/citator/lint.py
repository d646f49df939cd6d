"""What a publisher would want to know about a document: numbers twice, out of order or missing, dates that disagree.

In: an edition and its document. Out: findings, in reading order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from citator import numbering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citator.library import Edition
    from citator.model import Document, Node
    from citator.numbering import Scheme

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Finding:
    """Something that is wrong, or that a person should look at."""

    code: str
    severity: Severity
    rule: str | None
    line: int
    message: str


def lint(edition: Edition, document: Document) -> list[Finding]:
    """All findings, in the order of the source."""
    found = [
        *_number_twice(document),
        *_out_of_order(document),
        *_gaps(document),
        *_dates(edition, document),
        *_doubts(document),
    ]
    return sorted(found, key=lambda finding: (finding.line, finding.code))


def _number_twice(document: Document) -> Iterator[Finding]:
    """``10.1.3.2.1`` is printed before two different rules."""
    first: dict[str, Node] = {}
    for node in document.nodes:
        if node.number is None:
            continue
        twin = first.setdefault(node.number, node)
        if twin is not node:
            yield Finding(
                "number-twice", "error", node.id, node.lines[0],
                f"the number {node.number} stands here and on line {twin.lines[0]}",
            )  # fmt: skip


def _out_of_order(document: Document) -> Iterator[Finding]:
    """``10.1.3.2.1`` stands before ``10.1.3.1.3``."""
    scheme = cast("Scheme", document.scheme)
    before: Node | None = None
    highest: numbering.Path = ()
    for node in document.nodes:
        if node.number is None:
            continue
        path = numbering.placed(numbering.number(node.number).path, scheme)
        if path < highest and before is not None:
            yield Finding(
                "out-of-order", "warning", node.id, node.lines[0], f"{node.number} stands behind {before.number}"
            )
        before, highest = node, path


def _gaps(document: Document) -> Iterator[Finding]:
    """``7.11`` is directly followed by ``7.13``."""
    scheme = cast("Scheme", document.scheme)
    siblings: dict[str | None, list[Node]] = {}
    for node in document.nodes:
        if node.number is not None:
            siblings.setdefault(node.parent, []).append(node)
    for parent, nodes in siblings.items():
        paths = {numbering.placed(numbering.number(str(node.number)).path, scheme): node for node in nodes}
        ordered = sorted(paths)
        lead = numbering.placed(numbering.number(parent).path, scheme) if parent is not None else ()
        for before, path in zip([lead, *ordered], ordered, strict=False):
            if before == () or numbering.follows(before, path):
                continue
            node = paths[path]
            last = paths[before].number if before in paths else None
            message = f"{node.number} follows {last}" if last else f"{parent} begins with {node.number}"
            yield Finding("gap", "warning", node.id, node.lines[0], f"{message}: a number in between is missing")


def _dates(edition: Edition, document: Document) -> Iterator[Finding]:
    """The title page of fow@5.00 says 2014, its change log 2015."""
    page = document.title_page
    if page.version and page.version.casefold() != edition.version.casefold():
        yield Finding(
            "version-disagrees", "warning", None, page.line,
            f"the title page says version {page.version}, edition.toml {edition.version}",
        )  # fmt: skip
    for name, printed, known in (
        ("published", page.published, edition.published),
        ("effective", page.effective, edition.effective),
    ):
        if printed is not None and known is not None and printed != known:
            yield Finding(
                "date-disagrees",
                "warning",
                None,
                page.line,
                f"the title page says {printed}, edition.toml {name} {known}",
            )
    for entry in document.changelog:
        if entry.version == page.version and entry.date is not None and page.published not in (None, entry.date):
            yield Finding(
                "date-disagrees", "warning", None, entry.line,
                f"the change log dates {entry.version} to {entry.date}, the title page to {page.published}",
            )  # fmt: skip


def _doubts(document: Document) -> Iterator[Finding]:
    for doubt in document.doubts:
        yield Finding("unsure", "note", doubt.rule, doubt.line, doubt.message)
