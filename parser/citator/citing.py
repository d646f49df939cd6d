"""Citations in people's prose: found by grammar, with their exact places, and resolved to rules of editions.

In: a text, the library, and the edition that is meant where a citation names none. Out: a :class:`Cited` for each rule
or range cited, in reading order. When unsure it declines: a number counts as a citation because of what leads to it, or
because it is a rule of the edition and can hardly be anything else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Token, Tree

from citator import citation as citations
from citator.errors import BadInput
from citator.forms import form_of, grammar_of, names_of, unescaped
from citator.prose import prose_of
from citator.register import Register, Shelf, shape, shelf_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citator.library import Edition, Game, Library
    from citator.model import Span
    from citator.prose import Prose


@dataclass(frozen=True)
class Run:
    """One stretch of citing: a head, and one number or several that hang on it."""

    start: int
    end: int  # with its brackets
    numbers: Span  # from the first number to the last
    game: str
    mark: str | None  # the version or day it names
    mark_span: Span | None  # where that stands, with the @ of ``fow@5.12``
    name_span: Span | None
    bracketed: bool


@dataclass(frozen=True)
class Cited:
    """A rule or a range that is cited: as written, where, and what it means."""

    run: Run
    text: str  # with its head: “fow@5.12 7.11¶1”, “rule 804.4”
    start: int
    end: int
    line: int
    edition: Edition | None  # none where it names an edition that the library does not hold
    ids: tuple[str, ...]  # none where the edition has no such rule
    written: str  # the number alone
    problem: str = ""


# ---- finding ------------------------------------------------------------------------------------------------------

# What follows tells that a number is an amount, a time, or the name of an edition.
_UNIT = re.compile(
    r"[^\S\r\n]?(?:%|°|€|£|¥|\$|(?:x|cm|mm|km|kg|[gm]b|m?s|px|h|am|pm|a\.m|p\.m|points?|pts|damage|life|cards?|copies"
    r"|players?|people|rounds?|seconds?|sec|minutes?|min|hours?|days?|weeks?|months?|years?|percent|euros?|dollars?|usd|eur"
    r"|gbp|yen|million|billion|thousand|times|average|stars?|edition|version|rules|update|release|patch)\b)",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"(?:^|[\r\n])[ \t>]*(?:#{1,6}[ \t]+|[-*+][ \t]+)?[*_]{0,3}$")
_LABEL = re.compile(r"[*_]{0,3}(?:[.):]?[*_]{0,3}(?:[ \t]+[*_]{0,3}[A-Z\[“\"]|[ \t]*(?:[\r\n]|$))|[.):][*_]{0,3}[ \t])")
_DIGIT = re.compile("[0-9]")


def find_citations(
    text: str, shelf: Shelf, default: Edition | None = None, markdown: bool = True, prose: Prose | None = None
) -> list[Cited]:
    """Every citation in a text. ``default`` is the edition of what names no game, or no edition of that game."""
    prose = prose or prose_of(text, markdown)
    library = shelf.library
    grammar = grammar_of(tuple(library.games.values()))
    lines = [found.end() for found in re.finditer(r"\r\n|\r|\n", text)]
    found: list[Cited] = []
    for start, end in prose.paragraphs:
        paragraph = prose.text[start:end]
        if not _DIGIT.search(paragraph) and ":" not in paragraph:
            continue
        for branch in grammar.parse(paragraph).children:
            if isinstance(branch, Tree):
                tokens = [token for token in branch.children if isinstance(token, Token)]
                reader = _Reader(tokens, start, prose.text, shelf, default)
                if reader.game is None or (not reader.named and prose.is_quoted(reader.start)):
                    continue
                found += [
                    Cited(reader.run, reader.label(item), *item.span, bisect_right(lines, item.span[0]) + 1,
                          reader.edition, item.ids, item.written, reader.problem)
                    for item in reader.items()
                ]  # fmt: skip
    return found


@dataclass(frozen=True)
class _Item:
    """A number or a range of a run."""

    span: Span
    written: str
    ids: tuple[str, ...]


class _Reader:
    """What the tokens of one run mean."""

    def __init__(self, tokens: Sequence[Token], offset: int, text: str, shelf: Shelf, default: Edition | None) -> None:
        self.text, self.shelf, self.default = text, shelf, default
        self._spans = {id(token): (offset + (token.start_pos or 0), offset + (token.end_pos or 0)) for token in tokens}
        self.tokens = list(tokens)
        self._by_type = {token.type: token for token in reversed(tokens)}
        self.start, self.end = self._spans[id(tokens[0])][0], self._spans[id(tokens[-1])][1]
        self.game: Game | None = None
        self.mark: str | None = None
        self.mark_span: Span | None = None
        self.name_span: Span | None = None
        self.problem = ""
        self._read_head()
        self.bracketed = "OPEN" in self._by_type and "CLOSE" in self._by_type
        self.numbers = [
            token for token in self.tokens if token.type in ("NUMBER", "GLUED", "SPECIAL", "SUFFIX", "FIGURE")
        ]
        self.edition = self._edition()

    def _read_head(self) -> None:
        games = self.shelf.library.games
        for kind, index in (("FORM", 0), ("TAIL", 1)):
            token = self._by_type.get(kind)
            for game in games.values() if token is not None else ():
                pattern = form_of(game)[index]
                match = re.fullmatch(pattern, str(token), re.IGNORECASE) if pattern else None
                if match and token is not None:
                    start = self._spans[id(token)][0]
                    self.game, self.mark = game, unescaped(match[1])
                    self.mark_span = (start + match.start(1), start + match.end(1))
                    return
        name = self._by_type.get("NAME")
        if name is not None:
            self.game = self._called(str(name))
            self.name_span = self._trimmed(name)
        elif self.default is not None:
            self.game = games.get(self.default.game)
        if "MARK" in self._by_type:
            self.mark_span = self._trimmed(self._by_type["MARK"])
            self.mark = self.text[self.mark_span[0] + 1 : self.mark_span[1]]
        elif "VERSION" in self._by_type:
            start, end = self._spans[id(self._by_type["VERSION"])]
            inner = re.match(r"(\(?)(.*?)\)?\s*,\s*$", self.text[start:end], re.DOTALL)
            assert inner is not None
            self.mark, self.mark_span = inner[2], (start + inner.start(2), start + inner.end(2))

    def _trimmed(self, token: Token) -> Span:
        start, end = self._spans[id(token)]
        return start, start + len(self.text[start:end].rstrip().rstrip("*_").rstrip())

    def _called(self, words: str) -> Game | None:
        name = unescaped(re.sub(r"['’]s$", "", words.strip().strip("*_").strip()))
        games = self.shelf.library.games.values()
        return next((game for game in games if name.casefold() in names_of(game)), None)

    @property
    def named(self) -> bool:
        return bool({"NAME", "FORM", "TAIL"} & self._by_type.keys())

    @property
    def run(self) -> Run:
        assert self.game is not None
        first, last = self._spans[id(self.numbers[0])], self._spans[id(self.numbers[-1])]
        return Run(
            self.start, self.end, (first[0], last[1]), self.game.key, self.mark, self.mark_span, self.name_span,
            self.bracketed,
        )  # fmt: skip

    def _edition(self) -> Edition | None:
        if self.game is None or not self.numbers:
            return None
        mark = self.mark
        if mark is None and len(self.numbers) > 1 and self.named:
            self._version_first()
            mark = self.mark
        try:
            if mark is not None:
                return self.shelf.library.edition(f"{self.game.key}@{mark}")
            if self.default is not None and self.default.game == self.game.key:
                return self.default
            return self.shelf.library.edition(self.game.key)
        except BadInput as error:
            self.problem = str(error)
            return None

    def _version_first(self) -> None:
        """``[fow 8.01, 804.4]``: the first number is no rule but one of the game's versions."""
        assert self.game is not None
        first = str(self.numbers[0])
        edition = next((e for e in self.game.editions if e.version == first), None)
        if edition is not None and not self.shelf.register(edition).find(first):
            self.mark, self.mark_span = first, self._spans[id(self.numbers[0])]
            at = self.tokens.index(self.numbers[0])
            del self.tokens[at : at + 2]
            del self.numbers[0]

    def label(self, item: _Item) -> str:
        """The head and the number, as written."""
        start = self._spans[id(next(token for token in self.tokens if token.type != "OPEN"))][0]
        first = self._spans[id(self.numbers[0])][0]
        before = re.sub(r"[*_]+", "", self.text[start:first])  # emphasis is no part of what is cited
        head = " ".join(before.split())
        tail = self._by_type.get("TAIL", "")
        glue = " " if head and before[-1:].isspace() else ""
        return f"{head}{glue}{self.text[slice(*item.span)]}{tail}"

    # ---- which numbers are meant ----

    def items(self) -> Iterator[_Item]:
        if not self.numbers:
            return
        if self.edition is None:
            if self.problem and (self.bracketed or self.mark):
                span = (self._spans[id(self.numbers[0])][0], self._spans[id(self.numbers[-1])][1])
                yield _Item(span, self.text[slice(*span)], ())
            return
        register = self.shelf.register(self.edition)
        ties = [token for token in self.tokens if token.type in ("RANGE", "JOIN")]
        at, first = 0, True
        while at < len(self.numbers):
            token = self.numbers[at]
            tie = ties[at] if at < len(ties) else None
            item, used = self._item(at, tie, register)
            if token.type not in ("FIGURE", "SUFFIX") and self._is_meant(item, register, first):
                yield item
                first = False
            elif first and token.type != "FIGURE" and not self.bracketed:
                return  # what leads to the first led nowhere
            at += used

    def _item(self, at: int, tie: Token | None, register: Register) -> tuple[_Item, int]:
        start, end = self._spans[id(self.numbers[at])]
        written = str(self.numbers[at])
        if tie is not None and tie.type == "RANGE" and at + 1 < len(self.numbers):
            other = self.numbers[at + 1]
            last = _completed(written, str(other))
            worded = tie.strip().isalpha() and last != str(other)  # "804.3 to 5 cards"
            if other.type != "FIGURE" and not worded:
                end = self._spans[id(other)][1]
                return _Item((start, end), self.text[start:end], _spanned(register, written, last)), 2
        found = register.find(written)
        if not found and "-" in written:  # "804.3-804.5", where a dash is no part of a number
            first, _, second = written.partition("-")
            return _Item((start, end), written, _spanned(register, first, _completed(first, second))), 1
        return _Item((start, end), written, found), 1

    def _is_meant(self, item: _Item, register: Register, first: bool) -> bool:
        assert self.game is not None
        whole = item.written.isdecimal()
        known = bool(item.ids)
        led = bool({"CR", "LEAD"} & self._by_type.keys())
        if not first and not self.bracketed:
            before = shape(citations.normal(str(self.numbers[0])))
            alike = known or (not whole and shape(citations.normal(item.written)) == before)
            return alike and (not whole or len(item.written) > 2) and not _UNIT.match(self.text, item.span[1])
        if {"FORM", "TAIL", "MARK", "VERSION"} & self._by_type.keys():
            return True
        version = any(edition.version == item.written for edition in self.game.editions)
        if self.named and (self.bracketed or led):
            return not (version and not known)
        if version and (not led or not known):
            return False
        if whole:
            return known and len(item.written) > 2 and (led or self.named) and not self._counted(item)
        if led:
            return not self._counted(item)
        shaped = shape(citations.normal(item.written)) in register.shapes
        if self.named:
            return (known or shaped or self._known_elsewhere(item)) and not self._counted(item)
        if self.bracketed:
            return known or (shaped and "-" not in item.written)
        return (known or "¶" in item.written) and self._unmistakable(item) and not self._counted(item)

    def _known_elsewhere(self, item: _Item) -> bool:
        """``fow 7.11p1``: no number of the newest edition looks so, but one of an older edition is it."""
        assert self.game is not None
        return any(self.shelf.register(edition).find(item.written) for edition in self.game.editions)

    def _counted(self, item: _Item) -> bool:
        return _UNIT.match(self.text, item.span[1]) is not None

    def _unmistakable(self, item: _Item) -> bool:
        """Of a bare number: 804.4, 8.4.2 and 7.11¶1 are, 2.5 is not; nor is the label of a list or a heading."""
        first = re.split(r"[–—‑−…]|\.{2,}|\s", item.written)[0]
        digits = len(first) - len(first.lstrip("0123456789"))
        if digits < 3 and len(re.findall(r"[0-9]+", first)) < 3 and "¶" not in item.written:
            return False
        at_start = _LINE_START.search(self.text, max(0, item.span[0] - 40), item.span[0])
        begins = at_start is not None or item.span[0] == 0
        return not (begins and _LABEL.match(self.text, item.span[1]))


