"""Words of rules and questions: cutting text into words, stems, the stop list, slips of the finger.

In: text. Out: stems that rules and questions have in common. Everything here is spelled out in tables and short rules,
so that a page in a browser can do the same and come to the same order.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_ACCENTS = re.compile("[\u0300-\u036f]")
_MINUS = re.compile(r"(?:(?<=\s)|^)[-−–](?=[0-9])")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")

# Words that say nothing about which rule is meant. Short on purpose: "before", "after", "both", "no" do say something.
STOP = frozenset(
    """
    a an the this that these those it its he she his her him they them their i me my mine we our you your
    is are was were be been being am do does did done doing has have had having can could would should shall may might
    of to in on at by for from with as and or but if so than then there here what which who whom how when where why
    one ones some any really please ok hey hi like got get gets getting let say says said want also too very
    """.split()
)  # fmt: skip

# Words that phrases are found across: "end my turn" is "end the turn"; but "in play" is not "play".
LIGHT = frozenset("a an the this that these those my your his her its their our is are was were be been am".split())

# Words that belong to a phrase ("just played", "still there") but tell little by themselves.
WEAK = frozenset(
    """
    just still again now even already ever actually anyway happen go make mean thing way work need know think tell allow
    able not cannot put take come see try look out up use give keep have only more most much many own time card player
    """.split()
)

# A verb in questions ("will it die"), a thing in some games ("pay one will"): the game's knowledge says where to keep it.
AUXILIARY = "will"
_AFTER_AN_AUXILIARY = frozenset("i it he she they we you my the a an this that these be there his her their".split())

# Contractions, once the apostrophe stands: the part that matters.
_CONTRACTED = {"can't": "cannot", "cant": "cannot", "won't": "not", "isn't": "not", "doesn't": "not", "don't": "not",
               "didn't": "not", "aren't": "not", "wasn't": "not", "doesnt": "not", "dont": "not", "isnt": "not",
               "wont": "not", "didnt": "not", "whats": "what", "im": "i", "ive": "i", "hes": "he"}  # fmt: skip

_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
            "ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40",
            "fifty": "50", "sixty": "60", "zero": "0"}  # fmt: skip

# Written in one by some, in two by others.
_COMPOUNDS = {"facedown": ("face", "down"), "faceup": ("face", "up"), "nonpublic": ("non", "public"),
              "playground": ("play", "ground"), "lifepoints": ("life", "point"), "lifepoint": ("life", "point"),
              "jruler": ("j", "ruler"), "jresonator": ("j", "resonator")}  # fmt: skip

# Forms that no rule of spelling leads back, and nouns that stand for the verb a rulebook uses.
_FORMS = {
    "attacker": "attack", "attackers": "attack", "blocker": "block", "blockers": "block", "controller": "control",
    "began": "begin", "begun": "begin", "beginning": "begin", "became": "become", "broke": "break", "broken": "break",
    "bought": "buy", "brought": "bring", "came": "come", "chose": "choose", "chosen": "choose", "choice": "choose",
    "choices": "choose", "dealt": "deal", "decision": "decide", "destruction": "destroy",
    "defeat": "lose", "defeated": "lose", "loser": "lose", "loss": "lose", "losses": "lose", "lost": "lose",
    "losing": "lose", "die": "dead", "died": "dead", "dies": "dead", "dying": "dead", "death": "dead", "deaths": "dead",
    "drawn": "draw", "drew": "draw", "evolution": "evolve", "evolutions": "evolve", "evo": "evolve", "fell": "fall",
    "fallen": "fall", "flew": "fly", "flown": "fly", "flier": "fly", "flyer": "fly", "fliers": "fly", "flyers": "fly",
    "flies": "fly", "fought": "fight", "found": "find", "froze": "freeze", "frozen": "freeze", "gave": "give",
    "given": "give", "goes": "go", "going": "go", "gone": "go", "went": "go", "held": "hold", "hid": "hide",
    "hidden": "hide", "kept": "keep", "knew": "know", "known": "know", "knowledge": "know", "left": "leave",
    "leaves": "leave", "made": "make", "meant": "mean", "movement": "move", "movements": "move", "paid": "pay",
    "payment": "pay", "payments": "pay", "removal": "remove", "replacement": "replace", "replacements": "replace",
    "saw": "see", "seen": "see", "sent": "send", "shown": "show", "showed": "show", "spent": "spend", "stole": "steal",
    "stolen": "steal", "taken": "take", "took": "take", "threw": "throw", "thrown": "throw", "told": "tell",
    "tied": "tie", "used": "use", "using": "use", "winner": "win", "winners": "win", "won": "win",
    "winning": "win", "wrote": "write", "written": "write", "different": "differ", "difference": "differ",
    "simultaneous": "simultaneous", "simultaneously": "simultaneous", "controll": "control", "cancell": "cancel",
    "bottommost": "bottom", "topmost": "top", "automatically": "automatic",
    "whose": "whose", "this": "this", "his": "his", "always": "always", "less": "less", "versus": "versus",
    "minus": "minus", "plus": "plus", "bonus": "bonus", "status": "status", "series": "series", "during": "during",
    "nothing": "nothing", "something": "something", "anything": "anything", "everything": "everything",
    "countered": "counterspell", "stats": "stats", "stat": "stats", "speed": "speed", "need": "need",
    "indeed": "indeed", "exceed": "exceed", "proceed": "proceed", "string": "string",
    "bring": "bring", "thing": "thing", "things": "thing", "ring": "ring", "king": "king", "spring": "spring",
}  # fmt: skip

# "Roll a die" is no death; "does it die" is.
_BEFORE_A_DIE = frozenset({"a", "the", "sided", "standard"})

_VOWEL = re.compile(r"[aeiouy]")


class Word(NamedTuple):
    """A word as it was written and its stem."""

    written: str
    stem: str


def stem(word: str) -> str:
    """``abilities`` → ``ability``, ``attacking`` → ``attack``, ``dealt`` → ``deal``, ``selection`` → ``select``."""
    bare = _FORMS.get(word, "")
    if not bare:
        if len(word) <= 3 or word[0].isdigit():
            return word
        bare = _without_ending(_without_plural(word))
        bare = _FORMS.get(bare, bare)
    return bare[:-1] if len(bare) > 4 and bare.endswith("e") else bare


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_ending(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and _VOWEL.search(rest):
            return _undoubled(rest)
    if word.endswith("ly") and len(word) > 6:
        return word[:-2]
    if word.endswith("tion") and len(word) > 6:
        return word[:-3]
    return word


def _undoubled(word: str) -> str:
    """``stopp`` → ``stop``; but ``call``, ``pass`` and ``buff`` keep both letters."""
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsfz" else word


def words(text: str) -> list[Word]:
    """Every word of a text, stop words too, with its stem."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'").lower()))
    found: list[Word] = []
    before = ""
    for written in _WORD.findall(_THOUSANDS.sub("", _MINUS.sub("minus ", plain))):
        word = _CONTRACTED.get(written, written)
        if word == "die" and before in _BEFORE_A_DIE:
            word = "dice"
        before = written
        if "'" in word:
            word = word.partition("'")[0]
        found += [Word(written, stem(_NUMBERS.get(part, part))) for part in _COMPOUNDS.get(word, (word,))]
    return found


