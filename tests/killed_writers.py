"""A program that writes notes until it is killed, and whether the store has all that it acknowledged."""

import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from viewer.reviews.engine import open_store
from viewer.reviews.incidents import review_history, reviews
from viewer.reviews.notes_found import history, note

_PROGRAM = """
import itertools, sys, threading
from viewer.reviews.anchor import Anchor
from viewer.reviews.document import Claim, ReviewDocument
from viewer.reviews.engine import open_store
from viewer.reviews.incidents import save_review, start_review
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note

store = open_store(sys.argv[1])
place = Anchor("0" * 16, "run", "run.json", "message", "[1]", None, None, None, "m1:", "text " * 200)
out = threading.Lock()

def said(*words):
    with out:
        sys.stdout.write(" ".join(map(str, words)) + "\\n")
        sys.stdout.flush()

def write(who):
    for number in itertools.count():
        made = add_note(store, place, Words(f"{who} {number}", labels=("a", "b")), str(who))
        said("note", made.id, made.version)
        made = edit_note(store, made.id, 1, Words(f"{who} {number} again", labels=("b",)), str(who))
        said("note", made.id, made.version)

def review(who):
    made = start_review(store, ReviewDocument(title=str(who)), str(who))
    said("review", made.id, made.version)
    while True:
        claims = [*made.document.claims[-5:], Claim(text=f"[{made.version}]")]
        made = save_review(store, made.version, made.document.model_copy(update={"claims": claims}), str(who))
        said("review", made.id, made.version)

for who in range(3):
    threading.Thread(target=write, args=(who,), daemon=True).start()
review("r")
"""


@dataclass
class Killed:
    """What one killed program had said, and what is not in the store."""

    acknowledged: int
    missing: list[str]


def killed_once(path: Path, chance: random.Random) -> Killed:
    """Start the program on a store, kill it in the midst of its writes, open the store and compare."""
    url = f"sqlite:///{path}"
    writer = subprocess.Popen([sys.executable, "-c", _PROGRAM, url], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    first = writer.stdout.readline()
    time.sleep(chance.uniform(0.02, 0.4))
    writer.send_signal(signal.SIGKILL)
    lines = [first, *writer.stdout.read().splitlines(keepends=True)]
    writer.wait()
    writer.stdout.close()
    newest: dict[tuple[str, str], int] = {}
    for line in lines:
        if line.endswith(b"\n"):  # a torn line was not heard
            what, one, version = line.decode().split()
            newest[what, one] = max(int(version), newest.get((what, one), 0))
    engine = open_store(url)
    stored = {one.id: one.version for one in reviews(engine)}
    missing = []
    for (what, one), version in newest.items():
        if what == "note":
            found = note(engine, one)
            whole = found is not None and found.version >= version and len(history(engine, one)) == found.version
        else:
            whole = stored.get(one, 0) >= version and len(review_history(engine, one)) == stored[one]
        if not whole:
            missing.append(f"{what} {one} version {version}")
    engine.dispose()
    return Killed(sum(newest.values()), missing)
