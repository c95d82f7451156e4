"""Which rows a person may read: those of runs under given path prefixes, compared segment by segment."""

from sqlalchemy import ColumnElement, func, or_, true
from sqlalchemy.orm import InstrumentedAttribute

Prefixes = tuple[str, ...] | None
"""Paths below the root, such as `team-a/prod`; None: everything."""


def within(name: InstrumentedAttribute[str], prefixes: Prefixes) -> ColumnElement[bool]:
    """The condition on a column that holds a source's name; `team-a` does not let `team-ab/run.json` through."""
    if prefixes is None:
        return true()
    rules: list[ColumnElement[bool]] = []
    for prefix in (one.strip("/") for one in prefixes):
        if not prefix:
            return true()
        # Not LIKE, which takes capital and small letters for the same in SQLite.
        rules += [name == prefix, func.substr(name, 1, len(prefix) + 1) == f"{prefix}/"]
    return or_(*rules) if rules else ~true()


def may_read(source_name: str, prefixes: Prefixes) -> bool:
    """The same for a name at hand."""
    if prefixes is None:
        return True
    parts = source_name.split("/")
    return any(parts[: len(own)] == own for own in ([s for s in one.split("/") if s] for one in prefixes))
