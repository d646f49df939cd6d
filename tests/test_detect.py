"""Which layout a document has that nobody has described: detect."""

from __future__ import annotations

import pytest

from citator.detect import detect
from conftest import EDITIONS, shared, shipped


@pytest.mark.parametrize("edition", EDITIONS)
def test_shipped_documents_are_detected_as_they_are_described(edition: str) -> None:
    document = shipped(edition)
    found = detect(document.source.text)
    assert (found.layout, found.scheme) == (document.layout, document.scheme)
    assert found.sure
    assert "%" in found.why


@pytest.mark.parametrize(
    ("name", "layout", "scheme"),
    [
        ("mtg/2019-10-04-ELD", "numbered", "chapters"),
        ("mtg/2020-01-24-THB", "numbered", "chapters"),
        ("fow/6.3a", "outline", "hundreds"),
        ("fow/6.4", "outline", "hundreds"),
    ],
)
def test_other_documents(name: str, layout: str, scheme: str) -> None:
    text = shared(f"corpus/{name}.txt").read_bytes().decode("utf-8-sig")
    found = detect(text)
    assert (found.layout, found.scheme, found.sure) == (layout, scheme, True)


HEADINGS = [(f"{chapter}.{section}", "Section") for chapter in range(1, 4) for section in range(1, 4)]


@pytest.mark.parametrize(
    ("form", "layout"),
    [
        ("## {}. {}\n\n- It is so.\n- It is not.\n\n", "markdown"),
        ("**{}. {}**\n\n- It is so.\n- It is not.\n\n", "markdown"),
        ("{}. {}\n\n- It is so.\n- It is not.\n\n", "plain"),
        ("{}. {}\n\n• It is so.\n • It is not.\n\n", "plain"),
        ("__{}. {}\n", "outline"),
        ("{}. {}\n\n", "numbered"),
        ("{}. This {} says more than a title would, as rules do.\n\n", "numbered"),
    ],
)
def test_forms_of_one_document(form: str, layout: str) -> None:
    text = "".join(form.format(number, title) for number, title in HEADINGS)
    assert detect(text).layout == layout


@pytest.mark.parametrize("text", ["", "No number anywhere.\nNot here.\n", "\n\n\n"])
def test_nothing_to_go_by_is_unsure(text: str) -> None:
    assert not detect(text).sure


def test_half_an_outline_is_unsure() -> None:
    text = "".join(f"{'_' if at % 4 else ''}{at}. This is a rule of it.\n" for at in range(1, 30))
    found = detect(text)
    assert (found.layout, found.sure) == ("outline", False)
