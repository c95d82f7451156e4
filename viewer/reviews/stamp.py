"""Ids and times of what is written into the store."""

import uuid
from datetime import UTC, datetime


def new_id() -> str:
    """32 hex digits."""
    return uuid.uuid4().hex


def now() -> str:
    """ISO 8601 in UTC with microseconds: sorts as text."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
