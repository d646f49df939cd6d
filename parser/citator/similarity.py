"""How alike two texts are: by their letters, their words, and by the words that the new edition uses for the old ones.

In: the texts of the rules that are still unmatched on either side. Out: a :class:`Likeness`, which proposes the pairs
worth a second look and says from 0 to 1 how alike each is. White space, typography and glued words do not count,
because texts are compared by their letters. All weights are whole numbers, so that comparing backward gives the very
same figures.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from functools import cache
from heapq import nlargest
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from rapidfuzz.distance import Indel

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    Term = str | tuple[str, str]  # a word, or two that follow each other

T = TypeVar("T", bound="Hashable")

_GRAM = 4  # letters
_PROPOSED = 10  # partners proposed for each text, from either side
_FEW, _EVERYWHERE = 40, 25  # a run of letters in more than 40 texts, or 1 in 25, proposes no partners
_UNIT = 1024  # weights are whole numbers of this
_SURE = _UNIT // 2  # how often a word must have become another to count as its successor
_NOT_LETTERS = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# One way to speak of a player: editions differ in it more than in anything else, and mean the same.
_GENDERED = (
    (re.compile(r"\b(?:he or she|he/she|s/he)\b"), "they"),
    (re.compile(r"\b(?:his or her|his/her)\b"), "their"),
    (re.compile(r"\b(?:him or her|him/her)\b"), "them"),
)
_ENDINGS = (
    ("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("s", ""),
)  # fmt: skip
# Words that tie a sentence together and say nothing about its subject, as stems.
SMALL = frozenset(
    "a an the he sh his her thi that thes thos it its they their them is are was wer be been has hav had do doe did "
    "of to in on at by for from with as and or if when then than other another any all each no not must may can will "
    "would".split()
)


def folded(text: str) -> str:
    """Small letters, straight apostrophes, full-width and ligature letters made plain."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("’", "'")
    return text.casefold()


def letters(text: str) -> str:
    """``**[Spell: Chant-Standby]** card’s`` as ``spellchantstandbycards``."""
    return _NOT_LETTERS.sub("", folded(text))


def plain(text: str) -> str:
    """Folded, and with one way to speak of a player: ``he or she`` is ``they``."""
    text = folded(text)
    for pattern, word in _GENDERED:
        text = pattern.sub(word, text)
    return text


@cache
def stem(word: str) -> str:
    """``resolves``, ``resolved`` and ``resolving`` are one word; so are ``copy`` and ``copies``."""
    word = word.replace("'", "")
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeilosuz":
        word = word[:-1]  # "putting" is "put"
    return word.removesuffix("e") if len(word) > 3 else word


def stems(text: str) -> list[str]:
    """The words of a text, in order, whatever their endings."""
    return [stem(word) for word in _WORD.findall(plain(text))]


def rarities(counts: Mapping[T, int], total: int) -> dict[T, int]:
    """What stands in few texts says much about a text; what stands in all of them says little."""
    return {part: round(_UNIT * math.log(1 + total / count)) for part, count in counts.items()}


