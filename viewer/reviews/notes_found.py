"""Reads notes: of a run, by filter, counted for many runs at once; each one indexed query."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Select, func, select

from viewer.reviews.access import Prefixes, within
from viewer.reviews.engine import reading
from viewer.reviews.note import Note, note_of
from viewer.reviews.tables import NoteLabelRow, NoteRow, NoteVersionRow, RunNotesRow

_ASKED_ONE_BY_ONE = 1_000
"""Up to this many runs the counts are looked up by key; beyond it all are read."""


@dataclass(frozen=True)
class Counted:
    """Notes of a run, without replies and retracted ones."""

    notes: int
    open: int
    """Of them, how many have the status open."""


@dataclass(frozen=True)
class NoteVersion:
    """What a note said once."""

    version: int
    action: str
    """`written`, `replied`, `changed`, `moved`, `retracted`, `restored` or `imported`."""
    author: str
    at: str
    content: dict[str, Any]


def note(engine: Engine, note_id: str, prefixes: Prefixes = None) -> Note | None:
    """One note, retracted or not."""
    with reading(engine) as session:
        row = session.scalars(
            select(NoteRow).where(NoteRow.id == note_id, within(NoteRow.source_name, prefixes))
        ).one_or_none()
        return note_of(row) if row is not None else None


def notes_of_run(
    engine: Engine, run_key: str, prefixes: Prefixes = None, *, retracted: bool = False
) -> tuple[Note, ...]:
    """All notes and replies of a run, in the order of its messages, replies in the order of time."""
    asked = select(NoteRow).where(NoteRow.run_key == run_key, within(NoteRow.source_name, prefixes))
    if not retracted:
        asked = asked.where(NoteRow.retracted.is_(False))
    with reading(engine) as session:
        found = [note_of(row) for row in session.scalars(asked)]
    return tuple(sorted(found, key=lambda one: (one.anchor.message is not None, one.anchor.message, one.created_at)))


def notes(
    engine: Engine,
    prefixes: Prefixes = None,
    *,
    label: str | None = None,
    status: str | None = None,
    author: str | None = None,
    run_key: str | None = None,
    after: tuple[str, str] | None = None,
    most: int = 200,
) -> tuple[Note, ...]:
    """Notes without replies, the newest first; `after` is (created_at, id) of the last one of the page before."""
    asked = _current().where(within(NoteRow.source_name, prefixes))
    if label is not None:
        asked = asked.join(NoteLabelRow, NoteLabelRow.note_id == NoteRow.id).where(NoteLabelRow.label == label)
    if status is not None:
        asked = asked.where(NoteRow.status == status)
    if run_key is not None:
        asked = asked.where(NoteRow.run_key == run_key)
    if author is not None:
        asked = asked.where(NoteRow.author == author)
    if after is not None:
        at, last = after
        asked = asked.where((NoteRow.created_at < at) | ((NoteRow.created_at == at) & (NoteRow.id < last)))
    asked = asked.order_by(NoteRow.created_at.desc(), NoteRow.id.desc()).limit(most)
    with reading(engine) as session:
        return tuple(note_of(row) for row in session.scalars(asked))


def all_notes(engine: Engine, prefixes: Prefixes = None) -> tuple[Note, ...]:
    """Every note and reply that is not retracted, the oldest first: for exports."""
    asked = select(NoteRow).where(NoteRow.retracted.is_(False), within(NoteRow.source_name, prefixes))
    with reading(engine) as session:
        return tuple(note_of(row) for row in session.scalars(asked.order_by(NoteRow.created_at, NoteRow.id)))


def counts_by_run(
    engine: Engine, run_keys: Iterable[str] | None = None, prefixes: Prefixes = None
) -> dict[str, Counted]:
    """How many notes each run bears: of the runs given, else of all; a run without one is left out."""
    asked = select(RunNotesRow.run_key, RunNotesRow.notes, RunNotesRow.open).where(
        RunNotesRow.notes > 0, within(RunNotesRow.source_name, prefixes)
    )
    keys = None if run_keys is None else set(run_keys)
    if keys is not None and len(keys) <= _ASKED_ONE_BY_ONE:
        asked = asked.where(RunNotesRow.run_key.in_(keys))
    with reading(engine) as session:
        rows = session.execute(asked).all()
    return {row[0]: Counted(row[1], row[2]) for row in rows if keys is None or row[0] in keys}


def counts_by_message(engine: Engine, run_key: str, prefixes: Prefixes = None) -> dict[int | None, int]:
    """How many notes stand at each message of a run; None: at the run as a whole."""
    asked = (
        select(NoteRow.message, func.count())
        .where(NoteRow.run_key == run_key, NoteRow.retracted.is_(False), NoteRow.parent_id.is_(None))
        .group_by(NoteRow.message)
    )
    if prefixes is not None:
        asked = asked.where(within(NoteRow.source_name, prefixes))
    with reading(engine) as session:
        return {row[0]: row[1] for row in session.execute(asked)}


def runs_with_label(engine: Engine, label: str, prefixes: Prefixes = None) -> frozenset[str]:
    """Keys of the runs that bear a note with this label: what `note.label = …` means."""
    asked = select(NoteLabelRow.run_key).where(NoteLabelRow.label == label).distinct()
    if prefixes is not None:
        asked = asked.where(NoteLabelRow.run_key.in_(_keys_within(prefixes)))
    with reading(engine) as session:
        return frozenset(session.scalars(asked))


def runs_with_notes(engine: Engine, prefixes: Prefixes = None) -> frozenset[str]:
    """Keys of the runs that bear any note."""
    asked = _keys_within(prefixes).where(RunNotesRow.notes > 0)
    with reading(engine) as session:
        return frozenset(session.scalars(asked))


def _keys_within(prefixes: Prefixes) -> Select[str]:
    return select(RunNotesRow.run_key).where(within(RunNotesRow.source_name, prefixes))


def labels(engine: Engine, prefixes: Prefixes = None) -> dict[str, int]:
    """The vocabulary: every label in use with the number of its notes, the most used first."""
    asked = select(NoteLabelRow.label, func.count()).group_by(NoteLabelRow.label)
    if prefixes is not None:
        asked = asked.join(NoteRow, NoteRow.id == NoteLabelRow.note_id).where(within(NoteRow.source_name, prefixes))
    with reading(engine) as session:
        found = [(label, count) for label, count in session.execute(asked)]
    return dict(sorted(found, key=lambda one: (-one[1], one[0])))


def history(engine: Engine, note_id: str, prefixes: Prefixes = None) -> tuple[NoteVersion, ...]:
    """Everything that a note ever said, the first version first."""
    if prefixes is not None and note(engine, note_id, prefixes) is None:
        return ()
    asked = select(NoteVersionRow).where(NoteVersionRow.note_id == note_id).order_by(NoteVersionRow.version)
    with reading(engine) as session:
        return tuple(
            NoteVersion(row.version, row.action, row.author, row.at, row.content) for row in session.scalars(asked)
        )


def _current() -> Select[NoteRow]:
    return select(NoteRow).where(NoteRow.retracted.is_(False), NoteRow.parent_id.is_(None))
