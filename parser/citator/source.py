"""A file's bytes become text with positions, and can become the same bytes again.

In: a path or its bytes. Out: a :class:`Source`: the decoded text with its own line ends, and what is needed to give the
bytes back. Every later step speaks in character offsets of ``Source.text``.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from citator.errors import BadDocument

# Longest first: UTF-16's mark is the beginning of UTF-32's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What a text may hold below the space: tab, line ends, vertical tab, form feed, and the separators that \s knows.
_TEXT_CONTROLS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f")


@dataclass(frozen=True)
class Source:
    """The text of a document, every character of it."""

    text: str
    encoding: str = "utf-8"
    mark: bytes = field(default=b"", repr=False)  # the byte order mark, which is no part of the text

    def encode(self) -> bytes:
        """The bytes of the file again."""
        return self.mark + self.text.encode(self.encoding)

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line begins; a line ends with LF, CRLF or a bare CR, and only there."""
        starts = [0]
        text = self.text
        for end in ("\r", "\n"):
            at = text.find(end)
            while at >= 0:
                if end == "\n" or text[at + 1 : at + 2] != "\n":
                    starts.append(at + 1)
                at = text.find(end, at + 1)
        starts.sort()
        return starts

    def line_of(self, offset: int) -> int:
        """The number, from 1, of the line on which this character stands."""
        return bisect_right(self.line_starts, offset)

    def line(self, number: int) -> str:
        """A line without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


def read(path: Path, encoding: str | None = None) -> Source:
    """Read a document, finding its encoding unless it is given."""
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        raise BadDocument(f"{path} is a folder: name the rules document itself.") from None
    except OSError as error:
        raise BadDocument(f"cannot read {path}: {error.strerror or error}.") from None
    return decode(data, str(path), encoding)


def decode(data: bytes, name: str = "the document", encoding: str | None = None) -> Source:
    """Text from bytes: by a byte order mark, else UTF-8, else UTF-16 without a mark, else Windows' cp1252."""
    if not data.strip():
        raise BadDocument(f"{name} is empty: there is nothing to parse.")
    if encoding is not None:
        try:
            codec = codecs.lookup(encoding).name
        except LookupError:
            raise BadDocument(f"{name}: there is no encoding {encoding!r}; try utf-8, utf-16 or cp1252.") from None
        source = _decoded(data, {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}.get(codec, codec))
        if source is None:
            raise BadDocument(f"{name} is not {encoding}: leave the encoding out, and it is found.")
        return _text_only(source, name)
    for mark, codec in _MARKS:
        if data.startswith(mark):
            source = _decoded(data, codec)
            if source is None:
                raise BadDocument(f"{name} begins as {codec.upper()} but does not go on so: save it as UTF-8.")
            return _text_only(source, name)
    for codec in _guesses(data):
        source = _decoded(data, codec)
        if source is not None:
            return _text_only(source, name)
    if b"\0" in data:
        raise BadDocument(f"{name} is a binary file, not text: convert it to plain text or Markdown first.")
    raise BadDocument(f"{name} is no text in UTF-8, UTF-16 or cp1252: save it as UTF-8.")


def _guesses(data: bytes) -> list[str]:
    if b"\0" in data:
        # A Latin text in UTF-16 has a NUL in every other place.
        even, odd = data[:2000:2].count(0), data[1:2000:2].count(0)
        wide = min(len(data), 2000) // 2 * 0.4
        return ["utf-16-le"] if odd > wide > even else ["utf-16-be"] if even > wide > odd else ["utf-8"]
    return ["utf-8", "cp1252"]


def _decoded(data: bytes, codec: str) -> Source | None:
    mark = next((mark for mark, of in _MARKS if of == codec and data.startswith(mark)), b"")
    try:
        source = Source(data[len(mark) :].decode(codec), codec, mark)
        return source if source.encode() == data else None
    except (UnicodeError, ValueError):
        return None


def _text_only(source: Source, name: str) -> Source:
    text = source.text
    if not text.strip():
        raise BadDocument(f"{name} holds nothing but white space: there is nothing to parse.")
    controls = sum(1 for ch in text[:100_000] if ch < " " and ch not in _TEXT_CONTROLS)
    if "\0" in text or controls > len(text[:100_000]) // 100:
        raise BadDocument(f"{name} is a binary file, not text: convert it to plain text or Markdown first.")
    return source
