"""Headings and glossary entries that are terms themselves.

In: a document. Out: each title that names what its section defines, with the rule that counts as the definition: the
first that speaks of it, or the heading where the whole section is the definition (``5.1 Draw Phase``).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citator import inflection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citator.definitions import TermKind
    from citator.model import Document, Node


@dataclass(frozen=True, slots=True)
class Titled:
    """A term that stands as a title, and where its section defines it."""

    name: str
    kind: TermKind
    rule: str
    section: str
    also: tuple[str, ...] = ()
    rank: int = 0  # as of a definition: 1 where only the title says so


# What a chapter's title says of the sections in it, the more particular first.
_CHAPTERS: tuple[tuple[re.Pattern[str], TermKind], ...] = (
    (re.compile(r"\bactions?\b", re.IGNORECASE), "action"),  # Action by Rules, Keyword Actions
    (re.compile(r"\bkeywords?\b|\bskills?\b", re.IGNORECASE), "keyword"),  # Keyword Skill, Keyword Abilities
    (re.compile(r"\bzones?\b|\bareas?\b", re.IGNORECASE), "zone"),
    # Characteristic of cards, Card Information, Key Notations, Game Terminology Definitions
    (
        re.compile(r"\bcharacteristics?\b|\binformation\b|\bnotations?\b|\bterminology\b|\bdefinitions?\b", re.I),
        "concept",
    ),
)
# Titles that name no thing.
_GENERAL = re.compile(
    r"(?:general|overview|basics?|basic concepts?|miscellaneous|other rules|introduction|summary|appendix|\w+ basics)",
    re.IGNORECASE,
)
_STRETCH = re.compile(r"\b(?:phase|step|stage)$", re.IGNORECASE)  # Draw Phase, Declare Attack Step
_JOINING = re.compile(r"\b(?:of|for|with|from|by|under|before|the|how|and|or|on|in)\b", re.IGNORECASE)
_DOING = re.compile(r"^\w+ing\b|^(?:play|put|perform|set|setting)\b", re.IGNORECASE)


_PAIR = re.compile(r"[\w-]+ and [\w-]+|[\w-]+ [\w-]+ and [\w-]+ [\w-]+")  # of equals; not: Play Cards and Abilities


def title_names(title: str) -> list[str]:
    """The names in a title.

    ``Rest/Recover`` and ``Owners and Controllers`` are two each, ``Deal/Remove Damage`` too; ``Add (an addition)`` is
    Add, ``<<Valhalla>> Lifebreak Area`` the area, ``Attacking Power (ATK)`` one with its short form.
    """
    title = re.sub(r"^<<[^<>]*>>\s*|^Perform\s+", "", re.sub(r"^<<[^<>]*>>\s*", "", title.strip(" .")))
    if not re.search(r"\([A-Z]{2,}\)$|\b(?:the|an?|is|of|to) \([^)]*\)$", title, re.IGNORECASE):
        title = re.sub(r"\s*\([^)]*\)$", "", title)
    if both := re.fullmatch(r"(\w+)/(\w+)((?: \w+)*)", title):
        first, second, rest = both.groups()
        return [first + ("" if first.lower() in rest.lower() else rest), second + rest]
    if not re.match(r"\w+ing\b", title) and _PAIR.fullmatch(title):
        return title.split(" and ")
    return [title]


def titled(document: Document) -> Iterator[Titled]:
    """Every heading that is a term."""
    for heading in document.nodes:
        if heading.kind != "heading" or _GENERAL.fullmatch(heading.title.strip()):
            continue
        if _leads(document, heading) and chapter_kind(document, heading):  # Keyword Actions, within Keywords
            continue
        rules = _rules_below(document, heading)
        if not rules:
            continue
        chapter = chapter_kind(document, heading)
        for name in title_names(heading.title):
            if found := _named(document, heading, rules, chapter, name):
                yield found


def _named(document: Document, heading: Node, rules: list[Node], chapter: TermKind | None, name: str) -> Titled | None:
    words = name.split()
    if len(words) > 6 or not re.search(r"[A-Za-z]", name):
        return None
    if _STRETCH.search(name) and not _leads(document, heading):
        return Titled(name, "concept", heading.id, heading.id)
    # Remove Damage: "If any amount of damage is removed from a J/resonator …"
    said = [_mention(word) for word in words if not _JOINING.match(word)] if chapter == "action" else [_mention(name)]
    speaking = [rule for rule in rules if all(one.search(rule.text) for one in said)]
    if not speaking and chapter and len(words) == 2 and _subject(words[1], rules):
        return Titled(words[1], chapter, rules[0].id, heading.id)  # Player Hands: "Hands are technically hidden Zones"
    first = (speaking or rules)[0]
    kind: TermKind = chapter or "concept"
    if kind == "keyword" or (kind == "action" and len(words) <= 4):
        defined = kind == "keyword" or bool(speaking) or len(words) <= 2
        return Titled(name, kind, first.id, heading.id) if defined and len(words) <= 4 else None
    opens = bool(speaking) and speaking[0] is rules[0]
    # Handling Automatic Abilities is nothing to be defined; Ongoing Effects and Attacking Power (ATK) are
    doing = _DOING.match(name) and not opens and not name.endswith(")")
    if len(words) > 4 or "'" in name or (doing and name.split()[0].endswith("ing")):
        return None
    if chapter and (speaking or len(words) == 1 or _defines(rules[0])):
        alone = len(title_names(heading.title)) == 1
        return Titled(name, kind, rules[0].id if alone and _defines(rules[0]) else first.id, heading.id)
    if doing or _JOINING.search(name):
        return None
    # Elsewhere a title is a term where its section opens with it, has no more than one rule, or is one of a family.
    announced = any(pattern.search(name) for pattern, _ in _CHAPTERS)  # Keyword Skill, above the keyword skills
    if opens or (len(rules) == 1 and (announced or not _leads(document, heading))) or _family(document, heading, name):
        return Titled(name, _kind_by_words(name), first.id, heading.id, rank=1)
    return None


def _subject(word: str, rules: list[Node]) -> bool:
    return any(
        re.match(rf"(?:The )?{re.escape(inflection.singular(word))}\w{{0,2}} (?:is|are)\b", rule.text, re.I)
        for rule in rules
    )


def _defines(rule: Node) -> bool:
    """``The zone a player put his main deck.`` and ``This indicates the card's traits.`` define what the title is."""
    return bool(
        re.match(
            r"(?:This|These) (?:is|are|indicates?|signif\w+|provides?|code|part)\b|"
            r"(?:The )?(?:[Zz]one|[Aa]rea|[Gg]roup|[Ii]nformation)\b(?! (?:is|are|has)\b)",
            rule.text,
        )
        or re.search(r"\b(?:in|into) this zone\b|\bplaced here\b", rule.text, re.IGNORECASE)
        or not re.search(r"\b(?:is|are|has|have|can|may|must|if|when)\b", rule.text, re.IGNORECASE)  # Name of the card.
    )


