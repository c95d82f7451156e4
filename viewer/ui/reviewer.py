"""Who writes notes and reviews here, and what they may read."""

from viewer.access import OUT, Prefixes
from viewer.ui import access, session
from viewer.ui.catalog_limited import LimitedCatalog

_NOBODY = "nobody"


def name() -> str:
    """The name that stands beside what this session writes."""
    now = access.person()
    return _NOBODY if now is None else now.name


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
