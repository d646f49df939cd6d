"""Repairs: read, written, checked against their source, and applied to spans of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citator.errors import BadRepair
from citator.repair import Mender, Repair, check, dump, load

FORCE_OF_WILL = Path(__file__).parents[1] / "rules" / "force-of-will" / "8.01"
GAME_WINS = Repair(2, 6, "gamewins", "game wins", "space", 0.99)
GOOD = {"line": "2", "column": "6", "printed": '"gamewins"', "mended": '"game wins"', "why": '"space"', "sure": "0.99"}


def written(folder: Path, text: str) -> Path:
    path = folder / "repairs.toml"
    path.write_text(text, encoding="utf-8")
    return path


def entry(**changed: str | None) -> str:
    """A list of one good repair, with some keys changed or (None) left out."""
    keys = {key: value for key, value in {**GOOD, **changed}.items() if value is not None}
    return "edits = [{" + ", ".join(f"{key} = {value}" for key, value in keys.items()) + "}]"


def test_a_list_is_read(tmp_path: Path) -> None:
    assert load(written(tmp_path, entry())) == (GAME_WINS,)


def test_repairs_come_in_reading_order(tmp_path: Path) -> None:
    rows = entry(line="12")[9:-1] + ", " + entry(line="3")[9:-1]
    assert [repair.line for repair in load(written(tmp_path, f"edits = [{rows}]"))] == [3, 12]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("edits = [", "is not TOML"),
        ("", "lacks a list named edits"),
        ("edits = 3", "lacks a list named edits"),
        ("edits = []\nedit = []", "has edit, which means nothing here"),
        ("edits = [3]", "repair 1 is not a table"),
        (entry(sure=None), "repair 1 lacks sure"),
        (entry(line=None, mended=None), "repair 1 lacks line, mended"),
        (entry(colour="3"), "repair 1 has colour, which means nothing here"),
        (entry(line='"2"'), "line is '2'; it must be a whole number"),
        (entry(line="true"), "line is True; it must be a whole number"),
        (entry(column="1.5"), "column is 1.5; it must be a whole number"),
        (entry(printed="7"), "printed is 7; it must be a text"),
        (entry(why="[]"), r"why is \[\]; it must be a text"),
        (entry(sure='"yes"'), "sure is 'yes'; it must be a number"),
        (entry(line="0"), "line is 0; lines and columns count from 1"),
        (entry(column="-4"), "column is -4; lines and columns count from 1"),
        (entry(sure="1.5"), "sure is 1.5; it must lie between 0 and 1"),
        (entry(sure="nan"), "sure is nan; it must lie between 0 and 1"),
        (entry(printed='""'), "printed is empty"),
        (entry(printed=r'"game\nwins"'), "printed goes over the end of a line"),
        (entry(mended='"gamewins"'), "printed and mended are the same, 'gamewins'"),
    ],
)
def test_a_wrong_list_is_refused_in_words(tmp_path: Path, text: str, complaint: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadRepair, match=f"^{re.escape(str(path))}.*{complaint}"):
        load(path)


def test_a_missing_file_and_a_file_in_another_encoding_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRepair, match="cannot be read"):
        load(tmp_path / "repairs.toml")
    (tmp_path / "repairs.toml").write_bytes(b"# \xe9dits")
    with pytest.raises(BadRepair, match=r"is not UTF-8 \(byte 3\)"):
        load(tmp_path / "repairs.toml")


def test_one_repair_is_one_line() -> None:
    quotes = Repair(35, 84, '"chant","addition"', '"chant", "addition"', "space", 1.0)
    rows = dump([quotes, GAME_WINS]).split("edits = [\n")[1].splitlines()
    assert rows == [
        '  {line = 2, column = 6, printed = "gamewins", mended = "game wins", why = "space", sure = 0.99},',
        """  {line = 35, column = 84, printed = '"chant","addition"', mended = '"chant", "addition"', """
        'why = "space", sure = 1.0},',
        "]",
    ]


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
any_repair = st.builds(
    Repair,
    line=st.integers(1, 10**6),
    column=st.integers(1, 10**4),
    printed=words.filter(lambda text: not set(text) & set("\r\n")),
    mended=words,
    why=words,
    sure=st.floats(0, 1),
).filter(lambda repair: repair.printed != repair.mended)


@given(repairs=st.lists(any_repair))
def test_what_is_dumped_is_what_is_loaded(tmp_path_factory: pytest.TempPathFactory, repairs: list[Repair]) -> None:
    path = tmp_path_factory.mktemp("dumped") / "repairs.toml"
    path.write_text(dump(repairs), encoding="utf-8", newline="")
    assert load(path) == tuple(sorted(repairs))


@pytest.mark.parametrize(
    ("repairs", "complaint"),
    [
        ([Repair(3, 1, "a", "b", "space", 1.0)], "behind the source, which has 2 lines"),
        ([Repair(2, 7, "gamewins", "game wins", "space", 1.0)], "does not fit: 'amewins.' stands there"),
        ([Repair(1, 60, "orher", "or her", "space", 1.0)], "does not fit: '' stands there"),
        ([GAME_WINS, Repair(2, 1, "The  gamew", "The game w", "space", 1.0)], "'The  gamew' and 'gamewins' overlap"),
        ([GAME_WINS, Repair(2, 6, "game", "gama", "space", 1.0)], "'game' and 'gamewins' overlap"),
    ],
)
def test_repairs_that_do_not_fit_are_refused(repairs: list[Repair], complaint: str) -> None:
    with pytest.raises(BadRepair, match=complaint):
        check(["his orher opponent", "The  gamewins."], repairs)


def test_repairs_that_fit_pass() -> None:
    check(["his orher opponent", "The  gamewins."], [GAME_WINS, Repair(1, 5, "orher", "or her", "space", 1.0)])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_count_lines_whatever_ends_them(end: str) -> None:
    text = f"his orher opponent{end}The  gamewins.{end}"
    mender = Mender.of(text, [GAME_WINS, Repair(1, 5, "orher", "or her", "space", 1.0)])
    assert mender.mend(0, len(text)) == f"his or her opponent{end}The  game wins.{end}"


@pytest.mark.parametrize(
    ("start", "end", "mended"),
    [
        (0, 16, "his or heropp a b"),
        (4, 9, "or her"),
        (4, 8, "orhe"),  # cut by the end of the span
        (5, 9, "rher"),  # cut by its start
        (9, 16, "opp a b"),
        (9, 9, ""),
    ],
)
def test_a_repair_counts_only_where_it_lies_whole_in_the_span(start: int, end: int, mended: str) -> None:
    mender = Mender.of("his orheropp a b", [Repair(1, 5, "orher", "or her", "space", 1.0)])
    assert mender.mend(start, end) == mended


stretch = st.text("ab c\n", max_size=8).map(lambda text: (text, text))
mended_word = st.tuples(st.text("abc ", min_size=1, max_size=5), st.text("xyz ", max_size=5))


@given(stretches=st.lists(stretch | mended_word, max_size=20), cuts=st.tuples(st.integers(0, 20), st.integers(0, 20)))
def test_a_span_is_mended_like_the_stretches_it_is_made_of(
    stretches: list[tuple[str, str]], cuts: tuple[int, int]
) -> None:
    text, starts, repairs = "", [], []
    for printed, mended in stretches:
        starts.append(len(text))
        if printed != mended:
            line, column = text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1
            repairs.append(Repair(line, column, printed, mended, "space", 1.0))
        text += printed
    first, last = sorted(min(cut, len(stretches)) for cut in cuts)
    starts.append(len(text))
    span = Mender.of(text, repairs).mend(starts[first], starts[last])
    assert span == "".join(mended for _, mended in stretches[first:last])


def test_the_recorded_repairs_fit_their_source_and_change_no_letter() -> None:
    text = (FORCE_OF_WILL / "rules.txt").read_text(encoding="utf-8")
    mender = Mender.of(text, load(FORCE_OF_WILL / "repairs.toml"))
    mended = mender.mend(0, len(text))
    assert mended != text
    assert mended.count("\n") == text.count("\n")
    assert re.sub(r"[ ']", "", mended) == re.sub(r"[ ']", "", text)
