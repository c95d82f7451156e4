"""Queues: runs to look at in an order, how far each reviewer is, and what they said of each run."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Engine, func, select

from viewer.reviews.access import Prefixes, may_read, within
from viewer.reviews.engine import reading, writing
from viewer.reviews.note import LONGEST_LABEL, MOST_LABELS
from viewer.reviews.refused import RefusedError
from viewer.reviews.stamp import new_id, now
from viewer.reviews.tables import JudgementRow, QueueEntryRow, QueueRow

LONGEST_QUEUE = 100_000


@dataclass(frozen=True)
class QueuedRun:
    """A run of a queue."""

    run_key: str
    run_id: str
    source_name: str
    why: str = ""
    """The finding that put it there."""


@dataclass(frozen=True)
class ListedQueue:
    """A line of the list of queues."""

    id: str
    name: str
    origin: str
    """The filter or the finding that chose the runs, in words."""
    author: str
    created_at: str
    runs: int


@dataclass(frozen=True)
class Queue:
    """A queue as one reviewer sees it."""

    id: str
    name: str
    origin: str
    entries: tuple[QueuedRun, ...]
    judged: dict[str, tuple[str, ...]]
    """Run key -> this reviewer's labels; a run that is missing was not looked at."""

    @property
    def done(self) -> int:
        """How many runs this reviewer has looked at."""
        return sum(entry.run_key in self.judged for entry in self.entries)

    def after(self, run_key: str | None, *, open_only: bool = False) -> QueuedRun | None:
        """The next run; None: there is none. From no run on, the first."""
        return self._step(run_key, 1, open_only)

    def before(self, run_key: str | None, *, open_only: bool = False) -> QueuedRun | None:
        """The run before; None: there is none."""
        return self._step(run_key, -1, open_only)

    def place(self, run_key: str) -> int | None:
        """From 1; None: the run is not in the queue."""
        return next((number for number, one in enumerate(self.entries, 1) if one.run_key == run_key), None)

    def _step(self, run_key: str | None, by: int, open_only: bool) -> QueuedRun | None:
        at = self.place(run_key) if run_key is not None else None
        rest = self.entries[at or 0 :] if by > 0 else self.entries[: (at or 1) - 1][::-1]
        return next((one for one in rest if not open_only or one.run_key not in self.judged), None)


def make_queue(engine: Engine, name: str, origin: str, entries: Iterable[QueuedRun], author: str) -> str:
    """Store a queue; a run that comes twice stands once. Returns its id.

    Raises:
        RefusedError: it has no name or no run, or too many.
    """
    runs = list({entry.run_key: entry for entry in entries}.values())
    if not name.strip() or not runs:
        raise RefusedError("a queue needs a name and at least one run")
    if len(runs) > LONGEST_QUEUE:
        raise RefusedError(f"a queue holds up to {LONGEST_QUEUE:,} runs; these are {len(runs):,}")
    made = new_id()
    with writing(engine) as session:
        session.add(QueueRow(id=made, name=name.strip(), origin=origin, author=author, created_at=now()))
        session.flush()
        session.add_all(
            QueueEntryRow(
                queue_id=made,
                place=place,
                run_key=one.run_key,
                run_id=one.run_id,
                source_name=one.source_name,
                why=one.why,
            )
            for place, one in enumerate(runs)
        )
    return made


def queues(engine: Engine, prefixes: Prefixes = None) -> tuple[ListedQueue, ...]:
    """All queues with the number of their runs that may be read, the newest first."""
    counted = (
        select(QueueEntryRow.queue_id, func.count())
        .where(within(QueueEntryRow.source_name, prefixes))
        .group_by(QueueEntryRow.queue_id)
    )
    with reading(engine) as session:
        counts = {row[0]: row[1] for row in session.execute(counted)}
        rows = session.scalars(select(QueueRow).order_by(QueueRow.created_at.desc())).all()
        return tuple(
            ListedQueue(row.id, row.name, row.origin, row.author, row.created_at, counts[row.id])
            for row in rows
            if row.id in counts
        )


def queue(engine: Engine, queue_id: str, reviewer: str, prefixes: Prefixes = None) -> Queue | None:
    """One queue with what this reviewer said; runs that may not be read are left out."""
    asked = select(QueueEntryRow).where(QueueEntryRow.queue_id == queue_id).order_by(QueueEntryRow.place)
    with reading(engine) as session:
        row = session.get(QueueRow, queue_id)
        if row is None:
            return None
        entries = tuple(
            QueuedRun(one.run_key, one.run_id, one.source_name, one.why)
            for one in session.scalars(asked)
            if may_read(one.source_name, prefixes)
        )
        name, origin = row.name, row.origin
    return Queue(queue_id, name, origin, entries, judgements(engine, queue_id).get(reviewer, {}))


def judge(engine: Engine, queue_id: str, run_key: str, reviewer: str, labels: Iterable[str]) -> None:
    """Store what a reviewer says of a run; said again, the last word counts and the earlier ones stay.

    Raises:
        RefusedError: the run is not in the queue, or a label is too long.
    """
    said = list(dict.fromkeys(label.strip() for label in labels if label.strip()))
    if len(said) > MOST_LABELS or any(len(label) > LONGEST_LABEL for label in said):
        raise RefusedError(f"up to {MOST_LABELS} labels of up to {LONGEST_LABEL} characters")
    there = select(QueueEntryRow.place).where(QueueEntryRow.queue_id == queue_id, QueueEntryRow.run_key == run_key)
    with writing(engine) as session:
        if session.scalars(there).first() is None:
            raise RefusedError("this run is not in the queue")
        session.add(
            JudgementRow(id=new_id(), queue_id=queue_id, run_key=run_key, reviewer=reviewer, labels=said, at=now())
        )


def judgements(engine: Engine, queue_id: str, prefixes: Prefixes = None) -> dict[str, dict[str, tuple[str, ...]]]:
    """Reviewer -> run key -> labels, as last said, of the runs that may be read: for `agreement`."""
    asked = select(JudgementRow).where(JudgementRow.queue_id == queue_id).order_by(JudgementRow.at)
    if prefixes is not None:
        entries = select(QueueEntryRow.run_key).where(
            QueueEntryRow.queue_id == queue_id, within(QueueEntryRow.source_name, prefixes)
        )
        asked = asked.where(JudgementRow.run_key.in_(entries))
    made: dict[str, dict[str, tuple[str, ...]]] = {}
    with reading(engine) as session:
        for row in session.scalars(asked):
            made.setdefault(row.reviewer, {})[row.run_key] = tuple(row.labels)
    return made
