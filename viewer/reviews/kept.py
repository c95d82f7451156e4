"""Words that met a newer version: kept beside it, until their author has looked at them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from viewer.reviews.access import Prefixes, may_read
from viewer.reviews.engine import reading, writing
from viewer.reviews.stamp import new_id, now
from viewer.reviews.tables import KeptRow, NoteRow, ReviewRunRow


@dataclass(frozen=True)
class Kept:
    """What someone wanted to save while another had changed the same words."""

    id: str
    about: str
    """`note` or `review`."""
    about_id: str
    base_version: int
    author: str
    at: str
    content: dict[str, Any]
    settled_at: str | None


def keep(session: Session, about: str, about_id: str, base_version: int, author: str, content: dict[str, Any]) -> str:
    """Store the words in the transaction that refused them; returns their id."""
    row = KeptRow(
        id=new_id(),
        about=about,
        about_id=about_id,
        base_version=base_version,
        author=author,
        at=now(),
        content=content,
        settled_at=None,
    )
    session.add(row)
    return row.id


def kept_words(engine: Engine, about_id: str, prefixes: Prefixes = None, *, settled: bool = False) -> tuple[Kept, ...]:
    """What is kept beside a note or a review, the oldest first; nothing where that may not be read."""
    asked = select(KeptRow).where(KeptRow.about_id == about_id, KeptRow.about.in_(("note", "review")))
    if not settled:
        asked = asked.where(KeptRow.settled_at.is_(None))
    with reading(engine) as session:
        if not _readable(session, about_id, prefixes):
            return ()
        return tuple(map(kept_of, session.scalars(asked.order_by(KeptRow.at))))


def _readable(session: Session, about_id: str, prefixes: Prefixes) -> bool:
    noted = select(NoteRow.source_name).where(NoteRow.id == about_id)
    reviewed = select(ReviewRunRow.source_name).where(ReviewRunRow.review_id == about_id)
    names = [*session.scalars(noted), *session.scalars(reviewed)]
    return all(may_read(name, prefixes) for name in names)


def settle(engine: Engine, kept_id: str) -> None:
    """Note that its author has looked at kept words; they stay in the store."""
    with writing(engine) as session:
        row = session.get(KeptRow, kept_id)
        if row is not None and row.settled_at is None:
            row.settled_at = now()


def kept_of(row: KeptRow) -> Kept:
    """A row as kept words."""
    return Kept(*(row.id, row.about, row.about_id, row.base_version, row.author, row.at, row.content, row.settled_at))