def _completed(first: str, last: str) -> str:
    """The end of a range in full: of ``601.2a–d`` it is 601.2d, of ``804.3–5`` 804.5."""
    if last.isalpha():
        return re.sub("[a-z]+$", "", first) + last
    if last.isdecimal() and not first.isdecimal() and len(last) <= 2:
        return re.sub("[0-9]+[a-z]*$", "", first) + last
    return last


def _spanned(register: Register, first: str, last: str) -> tuple[str, ...]:
    start, end = register.find(first)[:1], register.find(last)[-1:]
    return register.between(start[0], end[0]) if start and end else ()


# ---- one citation, as typed ---------------------------------------------------------------------------------------


def read_citation(
    words: str, library: Library, default: Edition | None = None, shelf: Shelf | None = None
) -> list[tuple[Edition, tuple[str, ...]]]:
    """The rules that a citation on the command line names: ``fow 804.4``, ``fow@5.12 7.11p1, 7.11p2``, ``804.3–804.5``.

    Strict: all of it must be read, and every rule must be there.
    """
    shelf = shelf or shelf_of(library)
    typed = words.strip()
    bare = typed[:1].isdigit() and default is not None
    asked = typed if typed.startswith("[") else f"[{typed}]"
    if bare and default is not None:
        asked = f"[{default.key} {typed}]"
    found = find_citations(asked, shelf, default, markdown=False)
    covered = sum(cited.run.end - cited.run.start for cited in {cited.run: cited for cited in found}.values())
    if not found or covered != len(asked):
        return [_single(typed, shelf, default)]
    out: list[tuple[Edition, tuple[str, ...]]] = []
    for cited in found:
        if cited.edition is None:
            raise BadInput(cited.problem)
        if not cited.ids:
            raise _missed(cited.written, cited.edition, shelf)
        out.append((cited.edition, cited.ids))
    return out


def _single(typed: str, shelf: Shelf, default: Edition | None) -> tuple[Edition, tuple[str, ...]]:
    """What the grammar does not take, such as a lone ``fow 8``, read word for word."""
    if default is not None and shelf.register(default).find(typed):
        return default, shelf.register(default).find(typed)
    asked = citations.parse(typed, shelf.library)
    ids = shelf.register(asked.edition).find(asked.rule)
    if not ids:
        raise _missed(asked.rule, asked.edition, shelf)
    return asked.edition, ids


def _missed(written: str, edition: Edition, shelf: Shelf) -> Exception:
    return citations.missed(
        citations.Citation(edition, citations.normal(written)), shelf.document(edition), shelf.library, shelf.document
    )
