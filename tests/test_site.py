"""The site as a reader meets it: built whole, opened in a browser, with nothing fetched from another host."""

from __future__ import annotations

import subprocess
import sysconfig
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Response, expect

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture(scope="module")
def site(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make site`` does it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    programs = Path(sysconfig.get_path("scripts"))
    (folder / "mkdocs.yml").write_text(f"INHERIT: {checkout / 'mkdocs.yml'}\ndocs_dir: docs\nsite_dir: site\n")
    for command in (["citator", "pages", "--to", "docs"], ["mkdocs", "build", "--strict", "--quiet"]):
        program, *arguments = command
        done = subprocess.run(
            [programs / program, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return folder / "site"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is http.server's)
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=site)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page that remembers what it asked for: at the end, nothing of it went to another host or was missing."""
    host = urlsplit(address).netloc
    failures: list[str] = []

    def watch(request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob") and url.netloc != host:
            failures.append(f"asks another host: {request.url}")

    def check(response: Response) -> None:
        if response.status >= 400:
            failures.append(f"{response.status}: {response.url}")

    with browser.new_context(base_url=address) as context:
        context.on("request", watch)
        context.on("response", check)
        context.on("weberror", lambda error: failures.append(f"script error: {error.error}"))
        page = context.new_page()
        yield page
        page.wait_for_load_state("networkidle")
    assert not failures


def test_a_rule_is_visible_at_its_address(page: Page) -> None:
    page.goto("/fow/8.01/800/#804.4")
    rule = page.locator("[id='804.4']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("To block, rest a J/resonator")
    expect(rule.locator(".number")).to_have_text("804.4")


def test_a_reader_finds_the_way_from_home_to_a_rule(page: Page) -> None:
    page.goto("/")
    page.get_by_role("article").get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="8.01").click()
    page.get_by_role("link", name="800. Battle").click()
    expect(page.locator("[id='804.4']")).to_be_attached()


def test_search_finds_a_rule(page: Page) -> None:
    page.goto("/")
    page.get_by_role("textbox", name="Search").fill("rewind the game situation")
    expect(page.locator(".md-search-result__item").first).to_contain_text("rewind")
