"""Pages: where each node goes, and that rule text reaches the reader unread by Markdown."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator.errors import BadInput
from citator.model import Kind, Node
from citator.pages import Book, page_name, write_pages


def node(
    id: str,
    parent: str | None = None,
    kind: Kind = "rule",
    title: str = "",
    text: str = "",
    number: str | None = None,
    examples: tuple[str, ...] = (),
) -> Node:
    return Node(id, number, parent, kind, title, text, text, examples, (), (1, 1), ())


class Reader(HTMLParser):
    """What a browser would make of a page: the text of each element that has an id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self._open: list[str | None] = []
        self.feed(markdown.markdown(page, extensions=["attr_list", "toc"]))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self._open.append(dict(attrs).get("id"))

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for id in filter(None, self._open):
            self.texts[id] = self.texts.get(id, "") + data


@pytest.fixture
def hand_written(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.md").write_text("# Home\n")
    return folder


def write(target: Path, hand_written: Path, *nodes: Node) -> Path:
    write_pages([Book("fow", "Force of Will", "8.01", nodes)], target, hand_written)
    return target / "fow" / "8.01"


def words(text: str) -> list[str]:
    return text.split()


BATTLE = (
    node("800", kind="heading", title="Battle", number="800"),
    node("804", "800", kind="heading", title="Declare Block Step", number="804"),
    node("804.4", "804", text="To block, rest a J/resonator", number="804.4", examples=("Ex. A card.",)),
    node("804.4a", "804.4", text="In this battle", number="804.4a"),
)


def test_a_page_for_each_chapter_beside_the_hand_written_ones(tmp_path: Path, hand_written: Path) -> None:
    write(tmp_path / "docs", hand_written, *BATTLE, node("900", kind="heading", title="Cards", number="900"))
    written = {path.relative_to(tmp_path / "docs").as_posix() for path in (tmp_path / "docs").rglob("*.md")}
    assert written == {"index.md", "rules.md", "fow/8.01/index.md", "fow/8.01/800.md", "fow/8.01/900.md"}


def test_headings_and_rules_carry_their_ids(tmp_path: Path, hand_written: Path) -> None:
    folder = write(tmp_path / "docs", hand_written, *BATTLE)
    texts = Reader((folder / "800.md").read_text(encoding="utf-8")).texts
    assert {id: words(text) for id, text in texts.items()} == {
        "800": words("800. Battle"),
        "804": words("804. Declare Block Step"),
        "804.4": words("804.4 To block, rest a J/resonator Ex. A card."),
        "804.4a": words("804.4a In this battle"),
    }


def test_nesting_shows_as_depth(tmp_path: Path, hand_written: Path) -> None:
    page = (write(tmp_path / "docs", hand_written, *BATTLE) / "800.md").read_text(encoding="utf-8")
    assert re.findall(r'id="(\S+)" style="--depth:(\d)"', page) == [("804.4", "2"), ("804.4a", "3")]


def test_the_parent_decides_the_chapter(tmp_path: Path, hand_written: Path) -> None:
    cards = node("900", kind="heading", title="Cards", number="900")
    folder = write(tmp_path / "docs", hand_written, *BATTLE, cards, node("804.9", "804", text="printed late"))
    assert "printed late" in (folder / "800.md").read_text(encoding="utf-8")


def test_what_comes_before_the_first_chapter_stands_on_the_page_of_the_edition(
    tmp_path: Path, hand_written: Path
) -> None:
    folder = write(tmp_path / "docs", hand_written, node("¶1", text="This document"), *BATTLE)
    assert "This document" in (folder / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("chapter", "page"),
    [("800", "800.md"), ("1", "1.md"), ("10~2", "10~2.md"), ("Appendix: Token List", "Appendix-Token-List.md")],
)
def test_page_name(chapter: str, page: str) -> None:
    assert page_name(chapter) == page


def test_without_the_hand_written_pages_there_is_no_site(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="site/ folder"):
        write_pages([], tmp_path / "docs", tmp_path / "nowhere")


TRICKY = [
    "[Quickcast](1111) means: pay <cost>.",
    "<<Valhalla>> Lifebreak Area",
    "*bold* _under_ `code` ![x](y) # no heading",
    "J/resonator & J-ruler &amp; &lt;",
    "</div><script>alert(1)</script>",
    "<!-- a comment --> {#anchor .class} {: #x }",
    "    indented\n\n\n- a bullet\n\n# a heading\n\n```\nfence",
    "|a|b|\n|-|-|",
    "“curly” ’ – ¶ ► ★",
]


@pytest.mark.parametrize("text", TRICKY)
def test_rule_text_is_never_markdown(text: str, tmp_path: Path, hand_written: Path) -> None:
    chapter = node("1", kind="heading", title=text)
    folder = write(tmp_path / "docs", hand_written, chapter, node("1.1", "1", text=text), node("1.2", "1", text="next"))
    texts = Reader((folder / "1.md").read_text(encoding="utf-8")).texts
    assert {id: words(text) for id, text in texts.items()} == {
        "1": words(text),
        "1.1": words("1.1 " + text),
        "1.2": words("1.2 next"),
    }


# Markdown keeps U+0002 and U+0003 for itself; no document holds control characters.
PRINTABLE = st.text(st.characters(exclude_categories=("Cc", "Cs")) | st.sampled_from("<>&[](){}#*_`\\!|~:-+\"'\n "))


@given(PRINTABLE)
def test_any_text_reaches_the_reader(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    hand_written = tmp_path_factory.mktemp("site")
    folder = write(
        tmp_path_factory.mktemp("docs"), hand_written, node("1", kind="heading", title="A"), node("1.1", "1", text=text)
    )
    texts = Reader((folder / "1.md").read_text(encoding="utf-8")).texts
    assert words(texts["1.1"]) == words("1.1 " + text)
