"""Documents of other games and editions, unknown to the library, through ``citator add``: counted by other means."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from citator import library, reader
from citator.cli import main
from citator.model import Document
from conftest import shared

MAGIC = ("2019-10-04-ELD", "2020-01-24-THB")
FOW = ("6.3a", "6.4")
_DOCUMENTS: dict[str, Document] = {}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def added(rules: Path, game: str, version: str) -> Document:
    """The document as the library gives it back after ``add``; each is added once."""
    key = f"{game}@{version}"
    if key not in _DOCUMENTS:
        file = shared(f"corpus/{game}/{version}.txt")
        done = CliRunner().invoke(main, ["--rules", str(rules), "add", game, version, str(file), "--name", game])
        assert done.exit_code == 0, done.output
        edition = library.load([rules], home=rules).edition(key)
        assert edition.path.read_bytes() == file.read_bytes()
        _DOCUMENTS[key] = reader.read(edition)
    return _DOCUMENTS[key]


@cache
def magic_lines(version: str) -> tuple[list[str], list[str]]:
    """The body's lines and the glossary's, cut at the second "1. Game Concepts", "Glossary" and "Credits"."""
    text = shared(f"corpus/mtg/{version}.txt").read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    body = text.split("\nCredits\n")[1]
    rules, glossary = body.split("\nGlossary\n")
    return rules.split("\n"), glossary.split("\n")


NUMBERED = re.compile(r"([0-9]+(?:\.[0-9]+)?[a-z]?)\.? (.*)")


def printed(version: str) -> list[tuple[str, str]]:
    return [(match[1], match[2].strip()) for line in magic_lines(version)[0] if (match := NUMBERED.fullmatch(line))]


@pytest.mark.parametrize("version", MAGIC)
def test_magic_has_every_numbered_line_once(rules: Path, version: str) -> None:
    document = added(rules, "mtg", version)
    numbers = [number for number, _ in printed(version)]
    assert [node.id for node in document.nodes if node.number] == numbers
    assert len(numbers) > 2500


@pytest.mark.parametrize("version", MAGIC)
def test_magic_rules_hang_by_their_numbers(rules: Path, version: str) -> None:
    for node in added(rules, "mtg", version).nodes:
        if node.number is None:
            assert (node.kind, node.parent) == ("entry", None)
        elif node.number.isdecimal():
            assert node.parent == (node.number[0] if len(node.number) == 3 else None)
        else:
            # 702.2a hangs under 702.2 and 702.2 under 702
            assert node.parent == re.sub(r"[a-z]$|\.[0-9]+$", "", node.number)


@pytest.mark.parametrize("version", MAGIC)
def test_magic_words_begin_as_printed(rules: Path, version: str) -> None:
    document = added(rules, "mtg", version)
    for number, words in printed(version):
        node = document.by_id[number]
        assert (node.title or node.text).startswith(" ".join(words.split()))


@pytest.mark.parametrize("version", MAGIC)
def test_magic_examples_belong_to_the_rule_before(rules: Path, version: str) -> None:
    expected: Counter[str] = Counter()
    number = ""
    for line in magic_lines(version)[0]:
        if match := NUMBERED.fullmatch(line):
            number = match[1]
        elif line.startswith("Example:"):
            expected[number] += 1
    assert sum(expected.values()) > 200
    found = {node.id: len(node.examples) for node in added(rules, "mtg", version).nodes if node.examples}
    assert found == dict(expected)


@pytest.mark.parametrize("version", MAGIC)
def test_magic_has_every_glossary_entry_once(rules: Path, version: str) -> None:
    lines = magic_lines(version)[1]
    lines = lines[: lines.index("Credits")] if "Credits" in lines else lines
    terms = [
        line.strip() for before, line in zip(["", *lines], lines, strict=False) if line.strip() and not before.strip()
    ]
    entries = [node for node in added(rules, "mtg", version).nodes if node.kind == "entry"]
    assert [entry.title for entry in entries] == terms
    assert all(entry.text for entry in entries)
    assert len(terms) > 500


@pytest.mark.parametrize("version", FOW)
def test_force_of_will_6_has_every_numbered_line_once(rules: Path, version: str) -> None:
    document = added(rules, "fow", version)
    text = document.source.text
    lines = re.findall(r"(?m)^_+([0-9]+(?:\.[0-9]+[a-z]?(?:-[ivx]+)?)?)\. ", text)
    # One number stands inside a line whose break was lost.
    assert "follows the rules below: 1301.1a. If" in text
    lines.insert(lines.index("1301.1") + 1, "1301.1a")
    if version == "6.4":  # and so does a chapter of 6.4
        assert '[Seal]." 1100. Keyword' in text
        lines.insert(lines.index("1101"), "1100")
    assert [node.number for node in document.nodes if node.number] == lines
    assert document.by_id["1301.1"].text.endswith("follows the rules below:")
    assert document.by_id["1301.1a"].parent == "1301.1"


def test_force_of_will_6_4_has_its_chapter_1100(rules: Path) -> None:
    """``… the phrase "release the [Seal]." 1100. Keyword and Keyword Skill`` stands on one line."""
    document = added(rules, "fow", "6.4")
    assert document.by_id["1101"].parent == "1100"


@pytest.mark.parametrize("version", FOW)
def test_force_of_will_6_headings_have_one_or_two_underscores(rules: Path, version: str) -> None:
    document = added(rules, "fow", version)
    headings = re.findall(r"(?m)^_{1,2}([0-9]+)\. ", document.source.text)
    if version == "6.4":
        headings.insert(headings.index("1101"), "1100")
    assert [node.id for node in document.nodes if node.kind == "heading"] == headings
    for node in document.nodes:
        if node.kind == "heading":
            chapter = f"{node.id[:-2]}00"
            assert node.parent == (chapter if chapter != node.id else None)


@pytest.mark.parametrize(
    ("game", "version"), [*(("mtg", version) for version in MAGIC), *(("fow", version) for version in FOW)]
)
def test_every_character_is_accounted_for(rules: Path, game: str, version: str) -> None:
    document = added(rules, game, version)
    assert "".join(document.source.text[block.start : block.end] for block in document.blocks) == document.source.text
    assert len({node.id for node in document.nodes}) == len(document.nodes)
    assert all(node.parent is None or node.parent in document.by_id for node in document.nodes)
