"""Notes, reviews and queues as one JSON document, for another store: with everything that they ever said."""

import json
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Engine, select

from viewer.reviews.access import Prefixes, may_read, within
from viewer.reviews.anchor import Kind
from viewer.reviews.document import Id
from viewer.reviews.engine import reading
from viewer.reviews.note import Severity, State
from viewer.reviews.tables import (
    JudgementRow,
    KeptRow,
    NoteRow,
    NoteVersionRow,
    QueueEntryRow,
    QueueRow,
    ReviewRow,
    ReviewRunRow,
    ReviewVersionRow,
)
from viewer.written import Written, document_of, published

FORMAT: Literal["trajectory-viewer-reviews"] = "trajectory-viewer-reviews"
VERSION: Literal[1] = 1
Key = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Who = Annotated[str, Field(max_length=200)]
When = Annotated[str, Field(max_length=40)]


class NoteContent(Written):
    """What a version of a note holds."""

    run_key: Key
    run_id: str
    source_name: str
    kind: Kind
    position: str | None = Field(description="As contracts write it; null: the run as a whole.")
    k: int | None = Field(description="Of a request, from 1.")
    start: int | None
    end: int | None
    hash: str | None
    quoted: str | None
    text: str
    labels: list[str]
    severity: Severity | None
    status: State
    retracted: bool


class Said(Written):
    """A version of a note or a review."""

    version: int = Field(ge=1)
    action: str = Field(max_length=20)
    author: Who
    at: When
    content: dict[str, Any] = Field(description="All of it, as it was then: a NoteContent, or a whole review.")


class ExchangedNote(Written):
    """A note or a reply; its last version is how it stands."""

    id: Id
    parent_id: Id | None
    author: Who
    created_at: When
    history: list[Said] = Field(min_length=1)


class ExchangedReview(Written):
    """An incident review; the content of its last version is the review as it stands."""

    id: Id
    author: Who
    created_at: When
    history: list[Said] = Field(min_length=1)


class ExchangedKept(Written):
    """Words that met a newer version."""

    id: Id
    about: Literal["note", "review"]
    about_id: Id
    base_version: int
    author: Who
    at: When
    content: dict[str, Any]
    settled_at: When | None


class ExchangedEntry(Written):
    """A run of a queue."""

    run_key: Key
    run_id: str
    source_name: str
    why: str


class ExchangedJudgement(Written):
    """What a reviewer said of a run."""

    id: Id
    run_key: Key
    reviewer: Who
    labels: list[str]
    at: When


class ExchangedQueue(Written):
    """A queue."""

    id: Id
    name: str
    origin: str
    author: Who
    created_at: When
    entries: list[ExchangedEntry]
    judgements: list[ExchangedJudgement]


class Exchange(Written):
    """The whole document."""

    format: Literal["trajectory-viewer-reviews"] = FORMAT
    version: Literal[1] = VERSION
    notes: list[ExchangedNote] = Field(default_factory=list, description="A note stands before its replies.")
    reviews: list[ExchangedReview] = Field(default_factory=list)
    kept: list[ExchangedKept] = Field(default_factory=list)
    queues: list[ExchangedQueue] = Field(default_factory=list)


def exchange_schema() -> dict[str, Any]:
    """The JSON Schema of the document, as it is published."""
    return published(Exchange.model_json_schema())


def exchange_of(value: Any) -> Exchange:
    """A JSON value as such a document.

    Raises:
        ValueError: it is none; the sentence names the place.
    """
    return document_of(value, Exchange, "export of reviews", format=FORMAT, version=VERSION)


def exchange_json(exchange: Exchange) -> bytes:
    """The document as UTF-8; half characters are written as escapes."""
    return json.dumps(exchange.model_dump(mode="json"), ensure_ascii=True, indent=1).encode() + b"\n"


def exported(engine: Engine, prefixes: Prefixes = None, *, review_id: str | None = None) -> Exchange:
    """Everything in a store that may be read, or one review alone."""
    with reading(engine) as session:
        notes = [] if review_id is not None else session.scalars(
            select(NoteRow)
            .where(within(NoteRow.source_name, prefixes))
            .order_by(NoteRow.parent_id.is_not(None), NoteRow.created_at, NoteRow.id)
        ).all()  # fmt: skip
        said: dict[str, list[Said]] = {}
        if review_id is None:
            for row in session.scalars(select(NoteVersionRow).order_by(NoteVersionRow.version)):
                said.setdefault(row.note_id, []).append(_said(row))
        asked = select(ReviewVersionRow).order_by(ReviewVersionRow.version)
        for entry in session.scalars(
            asked if review_id is None else asked.where(ReviewVersionRow.review_id == review_id)
        ):
            said.setdefault(entry.review_id, []).append(_said(entry))
        hidden = {
            row.review_id for row in session.scalars(select(ReviewRunRow)) if not may_read(row.source_name, prefixes)
        }
        reviews = [
            row
            for row in session.scalars(select(ReviewRow).order_by(ReviewRow.created_at, ReviewRow.id))
            if row.id not in hidden and review_id in (None, row.id)
        ]
        known = {row.id for row in notes} | {row.id for row in reviews}
        kept = [row for row in session.scalars(select(KeptRow).order_by(KeptRow.at)) if row.about_id in known]
        return Exchange(
            notes=[
                ExchangedNote(
                    id=row.id,
                    parent_id=row.parent_id,
                    author=row.author,
                    created_at=row.created_at,
                    history=said[row.id],
                )
                for row in notes
            ],
            reviews=[
                ExchangedReview(id=row.id, author=row.author, created_at=row.created_at, history=said[row.id])
                for row in reviews
            ],
            kept=[
                ExchangedKept.model_validate({name: getattr(row, name) for name in ExchangedKept.model_fields})
                for row in kept
            ],
            queues=_queues(engine, prefixes) if review_id is None else [],
        )


def _said(row: NoteVersionRow | ReviewVersionRow) -> Said:
    return Said(version=row.version, action=row.action, author=row.author, at=row.at, content=row.content)


def _queues(engine: Engine, prefixes: Prefixes) -> list[ExchangedQueue]:
    made: list[ExchangedQueue] = []
    with reading(engine) as session:
        for row in session.scalars(select(QueueRow).order_by(QueueRow.created_at)):
            asked = select(QueueEntryRow).where(QueueEntryRow.queue_id == row.id).order_by(QueueEntryRow.place)
            entries = [one for one in session.scalars(asked) if may_read(one.source_name, prefixes)]
            keys = {one.run_key for one in entries}
            said = select(JudgementRow).where(JudgementRow.queue_id == row.id).order_by(JudgementRow.at)
            made.append(
                ExchangedQueue(
                    id=row.id,
                    name=row.name,
                    origin=row.origin,
                    author=row.author,
                    created_at=row.created_at,
                    entries=[
                        ExchangedEntry.model_validate({n: getattr(one, n) for n in ExchangedEntry.model_fields})
                        for one in entries
                    ],
                    judgements=[
                        ExchangedJudgement.model_validate({n: getattr(one, n) for n in ExchangedJudgement.model_fields})
                        for one in session.scalars(said)
                        if one.run_key in keys
                    ],
                )
            )
    return [one for one in made if one.entries]
