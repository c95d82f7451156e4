"""A note: what a person says of a place in a run."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, cast, get_args

from viewer.reviews.anchor import Anchor, Kind
from viewer.reviews.refused import RefusedError
from viewer.reviews.tables import NoteRow

Severity = Literal["critical", "high", "medium", "low"]
State = Literal["open", "agreed", "disputed", "resolved"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
STATES: tuple[State, ...] = get_args(State)
LONGEST_LABEL = 100
LONGEST_TEXT = 100_000
MOST_LABELS = 50


@dataclass(frozen=True)
class Words:
    """What a person may change of a note."""

    text: str
    labels: tuple[str, ...] = ()
    severity: Severity | None = None
    status: State = "open"


@dataclass(frozen=True)
class Note:
    """A note or a reply as it stands now."""

    id: str
    version: int
    parent_id: str | None
    """The note that this one replies to."""
    anchor: Anchor
    words: Words
    author: str
    created_at: str
    changed_by: str
    changed_at: str
    retracted: bool


def checked(words: Words) -> Words:
    """The same words with tidy labels.

    Raises:
        RefusedError: there is no text, or a part is out of bounds.
    """
    text = words.text.strip()
    labels = tuple(dict.fromkeys(label.strip() for label in words.labels if label.strip()))
    if not text and not labels:
        raise RefusedError("a note needs words or a label")
    if len(text) > LONGEST_TEXT:
        raise RefusedError(f"a note has up to {LONGEST_TEXT:,} characters; this one has {len(text):,}")
    if len(labels) > MOST_LABELS or any(len(label) > LONGEST_LABEL for label in labels):
        raise RefusedError(f"a note bears up to {MOST_LABELS} labels of up to {LONGEST_LABEL} characters")
    if words.severity is not None and words.severity not in SEVERITIES:
        raise RefusedError(f"a severity is one of {', '.join(SEVERITIES)}")
    if words.status not in STATES:
        raise RefusedError(f"a status is one of {', '.join(STATES)}")
    return replace(words, text=text, labels=labels)


def note_of(row: NoteRow) -> Note:
    """A row as a note."""
    place = Anchor(
        run_key=row.run_key,
        run_id=row.run_id,
        source_name=row.source_name,
        kind=cast(Kind, row.kind),
        position=row.position,
        k=row.k,
        start=row.start,
        end=row.end,
        hash=row.hash,
        quoted=row.quoted,
    )
    words = Words(row.text, tuple(row.labels), cast(Severity | None, row.severity), cast(State, row.status))
    return Note(
        *(row.id, row.version, row.parent_id, place, words),
        *(row.author, row.created_at, row.changed_by, row.changed_at, row.retracted),
    )


def content_of(note: Note) -> dict[str, Any]:
    """What its history keeps of a note: place, words, and whether it was retracted."""
    made = {**asdict(note.anchor), **asdict(note.words), "retracted": note.retracted}
    return {**made, "labels": list(note.words.labels)}


def words_of(content: dict[str, Any]) -> dict[str, Any]:
    """The part of a history entry that people change, for merging."""
    return {name: content[name] for name in ("text", "labels", "severity", "status")}
