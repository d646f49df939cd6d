"""A rule as others should cite it: in text, Markdown, HTML or JSON, in the form its game wants.

In: a game, an edition and the ids of rules. Out: the citation. What is printed here, :mod:`citator.citing` reads back.
"""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citator.library import Edition, Game
    from citator.register import Register

STYLES = ("text", "markdown", "html", "json")
# A full stop or a dash means something to Markdown only at the start of a line, where no citation of a rule has one.
_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~#])")


def cite(game: Game, edition: Edition, ids: Sequence[str], style: str = "text", quote_text: str | None = None) -> str:
    """One or several rules; ``quote_text`` is set behind them as a quotation."""
    words = game.citation.replace("{version}", edition.version).replace("{rule}", ", ".join(ids))
    if style == "json":
        data = {"game": game.key, "edition": edition.key, "rules": list(ids), "citation": words}
        return json.dumps(data | ({} if quote_text is None else {"text": quote_text}), ensure_ascii=False)
    if style == "html":
        cited = f"<cite>{html.escape(words, quote=False)}</cite>"
        if quote_text is None:
            return cited
        paragraphs = "".join(f"<p>{html.escape(part, quote=False)}</p>" for part in quote_text.split("\n"))
        return f"<blockquote>{paragraphs}</blockquote>\n{cited}"
    if style == "markdown":
        cited = _escaped(words)
        return cited if quote_text is None else f"{cited}:\n\n{_quoted(quote_text)}"
    return words if quote_text is None else f"{words}: “{quote_text}”"


def in_ranges(ids: Sequence[str], register: Register) -> list[str]:
    """Three or more rules in a row as a range: ``804.3–804.5``."""
    out: list[str] = []
    at = 0
    while at < len(ids):
        last = at
        for end in range(len(ids) - 1, at + 1, -1):
            if register.between(ids[at], ids[end]) == tuple(ids[at : end + 1]):
                last = end
                break
        out.append(ids[at] if last == at else f"{ids[at]}–{ids[last]}")
        at = last + 1
    return out


def _escaped(words: str) -> str:
    return _MARKUP.sub(r"\\\1", words)


def _quoted(text: str) -> str:
    """A block quote; a rule's words are never markup, so what would be is escaped."""
    lines = (re.sub(r"^(\s*)([-+]|[0-9]+[.)])(?=\s)", r"\1\\\2", _escaped(line)) for line in text.split("\n"))
    return "\n".join(f"> {line}".rstrip() for line in lines)
