"""The usual Claude Code transcript: one session in which each line follows the one before it, read in one pass."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.claude_code_lines import entry
from viewer.formats.claude_code_threads import Thread
from viewer.formats.entries import Aside, Entry

_BROKEN = Aside("", "")


def map_chain(builder: RunBuilder, records: Sequence[Record | BadRecord]) -> Thread | None:
    """Add all lines; None: some line does not follow the one before it, and the builder holds a part only."""
    rest = iter(records)
    holds = True
    first: dict[str, Any] | None = None
    line: Any = None
    last = sidechain = None
    unlinked: list[dict[str, Any]] = []

    def entry_of(record: Record) -> Entry:
        nonlocal holds, first, line, last, sidechain
        value = record.value
        if type(value) is dict:
            uuid = value.get("uuid")
            if uuid is None:
                unlinked.append(value)
            else:
                line = value
                if first is None:
                    first, sidechain = line, line.get("isSidechain")
                if line.get("parentUuid") != last or line.get("isSidechain") != sidechain:
                    holds = False
                    deque(rest, maxlen=0)
                    return _BROKEN
                last = uuid
        return entry(record)

    builder.map(rest, entry_of)
    first = first or {}
    session = first.get("sessionId")
    # A session that goes on with another's lines ends as that other one.
    if not holds or (line is not None and line.get("sessionId") != session):
        return None
    agent = first.get("agentId")
    return Thread(
        [session] if type(session) is str else [],
        agent if type(agent) is str else None,
        sidechain is True,
        records=list(records),
        unlinked=unlinked,
    )
