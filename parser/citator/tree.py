"""A source becomes a document: nodes with ids that can be cited, and blocks that account for every character.

In: a source, its layout and its repairs. Out: a :class:`~citator.model.Document`. The order of the steps: lines by the
layout's grammar, page furniture set aside, real numbers told from the others, lines healed into items, items named.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from citator import layout as layouts
from citator import matter, numbering
from citator.errors import BadDocument
from citator.furniture import furniture
from citator.healing import Body, Item, Mark
from citator.model import Block, Document, Doubt, Node
from citator.wording import closed, joined, title_like, without_bold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citator.layout import Line
    from citator.model import Kind, Span
    from citator.numbering import Scheme
    from citator.source import Source

    Mend = Callable[[int, int], str]

_WRAPPED_BELOW = 140  # where 99 lines in 100 are shorter, the lines were wrapped at a fixed width


def grow(source: Source, layout: str, mend: Mend | None = None, name: str = "the document") -> Document:
    """Parse a document. ``mend`` gives the words of a span as they should be read; without it they are as printed."""
    text = source.text
    lines = layouts.parse(text, layout)
    pages = furniture(lines, text)
    kept = [line for index, line in enumerate(lines) if index not in pages]
    width = wrap_width(kept)
    kept, real, scheme, doubts = _real_numbers(kept, text, width)
    if len(real) < 2:
        raise BadDocument(
            f"{name} holds no numbered rules that Citator could find: it looks for lines that begin with a number, "
            "such as “1.2. Owner” or “103.2a”."
        )
    places = {line.start: index for index, line in enumerate(kept)}
    first, last = places[real[0].start], places[real[-1].start]
    behind = _back_matter(kept, last, text)
    body = Body(text, kept[first:behind], _headings(kept[first:behind], real, text, layout, scheme, width), width)
    body.walk()
    front, back = kept[:first], kept[behind:]
    marks = [*_front_marks(front, text), *body.marks]
    back_sections = matter.sections(back, text)
    entries: list[tuple[matter.Entry, Item]] = []
    for part in back_sections:
        marks += _back_marks(part, text, entries)
    marks += [Mark(lines[index].start, "furniture") for index in pages]
    if not any(item.kind in ("rule", "bullet") for item in body.items):
        raise BadDocument(f"{name} holds numbered titles but no rule below any of them: is it only a contents list?")
    naming = _Naming(source, mend or (lambda start, end: text[start:end]), scheme)
    nodes = [*naming.nodes(body.items), *(naming.entry(entry, item) for entry, item in entries)]
    nodes += [naming.appendix_table(item) for item in _appendix_tables(back_sections, marks)]
    return Document(
        source=source,
        layout=layout,
        scheme=scheme,
        nodes=tuple(nodes),
        blocks=_blocks(marks, naming.ids, len(text)),
        title_page=matter.title_page([(line.no, text[line.start : line.end]) for line in front]),
        contents=matter.contents((line, text[line.start : line.end]) for line in front),
        changelog=tuple(
            entry for part in back_sections if part.kind == "changelog" for entry in matter.changelog(part, text)
        ),
        doubts=tuple(sorted([*doubts, *body.doubts], key=lambda doubt: doubt.line)),
    )


def wrap_width(lines: Sequence[Line]) -> int:
    """The width at which the document's lines were wrapped, or 0 where each paragraph is one line."""
    lengths = sorted(line.end - line.start for line in lines if not line.blank)
    longest = lengths[int(len(lengths) * 0.99)] if lengths else 0
    return longest if longest < _WRAPPED_BELOW else 0


# ---- which numbers are real ---------------------------------------------------------------------------------------


