"""Encodings, line ends and bytes that give themselves back: source."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator import source
from citator.errors import BadDocument

GERMAN = "1.1. “Möwe” – it’s a card…\r\n1.2. ½ point\r\n"
RULES = "1. Overview\n1.1. Number of players\n"


@pytest.mark.parametrize(
    ("data", "encoding", "mark", "text"),
    [
        (GERMAN.encode(), "utf-8", b"", GERMAN),
        (codecs.BOM_UTF8 + GERMAN.encode(), "utf-8", codecs.BOM_UTF8, GERMAN),
        (codecs.BOM_UTF16_LE + GERMAN.encode("utf-16-le"), "utf-16-le", codecs.BOM_UTF16_LE, GERMAN),
        (codecs.BOM_UTF16_BE + GERMAN.encode("utf-16-be"), "utf-16-be", codecs.BOM_UTF16_BE, GERMAN),
        (GERMAN.encode("utf-16-le"), "utf-16-le", b"", GERMAN),
        (GERMAN.encode("utf-16-be"), "utf-16-be", b"", GERMAN),
        (codecs.BOM_UTF32_LE + RULES.encode("utf-32-le"), "utf-32-le", codecs.BOM_UTF32_LE, RULES),
        (GERMAN.encode("cp1252"), "cp1252", b"", GERMAN),
        (RULES.encode(), "utf-8", b"", RULES),
    ],
    ids=["utf-8", "utf-8 mark", "16le mark", "16be mark", "16le", "16be", "32le mark", "cp1252", "ascii"],
)
def test_encoding_is_found_and_bytes_come_back(data: bytes, encoding: str, mark: bytes, text: str) -> None:
    found = source.decode(data)
    assert (found.encoding, found.mark, found.text) == (encoding, mark, text)
    assert found.encode() == data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b" \n\t \r\n", "is empty"),
        ("\u00a0\u2003\n".encode(), "nothing but white space"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "is a binary file"),
        (b"%PDF-1.7\n" + b"\x01\x02\x03\x04" * 9, "is a binary file"),
        (codecs.BOM_UTF16_LE + b"1\0.\0x", "begins as UTF-16-LE but does not go on so"),
        (b"1. \x81\x8d\x8f\x90\xff", "no text in UTF-8, UTF-16 or cp1252"),
    ],
    ids=["empty", "blank", "wide blank", "picture", "pdf", "half a character", "undefined bytes"],
)
def test_what_is_no_text_is_refused_in_words(data: bytes, said: str) -> None:
    with pytest.raises(BadDocument, match=said) as refused:
        source.decode(data, "rules.txt")
    assert str(refused.value).startswith("rules.txt ")
    assert str(refused.value).endswith(".")


def test_given_encoding_is_kept_to() -> None:
    assert source.decode(GERMAN.encode("cp1252"), encoding="windows-1252").text == GERMAN
    assert source.decode(GERMAN.encode("latin-1", "replace"), encoding="latin-1").encoding == "iso8859-1"


@pytest.mark.parametrize(("encoding", "said"), [("utf-9", "no encoding 'utf-9'; try"), ("ascii", "is not ascii")])
def test_wrong_encoding_is_named(encoding: str, said: str) -> None:
    with pytest.raises(BadDocument, match=said):
        source.decode(GERMAN.encode(), encoding=encoding)


def test_folders_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(BadDocument, match="is a folder: name the rules document itself"):
        source.read(tmp_path)
    with pytest.raises(BadDocument, match=r"cannot read .*nothing\.txt: No such file"):
        source.read(tmp_path / "nothing.txt")


def test_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(b"1. Overview\r1.1. Number\r")
    assert source.read(path).encode() == b"1. Overview\r1.1. Number\r"


LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")


@given(st.text(LETTERS), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "cp1252"]), st.booleans())
def test_whatever_can_be_read_gives_its_bytes_back(text: str, encoding: str, marked: bool) -> None:
    mark = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    data = (mark.get(encoding, b"") if marked else b"") + text.encode(encoding, "replace")
    try:
        found = source.decode(data)
    except BadDocument:
        return
    assert found.encode() == data


@given(st.binary())
def test_any_bytes_are_read_whole_or_refused(data: bytes) -> None:
    try:
        found = source.decode(data)
    except BadDocument:
        return
    assert found.encode() == data
    assert "\0" not in found.text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one\ntwo\nthree", ["one", "two", "three"]),
        ("one\r\ntwo\r\n", ["one", "two", ""]),
        ("one\rtwo\rthree", ["one", "two", "three"]),
        ("one\n\rtwo", ["one", "", "two"]),
        ("one\r\r\ntwo", ["one", "", "two"]),
        ("form\ffeed\vand\u2028separator\x85stay", ["form\ffeed\vand\u2028separator\x85stay"]),
    ],
)
def test_lines_end_at_lf_crlf_and_cr_only(text: str, lines: list[str]) -> None:
    found = source.Source(text)
    assert [found.line(no) for no in range(1, len(lines) + 1)] == lines
    assert len(found.line_starts) == len(lines)


@given(st.text("a\r\n", min_size=1))
def test_every_character_stands_on_the_line_that_holds_it(text: str) -> None:
    found = source.Source(text)
    seen = 1
    for at, sign in enumerate(text):
        assert found.line_of(at) == seen
        # A line goes on up to its end mark; CRLF is one mark.
        if sign == "\n" or (sign == "\r" and text[at + 1 : at + 2] != "\n"):
            seen += 1
