"""Proposes repairs of extraction damage: spaces lost at line breaks, apostrophes lost with their typeface.

In: the passages of one document and the vocabulary of it and its library. Out: repairs, each with how sure it is; a
person reads them before they count. A document that was not damaged gets no proposals: what looks like a slip there is
the publisher's own, and stays.

Every way to break a passage into lines is weighed at once. A break is likely where the text reads better with a space
(``vocabulary``) and where a line was full (``margins``). Neither is enough alone: "arecovered" reads better as "are
covered" than as "a recovered". The margins come from the evident breaks, and what they settle teaches new words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from citator.apostrophes import lost_apostrophes, lost_with_the_typeface
from citator.margins import Line, Margins, fills, fits, margins
from citator.repair import Repair
from citator.vocabulary import LONGEST, Atom, Vocabulary, atoms

LONG = 120  # characters of a passage that no page would set on one line
DAMAGED = 0.3  # the share of long passages with an evident join that makes a document a damaged one
EVIDENT = 5.0  # log odds from the words alone
CAPITAL = 5.0  # log odds for a capital inside a word: "theCP"
SUREST = 0.99  # quite sure is only a person who has read it
WORDS_ALONE = 0.9  # how sure a join is that no margin bears out
HOPELESS = -14.0  # log odds below which a place is not worth weighing
KEPT = 0.01  # how many line breaks left their space behind, before any have been seen
TRUST = (5.0, 10.0, 10.0, 10.0)  # round by round: the most that the words may say for a break against the margins
HYPHENS = "-–—"
WHY = {" ": "space", "'": "apostrophe"}
APOSTROPHE = 0.9  # how sure a lost apostrophe is


@dataclass(frozen=True)
class Passage:
    """A stretch of rule text on one line of the source, with its place."""

    line: int  # from 1
    column: int  # from 1, in characters
    text: str


@dataclass(frozen=True)
class Break:
    """A place where a line may have ended; ``lost`` if the space there is gone, ``odds`` what the words say for it."""

    at: int  # the line ends before this character
    resume: int  # and the next begins with this one
    lost: bool
    odds: float

    @property
    def kept(self) -> bool:
        """Whether white space still stands there."""
        return self.at < self.resume


@dataclass(frozen=True)
class Evidence:
    """What a round of weighing goes by."""

    vocabulary: Vocabulary
    page: Margins
    trust: float  # the most that the words may say for a break against the margins
    kept: float  # the share of line breaks that left their space behind


@dataclass(frozen=True, order=True)
class Insertion:
    """A lost character, and the place in a passage where it belongs."""

    at: int
    lost: str
    sure: float


def propose(passages: Iterable[Passage], vocabulary: Vocabulary) -> list[Repair]:
    """The repairs a reader should look at, in reading order."""
    read = list(passages)
    joins = [evident_joins(passage.text, vocabulary) for passage in read]
    if is_damaged(read, joins):
        joins = lost_spaces(read, joins, vocabulary)
    elif lost_with_the_typeface(passage.text for passage in read):
        joins = [{} for _ in read]
    else:
        return []
    words = vocabulary.reading(untouched(read, joins), doubtful_up_to=1)
    return [repair for passage, places in zip(read, joins, strict=True) for repair in repairs(passage, places, words)]


def lost_spaces(
    passages: Sequence[Passage], joins: list[dict[int, float]], vocabulary: Vocabulary
) -> list[dict[int, float]]:
    """For each passage the places where a space was lost, with how sure that is; ``joins`` are the evident ones."""
    kept = KEPT
    for trust in TRUST:
        page = margins(line for passage, places in zip(passages, joins, strict=True) for line in lines(passage, places))
        if page is None:
            break
        evidence = Evidence(vocabulary, page, trust, kept)
        weighed = [weigh(passage, evidence) for passage in passages]
        joins = [{place.at: share for place, share in shares.items() if place.lost} for shares in weighed]
        ended = [place for shares in weighed for place in shares]
        kept = (sum(place.kept for place in ended) + 0.5) / (len(ended) + 1)
        vocabulary = vocabulary.reading(untouched(passages, joins), doubtful_up_to=1)
    return joins


def is_damaged(passages: Sequence[Passage], evident: Sequence[dict[int, float]]) -> bool:
    """Whether the joins come as a lost layout makes them: in nearly every passage longer than a line."""
    joined = [bool(joins) for passage, joins in zip(passages, evident, strict=True) if len(passage.text) >= LONG]
    return bool(joined) and sum(joined) >= DAMAGED * len(joined)


def evident_joins(text: str, vocabulary: Vocabulary) -> dict[int, float]:
    """The joins that the words alone give away."""
    best: dict[int, Break] = {}
    for place in breaks(text, vocabulary):
        if place.lost and place.odds > EVIDENT:
            token = text.rfind(" ", 0, place.at)
            best[token] = max(best.get(token, place), place, key=lambda known: known.odds)
    return {place.at: WORDS_ALONE for place in best.values()}


def lines(passage: Passage, joins: Iterable[int]) -> Iterator[Line]:
    """The lines of a passage between its joins; the last one ended where it ended and tells nothing."""
    start = 0
    for join in sorted(joins):
        yield Line(passage.text, start, join, passage.column)
        start = join


def breaks(text: str, vocabulary: Vocabulary, trust: float = math.inf, kept: float = KEPT) -> Iterator[Break]:
    """Every place where a line may have ended, in reading order, hopeless ones left out."""
    found = atoms(text)
    for index, atom in enumerate(found):
        before = found[index - 1] if index else None
        after = found[index + 1] if index + 1 < len(found) else None
        if before is not None:
            yield from between(before, atom, vocabulary, kept)
        if atom.kind == "word" and 1 < len(atom.text) <= LONGEST:
            cuts = list(inside(before, atom, after, vocabulary))
            # What exceeds the trust is taken from all the cuts of a word alike, so that the best stays the best.
            excess = max(0.0, max((cut.odds for cut in cuts), default=0.0) - trust)
            yield from (replace(cut, odds=cut.odds - excess) for cut in cuts)


def between(before: Atom, atom: Atom, vocabulary: Vocabulary, kept: float) -> Iterator[Break]:
    """The place between two neighbours, if a line may have ended there: "text.These", or after a hyphen."""
    if before.end < atom.start:
        yield Break(before.end, atom.start, False, math.log(kept))
        return
    odds = vocabulary.gap(before.left, atom.right)
    if odds > HOPELESS:
        yield Break(atom.start, atom.start, True, odds)
    if before.text in HYPHENS and atom.kind == "word":
        yield Break(atom.start, atom.start, False, 0.0)


def inside(before: Atom | None, atom: Atom, after: Atom | None, vocabulary: Vocabulary) -> Iterator[Break]:
    """The places inside a word: "gamewins" may be "game wins"."""
    left_key, right_key = before.key if before else "", after.key if after else ""
    whole = vocabulary.follows(left_key, atom.key)
    if right_key:
        whole += vocabulary.follows(atom.key, right_key)
    for cut in range(1, len(atom.text)):
        if not (atom.text[cut - 1].isalpha() or atom.text[cut - 1] == ")") or not atom.text[cut].isalpha():
            continue
        left, right = atom.key[:cut], atom.key[cut:]
        parted = vocabulary.follows(left_key, left) + vocabulary.follows(left, right)
        if right_key:
            parted += vocabulary.follows(right, right_key)
        odds = parted - whole
        if atom.text[cut - 1].islower() and atom.text[cut].isupper():
            odds += CAPITAL
        if odds > HOPELESS:
            at = atom.start + cut
            yield Break(at, at, True, odds)


def weigh(passage: Passage, evidence: Evidence) -> dict[Break, float]:
    """The likely breaks of a passage: each with its share in all the ways to break the passage into lines."""
    text, page = passage.text, evidence.page
    if page.widths(text)[-1] < page.measure(passage.column, True) * (1 - 2 * page.slack):
        return {}  # it stood on one line: nothing was broken
    places = breaks(text, evidence.vocabulary, evidence.trust, evidence.kept)
    places = (place for place in places if place.lost or place.kept or page.hyphens)
    stops = [Break(0, 0, False, 0.0), *places, Break(len(text), len(text), False, 0.0)]
    costs = line_costs(passage, stops, page)
    ahead, behind = [0.0] * len(stops), [0.0] * len(stops)
    for end in range(1, len(stops)):
        ahead[end] = log_sum([ahead[start] + cost for start, cost in costs[end]]) + stops[end].odds
    arriving: list[list[float]] = [[] for _ in stops]
    for end in range(len(stops) - 1, 0, -1):
        if end < len(stops) - 1:
            behind[end] = log_sum(arriving[end])
        for start, cost in costs[end]:
            arriving[start].append(cost + stops[end].odds + behind[end])
    likely: dict[Break, float] = {}
    for index, stop in enumerate(stops[1:-1], 1):
        share = math.exp(min(0.0, ahead[index] + behind[index] - ahead[-1]))
        if share >= 0.5:
            likely[stop] = share
    return likely


def line_costs(passage: Passage, stops: Sequence[Break], page: Margins) -> list[list[tuple[int, float]]]:
    """For each stop the stops where a line that ends there may have begun, with the logarithm of how likely it is."""
    costs: list[list[tuple[int, float]]] = [[]]
    widths = page.widths(passage.text)
    opening = page.measure(passage.column, True)
    later = page.measure(passage.column, False)
    space = page.widths(" ")[-1]
    word_widths = [page.widths(page.next_word(passage.text, stop.resume))[-1] for stop in stops]
    for end in range(1, len(stops)):
        reached: list[tuple[int, float]] = []
        for start in range(end - 1, -1, -1):
            measure = later if start else opening
            if stops[start].lost and passage.text[stops[start].at : stops[end].at].isalpha():
                continue  # "effectsinstruct": one word is not broken twice
            width = widths[stops[end].at] - widths[stops[start].resume]
            if width > 2.5 * measure and reached:
                break
            if end == len(stops) - 1:
                cost = fits(width, measure, page.slack)
            else:
                cost = fills(width, width + space + word_widths[end], measure, page.slack)
            reached.append((start, cost))
        costs.append(reached)
    return costs


def log_sum(logarithms: Sequence[float]) -> float:
    """The logarithm of a sum of numbers given by theirs."""
    most = max(logarithms, default=-math.inf)
    if most == -math.inf:
        return most
    return most + math.log(sum(math.exp(x - most) for x in logarithms))


def untouched(passages: Sequence[Passage], joins: Sequence[Iterable[int]]) -> Iterator[str]:
    """The stretches of text between the joined words: a guess must not become the evidence for itself."""
    for passage, places in zip(passages, joins, strict=True):
        start = 0
        for join in sorted(places):
            yield passage.text[start : passage.text.rfind(" ", 0, join) + 1]
            start = passage.text.find(" ", join)
            if start < 0:
                break
        else:
            yield passage.text[start:]


def with_spaces(text: str, joins: Iterable[int]) -> str:
    """The text with a space put in at each of these places."""
    return inserted(text, [Insertion(join, " ", 1.0) for join in joins])


def inserted(text: str, insertions: Iterable[Insertion]) -> str:
    """The text with what was lost put in again."""
    parts, start = [], 0
    for insertion in sorted(insertions):
        parts += [text[start : insertion.at], insertion.lost]
        start = insertion.at
    return "".join([*parts, text[start:]])


def repairs(passage: Passage, joins: dict[int, float], vocabulary: Vocabulary) -> Iterator[Repair]:
    """What a passage lost, as repairs of the words it was lost from."""
    lost = [Insertion(join, " ", share) for join, share in joins.items()]
    places = sorted(joins)
    for at in lost_apostrophes(with_spaces(passage.text, joins), vocabulary):
        # Each space put in before the place has moved it by one.
        before = next(count for count in range(len(places) + 1) if count == len(places) or places[count] > at - count)
        lost.append(Insertion(at - before, "'", APOSTROPHE))
    for word in re.finditer(r"\S+", passage.text):
        inner = sorted(insertion for insertion in lost if word.start() < insertion.at < word.end())
        if inner:
            yield repair(passage, word.start(), word.end(), inner)


def repair(passage: Passage, start: int, end: int, insertions: Sequence[Insertion]) -> Repair:
    """The repair of one word, without the marks around it."""
    while not passage.text[start].isalnum() and start + 1 < insertions[0].at:
        start += 1
    while not passage.text[end - 1].isalnum() and end - 1 > insertions[-1].at:
        end -= 1
    moved = [replace(insertion, at=insertion.at - start) for insertion in insertions]
    printed = passage.text[start:end]
    why = ", ".join(name for lost, name in WHY.items() if any(insertion.lost == lost for insertion in insertions))
    sure = min(SUREST, round(min(insertion.sure for insertion in insertions), 2))
    return Repair(passage.line, passage.column + start, printed, inserted(printed, moved), why, sure)
