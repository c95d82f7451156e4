"""Times in a real browser by the page's own clock, against a page that shows one line of text."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from compiled import compile_modules  # found beside this file, whose folder every benchmark adds to the path
from playwright.sync_api import Browser, Page, sync_playwright

from viewer.ui.launch import free_port

ROOT = Path(__file__).parent.parent
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
CLOCK = """
window.deep = (selector, root = document) => {
  const found = root.querySelector(selector);
  if (found) return found;
  for (const one of root.querySelectorAll("*")) {
    const inner = one.shadowRoot && deep(selector, one.shadowRoot);
    if (inner) return inner;
  }
  return null;
};
window.when = (holds) => new Promise((resolve) => {
  const look = () => (holds() ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
});
addEventListener("pointerdown", () => (window.pressed = performance.now()), true);
addEventListener("keydown", () => (window.pressed = performance.now()), true);
"""


@contextmanager
def browser() -> Iterator[Browser]:
    path = which("chromium") or which("google-chrome")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@contextmanager
def _running(command: list[str], port: int, cache: Path | None = None) -> Iterator[str]:
    environment = dict(os.environ) if cache is None else {**os.environ, "TRAJECTORY_VIEWER_CACHE": str(cache)}
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).read()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://localhost:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


@contextmanager
def app(*paths: Path, cache: Path | None = None) -> Iterator[str]:
    """The address of the app on these paths.

    Args:
        paths: what it is opened on.
        cache: the folder of its indexes; None: the user's own.
    """
    compile_modules()
    port = free_port(8700)
    command = [sys.executable, "-c", "from viewer.cli import main; main()", "open", "--headless", "--port", str(port)]
    with _running([*command, *map(str, paths)], port, cache) as address:
        yield address


@contextmanager
def trivial() -> Iterator[str]:
    """The address of a Streamlit page that shows one line of text."""
    port = free_port(8800)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "trivial.py")
        script.write_text('import streamlit as st\n\nst.text("ready")\n', encoding="utf-8")
        flags = [f"--server.port={port}", "--server.headless=true", "--browser.gatherUsageStats=false"]
        with _running([sys.executable, "-m", "streamlit", "run", str(script), *flags], port) as address:
            yield address


@contextmanager
def fresh_page(chromium: Browser) -> Iterator[Page]:
    """A page of a session of its own, with the clock in it."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(CLOCK)
    yield page
    context.close()


def first_seen(page: Page, url: str, selector: str) -> float:
    """Milliseconds from the start of the navigation until something is on the page."""
    page.goto(url, wait_until="commit")
    return float(page.evaluate("(selector) => when(() => deep(selector)?.getClientRects().length)", selector))


def trivial_milliseconds(chromium: Browser, repeats: int) -> float:
    """The median for the page that shows one line."""
    with trivial() as address:
        return statistics.median(_first(chromium, address, '[data-testid="stText"]') for _ in range(repeats))


def _first(chromium: Browser, url: str, selector: str) -> float:
    with fresh_page(chromium) as page:
        return first_seen(page, url, selector)


def first_milliseconds(chromium: Browser, url: str, selector: str, repeats: int) -> list[float]:
    """Times of several fresh sessions, the first of which meets a cold server."""
    return [_first(chromium, url, selector) for _ in range(repeats)]


def told(name: str, values: list[float], against: float, bound: str) -> None:
    """One line of the report."""
    middle = statistics.median(values)
    print(
        f"{name:60} median {middle:7.0f} ms  min {min(values):7.0f}  max {max(values):7.0f}  "
        f"{middle / against:5.2f} x trivial  ({bound})",
        flush=True,
    )


def received_bytes(page: Page) -> list[int]:
    """A counter of what the server sends from now on."""
    counter = [0]

    def count(data: Any) -> None:
        counter[0] += len(data)

    page.on("websocket", lambda socket: socket.on("framereceived", count))
    return counter
