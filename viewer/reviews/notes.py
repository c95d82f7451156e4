"""Writes notes: added, changed, moved, retracted; every version stays."""

from dataclasses import asdict, replace

from sqlalchemy import Engine, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from viewer.reviews.anchor import Anchor
from viewer.reviews.engine import writing
from viewer.reviews.kept import keep
from viewer.reviews.merging import merge
from viewer.reviews.note import Note, Words, checked, content_of, note_of, words_of
from viewer.reviews.refused import Conflict, RefusedError
from viewer.reviews.stamp import new_id, now
from viewer.reviews.tables import NoteLabelRow, NoteRow, NoteVersionRow, RunNotesRow


def add_note(
    engine: Engine,
    anchor: Anchor,
    words: Words,
    author: str,
    *,
    parent_id: str | None = None,
    note_id: str | None = None,
) -> Note:
    """Add a note, or a reply. It is stored when this returns.

    Args:
        engine: the store.
        anchor: where it stands; a reply takes that of its note.
        words: text, labels, severity, status.
        author: who writes it.
        parent_id: the note that it replies to.
        note_id: an id chosen before, so that a repeated attempt adds nothing twice.

    Raises:
        RefusedError: the words are out of bounds, or there is no such note to reply to.
    """
    at = now()
    note = Note(note_id or new_id(), 1, parent_id, anchor, checked(words), author, at, author, at, False)
    with writing(engine) as session:
        if note_id is not None and (row := session.get(NoteRow, note_id)) is not None:
            return note_of(row)
        if parent_id is not None:
            parent = session.get(NoteRow, parent_id)
            if parent is None:
                raise RefusedError("the note that this replies to is not in the store")
            note = replace(note, parent_id=parent.parent_id or parent.id, anchor=note_of(parent).anchor)
        put(session, note, "replied" if parent_id else "written")
    return note


def edit_note(engine: Engine, note_id: str, version: int, words: Words, author: str) -> Note | Conflict:
    """Change a note from the version that its author saw.

    What someone else changed meanwhile stays, where it is another part; where it is the same part, nothing is
    changed, and both texts come back.

    Raises:
        RefusedError: the words are out of bounds, or there is no such note.
    """
    mine = _plain(checked(words))
    with writing(engine) as session:
        now_there = _there(session, note_id)
        base = words_of(_version(session, note_id, version).content)
        merged = merge(base, _plain(now_there.words), mine)
        if merged.conflicts:
            kept = keep(session, "note", note_id, version, author, mine)
            return Conflict(now_there, mine, base, tuple(map(str, merged.conflicts)), kept)
        made = Words(**{**merged.parts, "labels": tuple(merged.parts["labels"])})
        if made == now_there.words:
            return now_there
        return _next(session, replace(now_there, words=made), author, "changed")


def retract_note(engine: Engine, note_id: str, version: int, author: str) -> Note | Conflict:
    """Take a note back: it is no longer shown or counted; its history stays.

    Raises:
        RefusedError: there is no such note.
    """
    return _flag(engine, note_id, version, author, True)


def restore_note(engine: Engine, note_id: str, version: int, author: str) -> Note | Conflict:
    """Undo a retraction.

    Raises:
        RefusedError: there is no such note.
    """
    return _flag(engine, note_id, version, author, False)


def move_note(engine: Engine, note_id: str, version: int, anchor: Anchor, author: str) -> Note | Conflict:
    """Fix a note and its replies to another place, as a person decided.

    Raises:
        RefusedError: there is no such note.
    """
    with writing(engine) as session:
        now_there = _there(session, note_id)
        if now_there.version != version and now_there.anchor != anchor:
            base = _version(session, note_id, version).content
            if any(base[name] != value for name, value in asdict(now_there.anchor).items()):
                kept = keep(session, "note", note_id, version, author, asdict(anchor))
                return Conflict(now_there, asdict(anchor), base, ("place",), kept)
        replies = session.scalars(select(NoteRow).where(NoteRow.parent_id == note_id)).all()
        for reply in map(note_of, replies):
            _next(session, replace(reply, anchor=anchor), author, "moved")
        return _next(session, replace(now_there, anchor=anchor), author, "moved")


def _flag(engine: Engine, note_id: str, version: int, author: str, retracted: bool) -> Note | Conflict:
    with writing(engine) as session:
        now_there = _there(session, note_id)
        if now_there.retracted == retracted:
            return now_there
        if now_there.version != version:
            mine = {"retracted": retracted}
            base = _version(session, note_id, version).content
            return Conflict(now_there, mine, base, ("the note",), keep(session, "note", note_id, version, author, mine))
        return _next(session, replace(now_there, retracted=retracted), author, "retracted" if retracted else "restored")


def _next(session: Session, note: Note, author: str, action: str) -> Note:
    made = replace(note, version=note.version + 1, changed_by=author, changed_at=now())
    put(session, made, action)
    return made


def put(session: Session, note: Note, action: str) -> None:
    """Write a note as it now is, its labels, and the entry of its history."""
    place, words = note.anchor, note.words
    values = {**asdict(place), **asdict(words), "labels": list(words.labels), "message": place.message}
    row = session.get(NoteRow, note.id)
    before = _counted(note_of(row)) if row is not None else {}
    if row is None:
        row = NoteRow(id=note.id, parent_id=note.parent_id, author=note.author, created_at=note.created_at)
        session.add(row)
    values |= {"version": note.version, "changed_by": note.changed_by, "changed_at": note.changed_at}
    for name, value in {**values, "retracted": note.retracted}.items():
        setattr(row, name, value)
    session.flush()
    _count(session, note.anchor.source_name, before, _counted(note))
    session.execute(delete(NoteLabelRow).where(NoteLabelRow.note_id == note.id))
    if not note.retracted:
        session.add_all(NoteLabelRow(note_id=note.id, label=label, run_key=place.run_key) for label in words.labels)
    session.add(
        NoteVersionRow(
            note_id=note.id,
            version=note.version,
            action=action,
            author=note.changed_by,
            at=note.changed_at,
            content=content_of(note),
        )
    )


def _counted(note: Note) -> dict[str, tuple[int, int]]:
    """Run key -> what the note adds to its run's counts: one note, one open note."""
    if note.retracted or note.parent_id is not None:
        return {}
    return {note.anchor.run_key: (1, int(note.words.status == "open"))}


def _count(
    session: Session, source_name: str, before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> None:
    """Bring the counts of runs along, in the transaction of the note."""
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    for key in sorted({*before, *after}):
        was, is_now = before.get(key, (0, 0)), after.get(key, (0, 0))
        more, more_open = is_now[0] - was[0], is_now[1] - was[1]
        if (more, more_open) == (0, 0):
            continue
        made = insert(RunNotesRow).values(run_key=key, source_name=source_name, notes=more, open=more_open)
        there = {"notes": RunNotesRow.notes + more, "open": RunNotesRow.open + more_open}
        session.execute(made.on_conflict_do_update(index_elements=[RunNotesRow.run_key], set_=there))


def _there(session: Session, note_id: str) -> Note:
    row = session.scalars(select(NoteRow).where(NoteRow.id == note_id).with_for_update()).one_or_none()
    if row is None:
        raise RefusedError("this note is not in the store")
    return note_of(row)


def _version(session: Session, note_id: str, version: int) -> NoteVersionRow:
    found = session.get(NoteVersionRow, (note_id, version))
    if found is None:
        raise RefusedError(f"this note has no version {version}")
    return found


def _plain(words: Words) -> dict[str, object]:
    return {**asdict(words), "labels": list(words.labels)}