def _real_numbers(lines: list[Line], text: str, width: int) -> tuple[list[Line], list[Line], Scheme, list[Doubt]]:
    found = numbering.candidates(lines, text)
    scheme = numbering.scheme_of([line.number for line in found])
    real = numbering.trimmed([found[at] for at in numbering.chain(found, scheme)], scheme)
    doubts: list[Doubt] = []
    if real:
        lines, real = _lost_breaks(lines, real, text, scheme, doubts)
        real = _off_the_chain(lines, real, found, text, scheme, width, doubts)
    return lines, real, scheme, doubts


def _lost_breaks(
    lines: list[Line], real: list[Line], text: str, scheme: Scheme, doubts: list[Doubt]
) -> tuple[list[Line], list[Line]]:
    """A jump in the numbers may hide a lost line break: ``… as described below: 1301.1a. If a player …``."""
    out = list(lines)
    queue, kept = list(reversed(real)), []
    while queue:
        line = queue.pop()
        kept.append(line)
        if not queue:
            break
        here, there = (numbering.placed(numbering.number(n.number).path, scheme) for n in (line, queue[-1]))
        if numbering.follows(here, there):
            continue
        split = _hidden_number(line, queue[-1], text, scheme)
        if split is None:
            continue
        at, printed, words = split
        index = next((i for i, other in enumerate(out) if other.start <= at < other.stop), None)
        if index is None:
            continue  # it stands on a line that a page, not the text, put there
        whole = out[index]
        tail = replace(
            whole, start=at, words=words, marks="", indent=0, level=9, number=printed, number_at=at, dotted=True,
            example=False, row=False, enum="",
        )  # fmt: skip
        end = at
        while end > whole.words and text[end - 1].isspace():
            end -= 1
        head = replace(whole, stop=at, end=end)
        out[index : index + 1] = [head, tail]
        if whole is line:
            kept[-1] = head
        queue.append(tail)
        doubts.append(Doubt(whole.no, printed, f"{printed} stands inside a line: its line break was lost"))
    return out, kept


_WITHIN = re.compile(r"(?<=[^\r\n0-9A-Za-z(\[<-])([0-9][0-9a-z.-]{0,30}?)\.?[^\S\r\n]+(?=[A-Z\"“\[<])")


def _hidden_number(line: Line, after: Line, text: str, scheme: Scheme) -> tuple[int, str, int] | None:
    """Where the number that should follow stands within the words before the next, and where its own words begin."""
    here = numbering.placed(numbering.number(line.number).path, scheme)
    there = numbering.placed(numbering.number(after.number).path, scheme)
    for match in re.finditer(
        r"(?<=[\s.:;])([0-9][0-9a-z.-]*?)\.?[^\S\r\n]+(?=[A-Z\"“\[<])", text[line.words : after.start]
    ):
        printed = match[1]
        before = text[max(line.start, line.words + match.start() - 200) : line.words + match.start()]
        if not any(ch.isalnum() for ch in re.split(r"[\r\n]", before)[-1]):
            continue  # it begins its line, and was weighed with the others
        # "… the [Seal]." 1100. Keyword and Keyword Skill": a whole number counts where whole numbers nest, with its dot
        whole = scheme != "plain" and len(printed) >= 3 and printed.isdecimal() and "." in match[0]
        if not whole and not re.fullmatch(r"[0-9]+(?:[.-][0-9]+|\.?[a-z](?![a-z])|-[ivx]+)+", printed):
            continue
        path = numbering.placed(numbering.number(printed).path, scheme)
        if here < path < there and numbering.follows(here, path):
            return line.words + match.start(1), printed, line.words + match.end()
    return None


