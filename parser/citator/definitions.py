"""Sentences that define a term, known by how they are written.

In: the words of one rule. Out: each name that the rule gives something, what kind of thing it is, and how plainly:
outright (``"Storm" means …``), by saying what the thing is (``A main deck is constructed of …``), or in a list.

Every pattern stands under a line of a rulebook that it is for. None of them knows a term.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from citator import inflection
from citator.naming import (
    BLANK,
    LIST,
    NO_BEGINNING,
    QUOTED,
    WORD,
    is_name,
    names_in_form,
    plain_quotes,
    sentences,
    without_article,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

TermKind = Literal["keyword", "action", "zone", "concept", "notation"]


@dataclass(frozen=True, slots=True)
class Definition:
    """A name, and how plainly the wording says that it is defined here."""

    name: str
    kind: TermKind
    rank: int = 0  # 0 it says outright what the name means, 1 it says what the thing is, 2 it only lists it


@dataclass(frozen=True, slots=True)
class Setting:
    """What a sentence needs to know of its surroundings."""

    title: str = ""  # of the section
    known: Container[str] = frozenset()  # every word of the document, small


def _kind_of(form: str, otherwise: TermKind = "concept") -> TermKind:
    if re.match(r"\[[A-Z][^\]]*\]$", form):
        return "keyword"
    if re.match(r"\w+ing (?:an?|the) ", form):  # "activating a card"
        return "action"
    if re.fullmatch(r"[A-Z]{2,3}", form):  # "SC (X): [text]"
        return "notation"
    return "notation" if BLANK.search(form) or re.search(r"\b(?:icon|symbol)$", form) else otherwise


def _quoted(marks: str, setting: Setting, kind: TermKind = "concept", rank: int = 0) -> Iterator[Definition]:
    for quoted in re.findall(QUOTED, marks):
        for form in names_in_form(quoted, setting.title):
            yield Definition(form, _kind_of(form, kind), rank)


# ---- saying outright what a word means ----------------------------------------------------------------------------


# Player:One who plays this game. / Life Point: Each player has a number called life point.
_LABEL = re.compile(rf"^({WORD}(?: {WORD}){{0,2}}): ?(?=[A-Z])")


def label(sentence: str, _: Setting) -> Iterator[Definition]:
    """``Player: One who plays the game.``, but not ``Categories of cards: "ruler", …`` nor ``Ex: …``"""
    if (match := _LABEL.match(sentence)) and is_name(match[1]) and len(match[1]) > 3:
        yield Definition(match[1], "concept")


# "Storm" means "This follower may be selected …" / If [Trigger] text before colon is "anytime", it means "pay [0]".
_MEANS = re.compile(rf'({LIST})([^".;]{{0,60}}?),? (?:(?:it|that) )?(?:means|menas|denotes?|has \w+ meanings)\b')


def means(sentence: str, setting: Setting) -> Iterator[Definition]:
    for match in _MEANS.finditer(sentence):
        before = sentence[: match.start()].rstrip()
        if (
            before.endswith(("means", "menas", "means,", "refers", "refers to", "or", "and it"))
            or " and it" in match[2]
        ):
            continue  # what stands in these marks explains
        verb = before.lower() == "to" or before.lower().endswith(" to") or re.match('"to ', match[1], re.IGNORECASE)
        yield from _actions(match[1], setting) if verb else _quoted(match[1], setting)


def _actions(marks: str, setting: Setting) -> Iterator[Definition]:
    """``To "deal [number] damage" to a follower`` is to deal damage; ``To "draw X cards"`` stays."""
    for quoted in re.findall(QUOTED, marks):
        words = re.sub(r"^to +", "", quoted, flags=re.IGNORECASE)
        if BLANK.search(words) and words.split()[0].lower() == setting.title.lower():
            words = words.split()[0]
        name = re.sub(r"\s+", " ", BLANK.sub("", words)).strip(" ,.")
        if name:
            yield Definition(name, "action")


# To "banish" a card means to … / "To prevent" damage is to apply … / To activate a Character means to turn …
_TO_MEAN = re.compile(r"^(?:In [\w ]+, )?[Tt]o (?:\w+ )([^\".]{0,50}?)\b(?:means|refers to|is to)\b")
_TO_IS = re.compile(r'^"[Tt]o ([^"]+)"[^".,]{0,40} (?:is|are) (?:to |making |doing )')


def to_do(sentence: str, setting: Setting) -> Iterator[Definition]:
    """The infinitive is the action's name."""
    if match := _TO_IS.match(sentence):
        yield from _actions(f'"{match[1]}"', setting)
    elif _TO_MEAN.match(sentence):
        verb = re.sub(r"^(?:In [\w ]+, )?[Tt]o ", "", sentence).split()[0]
        # To form a party means …, under Forming a Party: the object belongs to the name
        rest = re.match(rf"{verb} (an? \w+) (?:means|refers)", re.sub(r"^.*?\b[Tt]o ", "", sentence, count=1))
        whole = rest is not None and rest[1].split()[-1].lower() in setting.title.lower().split()
        yield Definition(f"{verb} {rest[1]}" if whole and rest else verb, "action")


