"""Who writes notes and reviews here, and what they may read."""

from viewer.access import OUT
from viewer.reviews.access import Prefixes
from viewer.ui import access, session
from viewer.ui.catalog_limited import LimitedCatalog


def name() -> str:
    """The name that stands beside what this session writes."""
    person = access.person()
    return "nobody" if person is None else person.name[:200]


def prefixes() -> Prefixes:
    """The paths whose runs may be read, without links that lead elsewhere; None: all."""
    own = access.prefixes()
    catalog = None if own is None else session.catalog()
    if own is None or not isinstance(catalog, LimitedCatalog):
        return own
    return (*own, *(f"{OUT}{name}" for name in catalog.left_out()))


def may_write() -> bool:
    """Whether notes and reviews may be changed."""
    return access.may("reviewer")
