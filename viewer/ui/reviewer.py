"""Who writes notes and reviews here, and what they may read."""

import getpass
import os

from viewer.reviews.access import Prefixes

VARIABLE = "TRAJECTORY_VIEWER_REVIEWER"
"""Names the one user of an app without login; `open --reviewer NAME` sets it."""
_LONGEST = 200


def name() -> str:
    """The name that stands beside what this session writes."""
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return given[:_LONGEST]
    try:
        return getpass.getuser()[:_LONGEST]
    except (OSError, KeyError):  # a container's user may have no name
        return "reviewer"


def prefixes() -> Prefixes:
    """The paths whose runs may be read; None: all."""
    return None


def may_write() -> bool:
    """Whether notes and reviews may be changed."""
    return True
