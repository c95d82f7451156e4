"""Stores incident reviews: saved with the version they were changed from, signed off, frozen."""

import hashlib
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Engine, delete, select
from sqlalchemy.orm import Session

from viewer.model.hashes import canonical_json
from viewer.reviews.access import Prefixes, may_read
from viewer.reviews.document import ReviewDocument, ReviewState, SignOff, as_json, review_of
from viewer.reviews.engine import reading, writing
from viewer.reviews.kept import keep
from viewer.reviews.merging import merge
from viewer.reviews.parts import orders, parts_of, put_together
from viewer.reviews.refused import Conflict, RefusedError
from viewer.reviews.stamp import now
from viewer.reviews.tables import ReviewRow, ReviewRunRow, ReviewVersionRow


@dataclass(frozen=True)
class StoredReview:
    """A review as it stands now."""

    version: int
    """The next change has to name it."""
    document: ReviewDocument
    author: str
    created_at: str
    changed_by: str
    changed_at: str

    @property
    def id(self) -> str:
        """Of the review, also in its document."""
        return self.document.id


@dataclass(frozen=True)
class ListedReview:
    """A line of the list of reviews."""

    id: str
    version: int
    title: str
    state: ReviewState
    author: str
    created_at: str
    changed_by: str
    changed_at: str
    run_keys: tuple[str, ...]


@dataclass(frozen=True)
class ReviewVersion:
    """What a review said once."""

    version: int
    action: str
    """`started`, `changed`, `in review`, `back to draft`, `signed off`, `reopened` or `imported`."""
    author: str
    at: str
    content: dict[str, Any]


def start_review(engine: Engine, document: ReviewDocument, author: str) -> StoredReview:
    """Store a new review, as a draft.

    Raises:
        RefusedError: there is one with this id.
    """
    draft = document.model_copy(update={"state": "draft", "signed": None})
    at = now()
    made = StoredReview(1, draft, author, at, author, at)
    with writing(engine) as session:
        if session.get(ReviewRow, draft.id) is not None:
            raise RefusedError("a review with this id is in the store already")
        put_review(session, made, "started")
    return made


def save_review(engine: Engine, version: int, document: ReviewDocument, author: str) -> StoredReview | Conflict:
    """Change a review from the version that its author saw.

    What someone else changed meanwhile stays where it is another part (a field, a claim, an action, …); where both
    changed the same part, nothing is changed, and both texts come back.

    Raises:
        RefusedError: there is no such review, or it is signed off.
    """
    mine = parts_of(as_json(document))
    with writing(engine) as session:
        there = _there(session, document.id)
        if there.document.state == "signed_off":
            raise RefusedError("this review is signed off, so it is frozen: reopen it to change it")
        mine |= {"state": there.document.state, "signed": None}
        base = parts_of(_version(session, document.id, version).content)
        base |= {"state": there.document.state, "signed": None}
        theirs = parts_of(as_json(there.document))
        merged = merge(base, theirs, mine)
        conflicts = [name for name in merged.conflicts if name not in orders(mine | theirs)]
        if conflicts:
            kept = keep(session, "review", document.id, version, author, as_json(document))
            return Conflict(
                there, as_json(document), _version(session, document.id, version).content, tuple(conflicts), kept
            )
        made = review_of(put_together(merged.parts, mine, theirs))
        if made == there.document:
            return there
        return _next(session, there, made, author, "changed")


def set_state(engine: Engine, review_id: str, version: int, state: ReviewState, author: str) -> StoredReview | Conflict:
    """Move a review between draft and in review, or open a signed one again as a draft.

    Raises:
        RefusedError: there is no such review, or the state is signed_off, which `sign_off` sets.
    """
    if state == "signed_off":
        raise RefusedError("a review is signed off with the hashes of its runs")
    with writing(engine) as session:
        there = _there(session, review_id)
        if there.version != version:
            return _stale(session, there, version, author, {"state": state})
        action = {"draft": "back to draft", "in_review": "in review"}[state]
        if there.document.state == "signed_off":
            action = "reopened"
        made = there.document.model_copy(update={"state": state, "signed": None})
        return _next(session, there, made, author, action)


def sign_off(
    engine: Engine, review_id: str, version: int, run_hashes: dict[str, str], author: str
) -> StoredReview | Conflict:
    """Freeze a review, with the hash that each of its runs has now.

    Args:
        engine: the store.
        review_id: which review.
        version: the version that its signer read.
        run_hashes: alias -> run_hash, of every run.
        author: who signs.

    Raises:
        RefusedError: there is no such review, it is signed, or a run's hash is missing.
    """
    with writing(engine) as session:
        there = _there(session, review_id)
        if there.document.state == "signed_off":
            raise RefusedError("this review is signed off already")
        if there.version != version:
            return _stale(session, there, version, author, {"state": "signed_off"})
        missing = [run.alias for run in there.document.runs if run.alias not in run_hashes]
        if missing:
            raise RefusedError(f"cannot be signed off: {', '.join(missing)} cannot be read, so it has no hash")
        runs = [run.model_copy(update={"run_hash": run_hashes[run.alias]}) for run in there.document.runs]
        frozen = there.document.model_copy(update={"runs": runs})
        signed = SignOff(by=author, at=now(), sha256=content_hash(frozen))
        made = frozen.model_copy(update={"state": "signed_off", "signed": signed})
        return _next(session, there, made, author, "signed off")