# If instructed to "draw up to X cards," the player does the following: / If an effect asks "to shuffle" cards, …
_INSTRUCTED = re.compile(rf"\b(?:instructed|asks(?: you| a player)?) (?:to )?({LIST})")


def instructed(sentence: str, _: Setting) -> Iterator[Definition]:
    for match in _INSTRUCTED.finditer(sentence):
        for quoted in re.findall(QUOTED, match[1])[:1]:
            for form in names_in_form(quoted, ""):
                yield Definition(form, "keyword" if form.startswith("[") else "action")


# To draw, the player move the top card … / To put a counter on a card, place a clearly identifiable item …
_TO_THEN = re.compile(
    r"^To (?!do\b)([a-z-]+)((?: [\w\[\]:,-]+?){0,9}), "
    r"(?!(?:the|an?) player (?:must|has|needs?)|you (?:must|need)|the game)"
)


def to_then(sentence: str, setting: Setting) -> Iterator[Definition]:
    """The object belongs to the name where the section is about the object: ``put a counter`` under Counters."""
    if match := _TO_THEN.match(sentence):
        verb, rest = match[1], match[2].split()
        title = setting.title.lower()
        about = [inflection.singular(word) for word in re.findall(r"[a-z]+", title)]
        if rest[1:2] and rest[0] in ("a", "an") and inflection.singular(rest[1]) in about and verb not in title:
            yield Definition(f"{verb} {rest[0]} {rest[1]}", "action", rank=1)
        else:
            yield Definition(verb, "action", rank=1)


# ---- giving a name ------------------------------------------------------------------------------------------------


_NEXT = rf" (?!(?:and|or|if|with|that|which|by|in|under|is)\b){WORD}"
_NAME = rf"((?:an? |the |their |his or her )?{WORD}(?:{_NEXT}){{0,4}})"
# On each turn, player who perform the turn is called turn player / Sentences … are called "explanatory text" or …
_CALLED = re.compile(
    rf"(?<!n.t )(?<!ha[sd] )(?<!have )\b(?:called|known as|termed|henceforth|referred to as),? "
    rf"(?:an? |the )?(?:({LIST})|{_NAME}(?=[.,;:\s]|$))"
)


def called(sentence: str, setting: Setting) -> Iterator[Definition]:
    for match in _CALLED.finditer(sentence):
        if match[1]:
            verb = match[1].lower().startswith('"to ')
            kind: TermKind = "action" if sentence[: match.start()].endswith("procedure is ") else "concept"
            yield from _actions(BLANK.sub("", match[1]), setting) if verb else _quoted(match[1], setting, kind)
            continue
        # Rulers that … are referred to as rulers with the "Astral" condition.
        if quoted := re.match(rf"[\w ]{{0,20}}({QUOTED})", sentence[match.start(2) :]):
            yield from _quoted(quoted[1], setting)
        elif is_name(name := without_article(match[2])):
            yield Definition(name, "concept")


