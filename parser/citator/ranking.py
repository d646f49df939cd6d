"""Which rules answer a question, and which hold the words looked for.

In: an :class:`Index` and a question or query. Out: up to ten rules, best first, each with what speaks for it. The rules
are ranked by the words they hold (BM25 over several fields), how much of the question they cover, and how close
together neighbouring words of the question stand in them. Only sums and products: a browser comes to the same order.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from citator import questions, words
from citator.indexing import Index, index

if TYPE_CHECKING:
    from citator.questions import Asked, Idea, Way

__all__ = ["Answer", "Hit", "Index", "ask", "index", "search"]

MOST = 10
REST = 0.3  # of the further ways in which a rule puts the same idea
COVERAGE = 0.4  # how much of the score hangs on covering the question
PARENT_SCORE = 0.05
CLOSE, WITHIN = 0.15, 4
DEFINES = 0.8
LONG = 4  # a phrase of more words than this does not count more
LINKED = 0.8  # how much of a question a rule covers that a situation leads to
TELLING = 0.5  # less than this is not worth telling people about
ANSWERS = "re"  # rules and glossary entries


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that was found, and what speaks for it."""

    id: str
    score: float
    why: tuple[str, ...]


class Found(NamedTuple):
    """What a way of putting an idea adds to each rule, and how much of its words the rule holds."""

    values: dict[int, float]
    share: dict[int, float]


@dataclass(frozen=True, slots=True)
class Answer:
    """The rules a judge might cite, best first."""

    answerable: bool
    confidence: float  # 0 to 1
    word: str  # the confidence in a word
    hits: tuple[Hit, ...]
    reason: str = ""  # why no rule decides it


def ask(index: Index, question: str) -> Answer:
    """The rules that decide a question as players ask it."""
    asked = questions.read(index, question)
    found = [[_way(index, way) for way in idea.ways] for idea in asked.ideas]
    ranked = _ranked(index, asked, found)
    hits = tuple(Hit(index.ids[node], score, _why(index, asked, found, node)) for score, node in ranked[:MOST])
    if asked.outside or not hits:
        return Answer(False, 0.0, "no rule", hits, asked.outside or "no rule holds these words")
    confidence = _confidence(index, asked, ranked)
    return Answer(True, confidence, _worded(confidence), hits)


def _ranked(index: Index, asked: Asked, found: list[list[Found]]) -> list[tuple[float, int]]:
    """Every rule that holds something of the question, best first."""
    scores: dict[int, float] = {}
    covered: dict[int, float] = {}
    linked: dict[int, float] = {}
    whole = sum(_weight(index, idea) for idea in asked.ideas if idea.counts) or 1.0
    for idea, ways in zip(asked.ideas, found, strict=True):
        weight = _weight(index, idea)
        for node, value in _together(ways).items():
            scores[node] = scores.get(node, 0.0) + value
            if idea.counts:
                covered[node] = covered.get(node, 0.0) + weight
        if idea.situation:
            for way, held in zip(idea.ways, ways, strict=True):
                for node, share in held.share.items():
                    linked[node] = max(linked.get(node, 0.0), share * min(1.0, way.weight))
    for extra in (_closeness(index, asked), _defining(index, asked)):
        for node, value in extra.items():
            scores[node] = scores.get(node, 0.0) + value
    for node in scores:
        # A rule that a situation leads to covers the question though it shares none of its words.
        cover = max(covered.get(node, 0.0) / whole, LINKED * linked.get(node, 0.0))
        scores[node] *= 1 - COVERAGE + COVERAGE * min(1.0, cover)
    ranked = [
        (_rounded(score + PARENT_SCORE * scores.get(index.parents[node], 0.0)), node)
        for node, score in scores.items()
        if score > 0 and index.kinds[node] in ANSWERS
    ]
    return sorted(ranked, key=lambda item: (-item[0], item[1]))


def _together(ways: list[Found]) -> dict[int, float]:
    """What an idea adds to each rule: its best way whole, of the others a part."""
    if len(ways) == 1:
        return ways[0].values
    best: dict[int, float] = {}
    total: dict[int, float] = {}
    for way in ways:
        for node, value in way.values.items():
            total[node] = total.get(node, 0.0) + value
            if value > best.get(node, 0.0):
                best[node] = value
    return {node: value + REST * (total[node] - value) for node, value in best.items()}


