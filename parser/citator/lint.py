"""What a publisher would want to know about a document before it goes out.

In: an edition and its study. Out: findings, in the order of the source. Each check is a function of its own, and its
docstring is its documentation: the first line says what it finds, the second paragraph gives an example from a document.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, cast

from citator import numbering
from citator.wording import hangs

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from citator.library import Edition
    from citator.model import Node
    from citator.numbering import Scheme
    from citator.study import Study

    Run = Callable[[Edition, Study], Iterator[tuple[str | None, int, str]]]  # gives rule, line and message

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")


@dataclass(frozen=True)
class Finding:
    """Something that is wrong, or that a person should look at."""

    code: str
    severity: Severity
    rule: str | None
    line: int
    message: str


@dataclass(frozen=True)
class Check:
    """A check, with its code and documentation."""

    code: str
    severity: Severity
    run: Run

    @property
    def documentation(self) -> str:
        return inspect.cleandoc(self.run.__doc__ or "")

    @property
    def summary(self) -> str:
        return self.documentation.partition("\n")[0]


CHECKS: dict[str, Check] = {}


def _check(code: str, severity: Severity) -> Callable[[Run], Run]:
    def register(run: Run) -> Run:
        CHECKS[code] = Check(code, severity, run)
        return run

    return register


def lint(edition: Edition, study: Study, without: Collection[str] = ()) -> list[Finding]:
    """All findings but those of the codes that are switched off."""
    found = [
        Finding(check.code, check.severity, rule, line, message)
        for check in CHECKS.values()
        if check.code not in without
        for rule, line, message in check.run(edition, study)
    ]
    return sorted(found, key=lambda finding: (finding.line, finding.code))


# ---- numbers -------------------------------------------------------------------------------------------------------


@_check("number-twice", "error")
def _number_twice(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """The same number stands before two rules.

    fftcg: two rules are numbered 10.1.3.2.1, one of them out of place.
    """
    first: dict[str, Node] = {}
    for node in study.document.nodes:
        if node.number is not None:
            twin = first.setdefault(node.number, node)
            if twin is not node:
                yield node.id, node.lines[0], f"the number {node.number} stands here and on line {twin.lines[0]}"


@_check("out-of-order", "warning")
def _out_of_order(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A rule stands behind one with a higher number.

    fftcg: 10.1.3.1.3 stands behind 10.1.3.2.1.
    """
    scheme = cast("Scheme", study.document.scheme)
    numbered = [node for node in study.document.nodes if node.number is not None]
    for before, node in pairwise(numbered):
        if _path(node, scheme) < _path(before, scheme):
            yield node.id, node.lines[0], f"{node.number} stands behind {before.number}"