# The player who didn't lose is considered the winner. / … it is considered to have "evolved." / B is considered …
_CONSIDERED = re.compile(
    rf"\b(?:(?:considered|treated)(?: as)?(?: to (?:have been|have|be)(?: in)?)?|said to (?:have been|have|be))"
    rf" (?:an? |the )?({LIST})"
)
_CONSIDERED_THE = re.compile(
    rf"(?<!which )\b(?:is|are) (?:now )?considered (?:as )?(?:the (?=\w+)|an? (?=\w+ )){_NAME}(?=[.,;]|$)"
)
_CONSIDERED_IN = re.compile(r"\bare considered to be in (\w+)(?=[.,]|$)")  # attacker and blocker, in battle
_CONSIDERED_SO = re.compile(r"\bis considered (\w+(?:ed|ing|ent))(?=[.,]| (?:on |to )?(?:[A-Z]\b|the former))")
_FULFILLED = re.compile(rf"\bconsidered to have fulfilled an? {_NAME}(?=[.,;]|$)")


def considered(sentence: str, setting: Setting) -> Iterator[Definition]:
    for match in _CONSIDERED.finditer(sentence):
        if not re.search(r"\b(?:not|never|still)\b", sentence[max(0, match.start() - 14) : match.start()]):
            yield from _quoted(match[1], setting)
    for pattern in (_CONSIDERED_THE, _CONSIDERED_IN, _CONSIDERED_SO, _FULFILLED):
        for match in pattern.finditer(sentence):
            if is_name(name := without_article(match[1])) and not name.startswith(("new ", "same ")):
                yield Definition(name, "concept", rank=int(pattern is _CONSIDERED_THE and " " not in name))


# From this point, the J/resonator is attacking J/resonator and it battles. / … it is now treated as an attacking …
_FROM_NOW = re.compile(
    rf"\b(?:it|{WORD}) is (?:now )?(?:considered |treated as |considered as )?(?:an? |the )?"
    rf"(\w+ing [\w/]+|\w+ed [\w/]+)(?=[.,]| and )"
)


def from_now_on(sentence: str, _: Setting) -> Iterator[Definition]:
    if re.match(r"(?:From|At) this point\b", sentence):
        for match in _FROM_NOW.finditer(sentence):
            yield Definition(match[1], "concept")


# The player selects a reserved follower they control as the attacking follower.
_SELECTED_AS = re.compile(rf"\b(?:selects?|chooses?) an? [^.,\"]{{3,60}}? as (?:the|an?) {_NAME}\.")
# The player selects an attack target. / For an attacked object, an opponent player or a rested J/resonator …
_PICKED = re.compile(r"^(?:The player selects an? (\w+ \w+)\.$|For an? (\w+ \w+), an? )")
# This damage is battle damage. / Wills are attribute will specified by … / Information … are the base information
_SORT = re.compile(
    r"^(?:This|These) (\w+) (?:is|are) (?:an? )?(\w+ \1)\b|^(\w+?)s are (\w+ \3) (?:that|specified)\b|"
    r"^(\w+) [^.,]*? (?:is the|are the|are) ((?!not|always)\w+ \5)\.?$",
    re.IGNORECASE,
)
# The player with priority performs any action that can do at that time. / All the text before the colon is the …
_HELD = re.compile(r"^(?:The|A) player with (\w+) (?:performs|may|can) |^All the [^.,]+ is the (\w+ \w+)\.?$")
# Wills to pay are specified by will symbols or free will symbol.
_BY_SYMBOL = re.compile(
    r"\bspecified by (?:an? |the )?((?:\w+ ){1,2}symbol)s?(?: or (?:an? )?((?:\w+ ){1,3}symbol)s?)?\b"
)
# … if the target event (the event being replaced) would occur
_GLOSS = re.compile(r"\b(?:the|an?) (\w+ (\w+)) \((?:the|an?) \2 ")
# A player who controls cards abilities or effects is a controller of them.
_WHO = re.compile(r"^A player who [^.]{3,60}? is (?:an?|the) (\w+) of (?:them|it)\b")