def _way(index: Index, way: Way) -> Found:
    """A phrase counts by the part of it that a rule holds, twice over, and no more than four words would."""
    if len(way.stems) == 1:
        return Found({node: way.weight * value for node, value in index.impacts(way.stems[0]).items()}, {})
    whole = sum(map(index.idf, way.stems)) or 1.0
    values: dict[int, float] = {}
    share: dict[int, float] = {}
    for stem in way.stems:
        part = index.idf(stem) / whole
        for node, value in index.impacts(stem).items():
            values[node] = values.get(node, 0.0) + value
            share[node] = share.get(node, 0.0) + part
    factor = way.weight * min(1.0, LONG / len(way.stems))
    return Found({node: factor * value * share[node] * share[node] for node, value in values.items()}, share)


def _weight(index: Index, idea: Idea) -> float:
    """How much of the question an idea is."""
    return max((way.weight * min(map(index.idf, way.stems)) for way in idea.ways), default=0.0)


def _closeness(index: Index, asked: Asked) -> dict[int, float]:
    """Neighbours in the question that are neighbours in a rule."""
    found: dict[int, float] = {}
    for one, other in zip(asked.stems, asked.stems[1:], strict=False):
        if one == other:
            continue
        left, right = index.places.get(one, {}), index.places.get(other, {})
        for node in left.keys() & right.keys():
            if any(0 < abs(here - there) <= WITHIN for here in left[node] for there in right[node]):
                found[node] = found.get(node, 0.0) + CLOSE * (index.idf(one) + index.idf(other))
    return found


def _defining(index: Index, asked: Asked) -> dict[int, float]:
    """“What is a party”: the rule that defines a term which the question is about, here “to form a party”."""
    named = {stem for stem in asked.stems if stem in index.number and stem not in words.WEAK}
    if not asked.definition or not named:
        return {}
    found: dict[int, float] = {}
    for node, terms in enumerate(index.defined):
        for term in terms:
            stems = set(term.split())
            shared = named & stems
            if shared in (stems, named):
                value = DEFINES * sum(map(index.idf, sorted(shared))) * len(shared) / len(stems | shared)
                found[node] = max(found.get(node, 0.0), value)
    return found


def _rounded(score: float) -> float:
    return math.floor(score * 10000 + 0.5) / 10000


def _confidence(index: Index, asked: Asked, ranked: list[tuple[float, int]]) -> float:
    """How far the best rule stands above the next and the fifth: over 340 questions that told right from wrong best."""
    scores = [score for score, _ in ranked[:5]] + [0.0] * 5
    best = scores[0]
    if best <= 0:
        return 0.0
    lead = (best - scores[1]) / best + 0.5 * (best - scores[4]) / best
    whole = sum(_weight(index, idea) for idea in asked.ideas if idea.counts) or 1.0
    return round(min(0.95, 0.35 + 0.75 * lead) * min(1.0, best / whole), 2)


def _worded(confidence: float) -> str:
    return "likely" if confidence >= 0.7 else "possible" if confidence >= 0.5 else "a guess"


def _why(index: Index, asked: Asked, found: list[list[Found]], node: int) -> tuple[str, ...]:
    """What made a rule rank, in words, the weightiest first."""
    reasons: list[tuple[float, str]] = []
    plain: list[tuple[float, str]] = []
    for idea, ways in zip(asked.ideas, found, strict=True):
        value, place = max(((held.values.get(node, 0.0), -at) for at, held in enumerate(ways)), default=(0.0, 0))
        way = idea.ways[-place]
        if value < TELLING:
            continue
        if way.why:
            reasons.append((value, way.why))
        elif any(node in index.places.get(stem, ()) for stem in way.stems):
            plain.append((value, f"‘{idea.said}’"))
    said = [text for _, text in sorted(reasons, key=lambda item: -item[0])[:3]]
    if plain:
        said.append("it says " + ", ".join(text for _, text in sorted(plain, key=lambda item: -item[0])[:4]))
    heading = index.above[node][0]
    wanted = {stem for idea in asked.ideas for way in idea.ways for stem in way.stems if stem not in words.WEAK}
    if heading >= 0 and any(index.stems[word] in wanted for word in index.own[heading]):
        said.append(f"heading: {index.titles[heading]}")
    return tuple(dict.fromkeys(said))