class Texts:
    """The texts of one side, taken apart once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.letters = [_NOT_LETTERS.sub("", plain(text)) for text in texts]
        self.grams = [Counter(_grams(text)) for text in self.letters]
        self.words = [stems(text) for text in texts]
        self.word_sets = [frozenset(words) for words in self.words]
        self.terms: list[frozenset[Term]] = [frozenset((*words, *pairwise(words))) for words in self.words]

    def __len__(self) -> int:
        return len(self.letters)


def _grams(text: str) -> list[str]:
    padded = f"^{text}$"
    return [padded[at : at + _GRAM] for at in range(max(1, len(padded) - _GRAM + 1))]


class Likeness:
    """How alike the texts of two sides are."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.old, self.new = Texts(old), Texts(new)
        total = len(old) + len(new)
        grams = Counter(gram for side in (self.old, self.new) for counts in side.grams for gram in counts)
        self.count = Counter(term for side in (self.old, self.new) for terms in side.terms for term in terms)
        self.weight = rarities(self.count, total)
        rarity = rarities(grams, total)
        self._vectors = [
            [{gram: count * rarity[gram] for gram, count in counts.items()} for counts in side.grams]
            for side in (self.old, self.new)
        ]
        self._norms = [[sum(w * w for w in vector.values()) for vector in side] for side in self._vectors]
        self._weights = [[self.heavy(terms) for terms in side.terms] for side in (self.old, self.new)]
        self._became: dict[str, dict[str, int]] = {}
        self._by_letters: dict[tuple[int, int], float] = {}
        self._by_words: dict[tuple[int, int], float] = {}

    def heavy(self, terms: Iterable[Term]) -> int:
        """The weight of some words together."""
        return sum(map(self.weight.__getitem__, terms))

    def __call__(self, i: int, j: int) -> float:
        """From 0 to 1: the mean of what runs of letters, letters in order, and words with their neighbours say."""
        pair = (i, j)
        if pair not in self._by_letters:
            order = Indel.normalized_similarity(self.old.letters[i], self.new.letters[j])
            self._by_letters[pair] = self._cosine(i, j) + order
        if pair not in self._by_words:
            self._by_words[pair] = self._overlap(i, j)
        return (self._by_letters[pair] + self._by_words[pair]) / 3

    def _cosine(self, i: int, j: int) -> float:
        """Of the runs of letters, the rare ones weighing more."""
        one, two = self._vectors[0][i], self._vectors[1][j]
        if len(two) < len(one):
            one, two = two, one
        dot = sum(weight * two[gram] for gram, weight in one.items() if gram in two)
        return dot / math.sqrt(self._norms[0][i] * self._norms[1][j]) if dot else 0.0

    def _overlap(self, i: int, j: int) -> float:
        """The share of words and pairs of words that both have, the rare ones weighing more."""
        both = self.heavy(self.old.terms[i] & self.new.terms[j])
        succeeded = self._succeeded(i, j)
        either = self._weights[0][i] + self._weights[1][j] - both - succeeded
        return (both + succeeded) / either if either > 0 else 1.0

    # ---- words that took the place of others ----------------------------------------------------------------------

    def learn(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Learn from matched pairs which words took the place of which: ``[Chant-instant]`` became ``[Quickcast]``."""
        gone: Counter[str] = Counter()
        come: Counter[str] = Counter()
        together: Counter[tuple[str, str]] = Counter()
        for i, j in pairs:
            here, there = self.old.word_sets[i], self.new.word_sets[j]
            gone.update(here - there)
            come.update(there - here)
            together.update((one, two) for one in here - there for two in there - here)
        became: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for (one, two), count in together.items():
            share = 2 * count * _UNIT // (gone[one] + come[two])
            if count > 1 and share >= _SURE:
                became[one][two] = share
        if became != self._became:
            self._became, self._by_words = became, {}

    def _succeeded(self, i: int, j: int) -> int:
        """The weight of the old text's words for which the new one has the word that took their place."""
        if not self._became:
            return 0
        here, there = self.old.word_sets[i], self.new.word_sets[j]
        pairs = [
            (share * min(self.weight[one], self.weight[two]) // _UNIT, one, two)
            for one in self._became.keys() & here - there
            for two, share in self._became[one].items()
            if two in there and two not in here
        ]
        total = 0
        used: set[str] = set()
        for weight, one, two in sorted(pairs, key=lambda pair: (-pair[0], *sorted(pair[1:]))):
            if one not in used and two not in used:
                used |= {one, two}
                total += weight
        return total

    # ---- who may be whose partner ---------------------------------------------------------------------------------

    def proposals(self) -> set[tuple[int, int]]:
        """The pairs that share the most, from either side's point of view."""
        common = self._common(0) | self._common(1)
        holders: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for j, vector in enumerate(self._vectors[1]):
            for gram, weight in vector.items():
                if gram not in common:
                    holders[gram].append((j, weight))
        norms = [[math.sqrt(norm) or 1.0 for norm in side] for side in self._norms]
        back: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        found = set()
        for i, vector in enumerate(self._vectors[0]):
            shared: defaultdict[int, int] = defaultdict(int)
            for gram, weight in vector.items():
                for j, other in holders.get(gram, ()):
                    shared[j] += weight * other
            for j, dot in shared.items():
                back[j].append((dot / norms[0][i], -i))
            ranked = nlargest(_PROPOSED, [(dot / norms[1][j], -j) for j, dot in shared.items()])
            found |= {(i, -j) for _, j in ranked}
        return found | {(-i, j) for j, near in back.items() for _, i in nlargest(_PROPOSED, near)}

    def _common(self, side: int) -> set[str]:
        """Runs of letters that stand in so many texts of a side that they propose nothing."""
        counts = Counter(gram for vector in self._vectors[side] for gram in vector)
        most = max(_FEW, len(self._vectors[side]) // _EVERYWHERE)
        return {gram for gram, count in counts.items() if count > most}