def named_in_passing(sentence: str, _: Setting) -> Iterator[Definition]:
    for pattern in (_SELECTED_AS, _GLOSS, _WHO):
        for match in pattern.finditer(sentence):
            if is_name(name := without_article(match[1])):
                yield Definition(name, "concept")
    if picked := _PICKED.match(sentence) or _HELD.match(sentence):
        yield Definition(picked[1] or picked[2], "concept", rank=1)
    if sort := _SORT.match(sentence):
        yield Definition(sort[2] or sort[4] or sort[6], "concept", rank=1 if sort[6] else 0)
    for match in _BY_SYMBOL.finditer(sentence):
        yield from (Definition(name, "notation") for name in match.groups() if name)


# ---- what a text refers to ----------------------------------------------------------------------------------------


# If a card refers 'life', it refers life point. / Whenever a rule or card text contains "[Card Name]" …, it refers to
_REFERS = re.compile(
    rf"\b(?:refers?|referring|says?|states?|contains?|has (?:an? |the )?text|references)(?: to)?(?: an?| the)?"
    rf' (?:\w+ (?:being )?)?({LIST})([^"]*?)(?:,|(?<=,")) (?:it|they|that|the|all)\b'
)
# If an effect says a card cannot be destroyed, all effects try to destroy that is ignored
_SAYS = re.compile(r"^If an effect says an? \w+ (cannot [\w ]+?),")
# If an effect states Gain a (attribute) gem it means to create a gem token … (the marks were lost)
_STATES = re.compile(r"\b(?:states|says) ([A-Z\[][^\".]{2,50}?),? it means\b")
# In card text, "attack damage" refers to the damage dealt by …
_REFERS_TO = re.compile(
    rf"^(?:In card text, )?(?:The )?({LIST}) (?:of an? \w+ )?(?:refers? to|is used|is denoted|denotes)\b"
)


def refers(sentence: str, setting: Setting) -> Iterator[Definition]:
    if match := _REFERS_TO.match(sentence):
        yield from _quoted(match[1], setting)
    if re.match(r"(?:In general, )?(?:If|When|Whenever)\b|.*\bif\b", sentence, re.IGNORECASE):
        for match in _REFERS.finditer(sentence):
            if not _says_only_where(match[1], match[2], sentence[match.end() :]):
                # If something refers 'printed' information of a card: the name is both words
                follows = re.match(r" (information)\b", match[2])
                for found in _quoted(match[1], setting):
                    yield Definition(f"{found.name} {follows[1]}", "concept") if follows else found
    for pattern in (_SAYS, _STATES):
        if match := pattern.search(sentence):
            for form in names_in_form(match[1], setting.title):
                yield Definition(form, _kind_of(form))


def _says_only_where(marks: str, between: str, after: str) -> bool:
    """``If a text refers "ruler" without the zone it's in, it refers cards with ruler type in ruler area`` does not say
    what a ruler is; ``refer "spell" without specific zone, they refer cards on chase area`` says what a spell is.
    """
    if not re.search(r"\bwithout (?:specifying|the|specific|any|an?)\b[\w ]* zone", between):
        return False
    names = re.findall(QUOTED, marks)
    return len(names) > 1 or names[0].strip(" ,.").lower() in after.split(".")[0].lower()


# If a card "becomes" a type, race or trait, it loses its original …
_IF_IT_DOES = re.compile(r'\bIf an? \w+ (?:is )?" ?(\w+s)( [\w ]+)?" [^"]*?, ')
# If a card is "put onto the field from [zone]," it means one of two things
_IF_IT_IS = re.compile(rf"\bIf an? \w+ is ({QUOTED}),? it means\b")


