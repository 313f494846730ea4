"""A real server, a real browser. Where there is no Chromium the browser tests are skipped, and the summary says so."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support import ROOT

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without windows: the same pages for half the work."""
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), "")
REQUIRED = os.environ.get("TAQUIN_REQUIRE_BROWSER") == "1"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000
"""Milliseconds for what the page is expected to show: other tests run beside this one, on machines that are shared."""
SOLVED_3X3 = "1,2,3/4,5,6/7,8,0"


class Server:
    """`taquin web` in a process of its own."""

    def __init__(
        self,
        cache: Path,
        *arguments: str,
        command: Sequence[str] = (sys.executable, "-m", "taquin"),
        stderr: IO[str] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [*command, "web", "--no-browser", *arguments],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, "TAQUIN_CACHE": str(cache), "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"no address in {line!r}"
        self.address = found.group()

    def stop(self) -> int:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache of tables for all tests, so that they are built once."""
    return Path(os.environ.get("TAQUIN_CACHE") or tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def server(cache: Path) -> Iterator[Server]:
    started = Server(cache)
    yield started
    started.stop()


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=60) as made:
        yield made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM:
        if REQUIRED:
            pytest.fail("TAQUIN_REQUIRE_BROWSER=1, but no Chromium is installed")
        pytest.skip("no Chromium is installed")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(
        viewport={"width": 1280, "height": 900}, locale="en-GB", permissions=["clipboard-read", "clipboard-write"]
    )
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """A page that fails the test where it logs an error or asks anyone but our server for anything."""
    made = context.new_page()
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    made.on(
        "request",
        lambda request: (
            None if request.url.startswith((server.address, "blob:", "data:")) else complaints.append(request.url)
        ),
    )
    yield made
    # A refused request is logged by the browser itself; the tests of refusals look at what the page says.
    assert [text for text in complaints if "status of 4" not in text] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, from its npm package. `make lint` has it; else the first who asks fetches it."""
    script = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    with (Path(tempfile.gettempdir()) / "taquin-tests-npm.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not script.exists():
            npm = shutil.which("npm")
            if npm is None and not REQUIRED:
                pytest.skip("npm is not installed, which fetches axe-core")
            subprocess.run([npm or "npm", "install", "--silent"], cwd=ROOT, check=True)
    return script.read_text()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    measured = [
        value
        for report in terminalreporter.stats.get("passed", [])
        for name, value in report.user_properties
        if name == "measured"
    ]
    if measured:
        terminalreporter.section("measured, not asserted")
        for line in measured:
            terminalreporter.line(str(line))
    if not CHROMIUM:
        terminalreporter.section("THE BROWSER TESTS DID NOT RUN", sep="!", red=True, bold=True)
        terminalreporter.line("No Chromium is installed: the web page itself was not tested.")
        terminalreporter.line("Install it (Debian: apt-get install chromium-headless-shell) and run `make test` again.")
