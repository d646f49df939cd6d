"""What is known of the words: how often they occur, which follow which, and where white space stands between them.

In: the text of a damaged document, the texts of the rest of the library, and an English word list. Out: a
``Vocabulary`` that says how much likelier a text reads with a space at some place than without it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files

# "card(s)" is one word; so are "doesn't" and "player's". "307.6", "105.3a" and "4,000" are one number, "1st" too.
ATOM = re.compile(
    r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*(?:\((?:s|es)\))?)"
    r"|(?P<number>\d+(?:[.,]\d+)*(?:(?:(?<=1)st|(?<=2)nd|(?<=3)rd|th)(?![aeiouyr])|[a-zA-Z](?![^\W\d_]))?)"
    r"|(?P<mark>[^\w\s]|_)"
)
OPENING, CLOSING = frozenset("([{“‘"), frozenset(")]}”.,;:!?")  # no white space after the ones, before the others
PLURAL = re.compile(r"\((?:s|es)\)$")
ENDING = re.compile(r"(?<=..)(?:'s|n't|'re|'ll|'ve|'d|'|s)$")
CONTRACTIONS = {
    whole.replace("'", ""): whole
    for whole in """
        aren't can't couldn't didn't doesn't don't hadn't hasn't haven't isn't shouldn't that's there's they're they've
        wasn't weren't won't wouldn't you're you've
    """.split()
}
UNKNOWN = 1e-7  # how likely a word is that nothing knows, before its letters; each of them makes it less likely
LETTER = 0.2
LONGEST = 60  # letters that two words may have together; what is longer was never two words


@dataclass(frozen=True)
class Atom:
    """A word, a number or a mark of a text, with its place there."""

    start: int
    end: int
    text: str
    kind: str  # "word", "number" or "mark"
    left: str  # what it is as the neighbour on the left of a gap
    right: str  # and as the neighbour on the right

    @property
    def key(self) -> str:
        """The atom as the counts know it: all numbers are alike, capitals do not matter."""
        return "#" if self.kind == "number" else PLURAL.sub("", self.text.lower().replace("’", "'"))


def atoms(text: str) -> list[Atom]:
    """The text cut into words, numbers and marks."""
    found: list[Atom] = []
    opened = False
    for match in ATOM.finditer(text):
        kind, piece = str(match.lastgroup), match.group()
        left = right = piece
        if kind == "word":
            left, right = ")" if piece.endswith(")") else "a", "A" if piece[0].isupper() else "a"
        elif kind == "number":
            left = right = "0"
        elif piece == "-" and not (found and found[-1].end == match.start()):
            left = right = "–"  # "Keyword skills - [Will of Hope]": a dash, not a hyphen
        elif piece == '"':
            opened = opens(text, match.start(), opened)
            left = right = "“" if opened else "”"
        found.append(Atom(match.start(), match.end(), piece, kind, left, right))
    return found


def opens(text: str, at: int, opened: bool) -> bool:
    """Whether the straight quote here opens; the neighbours say so, or else the quotes before it."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if (not before or before in " ([") and after.strip():
        return True
    if not after or after in " .,;:)]":
        return False
    return not opened


@cache
def english() -> Mapping[str, float]:
    """How often each English word occurs, as a share of all words; of single letters, only "a" and "I" are any."""
    listed = (files("symspellpy") / "frequency_dictionary_en_82_765.txt").read_text(encoding="utf-8-sig")
    counts = {word: int(count) for word, count in (line.split() for line in listed.splitlines())}
    total = sum(counts.values())
    shares = {word: count / total for word, count in counts.items() if word in "ai" or len(word) > 1}
    return shares | {word: 1e-5 for whole in CONTRACTIONS.items() for word in whole}


@dataclass
class Counts:
    """Words, pairs of neighbours, and gaps with and without white space, counted over some texts."""

    words: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    spaced: Counter[tuple[str, str]] = field(default_factory=Counter)
    closed: Counter[tuple[str, str]] = field(default_factory=Counter)

    @cached_property
    def total(self) -> int:
        """How many words there are, to divide by; asked only when all have been counted."""
        return self.words.total() or 1

    @cached_property
    def followed(self) -> Counter[str]:
        """How often anything follows each word."""
        times: Counter[str] = Counter()
        for (before, _), count in self.pairs.items():
            times[before] += count
        return times

    @cached_property
    def followers(self) -> Counter[str]:
        """How many different words follow each word."""
        return Counter(before for before, _ in self.pairs)

    def add(self, text: str) -> None:
        """Count a text; neighbours are those within it."""
        before: Atom | None = None
        for atom in atoms(text):
            self.words[atom.key] += 1
            if before is not None:
                self.pairs[before.key, atom.key] += 1
                gap = self.closed if before.end == atom.start else self.spaced
                gap[before.left, atom.right] += 1
            before = atom


@dataclass(frozen=True)
class Vocabulary:
    """The words of a document, of its library and of English, for judging where a space was lost."""

    library: Counts
    document: Counts

    @classmethod
    def of(cls, document: Iterable[str], library: Iterable[str]) -> Vocabulary:
        """From the texts of the damaged document and of the others; words that look glued do not count as words."""
        known = Counts()
        for text in library:
            known.add(text)
        return cls(known, Counts()).reading(document)

    def reading(self, document: Iterable[str], doubtful_up_to: float = math.inf) -> Vocabulary:
        """The same library with the document read anew.

        A word that falls into two others does not count, unless it stands there more often than
        ``doubtful_up_to``: in a document mended so far, what still stands at several places is a word.
        """
        read = Counts()
        for text in document:
            read.add(text)
        doubtful = {
            word
            for word, count in read.words.items()
            if count <= doubtful_up_to and word[0].isalpha() and self.looks_glued(word)
        }
        for word in doubtful:
            del read.words[word]
        for pair in [pair for pair in read.pairs if not doubtful.isdisjoint(pair)]:
            del read.pairs[pair]
        return Vocabulary(self.library, read)

    def knows(self, word: str) -> bool:
        """Whether the word stands in the library or in English."""
        stem = ENDING.sub("", word)
        return any(form in self.library.words or form in english() for form in (word, stem))

    def looks_glued(self, word: str) -> bool:
        """Whether a word that the library lacks falls into two known ones ("fora" may be a word, but rarely is)."""
        if word in self.library.words or len(word) > LONGEST:
            return False
        return any(self.knows(word[:cut]) and self.knows(word[cut:]) for cut in range(1, len(word)))

    def word(self, key: str) -> float:
        """How likely a word is, without looking at its neighbours."""
        stem = ENDING.sub("", key)
        if stem != key:
            return self._alone(key) + 0.003 * self._alone(stem)
        return self._alone(key)

    def _alone(self, key: str) -> float:
        seen = 0.5 * self.document.words[key] / self.document.total + 0.2 * self.library.words[key] / self.library.total
        return seen + 0.29 * english().get(key, 0.0) + UNKNOWN * LETTER ** min(len(key), LONGEST)

    def follows(self, before: str, key: str) -> float:
        """The logarithm of how likely the one is to stand after the other."""
        alone = self.word(key)
        if not before:
            return math.log(alone)
        pairs = 2 * self.document.pairs[before, key] + self.library.pairs[before, key]
        times = 2 * self.document.followed[before] + self.library.followed[before]
        # The more different words have followed, the more likely is one that has not yet.
        new = 2 * self.document.followers[before] + self.library.followers[before] + 1
        return math.log((pairs + new * alone) / (times + new))

    def attests(self, before: str, key: str) -> bool:
        """Whether the one is known to stand after the other."""
        return (before, key) in self.document.pairs or (before, key) in self.library.pairs

    def gap(self, left: str, right: str) -> float:
        """How much likelier than not (as a logarithm) white space stands between two such neighbours."""
        if left in OPENING or right in CLOSING:
            return -math.inf
        spaced = self.document.spaced[left, right]
        # In a damaged document some gaps stand closed only because a line ended there: one in a line's worth of words.
        closed = max(0.0, self.document.closed[left, right] - 1 - spaced / 10)
        spaced = 2 * spaced + self.library.spaced[left, right]
        return math.log((spaced + 0.1) / (2 * closed + self.library.closed[left, right] + 0.5))
