"""What still quotes runs that an index forgot: reviews and notes in a store, bundles in folders."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import make_url

from viewer.reviews.engine import open_store
from viewer.reviews.incidents import reviews
from viewer.reviews.notes_found import notes
from viewer.reviews.place import default_url

_BUNDLE = b"trajectory-viewer-bundle"


def quotes(keys: Sequence[str], db: str | None, bundles: Sequence[Path]) -> list[str]:
    """A line for each review, note and bundle that is about one of these runs.

    Args:
        keys: of the runs.
        db: the store of reviews; None: the user's own, where there is one.
        bundles: files and folders of bundles.
    """
    return [*(_in_store(keys, db) if db or _has_store() else ()), *_in_bundles(keys, bundles)]


def _has_store() -> bool:
    named = make_url(default_url())
    return named.get_backend_name() != "sqlite" or (named.database is not None and Path(named.database).exists())


def _in_store(keys: Sequence[str], db: str | None) -> Iterator[str]:
    store = open_store(db)
    for key in keys:
        for review in reviews(store, run_key=key):
            yield f"review {review.id} cites run {key}"
        for note in notes(store, run_key=key):
            yield f"note {note.id} is about run {key}"


def _in_bundles(keys: Sequence[str], places: Sequence[Path]) -> Iterator[str]:
    for place in places:
        for path in sorted(place.rglob("*.json")) if place.is_dir() else [place]:
            try:
                text = path.read_bytes()
            except OSError as error:
                yield f"{path} cannot be read ({error.strerror}), so that what it quotes is unknown"
                continue
            if _BUNDLE in text:
                yield from (f"bundle {path} quotes run {key}" for key in keys if f'"{key}"'.encode() in text)
