"""The usual Claude Code transcript: one session in which each line follows the one before it."""

from collections.abc import Sequence
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.claude_code_lines import entry
from viewer.formats.claude_code_threads import Thread

_AT_ONCE = 200
"""Lines that are looked at and then mapped while the processor still has them at hand."""


def map_chain(builder: RunBuilder, records: Sequence[Record | BadRecord]) -> Thread | None:
    """Add all lines; None: some line does not follow the one before it, and the builder holds a part only."""
    first: dict[str, Any] = {}
    line: dict[str, Any] = {}
    unlinked: list[dict[str, Any]] = []
    last = sidechain = None
    for start in range(0, len(records), _AT_ONCE):
        some = records[start : start + _AT_ONCE]
        for record in some:
            value = record.value if type(record) is Record else None
            if type(value) is not dict:
                continue
            uuid = value.get("uuid")
            if uuid is None:
                unlinked.append(value)
                continue
            line = value
            if not first:
                first, sidechain = line, line.get("isSidechain")
            if line.get("parentUuid") != last or line.get("isSidechain") != sidechain:
                return None
            last = uuid
        builder.map(some, entry)
    session, agent = first.get("sessionId"), first.get("agentId")
    if line.get("sessionId") != session:
        return None  # it goes on with another session's lines
    return Thread(
        [session] if type(session) is str else [],
        agent if type(agent) is str else None,
        sidechain is True,
        records=list(records),
        unlinked=unlinked,
    )
