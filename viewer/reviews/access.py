"""Which rows a person may read: those of runs under given path prefixes, as `viewer/access.py` decides it."""

from sqlalchemy import ColumnElement, and_, func, literal, or_, true
from sqlalchemy.orm import InstrumentedAttribute

from viewer.access import Prefixes, divided, may_read

__all__ = ["Prefixes", "may_read", "within"]


def within(name: InstrumentedAttribute[str], prefixes: Prefixes) -> ColumnElement[bool]:
    """The same rule as `may_read`, as a condition on a column that holds a source's name."""
    if prefixes is None:
        return true()
    allowed, taken_out = divided(prefixes)
    leads_up = (literal("/") + name + "/").contains("/../")
    return and_(_under(name, allowed), *(~_under(name, [one]) for one in taken_out), ~leads_up)


def _under(name: InstrumentedAttribute[str], prefixes: list[list[str]]) -> ColumnElement[bool]:
    rules: list[ColumnElement[bool]] = []
    for prefix in map("/".join, prefixes):
        if not prefix:
            return true()
        # Not LIKE, which takes capital and small letters for the same in SQLite.
        rules += [name == prefix, func.substr(name, 1, len(prefix) + 1) == f"{prefix}/"]
    return or_(*rules) if rules else ~true()