def _off_the_chain(
    lines: list[Line], real: list[Line], found: list[Line], text: str, scheme: Scheme, width: int, doubts: list[Doubt]
) -> list[Line]:
    """A rule whose number stands twice or out of order is still a rule if everything else about it is.

    ``10.1.3.2.1 An attacking Forward and …`` stands before 10.1.3.1.3: it opens a paragraph, the one before is
    finished, its number has three parts, the rule two levels up exists, and it starts with a capital.
    """
    on = {line.start for line in real}
    known = {line.number for line in real}
    previous = {line.start: before for before, line in pairwise(lines)}
    extra = []
    for line in found:
        if line.start in on or not real[0].start < line.start < real[-1].stop:
            continue
        words = text[line.words : line.end]
        before = previous[line.start]
        parts = len(numbering.placed(numbering.number(line.number).path, scheme))
        ancestors = list(numbering.above(line.number, scheme))
        marked = bool(set(line.marks) & set("_#"))
        if (marked and words) or (
            (before.blank or (not width and closed(text[before.words : before.end])))
            and parts >= 3
            and len(ancestors) >= 2
            and any(number in known for number in ancestors[:2])
            and words[:1].isupper()
        ):
            extra.append(line)
            doubts.append(Doubt(line.no, line.number, f"{line.number} stands twice or out of order; taken as a rule"))
    return sorted([*real, *extra], key=lambda line: line.start)


# ---- headings -----------------------------------------------------------------------------------------------------


def _headings(
    lines: Sequence[Line], real: list[Line], text: str, layout: str, scheme: Scheme, width: int
) -> dict[int, bool]:
    """For each numbered line whether it is a heading: by its underscores, by what all numbers of its shape are, or by
    reading like a title with rules below it."""
    after = {line.start: following for line, following in pairwise(lines)}
    titles: dict[int, bool] = {}
    sentences: set[int] = set()
    shapes: dict[str, list[bool]] = defaultdict(list)
    for line in real:
        following = after.get(line.start)
        wraps = (
            width > 0
            and following is not None
            and not (following.blank or following.marks or following.number)
            and line.end - line.start > 0.7 * width
        )
        words = text[line.words : line.end]
        titles[line.start] = not wraps and title_like(words)
        if wraps or (words.endswith(".") and not titles[line.start]):
            sentences.add(line.start)
        shapes[_shape(line, scheme)].append(titles[line.start])
    places = {line.start: index for index, line in enumerate(lines)}
    mostly = {shape for shape, said in shapes.items() if len(said) >= 3 and sum(said) >= 0.9 * len(said)}
    out = {}
    for line, following in zip(real, [*real[1:], None], strict=True):
        below = following is not None and line.number in numbering.above(following.number, scheme)
        below = below or "#" in line.marks or _bullets_below(line, lines, places)
        if layout == "outline" and "_" in line.marks:
            out[line.start] = line.level <= 2
        else:
            title = titles[line.start]
            # "001. Golden Rule" stands beside "002. Card text supersedes …": where whole numbers nest, it is a heading.
            whole = scheme != "plain" and line.number.isdecimal()
            out[line.start] = (title and (below or whole)) or (
                _shape(line, scheme) in mostly and line.start not in sentences
            )
    return out


def _bullets_below(line: Line, lines: Sequence[Line], places: dict[int, int]) -> bool:
    """``1. Game``, a blank line, ``- Two play.``: a title over a list."""
    at = places[line.start] + 1
    if at >= len(lines) or not lines[at].blank:
        return False
    after = next((other for other in lines[at:] if not other.blank), None)
    return after is not None and not after.number and "-" in after.marks


def _shape(line: Line, scheme: Scheme) -> str:
    """The number's form and depth: 100 and 103 differ where whole numbers nest."""
    shape = numbering.number(line.number).shape
    return f"{shape}/{len(numbering.placed(numbering.number(line.number).path, scheme))}"


# ---- before and behind --------------------------------------------------------------------------------------------


def _back_matter(lines: Sequence[Line], last: int, text: str) -> int:
    """Where the back matter begins: behind the last number, at a short unmarked line without a full stop."""
    for index in range(last + 1, len(lines)):
        line = lines[index]
        words = without_bold(text[line.start : line.end]).strip(" #")
        if line.blank or not words or set(line.marks) & set("->(_") or line.row or line.example:
            continue
        if matter.is_section_title(words):
            return index
        opens = lines[index - 1].blank or "#" in line.marks
        if opens and len(words) <= 60 and words[:1].isupper() and not words.endswith((".", ",", ";", "!", "?")):
            before = next((other for other in reversed(lines[:index]) if not other.blank), None)
            if before is None or closed(text[before.words : before.end]) or title_like(words.rstrip(":")):
                return index
    return len(lines)


