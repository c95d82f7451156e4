"""Reads records that left the list: a path that the next request would not present."""

from collections.abc import Iterable

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import EntryOf, RunBuilder
from viewer.model.run import Branch


def branch(
    builder: RunBuilder, at: int, records: Iterable[Record | BadRecord], entry_of: EntryOf, why: str
) -> Branch | None:
    """The branch that leaves the builder's list after message `at`, -1: shares none; None: it holds no message.

    What is set aside on it, and its problems, are the run's.
    """
    other = builder.going_on_from(at)
    shared, answered = len(other.messages), len(other.requests)
    other.map(records, entry_of)
    builder.set_aside.extend(other.set_aside)
    builder.problems.extend(other.problems)
    if len(other.messages) == shared:
        return None
    return Branch(at, tuple(other.messages[shared:]), tuple(other.requests[answered:]), why)