def _mention(name: str) -> re.Pattern[str]:
    """The name as a rule would use it: ``Cancel`` in "is canceled", ``Attacking Power (ATK)`` in "ATK is the value"."""
    short = re.search(r"\(([A-Z]{2,})\)$", name)
    words = re.sub(r"\s*\([A-Z]{2,}\)$", "", name).strip("[]").split()
    stems = [re.escape(re.sub(r"(?<=\w{3})(?:ies|y|es|e|s)$", "", inflection.singular(word))) for word in words]
    pattern = r"\b" + r"[\s-]+".join(rf"{stem}\w{{0,4}}" for stem in stems)
    return re.compile(pattern + (rf"|\b{short[1]}\b" if short else ""), re.IGNORECASE)


def _rules_below(document: Document, heading: Node) -> list[Node]:
    """The rules of the section itself, not those under a heading below it."""
    found: list[Node] = []
    for child in document.children.get(heading.id, []):
        if child.kind == "rule":
            found += [child, *_rules_below(document, child)]
    return found


def _leads(document: Document, heading: Node) -> bool:
    """``10. Attack Phase`` holds its steps as sections, if below its first rule."""
    children = document.children.get(heading.id, [])
    return any(child.kind == "heading" or _leads(document, child) for child in children)


def chapter_kind(document: Document, heading: Node) -> TermKind | None:
    """What the chapters above a heading are about, the nearest first."""
    for above in reversed(document.ancestors(heading)):
        for pattern, kind in _CHAPTERS:
            if pattern.search(above.title):
                return kind
    return None


def names_keywords(document: Document, heading: Node) -> bool:
    """``12.7 Strike`` within the keywords does, ``12.1 Overview`` does not."""
    return chapter_kind(document, heading) == "keyword" and not _GENERAL.fullmatch(heading.title.strip())


def _family(document: Document, heading: Node, name: str) -> bool:
    """``Continuous Ability`` stands beside Activated Ability and Automatic Abilities."""
    if " " not in name:
        return False
    last = inflection.singular(name.split()[-1].lower())
    ends = Counter(
        inflection.singular(sibling.title.split()[-1].lower())
        for sibling in document.children.get(heading.parent, [])
        if sibling.kind == "heading" and sibling.title and not _DOING.search(sibling.title)
    )
    return ends[last] >= 3


def _kind_by_words(name: str) -> TermKind:
    return "zone" if re.search(r"\b(?:zone|area)s?$", name, re.IGNORECASE) else "concept"


# ---- glossaries ---------------------------------------------------------------------------------------------------

_ENTRY_KINDS: tuple[tuple[re.Pattern[str], TermKind], ...] = (
    (re.compile(r"(?:1\. )?A keyword action\b|(?:1\. )?To [a-z]"), "action"),
    (
        re.compile(r"(?:1\. )?A (?:keyword|static|triggered|mana)? ?(?:keyword )?ability that\b|.*\bkeyword abilit"),
        "keyword",
    ),
    (re.compile(r"(?:1\. )?A zone\b"), "zone"),
    (re.compile(r".*\bsymbol\b.{0,60}\brepresents\b|The \w+ symbol\b"), "notation"),
)


def entries(document: Document) -> Iterator[Titled]:
    """Every entry of the glossary, and the section of the same name beside it."""
    sections: dict[str, str] = {}
    for node in document.nodes:
        if node.kind == "heading":
            sections.setdefault(node.title.lower(), node.id)
    for entry in document.nodes:
        if entry.kind != "entry":
            continue
        kind: TermKind = next((kind for pattern, kind in _ENTRY_KINDS if pattern.match(entry.text)), "concept")
        same = [sections[form] for form in _both_numbers(entry.title) if form in sections]
        yield Titled(entry.title, kind, entry.id, "", tuple(same[:1]))


def _both_numbers(title: str) -> tuple[str, str]:
    words = title.lower().split()
    return title.lower(), " ".join([*words[:-1], inflection.plural(words[-1])]) if words else ""
