"""A real browser on a real server: both start once a session."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import urlsplit

import pytest
from conftest import ROOT, SAMPLES
from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""The last four keep the browser itself from talking to its vendor, so that any foreign request is the page's."""
PROBES = ("/_stcore/health", "/_stcore/host-config")
"""Streamlit asks for these below a deep-linked page's path first, and each answers 404."""

expect.set_options(timeout=30_000)


@contextmanager
def served(*words: Path | str, port: int | None = None, **variables: str) -> Iterator[str]:
    """The address of the app, opened by the command line with these words from an unrelated folder.

    Args:
        words: of the command line.
        port: None: any that is free.
        variables: of the environment, besides those of the tests.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", port or 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-c",
        "from viewer.cli import main; main()",
        "open",
        "--headless",
        "--port",
        str(port),
        *map(str, words),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    with TemporaryFile() as log:
        server = subprocess.Popen(command, cwd="/", env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server, log)
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait(timeout=20)


def _wait_for(url: str, server: "subprocess.Popen[bytes]", log: IO[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if server.poll() is not None:
            log.seek(0)
            raise AssertionError(f"the server ended at once: {log.read().decode(errors='replace')[-2000:]}")
        try:
            with urllib.request.urlopen(url, timeout=1) as answer:
                if answer.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not answer within a minute")


@pytest.fixture(scope="session")
def browser_path() -> str:
    """Chromium, from $CHROMIUM or the path; without one the tests skip, or fail where CI=true."""
    path = os.environ.get("CHROMIUM") or which("chromium") or which("chromium-browser") or which("google-chrome")
    if path is None:
        reason = "no browser found: install chromium or set CHROMIUM to its path"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    """One for a file of tests: while Playwright runs, no other test of the process may run an event loop of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def serve(browser_path: str) -> Iterator[Callable[..., str]]:
    """Addresses of the app on given paths; each server runs until the session ends."""
    running: dict[tuple[Path | str, ...], str] = {}
    with ExitStack() as stack:

        def address(*words: Path | str, port: int | None = None, **variables: str) -> str:
            if words not in running:
                running[words] = stack.enter_context(served(*words, port=port, **variables))
            return running[words]

        yield address


@pytest.fixture(scope="session")
def samples(serve: Callable[..., str]) -> str:
    """The app on the sample runs."""
    return serve(SAMPLES)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address in a fresh session; afterwards no page may have asked another machine or met an error."""
    contexts = []
    foreign: list[str] = []
    errors: list[str] = []

    def opened(url: str, width: int = 1440, height: int = 900, theme: str = "light") -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)  # type: ignore[arg-type]  # light or dark
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: foreign.append(request.url) if _is_foreign(request.url) else None)
        page.on("websocket", lambda socket: foreign.append(socket.url) if _is_foreign(socket.url) else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "response", lambda answer: errors.append(answer.url) if _is_failure(answer.status, answer.url) else None
        )
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert foreign == []
    assert errors == []


def _is_foreign(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme not in ("data", "blob") and parts.hostname not in ("localhost", "127.0.0.1")


def _is_failure(status: int, url: str) -> bool:
    return status >= 400 and not url.endswith(PROBES)