def if_it_does(sentence: str, setting: Setting) -> Iterator[Definition]:
    for match in _IF_IT_DOES.finditer(sentence):
        yield Definition(inflection.bare_verb(match[1], setting.known) + (match[2] or ""), "action")
    for match in _IF_IT_IS.finditer(sentence):
        yield Definition(match[2].strip(" ,."), _kind_of(match[2]))


# ---- how it is written --------------------------------------------------------------------------------------------


# "resonator or J-ruler" is written as "J/resonator".
_WRITTEN_AS = re.compile(rf"{QUOTED} is written as {QUOTED}")
# If "<<Valhalla>>" is written on a section, that rule is applied only in Valhalla rules.
_WRITTEN_ON = re.compile(rf"\bIf {QUOTED} is written on\b")
# Names are written in the form "[qualifier] counter." / Some abilities are written in a similar form: "[keyword]: …"
_IN_THE_FORM = re.compile(
    rf"(?<!could be )\bwritten (?:in (?:the|a) (?:similar )?(?:form|format):? |as |in (?:the|a) ){QUOTED}"
)
# If an effect refers a name with "" (double quotation symbol) / If there are no "/" (slash)
_MARK_NAMED = re.compile(r'"\W{0,3}" \((\w+(?: \w+){0,2})\)')


def written(sentence: str, setting: Setting) -> Iterator[Definition]:
    for match in _WRITTEN_AS.finditer(sentence):
        yield Definition(match[2].strip(" ,."), "notation")
    for match in _WRITTEN_ON.finditer(sentence):
        yield Definition(match[1].strip(" ,."), "notation")
    for match in _IN_THE_FORM.finditer(sentence):
        for form in names_in_form(match[1], setting.title):
            yield Definition(form, "notation")
    for match in _MARK_NAMED.finditer(sentence):
        yield Definition(match[1], "notation")


# Attack is represented by the icon in card text. / In card text, Fanfare abilities are denoted by the ¹⁹ icon.
_BY_ICON = re.compile(
    r'^(?:In card text, )?(?:This type of )?" ?(\w+)" is denoted by the icon|'
    r"^(?:In card text, )?(?:This type of )?((?:[A-Z]\w+ ?){1,3}?)(?: abilities)? (?:is|are) "
    r"(?:represented|denoted) by the (?:.{0,5}icon\b|\w+$)"
)
# If a card text has symbol, it means "to rest this recovered card". / When a cost includes a play-point icon …
_ICON_MEANS = re.compile(
    r'\b(?:has|includes) (?:an? |the )?(?:([\w-]+) )?(symbol|icon)\b[^"]*?,? it means "(?:to|if [^,"]*,) (\w+)'
)


def by_icon(sentence: str, _: Setting) -> Iterator[Definition]:
    """The picture is lost in the text; what it stands for, or what it tells one to do, names it."""
    if match := _BY_ICON.match(sentence):
        yield Definition(f"{(match[1] or match[2]).strip()} icon", "notation")
    for match in _ICON_MEANS.finditer(sentence):
        yield Definition(f"{match[1] or match[3]} {match[2]}", "notation")


# ---- quotation marks alone ----------------------------------------------------------------------------------------


