"""Whether two wordings of a rule mean the same.

In: the pairs of wordings of two editions. Out: a :class:`Style`, which knows how the newer edition likes to word
things, and says of any two wordings what evidence of another meaning there is, in words. What one edition replaces
throughout ("life point" by "life") is its style; and where everything was reworded, a single sign says less than in an
edition that left nearly everything alone.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import LCSseq, Levenshtein

from citator.similarity import SMALL, folded, letters, plain, stem, stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DECISIVE = 3.0  # more than any edition's threshold
_TERM_OF_THE_GAME, _OTHER_WORD = 1.25, 0.5  # added or dropped; a rare one counts whole
_REPEATED, _NOTATION, _SENTENCE, _LENGTH = 1.0, 1.0, 0.5, 0.5
_STRONG, _MIDDLING, _WEAK = 1.0, 0.5, 0.25  # small words that carry meaning
_LIGHT, _HEAVY = 0.75, 2.5  # the threshold, and what an edition that was rewritten throughout adds to it
_FEW = 20  # pairs do not tell how much of an edition was rewritten

_MAY, _MUST, _BAN = "may", "must", "cannot"
_MODALS = (
    (re.compile(r"\b(?:can ?not|can't|may not|must not|mustn't)\b"), _BAN),
    (re.compile(r"\b(?:must|ha(?:s|ve) to|needs? to|required to)\b"), _MUST),
    (re.compile(r"\b(?:may|can)\b"), _MAY),
)
_NO = re.compile(r"(?<!can )(?<!may )(?<!must )\b(?:not|no|never|none)\b|n't\b(?<!can't)(?<!mustn't)")
_NEGATIONS = frozenset("not no never non without nor neither cannot except unless instead only".split())
_QUANTIFIERS = frozenset("each all any every both either least most mor les equal maximum minimum exactly upto".split())
_CONDITIONS = frozenset("if when whenev while until otherwis befor after during onc".split())
_CUES = ((_NEGATIONS | _QUANTIFIERS, _STRONG), (_CONDITIONS | {"and", "or"}, _MIDDLING))
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_STYLE_WORDS = SMALL | frozenset(
    "into onto so such ther which who whos whom wher also s own sam som one you your what how whether upon out up down "
    "over under cannot cant dont doesnt isnt arent hasnt havent didnt wont need shall should could might but becaus via "
    "within here therer thing something way ie eg ex".split()
) | _NEGATIONS | _CONDITIONS | _QUANTIFIERS  # fmt: skip
_FIGURES = {
    word: str(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
    if value != 1  # "one" is a pronoun too
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100", "thousand": "1000"}
_STYLE_WORDS |= {stem(word) for word in _FIGURES}  # compared as amounts
_AMOUNT = re.compile(
    r"((?<![^\s(\[\"“/])[+−–-])?(?<![\w.])(\d+(?:,\d{3})*(?:\.\d+)?)(?!\w)|\b(" + "|".join(_FIGURES) + r")\b"
)
_TERM = re.compile(r"\[([^\[\]]{1,40})\]|\"([^\"]{1,40})\"|“([^”]{1,40})”|<([^<>]{1,40})>")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")  # a capital within a sentence: "Clue, Contraption, Equipment"
_SENTENCE_END = re.compile(r"[.!?][\"”)\]]*(?=\s|$)")


class Evidence(NamedTuple):
    """A sign of another meaning."""

    weight: float
    words: str


class Style:
    """How the newer of two editions words things, learned from the pairs whose wording differs."""

    def __init__(
        self, pairs: Sequence[tuple[str, str]], alike: int, texts: Iterable[str], titles: Iterable[str]
    ) -> None:
        """``alike`` pairs do not differ; ``texts`` and ``titles`` are those of both editions."""
        raw: Counter[str] = Counter()
        names: set[str] = set()
        total = 0
        for text in texts:
            total += 1
            raw.update(set(_WORD.findall(folded(text))))
            names.update(_NAME.findall(text))
            names.update(word for term in _notations(text) for word in _WORD.findall(term))
        for title in titles:
            total += 1
            names.update(_WORD.findall(title))
        self._counts: Counter[str] = Counter()
        for word, count in raw.items():
            self._counts[stem(word)] += count
        self._names = {stem(folded(name)) for name in names} - _STYLE_WORDS
        self._total = max(2, total)
        self._gone: Counter[str] = Counter()
        self._come: Counter[str] = Counter()
        self._successors = self._learn(pairs)
        self._pairs = len(pairs)
        # From 0, nearly everything left alone, to 1, everything reworded; a few pairs do not tell.
        share = len(pairs) / (len(pairs) + alike) if pairs else 0.0
        self._rewritten = share * len(pairs) / (len(pairs) + _FEW)
        self.threshold = _LIGHT + _HEAVY * self._rewritten

    def _learn(self, pairs: Sequence[tuple[str, str]]) -> dict[str, set[str]]:
        """Which words took the place of which, throughout: ``preced`` became ``tak precedenc``."""
        together: Counter[tuple[str, str]] = Counter()
        for old, new in pairs:
            here, there = set(stems(old)), set(stems(new))
            self._gone.update(here - there)
            self._come.update(there - here)
            together.update((one, two) for one in here - there - _STYLE_WORDS for two in there - here - _STYLE_WORDS)
        became: defaultdict[str, set[str]] = defaultdict(set)
        for (one, two), count in together.items():
            gone, come = self._gone[one], self._come[two]
            mutual = count > 1 and 4 * count >= gone + come
            mostly = count > 2 and (5 * count >= 2 * gone or 5 * count >= 2 * come)
            if mutual or mostly:
                became[one].add(two)
        return became

    # ---- the evidence ---------------------------------------------------------------------------------------------

    def evidence(self, old: str, new: str, joined: bool = False) -> list[Evidence]:
        """Every sign that the two wordings mean something else, what tells most first.

        ``joined``: several rules stand on one side, so repetitions, sentences and length say nothing.
        """
        signs = [*amounts(old, new), *modals(old, new)]
        signs += sorted(self._words(old, new), key=lambda sign: -sign.weight)
        if not joined:
            signs += [*_sentences(old, new), *self._repetitions(old, new)]
        signs += sorted(self._cues(old, new), key=lambda sign: -sign.weight)
        if not joined:
            signs.append(_length(old, new))
        return sorted((sign for sign in signs if sign.weight > 0), key=lambda sign: sign.weight < DECISIVE)

    def changed(self, evidence: Sequence[Evidence]) -> bool:
        return math.fsum(sign.weight for sign in evidence) >= self.threshold

    def _words(self, old: str, new: str) -> Iterable[Evidence]:
        dropped, added = self._unexplained(set(stems(old)), set(stems(new)))
        for gone, come in replacements(old, new):
            if self._misprint(letters(gone), letters(come)):
                continue
            less = [word for word in stems(gone) if word in dropped]
            more = [word for word in stems(come) if word in added]
            dropped, added = dropped - set(less), added - set(more)
            if less or more:
                yield Evidence(
                    math.fsum(map(self._weight, less + more)), _in_words(gone if less else "", come if more else "")
                )

    def _repetitions(self, old: str, new: str) -> Iterable[Evidence]:
        """A notation or a term of the game that is said more often, or less, than before."""
        here, there = _notations(old), _notations(new)
        if here.keys() == there.keys() and here != there:
            yield Evidence(
                _NOTATION, "notations: " + ", ".join(f"“{term}”" for term in (here - there) + (there - here))
            )
        before, after = Counter(stems(old)), Counter(stems(new))
        for word, spelled in _spelled(old).items():
            if word in self._names and after[word] not in (0, before[word]):
                yield Evidence(_REPEATED, f"says “{spelled}” {before[word]} → {after[word]} times")
                break

    def _cues(self, old: str, new: str) -> Iterable[Evidence]:
        """Small words that carry meaning, unless the edition adds or drops them all the time."""
        ceiling = math.log(1 + max(8, self._pairs) / 4)
        before, after = (_spelled(text.replace("up to", "upto")) for text in (old, new))
        for word in sorted(before.keys() ^ after.keys()):
            weight = max((weight for words, weight in _CUES if word in words), default=0.0)
            if weight:
                often = self._gone[word] if word in before else self._come[word]
                rare = max(0.0, 1 - math.log(max(1, often)) / ceiling) * (1 - self._rewritten)
                spelled = (before.get(word) or after[word]).replace("upto", "up to")
                yield Evidence(weight * rare, f"{'drops' if word in before else 'adds'}: “{spelled}”")

    def _unexplained(self, here: set[str], there: set[str]) -> tuple[set[str], set[str]]:
        """Words dropped and added that are neither style, nor other forms, misprints or successors of one another."""
        gone = {word for word in here - there - _STYLE_WORDS if not word.isdecimal()}  # amounts are compared as such
        come = {word for word in there - here - _STYLE_WORDS if not word.isdecimal()}
        kept = {
            (one, two) for one in gone for two in come if two in self._successors.get(one, ()) or self._akin(one, two)
        }
        return gone - {one for one, _ in kept}, come - {two for _, two in kept}

    def _akin(self, one: str, two: str) -> bool:
        """``attribution`` and ``attribute``; ``swifttness``, which stands nowhere else, and ``swiftness``."""
        common = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        if common >= 4 and common >= 0.6 * max(len(one), len(two)):
            return True
        return self._misprint(one, two)

    def _misprint(self, one: str, two: str) -> bool:
        """One letter apart, and one of them a word that stands nowhere else."""
        rare = min(self._counts[stem(one)], self._counts[stem(two)]) <= 1 and min(len(one), len(two)) >= 2
        return rare and not (one + two).isdecimal() and Levenshtein.distance(one, two, score_cutoff=1) <= 1

    def _weight(self, word: str) -> float:
        """What adding or dropping a word means: a rare one more than a common one, a term of the game most."""
        rarity = math.log(1 + self._total / max(1, self._counts[word])) / math.log(1 + self._total)
        return rarity * (_TERM_OF_THE_GAME if word in self._names else _OTHER_WORD)


def _spelled(text: str) -> dict[str, str]:
    """Each stem with the word as the text spells it first."""
    found: dict[str, str] = {}
    for word in _WORD.findall(plain(text)):
        found.setdefault(stem(word), word)
    return found


def _notations(text: str) -> Counter[str]:
    return Counter(term for found in _TERM.findall(text) for term in found if term)


def _length(old: str, new: str) -> Evidence:
    ratio = abs(math.log((len(plain(new)) + 10) / (len(plain(old)) + 10)))
    return Evidence(_LENGTH * ratio if ratio > 0.1 else 0.0, "longer" if len(new) > len(old) else "shorter")


def _in_words(gone: str, come: str) -> str:
    if gone and come:
        return f"“{_short(gone)}” → “{_short(come)}”"
    return f"adds: “{_short(come)}”" if come else f"drops: “{_short(gone)}”"


def _short(words: str) -> str:
    words = words.strip(" ,;:")
    return words if len(words) <= 80 else words[:78].rsplit(" ", 1)[0] + " …"


def _sentences(old: str, new: str) -> Iterable[Evidence]:
    before, after = (max(1, len(_SENTENCE_END.findall(text))) for text in (old, new))
    if before != after:
        yield Evidence(_SENTENCE * abs(before - after), f"{before} → {after} sentences")


def amounts(old: str, new: str) -> Iterable[Evidence]:
    """``draws four cards`` → ``draws five cards``: ``4 → 5 cards``. ``4,000`` and ``4000`` are one number."""
    before, after = _amounts(old), _amounts(new)
    lost = list((Counter(value for value, _ in before) - Counter(value for value, _ in after)).elements())
    gained = list((Counter(value for value, _ in after) - Counter(value for value, _ in before)).elements())
    nouns = {**dict(before), **dict(after)}
    for one, two in zip(lost, gained, strict=False):
        yield Evidence(DECISIVE, f"{one} → {two} {nouns[two]}".rstrip())
    fewer = min(len(lost), len(gained))
    for value in lost[fewer:]:
        yield Evidence(_REPEATED, f"drops: {value} {nouns[value]}".rstrip())
    for value in gained[fewer:]:
        yield Evidence(_REPEATED, f"adds: {value} {nouns[value]}".rstrip())


def _amounts(text: str) -> list[tuple[str, str]]:
    """Each amount with the word that follows it."""
    found = []
    text = folded(text)
    for match in _AMOUNT.finditer(text):
        value = _FIGURES[match[3]] if match[3] else (match[1] or "").replace("−", "-") + match[2].replace(",", "")
        noun = re.match(r"\W{1,3}([a-z]+)", text[match.end() :])
        found.append((value, noun[1] if noun else ""))
    return found


def modals(old: str, new: str) -> Iterable[Evidence]:
    """``may`` → ``must``; a change from one way to allow something to another (``can``, ``may``) is none."""
    before, after = _modals(old), _modals(new)
    lost, gained = [*(before - after)], [*(after - before)]
    # "cannot gain any" → "can gain no" forbids the same thing.
    negations = [count[_BAN] + len(_NO.findall(folded(text))) for count, text in ((before, old), (after, new))]
    for one, two in zip(lost, gained, strict=False):
        turned = _BAN in (one, two) and negations[0] == negations[1]
        yield Evidence(_STRONG if turned else DECISIVE, f"{one} → {two}")
    fewer = min(len(lost), len(gained))
    for modal in lost[fewer:]:
        yield Evidence(_WEAK if before[modal] > 1 or modal == _MAY else _STRONG, f"drops: “{modal}”")
    for modal in gained[fewer:]:
        yield Evidence(_WEAK if after[modal] > 1 or modal == _MAY else _STRONG, f"adds: “{modal}”")


def _modals(text: str) -> Counter[str]:
    text = folded(text)
    found: Counter[str] = Counter()
    for pattern, name in _MODALS:
        text, count = pattern.subn(" ", text)
        if count:
            found[name] = count
    return found


# ---- words that differ --------------------------------------------------------------------------------------------


def differences(old: str, new: str) -> list[tuple[str, str]]:
    """The words of both, each stretch ``equal``, ``delete`` or ``insert``; typography and glued words do not differ."""
    before, after = old.split(), new.split()
    out: list[tuple[str, str]] = []
    gone: list[str] = []
    come: list[str] = []

    def flush() -> None:
        if gone or come:
            if letters("".join(gone)) == letters("".join(come)):
                _append(out, "equal", come)
            else:
                _append(out, "delete", gone)
                _append(out, "insert", come)
            gone.clear()
            come.clear()

    for step in LCSseq.opcodes([letters(word) or word for word in before], [letters(word) or word for word in after]):
        if step.tag == "equal":
            flush()
            _append(out, "equal", after[step.dest_start : step.dest_end])
        else:
            gone += before[step.src_start : step.src_end]
            come += after[step.dest_start : step.dest_end]
    flush()
    return out


def _append(out: list[tuple[str, str]], tag: str, words: list[str]) -> None:
    if not words:
        return
    if out and out[-1][0] == tag:
        out[-1] = (tag, f"{out[-1][1]} {' '.join(words)}")
    else:
        out.append((tag, " ".join(words)))


def replacements(old: str, new: str) -> list[tuple[str, str]]:
    """What was taken out and what was put in its place, stretch by stretch."""
    out: list[tuple[str, str]] = []
    gone = ""
    for tag, words in differences(old, new):
        if tag == "delete":
            gone = words
        elif tag == "insert":
            out.append((gone, words))
            gone = ""
        elif gone:
            out.append((gone, ""))
            gone = ""
    return [*out, (gone, "")] if gone else out
