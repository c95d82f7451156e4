"""The tables of the store. Their migrations stand in `migrations/`; a test holds the two together."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy import text as written
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from viewer.reviews.any_text import AnyText

ID = String(32)
KEY = String(16)
NAME = String(200)
TIME = String(40)
"""ISO 8601 in UTC with microseconds: it sorts as text, the same in every database."""


class Base(DeclarativeBase):
    """All tables."""


class NoteRow(Base):
    """A note or a reply as it stands now."""

    __tablename__ = "notes"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    version: Mapped[int]
    """From 1; the next change has to name it."""
    parent_id: Mapped[str | None] = mapped_column(ID)
    """The note that this one replies to."""
    run_key: Mapped[str] = mapped_column(KEY)
    run_id: Mapped[str] = mapped_column(AnyText)
    source_name: Mapped[str] = mapped_column(AnyText)
    kind: Mapped[str] = mapped_column(String(10))
    position: Mapped[str | None] = mapped_column(AnyText)
    message: Mapped[int | None]
    k: Mapped[int | None]
    start: Mapped[int | None]
    end: Mapped[int | None]
    hash: Mapped[str | None] = mapped_column(String(80))
    quoted: Mapped[str | None] = mapped_column(AnyText)
    text: Mapped[str] = mapped_column(AnyText)
    labels: Mapped[list[str]] = mapped_column(JSON)
    severity: Mapped[str | None] = mapped_column(String(20))
    status: Mapped[str] = mapped_column(String(20))
    author: Mapped[str] = mapped_column(NAME)
    created_at: Mapped[str] = mapped_column(TIME)
    changed_by: Mapped[str] = mapped_column(NAME)
    changed_at: Mapped[str] = mapped_column(TIME)
    retracted: Mapped[bool]
    __table_args__ = (
        Index("notes_by_run", "run_key", "retracted", "parent_id", "status", "message"),
        Index("notes_by_time", "created_at", "id"),
        # Partial, so that "no parent" is never looked up in it.
        Index(
            "notes_by_parent",
            "parent_id",
            sqlite_where=written("parent_id IS NOT NULL"),
            postgresql_where=written("parent_id IS NOT NULL"),
        ),
    )


class RunNotesRow(Base):
    """How many notes a run bears, without replies and retracted ones: kept with each write, read for many runs."""

    __tablename__ = "run_notes"
    run_key: Mapped[str] = mapped_column(KEY, primary_key=True)
    source_name: Mapped[str] = mapped_column(AnyText)
    notes: Mapped[int]
    open: Mapped[int]


class NoteLabelRow(Base):
    """A label that a note bears now, to find runs by it."""

    __tablename__ = "note_labels"
    note_id: Mapped[str] = mapped_column(ID, ForeignKey("notes.id"), primary_key=True)
    label: Mapped[str] = mapped_column(NAME, primary_key=True)
    run_key: Mapped[str] = mapped_column(KEY)
    __table_args__ = (Index("note_labels_by_label", "label", "run_key"),)


class NoteVersionRow(Base):
    """What a note said once. Rows are only ever added."""

    __tablename__ = "note_versions"
    note_id: Mapped[str] = mapped_column(ID, ForeignKey("notes.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    action: Mapped[str] = mapped_column(String(20))
    author: Mapped[str] = mapped_column(NAME)
    at: Mapped[str] = mapped_column(TIME)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)


class ReviewRow(Base):
    """An incident review as it stands now; its whole text is the document."""

    __tablename__ = "reviews"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    version: Mapped[int]
    title: Mapped[str] = mapped_column(AnyText)
    state: Mapped[str] = mapped_column(String(20))
    author: Mapped[str] = mapped_column(NAME)
    created_at: Mapped[str] = mapped_column(TIME)
    changed_by: Mapped[str] = mapped_column(NAME)
    changed_at: Mapped[str] = mapped_column(TIME)
    document: Mapped[dict[str, Any]] = mapped_column(JSON)
    __table_args__ = (Index("reviews_by_time", "changed_at", "id"),)


class ReviewRunRow(Base):
    """A run that a review is about, to find reviews by run."""

    __tablename__ = "review_runs"
    review_id: Mapped[str] = mapped_column(ID, ForeignKey("reviews.id"), primary_key=True)
    alias: Mapped[str] = mapped_column(NAME, primary_key=True)
    run_key: Mapped[str] = mapped_column(KEY)
    source_name: Mapped[str] = mapped_column(AnyText)
    __table_args__ = (Index("review_runs_by_run", "run_key", "review_id"),)


class ReviewVersionRow(Base):
    """What a review said once. Rows are only ever added."""

    __tablename__ = "review_versions"
    review_id: Mapped[str] = mapped_column(ID, ForeignKey("reviews.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    action: Mapped[str] = mapped_column(String(20))
    author: Mapped[str] = mapped_column(NAME)
    at: Mapped[str] = mapped_column(TIME)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)


class KeptRow(Base):
    """Words that met a newer version and so were not taken over: kept until their author looks at them."""

    __tablename__ = "kept"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    about: Mapped[str] = mapped_column(String(10))
    """`note` or `review`."""
    about_id: Mapped[str] = mapped_column(ID)
    base_version: Mapped[int]
    """The version that the author had before them."""
    author: Mapped[str] = mapped_column(NAME)
    at: Mapped[str] = mapped_column(TIME)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    settled_at: Mapped[str | None] = mapped_column(TIME)
    __table_args__ = (Index("kept_by_thing", "about", "about_id"),)


class QueueRow(Base):
    """Runs to look at."""

    __tablename__ = "queues"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(AnyText)
    origin: Mapped[str] = mapped_column(AnyText)
    """The filter or the finding that chose the runs, in words."""
    author: Mapped[str] = mapped_column(NAME)
    created_at: Mapped[str] = mapped_column(TIME)


class QueueEntryRow(Base):
    """A run of a queue."""

    __tablename__ = "queue_entries"
    queue_id: Mapped[str] = mapped_column(ID, ForeignKey("queues.id"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    run_key: Mapped[str] = mapped_column(KEY)
    run_id: Mapped[str] = mapped_column(AnyText)
    source_name: Mapped[str] = mapped_column(AnyText)
    why: Mapped[str] = mapped_column(AnyText)


class JudgementRow(Base):
    """What one reviewer says of one run of a queue. Rows are only ever added; the last one counts."""

    __tablename__ = "judgements"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    queue_id: Mapped[str] = mapped_column(ID, ForeignKey("queues.id"))
    run_key: Mapped[str] = mapped_column(KEY)
    reviewer: Mapped[str] = mapped_column(NAME)
    labels: Mapped[list[str]] = mapped_column(JSON)
    at: Mapped[str] = mapped_column(TIME)
    __table_args__ = (Index("judgements_by_queue", "queue_id", "reviewer", "at"),)
