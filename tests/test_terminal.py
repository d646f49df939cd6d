"""Rows on a terminal, wrapped and coloured, and in a pipe, plain: terminal."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from citator import terminal
from citator.terminal import Row

LONG = Row("To block, rest a resonator that you control and that is not attacking, and then it blocks.", "804.4", 1)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 50 columns."""
    monkeypatch.setattr(terminal, "on_terminal", lambda: True)
    monkeypatch.setattr(terminal, "width", lambda: 50)


def test_a_pipe_gets_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.show([LONG, Row("Declare Block Step", "804", 0, "heading"), Row("plain")])
    assert capsys.readouterr().out.splitlines() == [f"  804.4  {LONG.text}", "804  Declare Block Step", "plain"]


@pytest.mark.usefixtures("narrow")
def test_a_terminal_gets_wrapped_lines_with_the_label_in_the_margin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal.show([LONG])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 50 for line in lines)
    assert lines[0].startswith("  804.4  To block")
    assert all(line.startswith(" " * 9) and line[9] != " " for line in lines[1:])
    assert " ".join(" ".join(lines).split()) == f"804.4 {LONG.text}"


def test_the_width_that_reads_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert terminal.width() == 100
    monkeypatch.setenv("COLUMNS", "60")
    assert terminal.width() == 60


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_on_a_terminal_unless_it_is_not_wanted(environment: dict[str, str], coloured: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    code = "from citator.terminal import Row, show; show([Row('Declare Block Step', '804', 0, 'heading')])"
    env = {"PATH": "", "TERM": "xterm", **environment}
    subprocess.run([sys.executable, "-c", code], stdout=theirs, check=True, env=env)
    os.close(theirs)
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "Declare Block Step" in said
    assert ("\x1b[" in said) is coloured
