"""The terms a document defines, and where its other rules use them.

In: a :class:`~citator.model.Document`. Out: :class:`Term` for each term, with the rule that defines it, and
:class:`Use` for each place where another rule speaks of it. Nothing here knows a term: sentences that define come from
:mod:`citator.definitions`, titles and glossary entries from :mod:`citator.sections`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from citator import inflection, sections
from citator.definitions import Setting, TermKind, definitions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citator.model import Document


@dataclass(frozen=True, slots=True)
class Term:
    """A name that a document gives a meaning."""

    term: str  # as printed, without quotation marks
    rule: str  # id of the rule that defines it
    kind: TermKind
    also: tuple[str, ...] = ()  # other rules that define it too


@dataclass(frozen=True, slots=True)
class Use:
    """A place in a rule's text that speaks of a term."""

    term: str
    start: int  # half open, in characters of the text
    end: int
    rule: str  # that defines the term


# ---- finding the terms --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    name: str
    kind: TermKind
    rule: str
    rank: int
    place: int  # of the rule in the document
    section: str  # the heading it stands under
    titled: bool = False


def find_terms(document: Document) -> tuple[Term, ...]:
    """Every term of the document, in the order in which they are defined."""
    place = {node.id: index for index, node in enumerate(document.nodes)}
    words = _Words(document)
    found = [*_from_titles(document, place), *_from_rules(document, place, words.known)]
    listed = list(sections.entries(document))
    groups: dict[str, list[_Found]] = defaultdict(list)
    for one in found:
        groups[words.key(one.name)].append(one)
    _join_short_forms(groups)
    _join_brackets(groups)
    if listed:  # a glossary is the publisher's own list of terms; the rules only add where else each is defined
        return tuple(
            Term(
                entry.name, entry.rule, entry.kind, _also(entry.rule, entry.also, groups.get(words.key(entry.name), []))
            )
            for entry in listed
        )
    _drop_compounds(groups)
    _verbs_by_section(groups)
    terms = [_term(group, words) for group in groups.values()]
    return tuple(sorted(terms, key=lambda term: (place[term.rule], _stands_at(document, term))))


def _from_titles(document: Document, place: dict[str, int]) -> Iterator[_Found]:
    for one in sections.titled(document):
        yield _Found(one.name, one.kind, one.rule, one.rank, place[one.rule], one.section, titled=True)


def _from_rules(document: Document, place: dict[str, int], known: frozenset[str]) -> Iterator[_Found]:
    for node in document.nodes:
        if node.kind != "rule":
            continue
        above = [one for one in document.ancestors(node) if one.kind == "heading"]
        names = sections.title_names(above[-1].title) if above else []
        title = names[0] if len(names) == 1 else ""
        keywords = bool(above) and sections.names_keywords(document, above[-1])
        for one in definitions(node.text, Setting(title, known)):
            # "Leader Strike" within the chapter of keywords
            kind: TermKind = "keyword" if keywords and one.kind == "concept" and one.name.istitle() else one.kind
            yield _Found(one.name, kind, node.id, one.rank, place[node.id], above[-1].id if above else "")


def _join_short_forms(groups: dict[str, list[_Found]]) -> None:
    """``ATK is the value after "ATK"`` says what Attacking Power (ATK) is."""
    for key in list(groups):
        short = re.search(r"\w \(([A-Z]{2,})\)$", groups[key][0].name) if key in groups else None
        if short:
            groups[key] += groups.pop(short[1].lower(), [])


def _join_brackets(groups: dict[str, list[_Found]]) -> None:
    """``12.1 Awakening`` and ``"[Awakening] (cost): (text)" means`` are one; ``[Card Name]`` and Card Name are two."""
    for key in list(groups):
        inner = key[1:-1]
        if key.startswith("[") and inner in groups:
            titles = [one for one in (*groups[key], *groups[inner]) if one.titled]
            apart = {one.section for one in titles}  # 1015 Trigger is one thing, 1113 [Trigger] another
            if len(apart) == 1 and any(one.kind in ("keyword", "action") or one.name[0] == "[" for one in titles):
                groups[key] += groups.pop(inner)