# "Tokens" may be created during the game / The "owner" of a card is the player who … / "Play points," … are types of
_QUOTED_SUBJECT = re.compile(
    rf"^(?:As a general rule, )?(?:The |An? |Type )?({LIST}) (?:of an? [\w, ]+? )?"
    rf"(?:is|are|may|represents?|refers?)\b(?! one such)"
)
# Cards may be "reserved" (upright) or "engaged" (turned sideways). / An effect may be rendered "valid" or "invalid"
_MAY_BE = re.compile(rf"\bmay be (?:rendered )?({QUOTED})(?: \([^)]*\))? or ({QUOTED})")
# The game progresses by repeating steps, or "turns," … / cards in the Reiya cluster and before ("old cards")
_OR = re.compile(rf"(?<=\w)(?:, or | \()({QUOTED})")
# Some will have characteristic "moon". / … belong to the "Characters" group. (but not: have general type "Special")
_VALUE = re.compile(rf"\b(?:have (?:the |an? )?(?!type)\w+ ({QUOTED})\.?$|belongs? to the ({QUOTED}) group)")
# … fifty cards in it for a “constructed deck”, or forty if it is a “limited deck”
_A_QUOTED = re.compile(rf"\b(?:for|is) an? ({QUOTED})(?=[,.;]|$)")
# … marked with the "generic card" icon
_QUOTED_ICON = re.compile(r'\bthe "(\w[\w ]*)" icon\b')
# Each of the zone is divided into "public zone" and "hidden zone".
_DIVIDED = re.compile(rf"^(?:Each )?(?:of )?(?:the )?(\w+) (?:is|are|can be)\b[^\"]*? ({LIST})\.?$")


def in_marks(sentence: str, setting: Setting) -> Iterator[Definition]:
    if match := _QUOTED_SUBJECT.match(sentence):
        yield from _quoted(match[1], setting)
    if match := _MAY_BE.search(sentence):
        yield from _quoted(match[1] + match[3], setting)
    if match := _OR.search(sentence):
        yield from _quoted(match[1], setting)
    for match in _A_QUOTED.finditer(sentence):
        yield from _quoted(match[1], setting, rank=1)
    for match in _QUOTED_ICON.finditer(sentence):
        yield Definition(f"{match[1]} icon", "notation", rank=1)
    if match := _VALUE.search(sentence):
        yield from _quoted(match[1] or match[3], setting)
    if match := _DIVIDED.match(sentence):
        head = inflection.singular(match[1].lower())
        for found in _quoted(match[2], setting, rank=2):
            if " " in found.name and inflection.singular(found.name.split()[-1].lower()) == head:
                yield found


# ---- saying what a thing is ---------------------------------------------------------------------------------------


# Subtype is a phrase after type name / An activated ability is an ability that … / Counters are markers that are placed
_SUBJECT = rf"(?:In [\w ]+, )?(?:An? |The |Each )?((?:(?!of\b){WORD} ){{0,3}}(?!of\b){WORD})(?: of an? [\w, ]+?)?"
_IS_A = re.compile(
    rf"^{_SUBJECT} (?:is|are) (?!(?:\w+(?:ed|en)|always|not|only|exception|part|that)\b)"
    rf"(?:an? |the |any )?(?:[\w-]+ ){{0,3}}?[\w-]+ "
    rf"(?:that|which|who|whose|with|to|of|on|after|before|shown|used|applied|belonging|in(?:to)? which|you can) "
)
# Attribute cost is shown by will symbols / A main deck is constructed of 40 to 50 cards. / Play points represent …
_IS_SHOWN = re.compile(
    rf"^{_SUBJECT} (?:(?:is|are) (?:shown (?:by|as)|represented by|constructed of|written in the form|described as)|"
    rf"represents?|denotes?|signif(?:y|ies)|refers? to|means?|include)\b(?! only)"
)
# Pseudo-card is not a physical card, but treated as a card in that zone.
_IS_NOT = re.compile(rf"^{_SUBJECT} (?:is|are) not an? [\w ]+, but\b")
# Recovered cards are placed vertically / A reserved card is placed vertically
_PLACED = re.compile(
    r"(?:^|,? and )(?:[Aa]n? )?(\w+(?: (?:up|down))?) cards? (?:is|are) placed (?:vertic|horiz|all|such)"
)
# Some cards have general type. / Each player has maximum hand size. / Each card belongs to a category.
_HAS = re.compile(
    rf"^(?:Each|Some)(?: of)? (?:(?!may|only){WORD} ){{1,3}}?(?:has|have|belongs to) "
    rf"(?:an? )?({WORD}(?: {WORD}){{0,2}})\.?$"
)
_VERBS = re.compile(
    r"\b(?:is|are|can|cannot|may|must|that|who|which|would|has|have|by|from|to|or|and|with|if|in|on|of|not)\b"
)