def _front_marks(lines: Sequence[Line], text: str) -> list[Mark]:
    marks = []
    listing = False
    words_seen = False
    for line in lines:
        words = text[line.start : line.end].strip("# \t*:").lower()
        if line.blank:
            marks.append(Mark(line.start, "blank"))
            continue
        if words.startswith(("contents", "table of contents")):
            listing = True
            marks.append(Mark(line.start, "contents"))
        elif line.number or line.row or (listing and line.end - line.start <= 60):
            marks.append(Mark(line.start, "contents"))
        else:
            short = line.end - line.start <= 120
            marks.append(Mark(line.start, "title" if short or not words_seen else "introduction"))
        words_seen = True
    return marks


def _back_marks(part: matter.Section, text: str, entries: list[tuple[matter.Entry, Item]]) -> list[Mark]:
    kind = "glossary" if part.kind == "glossary" else "changelog" if part.kind == "changelog" else "appendix"
    owners: dict[int, Item] = {}
    if part.kind == "glossary":
        for entry in matter.glossary(part, text):
            item = Item("rule", entry.head, last=(entry.lines or (entry.head,))[-1].no)
            entries.append((entry, item))
            owners.update((line.start, item) for line in (entry.head, *entry.lines))
    return [
        Mark(line.start, "blank" if line.blank else kind, owners.get(line.start))  # type: ignore[arg-type]
        for line in part.lines
    ]


def _appendix_tables(parts: Sequence[matter.Section], marks: list[Mark]) -> list[Item]:
    """Tables of the appendices, such as a list of tokens."""
    tables: list[Item] = []
    for part in parts:
        run: list[Line] = []
        for line in [*part.lines, None]:
            if line is not None and line.row:
                run.append(line)
            elif run:
                if len(run) > 1:
                    item = Item("table", run[0], rows=run, last=run[-1].no)
                    item.number = part.title
                    tables.append(item)
                    starts = {row.start for row in run}
                    marks[:] = [m if m.start not in starts else Mark(m.start, "table", item) for m in marks]
                run = []
    return tables


# ---- names --------------------------------------------------------------------------------------------------------


