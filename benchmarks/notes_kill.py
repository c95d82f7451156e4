"""Kills the app's server with signal 9 while a browser adds notes, and compares the store with what the page showed.

    python benchmarks/notes_kill.py [--times 50]

A note is acknowledged once the page counts it. Ends with status 1 where one is missing or the store does not open.
"""

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from browser import ROOT, browser  # noqa: E402  # found by the path above
from playwright.sync_api import Browser, Error, expect  # noqa: E402  # as above

from viewer import load  # noqa: E402  # as above
from viewer.model.hashes import run_key  # noqa: E402  # as above
from viewer.reviews.engine import open_store  # noqa: E402  # as above
from viewer.reviews.notes_found import notes_of_run  # noqa: E402  # as above
from viewer.ui.launch import free_port  # noqa: E402  # as above

SAMPLE = ROOT / "sample_runs" / "refund" / "refund.json"


def _started(url: str, port: int) -> "subprocess.Popen[bytes]":
    words = ["open", "--headless", "--port", str(port), "--reviews-db", url, str(SAMPLE)]
    command = [sys.executable, "-c", "from viewer.cli import main; main()", *words]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).read()
            return server
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def _killed_once(chromium: Browser, url: str, key: str, number: int, before: int, chance: random.Random) -> list[str]:
    """The texts that the page had acknowledged when the server died."""
    port = free_port(8900)
    server = _started(url, port)
    said: list[str] = []
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"http://localhost:{port}/run?run={key}&msg=3")
        page.locator(".st-key-notes_add summary").click()
        field = page.get_by_label("Note", exact=True)
        field.wait_for()
        threading.Timer(chance.uniform(3, 15), lambda: os.kill(server.pid, signal.SIGKILL)).start()
        page.set_default_timeout(10_000)
        while True:
            text = f"{number} {len(said)}"
            field.fill(text)
            field.press("Control+Enter")
            page.get_by_role("button", name="Add the note").click()
            count = before + len(said) + 1
            noun = "note" if count == 1 else "notes"
            expect(page.locator(".st-key-notes")).to_contain_text(f"{count:,} {noun} at this message", timeout=10_000)
            expect(field).to_have_value("", timeout=10_000)
            said.append(text)
    except (Error, AssertionError):
        server.wait(timeout=60)
        return said
    finally:
        context.close()
        if server.poll() is None:
            server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    times = parser.parse_args().times
    key = run_key(load.runs(next(load.sources([SAMPLE])))[0])
    chance = random.Random(0)
    acknowledged: list[str] = []
    missing = 0
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        url = f"sqlite:///{folder}/reviews.db"
        there: list[str] = []
        for number in range(1, times + 1):
            acknowledged += _killed_once(chromium, url, key, number, len(there), chance)
            store = open_store(url)
            there = [one.words.text for one in notes_of_run(store, key)]
            store.dispose()
            missing = len(set(acknowledged) - set(there))
            print(
                f"kill {number}: {len(acknowledged):,} acknowledged, {len(there):,} there, {missing} missing",
                flush=True,
            )
        with sqlite3.connect(f"{folder}/reviews.db") as connection:
            (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
    print(
        f"{times} kills of the server: {len(acknowledged):,} acknowledged notes, {missing} missing; integrity {whole}"
    )
    sys.exit(1 if missing or whole != "ok" else 0)


if __name__ == "__main__":
    main()