def _drop_compounds(groups: dict[str, list[_Found]]) -> None:
    """Where "play" is a term, the title Play Addition is only a use of it; and "pay" is none where Pay Wills is one."""
    for key in list(groups):
        group = groups.get(key, [])
        first, _, rest = key.partition(" ")
        if rest and first in groups and all(one.titled and one.kind == "action" for one in group):
            if any(one.kind == "action" for one in groups[first]) and any(not one.rank for one in groups[first]):
                del groups[key]
        elif not rest and all(one.rank and one.kind == "action" for one in group):
            if any(other.startswith(f"{key} ") and groups[other][0].kind == "action" for other in groups):
                del groups[key]
        elif (bare := " ".join(re.sub(r"<[^<>]*>", "", key).split())) != key and bare in groups:
            groups[bare] += groups.pop(key)  # "to put a <name> counter", under Put a counter


def _verbs_by_section(groups: dict[str, list[_Found]]) -> None:
    """The title Draw, over ``To "draw a card" means …``, is that of an action."""
    for key, group in groups.items():
        inside = {one.section for one in group if one.titled}
        if any(
            one.kind == "action" and one.section in inside
            for other, found in groups.items()
            if other.startswith(f"{key} ")
            for one in found
        ):
            groups[key] = [replace(one, kind="action") if one.titled else one for one in group]


def _term(group: list[_Found], words: _Words) -> Term:
    best = min(group, key=lambda one: (one.rank, one.place))
    title = next((one for one in group if one.titled), None)
    if title is not None and (title is best or title.kind == "keyword"):
        # The title says what its section defines; the sentence in it that says so outright is the definition.
        within = [one for one in group if one.section == title.section and one.rank == 0 and not one.titled]
        best = within[0] if within else title
    ranked = sorted(group, key=lambda one: (one.section != best.section, not one.titled, one.rank, one.place))
    kind: TermKind = next((one.kind for one in ranked if one.kind != "concept"), "concept")
    bracketed = next((one.name for one in group if one.name.startswith("[")), "")
    printed = title.name if title is not None else best.name
    name = bracketed or (printed if kind == "keyword" else words.usual(printed, kind))
    if title is not None and title.name.endswith(")"):
        kind = title.kind  # Attacking Power (ATK), whatever "ATK" alone looks like
    if kind == "keyword" and title is None and bracketed and words.count(name) < 3:
        kind = "notation"
    rules = [one.rule for one in sorted(group, key=lambda one: one.place)]
    return Term(name, best.rule, kind, tuple(dict.fromkeys(rule for rule in rules if rule != best.rule)))


def _also(rule: str, also: tuple[str, ...], group: list[_Found]) -> tuple[str, ...]:
    plain = [one.rule for one in sorted(group, key=lambda one: one.place) if one.rank == 0]
    return tuple(one for one in dict.fromkeys((*also, *plain)) if one != rule)


def _stands_at(document: Document, term: Term) -> int:
    return document.by_id[term.rule].text.lower().find(term.term.lower())


class _Words:
    """How the document spells its words: which occur, in which number, with which capitals."""

    def __init__(self, document: Document) -> None:
        self.text = "\n".join(node.text for node in document.nodes if node.text)
        self.low = "".join(low if len(low := letter.lower()) == 1 else letter for letter in self.text)
        self.known = frozenset(re.findall(r"[a-z]+", self.low))
        self.small = frozenset(re.findall(r"\b[a-z]+", self.text))

    def key(self, name: str) -> str:
        """What two spellings of one term share: small letters, one number."""
        words = re.sub(r"\s+", " ", name.lower().replace("’", "'")).strip().split(" ")
        return " ".join([*words[:-1], inflection.singular(words[-1])])

    def count(self, name: str) -> int:
        return sum(1 for _ in self._places(name))

    def _places(self, name: str) -> Iterator[int]:
        """Where the name stands as whole words, with any capitals."""
        low = name.lower()
        at = self.low.find(low)
        while at >= 0:
            before, after = self.low[at - 1 : at], self.low[at + len(low) : at + len(low) + 1]
            if not (before.isalnum() or after.isalnum()):
                yield at
            at = self.low.find(low, at + 1)

    def usual(self, name: str, kind: TermKind) -> str:
        """``Draw Phase`` → ``draw phase`` and ``Tokens`` → ``token`` where the document writes them so."""
        words = name.split(" ")
        one = " ".join([*words[:-1], inflection.singular(words[-1])])
        if one != name and kind in ("concept", "zone") and not re.search(r"\b(?:from|of|in)\b", name):
            alone, several = self.count(one), self.count(name)
            keeps = several >= 10 and alone * 8 <= several and not name.endswith("es")  # play points
            name = name if keeps else one
        within = re.compile(r"[\w,;] \Z|\w [\"“]\Z")  # not at the beginning of a sentence
        spelt = Counter(
            self.text[at : at + len(name)] for at in self._places(name) if within.search(self.text[max(0, at - 2) : at])
        )
        if spelt:
            return spelt.most_common(1)[0][0]
        # "Key notations are terms …": a capital that the beginning of the sentence or the title gave it
        verb = kind == "action" and any(form in self.small for form in inflection.verb_forms(words[0]))
        if verb or re.fullmatch(r"[A-Z][a-z-]+(?: [a-z-]+)+", name):
            return name.lower() if verb else name[0].lower() + name[1:]
        return name


