"""Names as rules print them: in quotation marks, with blanks to fill in, behind an article.

Small questions about a stretch of words: which names stand in it, and whether it is a name at all.
"""

from __future__ import annotations

import re

# Pieces of patterns, for text whose quotation marks plain_quotes() has made alike.
QUOTED = r'"([^"]{1,90})"'
LIST = r'"[^"]{1,90}"(?:(?:,? (?:and|or) |, ?| )"[^"]{1,90}")*'  # "public zone" and "hidden zone"
WORD = r"[A-Za-z][\w/'’-]*"
_ONE_BLANK = r"(?:\[[^\]]*\]|\([^)]*\)|<[^<>]*>)"
BLANK = re.compile(_ONE_BLANK)  # to be filled in: [text], (cost), <number>

_SENTENCE_END = re.compile(r'(?<!e\.g)(?<!i\.e)[.!?][")]*\s+(?=[A-Z"\[<(])')
_SINGLE = re.compile(r"(?<!\w)['‘](?=\S)([^'‘’\"]{1,80}?)['’](?!\w)")
# Words that open a phrase but are no part of a name.
_OPENERS = re.compile(
    r"^(?:an?|the|their|his or her|its|your|each|every|some|any|such|different|specific|specified|multiple|own|to)\s+",
    re.IGNORECASE,
)
# No name begins with one of these, nor is one of those.
NO_BEGINNING = frozenset(
    "this that these those it they he she you we there here what which who if when whenever while as for in on at by "
    "with without after before during some all any both no only most other others another following below such not "
    "also".split()
)
_NO_NAME = frozenset("process example information case players time way ways part number name names one".split())
_NAME_CHARACTERS = re.compile(r"[\w\s/+'’\[\]():,.<>&\"#-]+")


def plain_quotes(text: str) -> str:
    """All marks as ``"``, single ones too; every character keeps its place."""
    return _SINGLE.sub(lambda match: f'"{match[1]}"', text.translate(str.maketrans("“”„«»", '"""""')))


def sentences(text: str) -> list[str]:
    """``"Storm" means … . It …`` comes apart; ``(e.g. X)`` and ``(i.e., Y)`` do not."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return [text[start:end].rstrip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if start < end]


def without_article(name: str) -> str:
    """``the J/resonator's capacity`` → ``capacity``; ``zone-shift triggers,`` loses its comma."""
    name = name.strip(" ,.;:…").strip()
    name = re.sub(r"^[\w/-]+['’]s ", "", re.sub(_OPENERS, "", name))
    while (shorter := _OPENERS.sub("", name)) != name:
        name = shorter
    return name


def is_name(name: str) -> bool:
    """``main timing`` is one; ``this``, ``part`` and ``those that are in it`` are not."""
    words = name.lower().split()
    if not words or len(words) > 4 or not name[0].isalpha():
        return False
    return words[0] not in NO_BEGINNING and words[-1] not in NO_BEGINNING and name.lower() not in _NO_NAME


# Combo (X): [text] / [Seal] (Number) - (Text) / instead, [action]
_HEAD_AND_BLANKS = re.compile(rf"(\[[A-Z][^\]]*\]|[\w' -]*\w)((?:[:,-]? ?-? ?{_ONE_BLANK})+)\.?$")
_SENTENCE_START = re.compile(r"(?:This|If|That) |.*\.\.\.", re.IGNORECASE)
_EITHER = re.compile(r"\((\w+)/(\w+)\) (\w+)")


def names_in_form(quoted: str, title: str) -> list[str]:
    """The names within a quoted form.

    ``Combo (X): [text]`` is Combo's, ``instead, [action]`` that of instead, ``(Follower/Leader) Strike: [text]`` those
    of two; ``up to [number]`` stays whole, and ``to rest (a card)`` is to rest.
    """
    form = re.sub(r"^to +", "", quoted.strip(" ,.;"), flags=re.IGNORECASE)
    about = bool(title) and re.search(rf"\b{re.escape(title)}\b", form) is not None
    lost = quoted[-1:] == " " != quoted[:1] or not _NAME_CHARACTERS.fullmatch(
        form
    )  # "Produce ", "Produce ©": a picture
    if lost or _SENTENCE_START.match(form):
        return [title] if about else []  # "If Overflow is active for you", in the section Overflow
    if either := _EITHER.match(form):
        return [f"{side} {either[3]}" for side in (either[1], either[2]) if side != either[3]]
    if split := _HEAD_AND_BLANKS.match(form):
        named = split[1][0].isupper() and split[1].lower() not in NO_BEGINNING
        if named or split[1][0] == "[" or split[2][0] in ":," or re.fullmatch(r" \(an? \w+\)", split[2]):
            return [split[1]]
    if about and len(form.split()) > 3:
        return [title]
    if title and BLANK.search(form) and re.match(rf"\[\w+\] {re.escape(title)}\b", form, re.IGNORECASE):
        return []  # "[number] random [card type]", in the section Random, whose title is the term
    if not re.search(r"[A-Za-z]", BLANK.sub("", form)) and not re.match(r"\[[A-Z]|.*\]: \[|<<", form):
        return []  # "[text]"
    return [form] if re.search(r"[A-Za-z]", form) and len(form.split()) <= 12 else []
