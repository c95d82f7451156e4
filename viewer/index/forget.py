"""Takes runs out of an index for good: out of the tables, their files, and what else was made of them."""

import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from viewer.index.cache_place import cached_indexes
from viewer.index.reader import IndexVersionError
from viewer.index.store import Store
from viewer.index.text import FILE, TextIndex
from viewer.index.tidy import drop_rows, vacuum
from viewer.index.unchanged import forget_looks


@dataclass(frozen=True)
class Forgotten:
    """A run, or an unreadable source, that an index no longer holds."""

    run_row: int
    key: str | None
    uri: str
    run_id: str | None


Elsewhere = Callable[[str, Sequence[Forgotten]], list[str]]
"""Takes runs out of a store beside the tables of an index (its folder or URL); sentences on what that did."""


def _full_text(folder: str, rows: Sequence[Forgotten]) -> list[str]:
    """Words cannot be taken out of it one by one."""
    if "://" in folder or not Path(folder, FILE).exists():
        return []
    TextIndex(Path(folder)).forget()
    return ["the full text was deleted; it is built anew when it is next asked"]


def _caches(folder: str, rows: Sequence[Forgotten]) -> list[str]:
    """The app's own indexes of the same files, and their full text."""
    cleared = sum(_in_cache(cached, rows) for cached in cached_indexes() if str(cached.absolute()) != folder)
    return [f"{cleared:,} of the app's own indexes forgot them too"] if cleared else []


def _in_cache(cached: Path, rows: Sequence[Forgotten]) -> bool:
    try:
        with closing(Store(str(cached))) as store:
            held = [one for row in rows for one in _rows(store, _SAME, [row.uri, row.run_id])]
            if held:
                _take_out(store, held)
                _full_text(store.folder, held)
            return bool(held)
    except IndexVersionError:  # no program reads it any more, and the runs may stand in it
        shutil.rmtree(cached, ignore_errors=True)
        return True


ELSEWHERE: tuple[Elsewhere, ...] = (_full_text, _caches)
_SAME = "uri = ? AND run_id IS NOT DISTINCT FROM ?"
_BY_RUN = "SELECT run_row, key, uri, run_id FROM stored_runs WHERE "


def found(store: Store, address: str) -> list[Forgotten]:
    """The rows that `path`, `path#run_id` or the key of a run names; a folder names all below it."""
    whole = _of_place(store, address, None)
    if whole:
        return whole
    path, divides, run_id = address.rpartition("#")
    if divides and (named := _of_place(store, path, run_id)):
        return named
    return _rows(store, "key = ?", [address])


def _of_place(store: Store, path: str, run_id: str | None) -> list[Forgotten]:
    place = path if "://" in path else str(Path(path).absolute())
    condition, values = "(uri = ? OR starts_with(uri, ?))", [place, place.rstrip("/") + "/"]
    return (
        _rows(store, condition, values)
        if run_id is None
        else _rows(store, f"{condition} AND run_id = ?", [*values, run_id])
    )


def _rows(store: Store, condition: str, values: Sequence[str | None]) -> list[Forgotten]:
    return [Forgotten(*row) for row in store.reader().rows(_BY_RUN + condition, values)]


def forget(store: Store, rows: Sequence[Forgotten]) -> list[str]:
    """Delete them, also from files that readers of an older state use; sentences on what was done elsewhere."""
    _take_out(store, rows)
    return [sentence for elsewhere in ELSEWHERE for sentence in elsewhere(store.folder, rows)]


def _take_out(store: Store, rows: Sequence[Forgotten]) -> None:
    run_rows = [row.run_row for row in rows]
    store.remove_rows(run_rows)
    drop_rows(store, run_rows)
    vacuum(store, 0)
    forget_looks(store.folder)