# ---- searching ----------------------------------------------------------------------------------------------------

_QUERY = re.compile(r'"([^"]*)"|“([^”]*)”|(\S+)')


def search(index: Index, query: str) -> tuple[Hit, ...]:
    """What holds the words of a query: words, "phrases in quotes", beginnings with a star, numbers of rules."""
    scores: dict[int, float] = {}
    why: dict[int, list[str]] = {}
    allowed: set[int] | None = None
    for match in _QUERY.finditer(query):
        phrase = match[1] or match[2] or ""
        found, reason = _phrase(index, phrase) if phrase else _single(index, match[3] or "")
        if phrase or reason.startswith("*"):
            allowed = set(found) if allowed is None else allowed & set(found)
        for node, value in found.items():
            scores[node] = scores.get(node, 0.0) + value
            why.setdefault(node, []).append(reason.removeprefix("*"))
    ranked = sorted(
        ((_rounded(score), node) for node, score in scores.items() if allowed is None or node in allowed),
        key=lambda item: (-item[0], item[1]),
    )
    return tuple(
        Hit(index.ids[node], score, tuple(dict.fromkeys(filter(None, why[node]))))
        for score, node in ranked
        if score > 0
    )


def _phrase(index: Index, phrase: str) -> tuple[dict[int, float], str]:
    stems = words.stems(phrase)
    if not stems:
        return {}, ""
    first = index.places.get(stems[0], {})
    found = {}
    for node, starts in first.items():
        if any(index.runs(node, start, stems) for start in starts):
            found[node] = 2 * sum(map(index.idf, stems))
    return found, f"the phrase ‘{phrase}’"


def _single(index: Index, word: str) -> tuple[dict[int, float], str]:
    if word.rstrip("*.").lower() in _numbers(index) or re.fullmatch(r"[0-9]+(?:[.¶][0-9a-z-]+)+\.?", word.lower()):
        return _numbered(index, word.rstrip("*.").lower())
    if word.endswith("*") and (beginning := words.words(word)):
        return _beginning(index, beginning[-1].written)
    found: dict[int, float] = {}
    reasons = []
    for said in words.content(word):
        stem = said.stem
        if stem not in index.number:
            near = words.corrected(stem, index.frequency)
            if near is None:
                continue
            reasons.append(f"‘{said.written}’ is taken for ‘{index.words[index.number[near]]}’")
            stem = near
        for node, value in _searched(index, stem).items():
            found[node] = found.get(node, 0.0) + value
    return found, "; ".join(reasons)


def _searched(index: Index, stem: str) -> dict[int, float]:
    """Rules by all their fields, headings by their own words."""
    return {
        **index.impacts(stem),
        **{node: 1.5 * index.idf(stem) for node in index.places.get(stem, {}) if index.kinds[node] == "h"},
    }


def _beginning(index: Index, beginning: str) -> tuple[dict[int, float], str]:
    found: dict[int, float] = {}
    for stem, word in zip(index.stems, index.words, strict=True):
        if word.startswith(beginning) or stem.startswith(beginning):
            for node in index.places[stem]:
                found[node] = max(found.get(node, 0.0), index.idf(stem))
    return found, f"*a word that begins with ‘{beginning}’"


def _numbers(index: Index) -> set[str]:
    return {id.lower() for id in index.ids if not id.isdigit() or len(id) > 2}


def _numbered(index: Index, number: str) -> tuple[dict[int, float], str]:
    """The rule of that number first, then what stands under it: 702.1 never drags in 702.10."""
    found = {}
    for node, id in enumerate(index.ids):
        low = id.lower()
        if low == number or low.startswith(number + "~"):
            found[node] = 100.0
        elif low.startswith(number) and not low[len(number)].isdigit():
            found[node] = 50.0
    return found, f"*number {number}"