def content_hash(document: ReviewDocument) -> str:
    """The sha256 of what was signed: the document without its state and signature, in canonical JSON."""
    content = {name: value for name, value in as_json(document).items() if name not in ("state", "signed")}
    return hashlib.sha256(canonical_json(content)).hexdigest()


def review(engine: Engine, review_id: str, prefixes: Prefixes = None) -> StoredReview | None:
    """One review; None where there is none, or one of its runs may not be read."""
    with reading(engine) as session:
        row = session.get(ReviewRow, review_id)
        found = _stored(row) if row is not None else None
    if found is None or not all(may_read(run.source, prefixes) for run in found.document.runs):
        return None
    return found


def reviews(engine: Engine, prefixes: Prefixes = None, *, run_key: str | None = None) -> tuple[ListedReview, ...]:
    """The reviews, or those about one run: a run's quotes live in them. The last changed first."""
    asked = select(
        *(ReviewRow.id, ReviewRow.version, ReviewRow.title, ReviewRow.state, ReviewRow.author),
        *(ReviewRow.created_at, ReviewRow.changed_by, ReviewRow.changed_at),
    ).order_by(ReviewRow.changed_at.desc())
    about = select(ReviewRunRow.review_id, ReviewRunRow.run_key, ReviewRunRow.source_name)
    if run_key is not None:
        mine = select(ReviewRunRow.review_id).where(ReviewRunRow.run_key == run_key)
        asked = asked.where(ReviewRow.id.in_(mine))
        about = about.where(ReviewRunRow.review_id.in_(mine))
    keys: dict[str, list[str]] = {}
    hidden: set[str] = set()
    with reading(engine) as session:
        for review_id, key, source in session.execute(about):
            keys.setdefault(review_id, []).append(key)
            if not may_read(source, prefixes):
                hidden.add(review_id)
        rows = session.execute(asked).all()
    return tuple(
        ListedReview(row[0], row[1], row[2], cast(ReviewState, row[3]), *row[4:], tuple(keys.get(row[0], ())))
        for row in rows
        if row[0] not in hidden
    )


def review_history(engine: Engine, review_id: str, prefixes: Prefixes = None) -> tuple[ReviewVersion, ...]:
    """Everything that a review ever said, the first version first."""
    if prefixes is not None and review(engine, review_id, prefixes) is None:
        return ()
    asked = select(ReviewVersionRow).where(ReviewVersionRow.review_id == review_id).order_by(ReviewVersionRow.version)
    with reading(engine) as session:
        return tuple(
            ReviewVersion(row.version, row.action, row.author, row.at, row.content) for row in session.scalars(asked)
        )


def put_review(session: Session, made: StoredReview, action: str) -> None:
    """Write a review as it now is, its runs, and the entry of its history."""
    document = as_json(made.document)
    row = session.get(ReviewRow, made.id)
    if row is None:
        row = ReviewRow(id=made.id, author=made.author, created_at=made.created_at)
        session.add(row)
    row.version, row.title, row.state = made.version, made.document.title, made.document.state
    row.changed_by, row.changed_at, row.document = made.changed_by, made.changed_at, document
    session.flush()
    session.execute(delete(ReviewRunRow).where(ReviewRunRow.review_id == made.id))
    session.add_all(
        ReviewRunRow(review_id=made.id, alias=run.alias, run_key=run.key, source_name=run.source)
        for run in made.document.runs
    )
    session.add(
        ReviewVersionRow(
            review_id=made.id,
            version=made.version,
            action=action,
            author=made.changed_by,
            at=made.changed_at,
            content=document,
        )
    )


def _next(session: Session, there: StoredReview, document: ReviewDocument, author: str, action: str) -> StoredReview:
    made = StoredReview(there.version + 1, document, there.author, there.created_at, author, now())
    put_review(session, made, action)
    return made


def _stale(session: Session, there: StoredReview, version: int, author: str, mine: dict[str, Any]) -> Conflict:
    base = _version(session, there.id, version).content
    return Conflict(there, mine, base, ("the review",), keep(session, "review", there.id, version, author, mine))


def _there(session: Session, review_id: str) -> StoredReview:
    row = session.scalars(select(ReviewRow).where(ReviewRow.id == review_id).with_for_update()).one_or_none()
    if row is None:
        raise RefusedError("this review is not in the store")
    return _stored(row)


def _stored(row: ReviewRow) -> StoredReview:
    document = review_of(row.document)
    return StoredReview(row.version, document, row.author, row.created_at, row.changed_by, row.changed_at)


def _version(session: Session, review_id: str, version: int) -> ReviewVersionRow:
    found = session.get(ReviewVersionRow, (review_id, version))
    if found is None:
        raise RefusedError(f"this review has no version {version}")
    return found
