"""What several tests need: the checkout, and a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The top folder of the project."""
    return Path(__file__).parents[1]


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
