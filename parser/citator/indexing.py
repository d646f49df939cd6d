"""The index of one edition: everything that answering a question needs, small enough to travel to a phone.

In: a parsed document, its defined terms, what is known about players' words. Out: :class:`Index`, plain data. It holds
the words of each rule as numbers, and of the knowledge only what leads to words this edition uses.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from citator import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citator.model import Document, Node
    from citator.thesaurus import Knowledge

# How much a word counts by where it stands, seen from the rule.
OWN, NEAREST_HEADING, HIGHER_HEADING, PARENT, DEFINED, EXAMPLE = 1.0, 2.0, 0.3, 0.3, 0.5, 0.5
K1, B = 1.2, 0.3


class Term(Protocol):
    """A term and the rule that defines it."""

    @property
    def term(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def also(self) -> Iterable[str]: ...


@dataclass(frozen=True)
class Index:
    """What the rules of one edition say, and what players call it. Numbers count ``words`` and ``ids`` from 0."""

    words: tuple[str, ...]  # one written form for each stem
    ids: tuple[str, ...]  # in reading order
    kinds: str  # a letter each: h(eading), r(ule), t(able) …
    parents: tuple[int, ...]  # -1 at the top
    titles: tuple[str, ...]  # of headings, else empty
    own: tuple[tuple[int, ...], ...]  # the words of the text or title, in order
    examples: tuple[tuple[int, ...], ...]
    defined: tuple[tuple[str, ...], ...]  # the stems of each term that a rule defines, as one text
    rings: dict[str, tuple[str, ...]]  # players' phrase → the rings it belongs to
    readings: dict[str, tuple[str, ...]]  # players' phrase → rulebook's phrases
    situations: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]  # sets of words → rulebook's phrases
    outside: tuple[tuple[str, tuple[str, ...]], ...]  # subjects and what gives them away
    plain: tuple[str, ...]
    keep: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Lists, texts and numbers only: what JSON can hold."""
        return {field.name: _as_lists(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Index:
        return cls(**{field.name: _as_tuples(data[field.name]) for field in fields(cls)})

    # ---- what follows from the data -------------------------------------------------------------------------------

    @cached_property
    def stems(self) -> tuple[str, ...]:
        return tuple(words.stem(word) for word in self.words)

    @cached_property
    def number(self) -> dict[str, int]:
        return {stem: place for place, stem in enumerate(self.stems)}

    @cached_property
    def places(self) -> dict[str, dict[int, list[int]]]:
        """Where each stem stands: node → positions among its words."""
        found: dict[str, dict[int, list[int]]] = {stem: {} for stem in self.stems}
        for node, sequence in enumerate(self.own):
            for position, word in enumerate(sequence):
                found[self.stems[word]].setdefault(node, []).append(position)
        return found

    @cached_property
    def frequency(self) -> dict[str, int]:
        """How often each stem stands in the document: of two corrections of a slip the usual word is likelier."""
        return {stem: sum(map(len, nodes.values())) for stem, nodes in self.places.items()}

    @cached_property
    def correctable(self) -> dict[str, int]:
        """What a slip of the finger may have meant: the document's words, and players' words that are known."""
        known = {part: 0 for phrase in (*self.readings, *self.rings) for part in phrase.split()}
        known.update((part, 0) for keys, _ in self.situations for key in keys for part in re.split(r"[ |]", key))
        return {**known, **self.frequency}

    @cached_property
    def in_examples(self) -> dict[str, Counter[int]]:
        found: dict[str, Counter[int]] = {}
        for node, sequence in enumerate(self.examples):
            for word in sequence:
                found.setdefault(self.stems[word], Counter())[node] += 1
        return found

    @cached_property
    def in_terms(self) -> dict[str, Counter[int]]:
        found: dict[str, Counter[int]] = {}
        for node, terms in enumerate(self.defined):
            for stem in {stem for term in terms for stem in term.split()}:
                found.setdefault(stem, Counter())[node] += 1
        return found

    @cached_property
    def above(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For each node its nearest heading (-1: none) and the higher ones."""
        found: list[tuple[int, tuple[int, ...]]] = []
        for parent in self.parents:
            headings = []
            while parent >= 0:
                if self.kinds[parent] == "h":
                    headings.append(parent)
                parent = self.parents[parent]
            found.append((headings[0], tuple(headings[1:])) if headings else (-1, ()))
        return tuple(found)

    @cached_property
    def below(self) -> dict[int, tuple[list[int], list[int], list[int]]]:
        """For each node: what has it as nearest heading, what as a higher one, and its children among the rules."""
        found: dict[int, tuple[list[int], list[int], list[int]]] = {}
        for node, (nearest, higher) in enumerate(self.above):
            if self.kinds[node] == "h":
                continue
            if nearest >= 0:
                found.setdefault(nearest, ([], [], []))[0].append(node)
            for heading in higher:
                found.setdefault(heading, ([], [], []))[1].append(node)
            parent = self.parents[node]
            if parent >= 0 and self.kinds[parent] != "h":
                found.setdefault(parent, ([], [], []))[2].append(node)
        return found

    def says(self, stems: list[str]) -> bool:
        """Whether some rule or heading holds these words in a row."""
        return any(
            self.runs(node, start, stems) for node, starts in self.places.get(stems[0], {}).items() for start in starts
        )

    def runs(self, node: int, start: int, stems: list[str]) -> bool:
        """Whether the words of a node from ``start`` on are these."""
        sequence = self.own[node]
        return len(sequence) >= start + len(stems) and all(
            self.stems[sequence[start + step]] == stem for step, stem in enumerate(stems)
        )

    @cached_property
    def norms(self) -> tuple[float, ...]:
        """Long rules hold many words by chance: what a word in each node counts."""
        rules = [len(sequence) for sequence, kind in zip(self.own, self.kinds, strict=True) if kind != "h"]
        usual = sum(rules) / len(rules) if rules else 1.0
        return tuple(1 / (1 - B + B * len(sequence) / (usual or 1.0)) for sequence in self.own)

    @cached_property
    def _impacts(self) -> dict[str, dict[int, float]]:
        return {}

    @cached_property
    def _idfs(self) -> dict[str, float]:
        return {}

    def idf(self, stem: str) -> float:
        """How telling a word is: the rarer, the more."""
        if stem not in self._idfs:
            rules = len(self.kinds) - self.kinds.count("h")
            holding = sum(self.kinds[node] != "h" for node in self.places.get(stem, ()))
            self._idfs[stem] = math.log(1 + (rules - holding + 0.5) / (holding + 0.5))
        return self._idfs[stem]

    def impacts(self, stem: str) -> dict[int, float]:
        """What a word of a question adds to each rule."""
        if stem not in self._impacts:
            weights = self._weights(stem)
            idf = self.idf(stem)
            self._impacts[stem] = {node: idf * seen * (K1 + 1) / (K1 + seen) for node, seen in weights.items()}
        return self._impacts[stem]

    def _weights(self, stem: str) -> dict[int, float]:
        seen: dict[int, float] = {}

        def add(node: int, weight: float) -> None:
            seen[node] = seen.get(node, 0.0) + weight

        for node, positions in self.places.get(stem, {}).items():
            nearest, higher, children = self.below.get(node, ((), (), ()))
            if self.kinds[node] == "h":
                for rule in nearest:
                    add(rule, NEAREST_HEADING)
                for rule in higher:
                    add(rule, HIGHER_HEADING)
                continue
            weight = len(positions) * self.norms[node]
            add(node, OWN * weight)
            for rule in children:
                add(rule, PARENT * weight)
        for node, count in self.in_examples.get(stem, {}).items():
            add(node, EXAMPLE * count * self.norms[node])
        for node, count in self.in_terms.get(stem, {}).items():
            add(node, DEFINED * count)
        return seen


def _as_lists(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_lists(item) for key, item in value.items()}
    return value


def _as_tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_as_tuples(item) for item in value)
    if isinstance(value, dict):
        return {key: _as_tuples(item) for key, item in value.items()}
    return value


# ---- building it --------------------------------------------------------------------------------------------------


def index(document: Document, terms: Iterable[Term], knowledge: Knowledge) -> Index:
    """The index of a document. Without terms it answers a little worse, without knowledge much worse."""
    nodes = document.nodes
    place = {node.id: number for number, node in enumerate(nodes)}
    texts = [words.content(_text(node)) for node in nodes]
    examples = [words.content(" ".join(node.examples)) for node in nodes]
    written: dict[str, Counter[str]] = {}
    for word in (word for sequence in (*texts, *examples) for word in sequence):
        written.setdefault(word.stem, Counter())[_bare(word)] += 1
    number = {stem: place for place, stem in enumerate(sorted(written))}
    defined: dict[str, list[str]] = {}
    for term in terms:
        for name in (term.term, *term.also):
            if term.rule in place and (said := " ".join(words.stems(name))):
                defined.setdefault(term.rule, []).append(said)
    known = Resolved(knowledge, set(number), [_in_full(_text(node)) for node in nodes])
    return Index(
        words=tuple(_usual(stem, written[stem]) for stem in number),
        ids=tuple(node.id for node in nodes),
        kinds="".join(node.kind[0] for node in nodes),
        parents=tuple(place[node.parent] if node.parent is not None else -1 for node in nodes),
        titles=tuple(node.title if node.kind == "heading" else "" for node in nodes),
        own=tuple(tuple(number[word.stem] for word in sequence) for sequence in texts),
        examples=tuple(tuple(number[word.stem] for word in sequence) for sequence in examples),
        defined=tuple(tuple(dict.fromkeys(defined.get(node.id, ()))) for node in nodes),
        rings=known.rings,
        readings=known.readings,
        situations=known.situations,
        outside=known.outside,
        plain=tuple(dict.fromkeys(stem for word in knowledge.plain for stem in words.stems(word))),
        keep=tuple(dict.fromkeys(knowledge.keep)),
    )


def _text(node: Node) -> str:
    if node.kind == "heading":
        return node.title
    return " ".join((node.title, node.text, *(cell for row in node.rows for cell in row))).strip()


def _in_full(text: str) -> str:
    """Every stem of a text between blanks, to look for phrases in."""
    return f" {' '.join(word.stem for word in words.words(text))} "


def _bare(word: words.Word) -> str:
    return word.written.partition("'")[0]


def _usual(stem: str, forms: Counter[str]) -> str:
    """The form people see: the most frequent one that leads back to the stem (``facedown`` does not lead to ``face``)."""
    fitting = [form for form in forms if words.stem(form) == stem]
    return min(fitting, key=lambda form: (-forms[form], len(form), form)) if fitting else stem


class Resolved:
    """Of all that is known, what leads to words of this edition."""

    def __init__(self, knowledge: Knowledge, vocabulary: set[str], texts: list[str]) -> None:
        self.vocabulary = vocabulary
        self.texts = texts
        self.members: dict[str, dict[str, None]] = {}
        for ring in knowledge.rings:
            for phrase in (*ring.read, *ring.said):
                self.members.setdefault(ring.read[0], {})[words.phrase(phrase)] = None
        readings: dict[str, dict[str, None]] = {}
        own: dict[str, dict[str, None]] = {}
        for name, members in self.members.items():
            self._read(readings, members, (name,))
        for entry in knowledge.readings:
            for said in entry.said:
                self._read(readings, self.members.get(said, {words.phrase(said): None}), entry.read)
                if said in self.members:  # the game's own word for what a ring stands for belongs to it as well
                    own.setdefault(said, {}).update((words.phrase(read), None) for read in entry.read)
        self.readings = {phrase: tuple(read) for phrase, read in sorted(readings.items()) if read and phrase}
        self.rings: dict[str, tuple[str, ...]] = {}
        for name, members in self.members.items():
            for phrase in {**members, **own.get(name, {})}:
                self.rings[phrase] = (*self.rings.get(phrase, ()), name)
        self.situations = tuple(
            (tuple(filter(None, map(_bag, entry.said))), read)
            for entry in knowledge.situations
            if (read := tuple(dict.fromkeys(filter(None, map(self._target, entry.read)))))
        )
        self.outside = tuple(
            (subject.name, tuple(phrase for said in subject.said if (phrase := self._outside(said))))
            for subject in knowledge.outside
            if not any(map(self._says, subject.unless))
        )

    def _says(self, phrase: str) -> bool:
        wanted = _in_full(phrase)
        return any(wanted in text for text in self.texts)

    def _outside(self, phrase: str) -> str:
        """What gives a subject away, unless the document itself or the game's players use the phrase for something."""
        known = self._says(phrase) or words.phrase(phrase) in self.readings
        return "" if known else _in_full(phrase).strip()

    def _read(self, readings: dict[str, dict[str, None]], phrases: Iterable[str], read: Iterable[str]) -> None:
        targets = [target for target in map(self._target, read) if target]
        for phrase in phrases:
            readings.setdefault(phrase, {}).update((target, None) for target in targets if target != phrase)

    def _target(self, phrase: str) -> str:
        """The rulebook's words of an entry, as far as this edition uses them; nothing where it hardly does."""
        wanted = list(dict.fromkeys(words.stems(phrase)))
        found = [stem for stem in wanted if stem in self.vocabulary]
        return " ".join(found) if len(found) * 3 >= len(wanted) * 2 else ""


def _bag(phrase: str) -> str:
    """``blocker|blocked dies`` → ``block dead``: words that must all stand in a question, ``a|b`` where either will do."""
    found: dict[str, None] = {}
    for item in phrase.split(" "):
        stems = [word.stem for part in item.split("|") for word in words.words(part)]
        if stems:
            found["|".join(dict.fromkeys(stems))] = None
    return " ".join(found)