class _Naming:
    """Gives each item its id, its parent and its words."""

    def __init__(self, source: Source, mend: Mend, scheme: Scheme) -> None:
        self.source = source
        self.mend = mend
        self.scheme = scheme
        self.ids: dict[int, str] = {}  # id() of an item → the node's id
        self._seen: dict[str, int] = defaultdict(int)

    def nodes(self, items: Sequence[Item]) -> list[Node]:
        numbers = {item.number for item in items if item.number}
        out: list[Node] = []
        anchor: str | None = None  # the numbered node that unnumbered items hang under
        counts: dict[str, int] = defaultdict(int)
        levels: list[str] = []  # ids of the open bullets, one a level
        for item in items:
            if item.number:
                anchor = self._unique(item.number)
                levels = []
                parent = next((up for up in numbering.above(item.number, self.scheme) if up in numbers), None)
                out.append(self._node(item, anchor, parent, item.kind))  # type: ignore[arg-type]
            elif item.kind == "bullet":
                level = min(item.level, len(levels) + 1)
                parent = levels[level - 2] if level > 1 else anchor
                key = f"{parent}/{level}"
                counts[key] += not item.enum
                if item.enum:
                    sign = item.enum.rstrip(".)") if not item.enum.startswith("(") else item.enum
                    name = self._unique(f"{parent}{sign}" if sign.startswith("(") else f"{parent}.{sign}")
                elif level == 1:
                    name = f"{anchor or ''}¶{counts[key]}"
                else:
                    name = f"{parent}{_letter(counts[key])}" if level == 2 else f"{parent}-{_roman(counts[key])}"
                levels[level - 1 :] = [name]
                out.append(self._node(item, name, parent, "rule"))
            else:
                key = f"{anchor}/{item.kind}"
                counts[key] += 1
                out.append(self._node(item, f"{anchor}¶{item.kind}{counts[key]}", anchor, item.kind))
        return out

    def entry(self, entry: matter.Entry, item: Item) -> Node:
        slug = re.sub(r"[^\w]+", "-", entry.term.lower()).strip("-") or "entry"
        name = self._unique(f"glossary:{slug}")
        self.ids[id(item)] = name
        spans = [(line.start, line.end) for line in entry.lines]
        if entry.inline >= 0:
            spans.insert(0, (entry.inline, entry.head.end))
        return Node(
            name, None, None, "entry", entry.term, self._text(spans), self._printed(spans), (), (),
            (entry.head.no, item.last), tuple(spans),
        )  # fmt: skip

    def appendix_table(self, item: Item) -> Node:
        slug = re.sub(r"[^\w]+", "-", item.number.lower()).strip("-") or "appendix"
        title, item.number = item.number, ""
        node = self._node(item, self._unique(f"table:{slug}"), None, "table")
        return node._replace(title=title)

    def _unique(self, name: str) -> str:
        self._seen[name] += 1
        return name if self._seen[name] == 1 else f"{name}~{self._seen[name]}"

    def _node(self, item: Item, name: str, parent: str | None, kind: Kind) -> Node:
        self.ids[id(item)] = name
        words = self._text(item.spans)
        heading = kind == "heading"
        spans = item.spans or [(row.start, row.end) for row in item.rows]
        return Node(
            id=name,
            number=item.number or None,
            parent=parent,
            kind=kind,
            title=words if heading else "",
            text="" if heading else words if item.spans or not item.rows else self._text(spans),
            printed=self._printed(spans),
            examples=tuple(self._text(example) for example in item.examples),
            rows=tuple(_cells(self.source.text[row.start : row.end]) for row in item.rows),
            lines=(item.first.no, max(item.last, item.first.no)),
            spans=tuple(spans),
            example_spans=tuple(tuple(example) for example in item.examples),
        )

    def _text(self, spans: Sequence[Span]) -> str:
        return joined(without_bold(self.mend(start, end)) for start, end in spans)

    def _printed(self, spans: Sequence[Span]) -> str:
        return "\n".join(self.source.text[start:end] for start, end in spans)


def _cells(line: str) -> tuple[str, ...]:
    if "\t" in line:
        return tuple(cell.strip() for cell in line.split("\t"))
    if line.strip().startswith("|"):
        return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
    return (line.strip(),)


def _letter(count: int) -> str:
    """1 is a, 26 is z, 27 is aa."""
    out = ""
    while count:
        count, rest = divmod(count - 1, 26)
        out = chr(97 + rest) + out
    return out


def _roman(count: int) -> str:
    out = ""
    for value, sign in (
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ):
        while count >= value:
            out += sign
            count -= value
    return out


def _blocks(marks: list[Mark], ids: dict[int, str], length: int) -> tuple[Block, ...]:
    """Marks become blocks, side by side from the first character to the last."""
    ordered = sorted(marks, key=lambda mark: mark.start)
    blocks: list[Block] = []
    for mark, after in zip(ordered, [*ordered[1:], None], strict=True):
        end = after.start if after is not None else length
        node = ids.get(id(mark.item)) if mark.item is not None else None
        if blocks and blocks[-1].kind == mark.kind and blocks[-1].node == node:
            blocks[-1] = blocks[-1]._replace(end=end)
        elif end > mark.start:
            blocks.append(Block(mark.kind, mark.start, end, node))
    return tuple(blocks)