def content(text: str) -> list[Word]:
    """The words of a text that say something."""
    return [word for word in words(text) if not stops(word)]


def stems(text: str) -> list[str]:
    """The stems of the words that say something, in order."""
    return [word.stem for word in content(text)]


def asked(text: str, keep: Container[str] = ()) -> list[Word]:
    """The words of a question without articles and the like; ``will`` among them only where the game has wills."""
    found = words(text)
    return [
        word
        for word, after in itertools.zip_longest(found, found[1:], fillvalue=Word("", ""))
        if word.written not in LIGHT
        and not (word.stem == AUXILIARY and (AUXILIARY not in keep or after.written in _AFTER_AN_AUXILIARY))
    ]


def phrase(text: str) -> str:
    """The stems of a phrase as it is looked for in questions."""
    return " ".join(word.stem for word in words(text) if word.written not in LIGHT)


def stops(word: Word) -> bool:
    return word.written in STOP or word.stem in STOP


# ---- slips of the finger ------------------------------------------------------------------------------------------


def distance(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, too many or swapped; ``most + 1`` where it is more than ``most``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, row, last = row, [i], before
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1] if row[-1] <= most else most + 1


def allowed(word: str) -> int:
    """How many slips a word of this length may hold: none below four letters, one below eight, then two."""
    return 0 if len(word) < 4 or word[0].isdigit() else 1 if len(word) < 8 else 2


def corrected(word: str, known: Mapping[str, int]) -> str | None:
    """The known word that was meant, if there is one near enough: the nearest, then the most frequent, then by name."""
    most = allowed(word)
    if not most:
        return None
    best: tuple[int, int, str] | None = None
    for candidate in _near(word, known, most):
        slips = distance(word, candidate, most)
        if slips <= most:
            key = (slips, -known[candidate], candidate)
            best = key if best is None or key < best else best
    return best[2] if best else None


def _near(word: str, known: Iterable[str], most: int) -> Iterable[str]:
    letters = set(word)
    for candidate in known:
        if (
            candidate[0] == word[0]  # a slip on the first letter is rare, and "kill" is not "will"
            and abs(len(candidate) - len(word)) <= most
            and len(candidate) > 3
            and len(letters.symmetric_difference(candidate)) <= 2 * most
        ):
            yield candidate