@_check("gap", "warning")
def _gap(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A number is missing in a sequence.

    A document that goes from 7.11 to 7.13, or whose section 7 begins with 7.2.
    """
    scheme = cast("Scheme", study.document.scheme)
    siblings: dict[str | None, dict[numbering.Path, Node]] = defaultdict(dict)
    for node in study.document.nodes:
        if node.number is not None:
            siblings[node.parent].setdefault(_path(node, scheme), node)
    for parent, nodes in siblings.items():
        ordered = sorted(nodes)
        lead = numbering.placed(numbering.number(parent).path, scheme) if parent is not None else None
        if lead is not None and not numbering.follows(lead, ordered[0]):
            node = nodes[ordered[0]]
            yield node.id, node.lines[0], f"{parent} begins with {node.number}"
        for before, after in pairwise(ordered):
            if not numbering.follows(before, after):
                node = nodes[after]
                yield node.id, node.lines[0], f"{node.number} follows {nodes[before].number}: a number is missing"


def _path(node: Node, scheme: Scheme) -> numbering.Path:
    return numbering.placed(numbering.number(str(node.number)).path, scheme)


# ---- references ----------------------------------------------------------------------------------------------------


@_check("dangling-reference", "error")
def _dangling(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A reference leads to a number that does not exist.

    "… as described in (8.4.12)" in a document whose section 8.4 ends with 8.4.11.
    """
    for source, refs in study.refs.items():
        for ref in refs:
            if ref.status == "dangling":
                yield source, study.document.by_id[source].lines[0], f"there is no rule {ref.text}"


@_check("suspect-reference", "warning")
def _suspect(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A reference leads to a rule that speaks of something else, while one beside it speaks of the matter.

    fow@8.01 1016.1: "calling magic stone action (709)", but calling a magic stone is 710.
    """
    for source, refs in study.refs.items():
        for ref in refs:
            if ref.status == "suspect":
                meant = f"; {' or '.join(ref.meant)} was probably meant" if ref.meant else ""
                line = study.document.by_id[source].lines[0]
                yield source, line, f"{', '.join(ref.targets)} does not speak of what it is cited for{meant}"


# ---- contents, dates and versions ----------------------------------------------------------------------------------


@_check("contents-disagree", "warning")
def _contents(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """The contents and the heading in the body do not have the same title.

    fow@5.00: the contents print [Swiftess], the heading of 11.6 [Swifttness].
    """
    document = study.document
    pairs = [(entry, document.by_id[entry.number]) for entry in document.contents if entry.number in document.by_id]
    differing = [(entry, node) for entry, node in pairs if _letters(entry.title) != _letters(node.title)]
    missing = [entry for entry in document.contents if entry.number not in document.by_id]
    titles: dict[str, set[str]] = defaultdict(set)
    for entry in document.contents:
        titles[entry.number].add(_letters(entry.title))
    if len(differing) * 5 > len(pairs) or not pairs or any(len(said) > 1 for said in titles.values()):
        return  # contents this badly torn by the extraction prove nothing about the publisher
    for entry, node in differing:
        message = f"the contents call {entry.number} “{entry.title}”, the heading says “{node.title}”"
        yield node.id, entry.line, message
    for entry in missing:
        yield None, entry.line, f"the contents list {entry.number} “{entry.title}”, which is not in the body"


def _letters(text: str) -> str:
    return "".join(ch.lower() for ch in text if ch.isalnum())


@_check("date-disagrees", "warning")
def _dates(edition: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """The title page, the change log and edition.toml do not name the same day.

    fow@5.00: the title page says March 3, 2014, the change log Mar 3rd, 2015.
    """
    page = study.document.title_page
    logged = [entry for entry in study.document.changelog if entry.version == page.version and entry.date is not None]
    for entry in logged:
        if page.published is not None and entry.date != page.published:
            message = f"the change log dates {entry.version} to {entry.date}, the title page to {page.published}"
            yield None, entry.line, message
    for name, printed, known in (
        ("published", page.published, edition.published),
        ("effective", page.effective, edition.effective),
    ):
        explained = any(entry.date == known for entry in logged)
        if printed is not None and known is not None and printed != known and not explained:
            yield None, page.line, f"the title page says {printed}, edition.toml {name} = {known}"


@_check("version-disagrees", "warning")
def _version(edition: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """The title page names another version than edition.toml.

    A title page that says "ver. 5.11" in the folder of 5.12.
    """
    page = study.document.title_page
    if page.version and page.version.casefold() != edition.version.casefold():
        yield None, page.line, f"the title page says version {page.version}, edition.toml {edition.version}"


# ---- sentences -----------------------------------------------------------------------------------------------------

_PAIRS = {")": "(", "]": "[", "}": "{", "】": "【", "”": "“"}
_LIST_SIGN = re.compile(r"(?:^|(?<=\s))(?:[0-9]{1,2}|[a-z]|[ivx]{1,4})\)")  # "1) Effects that …"


@_check("unbalanced", "warning")
def _unbalanced(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A bracket or quotation mark is opened and not closed, or closed and not opened.

    fow@8.01 1114.2: "as a triggered object (906 without paying its cost".
    """
    for node in study.document.nodes:
        if node.kind == "rule":
            mark = _odd_mark(_LIST_SIGN.sub(" ", node.text))
            if mark:
                yield node.id, node.lines[0], f"the mark {mark} has no partner"


def _odd_mark(text: str) -> str:
    open_marks: list[str] = []
    for ch in text:
        if ch in _PAIRS.values():
            open_marks.append(ch)
        elif ch in _PAIRS:
            if not open_marks or open_marks[-1] != _PAIRS[ch]:
                return ch
            open_marks.pop()
    if open_marks:
        return open_marks[-1]
    return '"' if text.count('"') % 2 else ""


@_check("rule-twice", "warning")
def _rule_twice(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """The same sentence stands as a rule twice under one heading.

    Steps that a procedure repeats ("Confirmation Timing occurs.") are short, and stand apart: they are not reported.
    """
    for nodes in study.document.children.values():
        rules = [node for node in nodes if node.kind == "rule" and node.text]
        first: dict[str, Node] = {}
        for before, node in zip([None, *rules], rules, strict=False):
            letters = _letters(node.text)
            twin = first.setdefault(letters, node)
            if twin is not node and (twin is before or len(letters) >= 80):
                yield node.id, node.lines[0], f"the same words stand as {twin.id}"


@_check("unfinished", "warning")
def _unfinished(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A rule ends in the middle of a sentence.

    fow@5.00 9.6: "… the ability is still played and resolved,".
    """
    document = study.document
    for node in document.nodes:
        if node.kind == "rule" and hangs(node.text) and not document.children.get(node.id):
            yield node.id, node.lines[0], f"the rule ends with “{node.text[-25:].lstrip()}”"


@_check("no-full-stop", "note")
def _no_stop(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A sentence lacks its full stop, where the document sets one nearly always.

    fow@5.12 3.15: "… ruler area or field, it doesn't move".
    """
    document = study.document
    rules = [node for node in document.nodes if node.kind == "rule" and len(node.text.split()) >= 6]
    stopped = [node for node in rules if node.text.rstrip("\"'”’)]>* ").endswith((".", ":", "!", "?", ";"))]
    if len(stopped) < 0.9 * len(rules):
        return
    for node in rules:
        if _ends_open(node) and not hangs(node.text) and not document.children.get(node.id):
            yield node.id, node.lines[0], f"no full stop behind “{node.text[-25:].lstrip()}”"


_LAST_SENTENCE = re.compile(r"(?:^|[.!?:]\s+)(?P<words>[^.!?:]*)$")


def _ends_open(node: Node) -> bool:
    """Whether the text ends with a sentence of four words or more and no stop; lists and codes do not count."""
    last = _LAST_SENTENCE.search(node.text)
    if last is None or not node.text[-1:].isalpha() or any(mark in node.text[-80:] for mark in (" : ", ".:", " - ")):
        return False
    return len([word for word in last["words"].split() if word.islower()]) >= 4


# ---- terms ---------------------------------------------------------------------------------------------------------


@_check("defined-twice", "note")
def _defined_twice(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A term is defined again, in other words.

    sve@1.3.1: "attack damage" is defined in 5.13.2 and again in 12.13.2.1.
    """
    by_id = study.document.by_id
    for term in study.terms:
        if term.kind == "notation":
            continue
        for rule in term.also:
            first, again = by_id.get(term.rule), by_id.get(rule)
            if first is None or again is None or rule == term.rule or again.kind != "rule":
                continue
            if first.parent == again.parent:
                continue  # "[Barrier] …" in its several forms, one beside the other
            if _defines(first.text, term.term) and _defines(again.text, term.term):
                yield rule, again.lines[0], f"“{term.term}” is defined in {term.rule} already"


def _defines(text: str, term: str) -> bool:
    """Whether the text states outright what the term means."""
    quoted = rf"[\"“'‘]\W?{re.escape(term)}\W?[\"”'’]"
    return bool(re.search(rf"{quoted}[^.]*\b(?:means?|refers?|is called|is considered)\b", text, re.IGNORECASE))


# ---- extraction ----------------------------------------------------------------------------------------------------


@_check("debris", "note")
def _debris(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """Marks without words: something was lost here, such as a picture.

    fow@5.12: a bullet that holds nothing but "###".
    """
    document = study.document
    for block in document.blocks:
        if block.kind == "debris":
            words = document.source.text[block.start : block.end].strip()
            if re.search(r"[#*•]", words):
                yield None, document.source.line_of(block.start), f"nothing but “{words}” stands here"


_STOP_GLUED = re.compile(r"(?<![./@])\b[a-z]{2,}[.,](?=[A-Za-z][a-z ])(?!com\b|org\b|net\b)[A-Za-z]+")


@_check("lost-space", "note")
def _lost_space(_: Edition, study: Study) -> Iterator[tuple[str | None, int, str]]:
    """A space was lost between two words or behind a stop, and no repair is recorded.

    fow@8.01 as received: "the gamewins", "text.These"; “citator repair” proposes how to read such places.
    """
    rules = [node for node in study.document.nodes if node.kind == "rule"]
    words: Counter[str] = Counter()
    pairs: set[tuple[str, str]] = set()
    for node in rules:
        found = _WORDS.findall(node.text.lower())
        words.update(found)
        pairs.update(pairwise(found))
    for node in rules:
        for match in _STOP_GLUED.finditer(node.text):
            yield node.id, node.lines[0], f"no space in “{match[0]}”"
        for word in _WORDS.findall(node.text):
            split = _split(word.lower(), words, pairs)
            if split:
                yield node.id, node.lines[0], f"“{word}” is probably “{split}”"


_WORDS = re.compile(r"[A-Za-z]+")


def _split(word: str, words: Counter[str], pairs: set[tuple[str, str]]) -> str:
    """The two words that one may be: both are common here, stand beside each other elsewhere, and the whole is rare."""
    if len(word) < 7 or words[word] > 2:
        return ""
    for at in range(2, len(word) - 1):
        first, second = word[:at], word[at:]
        if words[first] >= 5 and words[second] >= 5 and (first, second) in pairs:
            from citator.vocabulary import english  # only now: reading the word list takes a moment

            return "" if word in english() else f"{first} {second}"
    return ""


def doubts(study: Study) -> list[Finding]:
    """The parser's own decisions that a person may want to look at."""
    return [Finding("unsure", "note", doubt.rule, doubt.line, doubt.message) for doubt in study.document.doubts]


def nearest(code: str) -> str:
    """The code that was probably meant."""
    return next(iter(difflib.get_close_matches(code, [*CHECKS, "unsure"], 1, 0.4)), "")
