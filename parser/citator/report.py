"""A comparison of two editions as people read it: in a terminal, as Markdown, as one HTML page, as a table of numbers.

In: changes as the contract has them, with the documents they are about. Out: rows for a terminal, or text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citator.library import Edition
    from citator.model import Document, Node

RELATIONS = ("changed", "split", "merged", "removed", "added", "reworded", "same")
Change = dict[str, Any]


@dataclass(frozen=True)
class Report:
    """A comparison, with what is needed to tell it."""

    name: str  # of the game
    old: Edition
    new: Edition
    old_document: Document
    new_document: Document
    changes: Sequence[Change]

    @property
    def summary(self) -> dict[str, int]:
        counts = dict.fromkeys(("same", "reworded", "changed", "split", "merged", "removed", "added"), 0)
        for change in self.changes:
            counts[change["relation"]] += 1
        return counts

    def chapter(self, change: Change) -> str:
        """The chapter of the new edition in which it stands, or of the old one for what was removed."""
        document, ids = (self.new_document, change["new"]) if change["new"] else (self.old_document, change["old"])
        node = document.by_id[ids[0]]
        top = (document.ancestors(node) or [node])[0]
        where = "" if change["new"] else f" (of {self.old.version})"
        return f"{top.id} {top.title}{where}"

    def grouped(self, changes: Iterable[Change]) -> list[tuple[str, list[Change]]]:
        groups: dict[str, list[Change]] = {}
        for change in changes:
            groups.setdefault(self.chapter(change), []).append(change)
        return list(groups.items())


def of_substance(change: Change) -> bool:
    """Whether the meaning of the rules differs, not only their wording or number."""
    return change["relation"] in ("changed", "removed", "added") or change.get("meaning") == "changed"


def chosen(
    report: Report, only: Sequence[str] = (), under: str | None = None, everything: bool = False
) -> list[Change]:
    """The changes asked for: of these relations, under this number of either edition, or all."""
    found = []
    for change in report.changes:
        if only and change["relation"] not in only:
            continue
        if not only and not everything and not of_substance(change):
            continue
        if under is not None and not _under(report, change, under):
            continue
        found.append(change)
    return found


def _under(report: Report, change: Change, top: str) -> bool:
    for document, ids in ((report.old_document, change["old"]), (report.new_document, change["new"])):
        for id in ids:
            if id == top or any(up.id == top for up in document.ancestors(document.by_id[id])):
                return True
    return False


def numbers(change: Change) -> str:
    """``7.11¶1 → 710.1``."""
    old, new = ", ".join(change["old"]), ", ".join(change["new"])
    return f"{old} → {new}" if old and new else old or new


def words_of(report: Report, change: Change) -> list[tuple[str, str]]:
    """The marked words of a change; where one side is missing, all of the other."""
    if change["words"]:
        return [(kind, text) for kind, text in change["words"]]
    kind = "insert" if change["relation"] == "added" else "delete" if change["relation"] == "removed" else "equal"
    document, ids = (report.new_document, change["new"]) if change["new"] else (report.old_document, change["old"])
    return [(kind, _words(document.by_id[id])) for id in ids]


def _words(node: Node) -> str:
    return node.title or node.text


def plain_words(words: Iterable[tuple[str, str]]) -> str:
    """``[-he or she-] {+they+} may``: told by marks, not by colour."""
    marks = {"equal": "{}", "delete": "[-{}-]", "insert": "{{+{}+}}"}
    return " ".join(marks[kind].format(text) for kind, text in words if text)


# ---- the table of renumbered rules ----------------------------------------------------------------------------------


def renumbered(report: Report) -> Iterator[tuple[str, str, str]]:
    """Old number, new number and relation of every rule and heading whose number is not what it was."""
    order = {node.id: at for at, node in enumerate(report.old_document.nodes)}
    rows = [
        (id, ", ".join(change["new"]), change["relation"])
        for change in report.changes
        for id in change["old"]
        if list(change["new"]) != [id]
    ]
    return iter(sorted(rows, key=lambda row: order[row[0]]))


def as_csv(report: Report) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([report.old.key, report.new.key, "relation"])
    writer.writerows(renumbered(report))
    return out.getvalue()


# ---- Markdown and HTML ---------------------------------------------------------------------------------------------


def as_markdown(report: Report, changes: Sequence[Change]) -> str:
    """Headings and lists; the rules' own words are escaped, as they are no Markdown."""
    title = escaped_markdown(f"{report.name} {report.old.version} → {report.new.version}")
    lines = [f"# {title}", "", _counts(report), ""]
    for chapter, group in report.grouped(changes):
        lines += [f"## {escaped_markdown(chapter)}", ""]
        for change in group:
            lines.append(
                f"- **{change['relation']}** {escaped_markdown(numbers(change))}: {_md_words(words_of(report, change))}"
            )
            lines += [f"    - {escaped_markdown(why)}" for why in change["why"]]
        lines.append("")
    return "\n".join(lines)


def _counts(report: Report) -> str:
    return " · ".join(f"{count} {relation}" for relation, count in report.summary.items())


def escaped_markdown(text: str) -> str:
    """Text in a place where Markdown reads along."""
    return "".join(f"\\{ch}" if ch in "\\`*_{}[]()#+-.!<>|~" else ch for ch in text)


def _md_words(words: Iterable[tuple[str, str]]) -> str:
    marks = {"equal": "{}", "delete": "<del>{}</del>", "insert": "<ins>{}</ins>"}
    return " ".join(marks[kind].format(escaped_markdown(text)) for kind, text in words if text)


_STYLE = """
body { font: 1rem/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
h1, h2, .relation, .numbers, .why { font-family: system-ui, sans-serif; }
h2 { font-size: 1.1rem; margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
article { margin: 1.2rem 0; } .numbers { font-variant-numeric: tabular-nums; font-weight: 600; }
.relation { font-size: .85rem; border: 1px solid; border-radius: .3rem; padding: 0 .35rem; margin-right: .4rem; }
.why { font-size: .85rem; color: #555; margin: .2rem 0 0; }
ins { background: #dff5df; text-decoration: underline; } del { background: #fbe3e3; text-decoration: line-through; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } .why { color: #aaa; }
  ins { background: #1e3d22; } del { background: #4a2226; } h2 { border-color: #444; } }
"""


def as_html(report: Report, changes: Sequence[Change]) -> str:
    """One page that needs nothing but itself."""
    title = escape(f"{report.name} {report.old.version} → {report.new.version}")
    parts = [
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE}</style>",
        f"<h1>{title}</h1>\n<p>{escape(_counts(report))}</p>",
    ]
    for chapter, group in report.grouped(changes):
        parts.append(f"<h2>{escape(chapter)}</h2>")
        parts += [_article(report, change) for change in group]
    return "\n".join([*parts, "</html>", ""])


def _article(report: Report, change: Change) -> str:
    tags = {"equal": "{}", "delete": "<del>{}</del>", "insert": "<ins>{}</ins>"}
    words = " ".join(tags[kind].format(escape(text)) for kind, text in words_of(report, change) if text)
    why = "".join(f'<p class="why">{escape(reason)}</p>' for reason in change["why"])
    return (
        f'<article><span class="relation">{change["relation"]}</span>'
        f'<span class="numbers">{escape(numbers(change))}</span><p>{words}</p>{why}</article>'
    )