def is_a(sentence: str, _: Setting) -> Iterator[Definition]:
    for pattern in (_IS_A, _IS_SHOWN, _IS_NOT):
        match = pattern.match(sentence)
        if match is None or _VERBS.search(match[1]) or match[1].split()[0].lower() in (*NO_BEGINNING, "to"):
            continue
        name = without_article(re.sub(r"^.*['’]s? ", "", match[1]))
        if is_name(name):
            yield Definition(name, "concept", rank=1)
            return


def states(sentence: str, _: Setting) -> Iterator[Definition]:
    for match in _PLACED.finditer(sentence):
        if is_name(match[1]):
            yield Definition(match[1].lower(), "concept", rank=1)
    has = _HAS.match(sentence)
    if has and is_name(name := without_article(has[1])) and not _VERBS.search(name):
        yield Definition(name, "concept", rank=1)


# [Enter] abilities are triggered when … / [Drain] means, Whenever this card deals damage …
_BRACKETED = re.compile(r"^(\[[A-Z][^\]:]*\])(?:(?: abilities)? (?:is|are)(?! not)|[^.\"]{0,60}? ?means)\b")


def bracketed(sentence: str, setting: Setting) -> Iterator[Definition]:
    match = _BRACKETED.match(sentence)
    # [Icon] Item Name (Ability) means …, under [Sealed Item]: a blank
    if match and (not setting.title.startswith("[") or match[1].lower() == setting.title.lower()):
        yield Definition(match[1], "keyword", rank=int("means" not in match[0] and "abilities" not in match[0]))


# Cards and abilities are resolved as below:
_DONE_AS = re.compile(r"\bare (\w+ed) as (?:below|follows|described below)\b")
# When the trigger condition of an automatic ability is met, the automatic ability becomes pending.
_BECOMES = re.compile(r"^When [^,]+, the [\w ]+ becomes (\w+(?:ing|ed))\.?$")
# Players may concede at any point during the game. When a player concedes, … / The player … may pass. In this case, …
_MAY = re.compile(r"\b[Pp]layers?(?: with \w+)? (?:may|can) ([a-z]+)\b")


def done(rule: list[str], setting: Setting) -> Iterator[Definition]:
    """What a player does, told by what comes of it; this takes two sentences."""
    for sentence, after in pairwise([*rule, ""]):
        for match in _DONE_AS.finditer(sentence):
            yield Definition(inflection.bare_verb(match[1], setting.known), "action")
        if becomes := _BECOMES.match(sentence):
            yield Definition(becomes[1], "concept")
        may = _MAY.search(sentence)
        follows = may and re.match(rf"In this case\b|(?:When )?[Aa] player (?:who )?{may[1]}s\b", after)
        if may and follows and may[1] not in ("not", "be", "have", "play", "only", "choose"):
            yield Definition(may[1], "action")


# ---- all of them --------------------------------------------------------------------------------------------------

_FORMS: tuple[Callable[[str, Setting], Iterator[Definition]], ...] = (
    label, means, to_do, instructed, to_then, called, considered, from_now_on, named_in_passing, refers, if_it_does,
    written, by_icon, in_marks, bracketed, is_a, states,
)  # fmt: skip


def definitions(text: str, setting: Setting) -> list[Definition]:
    """Each name that the rule defines, once, the plainest wording first; in the order they stand."""
    # DEF of a <J/resonator> minus damage on it …: the angles are a matter of print
    rule = sentences(plain_quotes(re.sub(r"(?<!<)<([A-Z][\w/]*)>(?!>)", r"\1", text)))
    found: dict[str, Definition] = {}
    every = [one for sentence in rule for form in _FORMS for one in form(sentence, setting)]
    for one in (*every, *done(rule, setting)):
        before = found.get(one.name.lower())
        if before is None or (one.rank < before.rank):
            found[one.name.lower()] = one
    return list(found.values())
