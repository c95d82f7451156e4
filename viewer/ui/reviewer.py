"""Who writes notes and reviews here, and what they may read."""

from viewer.reviews.access import Prefixes
from viewer.ui import access


def name() -> str:
    """The name that stands beside what this session writes."""
    person = access.person()
    return "nobody" if person is None else person.name[:200]


def prefixes() -> Prefixes:
    """The paths whose runs may be read; None: all."""
    return access.prefixes()


def may_write() -> bool:
    """Whether notes and reviews may be changed."""
    return access.may("reviewer")
