"""How games are named and cited, as patterns, and the grammar of citations filled with them.

In: the games of the library. Out: a Lark grammar that knows their names and forms of citing.
"""

from __future__ import annotations

import html
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lark import Lark

if TYPE_CHECKING:
    from citator.library import Game

_WS = r"[\s*_]"
_NUMBER = (
    r"[0-9]{1,4}(?:[.-][0-9]{1,4}(?![0-9])|\.?[a-z]{1,2}(?![A-Za-z0-9])|\.?[A-Z](?![A-Za-z0-9])"
    r"|-[ivx]{1,5}(?![A-Za-z0-9])|\([a-z0-9]{1,3}\))*"
    r"(?:\\?~[0-9]{1,2}|[^\S\r\n]?¶[^\S\r\n]?(?:[0-9]{1,3}(?:[a-z](?:-[ivx]{1,5})?)?|(?:table|callouts)[0-9]{1,2})"
    r"|[pP][0-9]{1,3}(?:[a-z](?:-[ivx]{1,5})?)?)?"
    r"(?![\w%¶~]|\/(?![0-9]+\.[0-9])|,[0-9]{3}(?![0-9.])|[.-][0-9]|\.[A-Za-z]{2}|:[0-9])"
)
_HTML = {
    "&": "&amp;|&",
    "<": "&lt;|<",
    ">": "&gt;|>",
    '"': '&quot;|"',
    "'": "&#x27;|&#39;|'|’",
    "’": "&#x27;|&#39;|'|’",
}


def _literally(words: str) -> str:
    """A name as a pattern: any white space between its words, escaped as Markdown and HTML do it or not."""
    out = []
    for ch in words:
        if ch.isspace():
            out.append(r"\s+")
        elif ch in _HTML:
            out.append(f"(?:{_HTML[ch]})")
        else:
            out.append(ch if ch.isalnum() else rf"\\?{re.escape(ch)}")
    return re.sub(r"(?:\\s\+)+", r"\\s+", "".join(out))


@cache
def form_of(game: Game) -> tuple[str, str]:
    """How the game wants to be cited, as patterns for what stands before the rule and behind it."""
    before, _, after = game.citation.partition("{rule}")
    versions = "|".join(_literally(e.version) for e in sorted(game.editions, key=lambda e: -len(e.version))) or "(?!)"

    def pattern(words: str) -> str:
        head, found, tail = words.partition("{version}")
        return _literally(head.lstrip()) + f"({versions})" + _literally(tail) if found else ""

    behind = pattern(after) if "{version}" in after else ""
    return pattern(before), r"\s*" + behind if behind else ""


def names_of(game: Game) -> tuple[str, ...]:
    return tuple({name.strip().casefold(): name for name in (game.key, game.name, *game.aliases) if name.strip()})


_CAPTURE = re.compile(r"(?<!\\)\((?!\?)")


@cache
def grammar_of(games: tuple[Game, ...]) -> Lark:
    names = sorted({name for game in games for name in names_of(game)}, key=len, reverse=True)
    patterns = [_literally(name) for name in names] or ["(?!)x"]
    # What is captured in a terminal would confuse the lexer.
    forms = [_CAPTURE.sub("(?:", form) for form, _ in map(form_of, games) if form]
    tails = [_CAPTURE.sub("(?:", tail) for _, tail in map(form_of, games) if tail]
    versions = sorted({edition.version for game in games for edition in game.editions}, key=len, reverse=True)
    starts = [*patterns, *forms, r"rules?\b", r"sections?\b", r"comp", r"C\.?R\b"]
    filled = {
        "<starts>": "|".join(starts),
        "<names>": "|".join(patterns),
        "<forms>": "|".join(forms) or "(?!)x",
        "<tails>": "|".join(tails) or "(?!)x",
        "<versions>": "|".join(map(_literally, versions)) or "(?!)x",
        "<number>": _NUMBER.replace(r"\/", "/"),
        "<ws>": _WS,
    }
    text = files("citator").joinpath("grammar", "citation.lark").read_text(encoding="utf-8")
    rules = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    for hole, pattern in filled.items():
        rules = rules.replace(hole, re.sub(r"(?<!\\)/", r"\/", pattern))
    return Lark(rules, start="text", parser="lalr", lexer="contextual")


def unescaped(words: str) -> str:
    """A name or version as the library has it, in small letters."""
    return " ".join(re.sub(r"\\(?=\W)", "", html.unescape(words)).replace("’", "'").split())
