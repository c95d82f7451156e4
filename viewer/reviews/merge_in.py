"""Takes an exchanged document into a store: what is new is added, what differs is kept beside what is there."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from viewer.model.hashes import canonical_json
from viewer.reviews.anchor import Anchor
from viewer.reviews.document import review_of
from viewer.reviews.engine import writing
from viewer.reviews.exchange import Exchange, ExchangedNote, ExchangedReview, NoteContent, Said
from viewer.reviews.incidents import StoredReview, put_review
from viewer.reviews.note import Note, Words, checked
from viewer.reviews.notes import put
from viewer.reviews.refused import RefusedError
from viewer.reviews.tables import (
    JudgementRow,
    KeptRow,
    NoteVersionRow,
    QueueEntryRow,
    QueueRow,
    ReviewVersionRow,
)
from viewer.written import first_problem


@dataclass
class Merged:
    """What an import did, in numbers of notes, reviews and queues."""

    added: int = 0
    extended: int = 0
    """There already, with later versions now."""
    unchanged: int = 0
    diverged: int = 0
    """Changed in both stores: ours stands, theirs is kept beside it."""

    @property
    def sentence(self) -> str:
        """For people."""
        told = f"{self.added:,} added, {self.extended:,} brought up to date, {self.unchanged:,} there already"
        return told + (f", {self.diverged:,} changed on both sides: the other words are kept" if self.diverged else "")


def merge_in(engine: Engine, exchange: Exchange) -> Merged:
    """Merge a document into a store, all of it or nothing. Doing it twice changes nothing more.

    Raises:
        RefusedError: a note or a review in it is none.
    """
    merged = Merged()
    with writing(engine) as session:
        for note in sorted(exchange.notes, key=lambda one: one.parent_id is not None):
            _take(session, merged, "note", note, _note_versions(session, note.id))
        for review in exchange.reviews:
            _take(session, merged, "review", review, _review_versions(session, review.id))
        for kept in exchange.kept:
            if session.get(KeptRow, kept.id) is None:
                session.add(KeptRow(**kept.model_dump()))
        _queues(session, merged, exchange)
    return merged


def _note_versions(session: Session, note_id: str) -> list[Said]:
    asked = select(NoteVersionRow).where(NoteVersionRow.note_id == note_id).order_by(NoteVersionRow.version)
    return [_said(row) for row in session.scalars(asked)]


def _review_versions(session: Session, review_id: str) -> list[Said]:
    asked = select(ReviewVersionRow).where(ReviewVersionRow.review_id == review_id).order_by(ReviewVersionRow.version)
    return [_said(row) for row in session.scalars(asked)]


def _said(row: NoteVersionRow | ReviewVersionRow) -> Said:
    return Said(version=row.version, action=row.action, author=row.author, at=row.at, content=row.content)


def _take(
    session: Session, merged: Merged, about: str, one: ExchangedNote | ExchangedReview, ours: Sequence[Said]
) -> None:
    theirs = sorted(one.history, key=lambda said: said.version)
    if [said.version for said in theirs] != list(range(1, len(theirs) + 1)):
        raise RefusedError(f"{about} {one.id}: its versions are not 1 to {len(theirs)}")
    common = 0
    while common < min(len(ours), len(theirs)) and ours[common] == theirs[common]:
        common += 1
    later = theirs[common:]
    if not later:
        merged.unchanged += 1
    elif common < len(ours):
        for said in later:
            _keep(session, about, one.id, common, said)
        merged.diverged += 1
    else:
        for said in later:
            _put(session, one, said)
        if ours:
            merged.extended += 1
        else:
            merged.added += 1


def _put(session: Session, one: ExchangedNote | ExchangedReview, said: Said) -> None:
    try:
        if isinstance(one, ExchangedReview):
            document = review_of(said.content)
            if document.id != one.id:
                raise RefusedError(f"review {one.id}: a version of it is of another review")
            put_review(
                session,
                StoredReview(said.version, document, one.author, one.created_at, said.author, said.at),
                said.action,
            )
        else:
            content = NoteContent.model_validate(said.content)
            place = Anchor(**{field.name: getattr(content, field.name) for field in fields(Anchor)})
            words = Words(content.text, tuple(content.labels), content.severity, content.status)
            note = Note(
                *(one.id, said.version, one.parent_id, place),
                *(checked(words), one.author, one.created_at),
                *(said.author, said.at, content.retracted),
            )
            _ = place.message  # a position that is none is refused here
            put(session, note, said.action)
        session.flush()
    except ValidationError as error:
        raise RefusedError(f"{one.id}, version {said.version}: {first_problem(error)}") from error
    except ValueError as error:
        raise RefusedError(f"{one.id}, version {said.version}: {error}") from error


def _keep(session: Session, about: str, about_id: str, base_version: int, said: Said) -> None:
    """Words of the other store beside ours; the id comes from them, so that they are kept once."""
    content: dict[str, Any] = said.content
    named = canonical_json([about_id, said.version, said.author, said.at, content])
    kept = hashlib.sha256(named).hexdigest()[:32]
    if session.get(KeptRow, kept) is None:
        session.add(
            KeptRow(
                id=kept,
                about=about,
                about_id=about_id,
                base_version=max(base_version, 1),
                author=said.author,
                at=said.at,
                content=content,
                settled_at=None,
            )
        )


def _queues(session: Session, merged: Merged, exchange: Exchange) -> None:
    for queue in exchange.queues:
        new = session.get(QueueRow, queue.id) is None
        if new:
            session.add(
                QueueRow(
                    id=queue.id,
                    name=queue.name,
                    origin=queue.origin,
                    author=queue.author,
                    created_at=queue.created_at,
                )
            )
            session.flush()
            for place, entry in enumerate(queue.entries):
                session.add(QueueEntryRow(queue_id=queue.id, place=place, **entry.model_dump()))
        more = [one for one in queue.judgements if session.get(JudgementRow, one.id) is None]
        session.add_all(JudgementRow(queue_id=queue.id, **one.model_dump()) for one in more)
        if new:
            merged.added += 1
        elif more:
            merged.extended += 1
        else:
            merged.unchanged += 1
