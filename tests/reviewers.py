"""Many reviewers at the same store at the same time, and whether anything that was acknowledged is missing."""

import dataclasses
import random
import statistics
import threading
import time
from dataclasses import dataclass, field

from conftest import sample
from sqlalchemy import Engine, func, select

from viewer.model.position import Position
from viewer.reviews.anchor import Anchor, anchor
from viewer.reviews.document import Claim, ReviewDocument
from viewer.reviews.engine import reading
from viewer.reviews.incidents import StoredReview, review, review_history, save_review, start_review
from viewer.reviews.kept import kept_words
from viewer.reviews.note import Note, Words
from viewer.reviews.notes import add_note, edit_note
from viewer.reviews.notes_found import counts_by_message, counts_by_run, history, note, notes_of_run
from viewer.reviews.refused import Conflict
from viewer.reviews.tables import NoteRow

RUN = sample("refund/refund.json")
PLACES = [anchor(RUN, Position(message.index)) for message in RUN.messages]
_RUNS = 200


@dataclass
class Told:
    """What the store said to the reviewers."""

    added: dict[str, str] = field(default_factory=dict)
    """Id of an acknowledged note -> its text."""
    shared_changes: int = 0
    conflicts: int = 0
    claims: list[str] = field(default_factory=list)
    """Texts of acknowledged claims of the one review that all write."""
    writes: list[float] = field(default_factory=list)
    """Seconds of each write."""
    reads: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def p95(self, times: list[float]) -> float:
        """Milliseconds that 95 of 100 took at most."""
        return 1000 * statistics.quantiles(times, n=20)[-1] if len(times) > 1 else 0.0


def place(number: int) -> Anchor:
    """A message of one of many runs."""
    one = PLACES[number % len(PLACES)]
    return dataclasses.replace(one, run_key=f"{number % _RUNS:016x}")


def review_together(engine: Engine, reviewers: int, seconds: float, pause: float) -> tuple[Told, list[str]]:
    """Let them work, then compare the store with what it acknowledged. The sentences say what is missing."""
    told, lock = Told(), threading.Lock()
    shared = add_note(engine, PLACES[0], Words("0"), "all")
    together = start_review(engine, ReviewDocument(title="Together"), "all")
    until = time.monotonic() + seconds

    def work(who: int) -> None:
        chance = random.Random(who)
        name, number = f"reviewer {who}", 0
        while time.monotonic() < until:
            number += 1
            try:
                _one_step(engine, told, lock, chance, name, number, shared.id, together.id)
            except Exception as error:  # noqa: BLE001  # whatever goes wrong is what this looks for
                with lock:
                    told.failures.append(f"{name}: {type(error).__name__}: {error}")
                return
            time.sleep(chance.expovariate(1 / pause) if pause else 0)

    threads = [threading.Thread(target=work, args=(who,)) for who in range(reviewers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told, _missing(engine, told, shared.id, together.id)


def _one_step(
    engine: Engine,
    told: Told,
    lock: threading.Lock,
    chance: random.Random,
    name: str,
    number: int,
    shared: str,
    together: str,
) -> None:
    what = chance.random()
    started = time.perf_counter()
    if what < 0.4:
        made = add_note(engine, place(chance.randrange(10_000)), Words(f"{name}, {number}", labels=(name,)), name)
        with lock:
            told.writes.append(time.perf_counter() - started)
            told.added[made.id] = made.words.text
    elif what < 0.5:
        seen = note(engine, shared)
        assert seen is not None
        found = edit_note(engine, shared, seen.version, Words(f"{name}, {number}"), name)
        with lock:
            told.writes.append(time.perf_counter() - started)
            told.shared_changes += isinstance(found, Note)
            told.conflicts += isinstance(found, Conflict)
    elif what < 0.53:
        there = review(engine, together)
        assert there is not None
        claim = Claim(text=f"{name}, {number} [5]")
        document = there.document.model_copy(update={"claims": [*there.document.claims, claim]})
        saved = save_review(engine, there.version, document, name)
        with lock:
            told.writes.append(time.perf_counter() - started)
            told.claims += [claim.text] if isinstance(saved, StoredReview) else []
            told.conflicts += isinstance(saved, Conflict)
    else:
        key = place(chance.randrange(10_000)).run_key
        for read in (
            lambda: notes_of_run(engine, key),
            lambda: counts_by_message(engine, key),
            lambda: counts_by_run(engine, [f"{n:016x}" for n in range(50)]),
        ):
            started = time.perf_counter()
            read()
            with lock:
                told.reads.append(time.perf_counter() - started)


def _missing(engine: Engine, told: Told, shared: str, together: str) -> list[str]:
    made: list[str] = []
    with reading(engine) as session:
        there = dict(session.execute(select(NoteRow.id, NoteRow.text)).all())  # type: ignore[arg-type]
        total = session.scalar(select(func.count()).select_from(NoteRow))
    lost = [text for note_id, text in told.added.items() if there.get(note_id) != text]
    if lost:
        made.append(f"{len(lost):,} acknowledged notes are missing, such as {lost[0]!r}")
    if total != len(told.added) + 1:
        made.append(f"{total:,} notes are stored, {len(told.added) + 1:,} were written")
    versions = len(history(engine, shared))
    if versions != told.shared_changes + 1:
        made.append(f"the shared note has {versions:,} versions, {told.shared_changes + 1:,} were acknowledged")
    kept = len(kept_words(engine, shared)) + len(kept_words(engine, together))
    if kept != told.conflicts:
        made.append(f"{kept:,} texts are kept, {told.conflicts:,} were refused")
    stored = review(engine, together)
    claims = sorted(claim.text for claim in stored.document.claims) if stored is not None else []
    if claims != sorted(told.claims):
        made.append(f"the review has {len(claims):,} claims, {len(told.claims):,} were acknowledged")
    if len(review_history(engine, together)) != len(told.claims) + 1:
        made.append("the review's history is not whole")
    return made
