"""What several tests need: the checkout, the parsed documents, documents of other games, and a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from citator import library, reader
from citator.changes import compare
from citator.commands.compare import as_data
from citator.library import Edition
from citator.lineage import ChangeOf
from citator.model import Document
from citator.report import Change

RULES = Path(__file__).parents[1] / "rules"
EDITIONS = ("fow@5.00", "fow@5.12", "fow@8.01", "sve@1.3.1", "fftcg@undated")
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The top folder of the project."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def _away_from_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test sees or changes the library and settings of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CITATOR_RULES", "NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        home = tmp_path_factory.mktemp("home")
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        patch.setenv("CITATOR_CACHE", str(home / "cache"))
        yield


@cache
def shipped(edition: str) -> Document:
    """A document of the checkout's own library, as printed."""
    rules = Path(__file__).parents[1] / "rules"
    return reader.read(library.load([rules], home=rules).edition(edition), repaired=False)


def changes_of(editions: tuple[Edition, ...]) -> ChangeOf:
    """What happened to a node between two consecutive editions; each pair is compared once."""
    compared_pairs: dict[tuple[str, str], dict[tuple[str, str], Change]] = {}
    by_key = {edition.key: edition for edition in editions}

    def change_of(edition: str, node: str, old: str, new: str) -> Change | None:
        if (old, new) not in compared_pairs:
            table: dict[tuple[str, str], Change] = {}
            for change in compare(reader.read(by_key[old]), reader.read(by_key[new])).changes:
                data = as_data(change)
                table |= {(old, id): data for id in change.old} | {(new, id): data for id in change.new}
            compared_pairs[old, new] = table
        return compared_pairs[old, new].get((edition, node))

    return change_of


def shared(name: str) -> Path:
    """A file that stands beside the checkout, too large or not ours to ship; the test is skipped without it."""
    path = Path(__file__).parents[2] / "shared" / name
    if not path.exists():
        pytest.skip(f"../shared/{name} is not there")
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window. Where CITATOR_BROWSER_REQUIRED is set, its absence is a failure."""
    if not Path(CHROMIUM).exists():
        missing = "no browser: install Debian's chromium (apt-get install chromium)"
        if os.environ.get("CITATOR_BROWSER_REQUIRED"):
            pytest.fail(missing)
        pytest.skip(missing)
    # Chromium of its own accord asks its maker for updates and lists; none of that is the site's doing.
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *quiet],
        )
        yield chromium
        chromium.close()
