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
    holds = first = True
    last = session = agent = sidechain = None
    unlinked: list[dict[str, Any]] = []

    def entry_of(record: Record) -> Entry:
        nonlocal holds, first, last, session, agent, sidechain
        line = record.value
        if type(line) is dict:
            field = line.get
            uuid = field("uuid")
            if uuid is None:
                unlinked.append(line)
            else:
                if first:
                    session, agent, sidechain = field("sessionId"), field("agentId"), field("isSidechain")
                    first = False
                if field("parentUuid") != last or field("sessionId") != session or field("isSidechain") != sidechain:
                    holds = False
                    deque(rest, maxlen=0)
                    return _BROKEN
                last = uuid
        return entry(record)

    builder.map(rest, entry_of)
    if not holds:
        return None
    return Thread(
        [session] if type(session) is str else [],
        agent if type(agent) is str else None,
        sidechain is True,
        records=list(records),
        unlinked=unlinked,
    )