# ---- finding their uses -------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"[^\W_]+|\S")
# up to [number], draw X cards: nothing to be found as it stands
_FILLED_IN = re.compile(r"\[[a-z]|\([^()]*\)|(?<!<)<[^<>]*>|\bX\b|\.\.\.")
_EVERYDAY = 0.12  # of all texts: a single word that stands in more of them is the document's daily bread
_FEW = 60  # texts: below this, shares say nothing
_DETERMINERS = frozenset("a an the this that these those its their his her your no each any another".split())
_NEVER = frozenset("you your a an the it they he she one any if when unless instead depending time way".split())
# Verbs that every other sentence needs: only where quotation marks say that the term is meant.
_LIGHT = frozenset(
    form for verb in "add become call do gain make move put take use".split() for form in inflection.verb_forms(verb)
)


@dataclass(frozen=True, slots=True)
class _Form:
    """One way in which a text may speak of a term."""

    tokens: tuple[str, ...]  # small letters
    term: Term
    exact: bool  # the name itself, not a form of it
    capital: bool  # only with a capital letter
    quoted: bool  # only in quotation marks


def find_uses(document: Document, terms: Sequence[Term]) -> dict[str, tuple[Use, ...]]:
    """Where each text speaks of a term that another rule defines; ids without a use are left out.

    The longest term wins; a single word that stands in a great part of all texts, such as "player", is not marked.
    """
    texts = [(node.id, node.text, _tokens(node.text)) for node in document.nodes if node.kind in ("rule", "entry")]
    forms = _forms(terms, _smalls(texts))
    found: dict[str, list[tuple[_Form, int, int]]] = {}
    for name, text, tokens in texts:
        found[name] = list(_matches(text, tokens, forms))
    everyday = _everyday(found, len(texts))
    out: dict[str, tuple[Use, ...]] = {}
    for name, matches in found.items():
        uses = tuple(
            Use(form.term.term, start, end, form.term.rule)
            for form, start, end in matches
            if form.term not in everyday and name != form.term.rule and name not in form.term.also
        )
        if uses:
            out[name] = uses
    return out


