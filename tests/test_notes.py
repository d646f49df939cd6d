"""The publisher's change log held against what changed."""

from __future__ import annotations

import json

from citator.commands.compare import compared
from citator.model import LogEntry
from citator.notes import audit, notes_between
from citator.store.store import open_store
from conftest import RULES, shared


def entry(version: str) -> LogEntry:
    return LogEntry(version, None, (f"Note of {version}.",), 1)


def test_only_the_notes_between_the_editions() -> None:
    log = [entry(version) for version in ("4.03", "5.00", "5.01", "5.1", "5.12")]
    assert [found.version for found in notes_between(log, "5.00", "5.12")] == ["5.01", "5.1", "5.12"]
    assert [found.version for found in notes_between(log, "5.00", "5.1")] == ["5.01", "5.1"]
    assert [found.version for found in notes_between(log, "3.0", "5.00")] == ["4.03", "5.00"]


def test_force_of_will_5_12() -> None:
    with open_store(RULES) as store:
        report = compared(store, "fow@5.00", "fow@5.12")
    found = audit(report, notes_between(report.new_document.changelog, "5.00", "5.12"))
    spoken = {noted.note: {id for at in noted.changes for id in report.changes[at]["new"]} for noted in found.notes}
    assert "1.5¶4b" in spoken['Defined term "life".']
    assert {"2.1¶2", "7.1", "7.1¶1"} <= spoken['Defined type "regalia".']
    assert spoken["Fixed incorrect rules of lifebreak."] == {"7.10¶1"}
    unmentioned = {id for at in found.unmentioned for id in report.changes[at]["new"]}
    assert "3.3¶2" in unmentioned  # "Order of cards is managed by stacking them.": no note says so
    assert not unmentioned & {"1.5¶4b", "7.1¶1"}


def test_reference_data() -> None:
    rows = [json.loads(line) for line in shared("gold/changelog-5.12.jsonl").read_text(encoding="utf-8").splitlines()]
    with open_store(RULES) as store:
        report = compared(store, "fow@5.00", "fow@5.12")
    found = audit(report, notes_between(report.new_document.changelog, "5.00", "5.12"))
    spoken = {noted.note: {id for at in noted.changes for id in report.changes[at]["new"]} for noted in found.notes}
    # The note on "<J/resonator>" speaks of a change of typography, which is no change here.
    rows = [row for row in rows if "<J/resonator>" not in row["note"]]
    wanted = sum(len(row["evidence"]) for row in rows)
    hit = sum(len(spoken[row["note"]] & set(row["evidence"])) for row in rows)
    assert hit >= 0.8 * wanted
