"""Rows of a job and of its turns: how they ended, what they used, what they say of their own record."""

from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import whole_or_none
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.run import Ending, Outcome, Stated
from viewer.model.usage import Usage

Row = dict[str, Any]
_MARKS = ("redacted", "content_truncated")
_NOT_ATTRIBUTES = frozenset({"turns", "title", "model", "status"})


@dataclass(eq=False)
class Turn:
    """A turn's row with the records of its items, or of its messages."""

    row: Row
    records: list[Record | BadRecord] = field(default_factory=list)


def attributes(job: Row, turns: list[Turn]) -> Row:
    """The job's row, and whether the record of any turn was redacted or shortened."""
    made = {key: value for key, value in job.items() if key not in _NOT_ATTRIBUTES and value not in (None, {}, [])}
    for mark in _MARKS:
        if any(_metadata(turn.row).get(mark) is True for turn in turns):
            made[mark] = True
    return made


def _metadata(row: Row) -> Row:
    header = row.get("trajectory")
    metadata = header.get("metadata") if type(header) is dict else None
    return metadata if type(metadata) is dict else {}


def outcome(status: Any) -> Outcome:
    """By the job's own verdict."""
    return "success" if status == "succeeded" else "failure" if status == "failed" else "unknown"


def ending(status: Any, turns: list[Turn], builder: RunBuilder) -> Ending:
    """By the job's status (a failed job may have been cut in its last turn), else by the last turn's.

    Args:
        status: of the job, where it is the verdict on this thread.
        turns: of the thread.
        builder: of its messages.
    """
    last = turns[-1].row.get("status") if turns else None
    if status in ("queued", "running", "waiting_on_user"):
        return Ending("open", f"the job's `status` is {status}")
    if status == "stopped":
        return Ending("censored", "the job's `status` is stopped", "abort")
    if status == "succeeded":
        return Ending("success", "the job's `status` is succeeded")
    if last == "failed":
        return Ending("censored", "the last turn's `status` is failed", "crash")
    if last == "interrupted":
        return Ending("censored", "the last turn's `status` is interrupted", "abort")
    if status == "failed":
        return Ending("failure", "the job's `status` is failed, though its last turn was not cut")
    if last == "in_progress":
        return Ending("open", "the last turn's `status` is in_progress")
    if last == "completed":
        return Ending("unknown", "the last turn is completed; no verdict on the task is stored")
    return ending_by_messages(builder)


def exit_status(status: Any, turns: list[Turn]) -> str | None:
    """The job's status, else the last turn's."""
    if type(status) is not str and turns:
        status = turns[-1].row.get("status")
    return status if type(status) is str else None


def stated(turns: list[Turn]) -> tuple[Stated, ...]:
    """What each turn counted; the thread's total of the last one that tells it is the run's."""
    made: list[Stated] = []
    total: Usage | None = None
    for number, turn in enumerate(turns, 1):
        told = turn.row.get("usage")
        used: Row = told if type(told) is dict else {}
        progress = turn.row.get("progress")
        metrics = {**(progress if type(progress) is dict else {}), **{key: used[key] for key in used}}
        if metrics:
            kind = turn.row.get("kind")
            where = f"turn {number}" + (f" ({kind})" if kind not in (None, "agent") else "")
            made.append(Stated("turn", f"{where}, `progress` and `usage`", metrics=metrics))
        total = _usage(used.get("thread_total")) or total
    if total is not None:
        made.insert(0, Stated("run", "`usage.thread_total` of the last turn", total))
    return tuple(made)


def _usage(breakdown: Any) -> Usage | None:
    """Counts of a thread: its input includes what was read from the cache."""
    if type(breakdown) is not dict:
        return None
    whole, cached = whole_or_none(breakdown.get("input_tokens")), whole_or_none(breakdown.get("cached_input_tokens"))
    fresh = whole if whole is None or cached is None else whole - cached
    return Usage(fresh, cached, None, whole_or_none(breakdown.get("output_tokens")))


def notes(turns: list[Turn]) -> tuple[str, ...]:
    """Sentences on turns without items."""
    empty = [str(number) for number, turn in enumerate(turns, 1) if not turn.records]
    if not empty:
        return ()
    which = f"turn {empty[0]} holds" if len(empty) == 1 else f"turns {', '.join(empty[:20])} hold"
    return (f"{which} no items: recorded before items were stored, or not in this export; no sign of inactivity",)