def _tokens(text: str) -> list[tuple[str, int, int]]:
    return [(match[0].lower(), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def _smalls(texts: list[tuple[str, str, list[tuple[str, int, int]]]]) -> frozenset[str]:
    """The words that the running text writes small more often than with a capital."""
    small: Counter[str] = Counter()
    for _, text, tokens in texts:
        for (word, start, _), (before, _, _) in zip(tokens[1:], tokens, strict=False):
            if before not in '.:!?"“”[(':
                small[word] += 1 if text[start].islower() else -1
    return frozenset(word for word, balance in small.items() if balance > 0)


def _forms(terms: Sequence[Term], small: frozenset[str]) -> dict[str, list[_Form]]:
    """All forms of all terms by their first word, the longest first, a name before another's bent form."""
    table: dict[tuple[str, ...], _Form] = {}
    for term in terms:
        if _FILLED_IN.search(re.sub(r" \([A-Z]{2,}\)$", "", term.term)):
            continue
        for spelling, exact in _spellings(term):
            tokens = tuple(token for token, _, _ in _tokens(spelling))
            single = len(tokens) == 1
            if not tokens or (single and (tokens[0] in _NEVER or len(tokens[0]) < 2)):
                continue
            capital = single and term.kind == "keyword" and tokens[0] not in small
            quoted = single and (tokens[0] in _LIGHT or (term.kind == "notation" and spelling.islower()))
            known = table.get(tokens)
            if known is None or (exact and not known.exact):
                table[tokens] = _Form(tokens, term, exact, capital, quoted)
    forms: dict[str, list[_Form]] = defaultdict(list)
    for form in sorted(table.values(), key=lambda form: -len(form.tokens)):
        forms[form.tokens[0]].append(form)
    return forms


def _spellings(term: Term) -> Iterator[tuple[str, bool]]:
    """``entity``, entities; ``destroy``, destroys, destroyed; ``[Pierce]``, Pierce; ``Attacking Power (ATK)``, ATK."""
    name = term.term
    if short := re.search(r"^(.*\w) \(([A-Z]{2,})\)$", name):
        yield from ((short[1], True), (short[2], True))
        return
    yield name, True
    for part in name.split(", ") if ", " in name else []:  # Champion, Championed: one entry of a glossary
        yield part.strip('“”"'), False
    if name.startswith("["):
        yield name[1:-1], True
        return
    words = name.split(" ")
    if term.kind == "action":
        for form in inflection.verb_forms(words[0]):
            yield " ".join([form, *words[1:]]), False
    elif words[-1][-1:].isalpha() and term.kind != "keyword":
        yield " ".join([*words[:-1], inflection.plural(words[-1])]), False
        yield " ".join([*words[:-1], inflection.singular(words[-1])]), False


def _matches(
    text: str, tokens: list[tuple[str, int, int]], forms: dict[str, list[_Form]]
) -> Iterator[tuple[_Form, int, int]]:
    words = tuple(token for token, _, _ in tokens)
    at = 0
    while at < len(words):
        for form in forms.get(words[at], ()):
            stop = at + len(form.tokens)
            if words[at:stop] == form.tokens and _fits(text, tokens, form, at, stop):
                yield form, tokens[at][1], tokens[stop - 1][2]
                at = stop
                break
        else:
            at += 1


def _fits(text: str, tokens: list[tuple[str, int, int]], form: _Form, at: int, stop: int) -> bool:
    start, end = tokens[at][1], tokens[stop - 1][2]
    if form.tokens[0].isalnum() and text[max(0, start - 1) : start] in ("-", "_", "/", "\u2011"):
        return False  # "turn player" is not in "non-turn player"
    if text[end : end + 1] in ("-", "_", "\u2011") and text[end + 1 : end + 2].isalnum():
        return False
    if form.capital and not text[start].isupper():
        return False
    if form.quoted and text[max(0, start - 1) : start] not in tuple("\"“'‘"):
        return False
    if form.tokens[0] not in "[<" and _in_brackets(text, start, end):
        return False
    # "put the rest on the bottom", "ends in a draw": no action
    noun = len(form.tokens) == 1 and form.term.kind == "action" and at > 0 and form.tokens[0] == form.term.term.lower()
    return not (noun and tokens[at - 1][0] in _DETERMINERS)


def _in_brackets(text: str, start: int, end: int) -> bool:
    """``[Addition: Field]`` and ``<effect>`` are names and blanks of their own, not the zone and the effect."""
    before, after = text[max(0, start - 30) : start], text[end : end + 30]
    return any(
        before.rfind(opening) > before.rfind(closing) and -1 < after.find(closing) < (after.find(opening) % 99)
        for opening, closing in ("[]", "<>")
    )


def _everyday(found: dict[str, list[tuple[_Form, int, int]]], texts: int) -> frozenset[Term]:
    if texts < _FEW:
        return frozenset()
    spread: Counter[Term] = Counter()
    for matches in found.values():
        spread.update({form.term for form, _, _ in matches if len(form.tokens) == 1})
    return frozenset(
        term for term, count in spread.items() if count > _EVERYDAY * texts and term.kind not in ("keyword", "zone")
    )
