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
    chain = Chain(builder)
    return chain.thread() if chain.add(records) else None


class Chain:
    """Lines of one session that follow one another, to which more may be added."""

    def __init__(self, builder: RunBuilder) -> None:
        self.builder = builder
        self.records: list[Record | BadRecord] = []
        self._first: dict[str, Any] = {}
        self._line: dict[str, Any] = {}
        self._unlinked: list[dict[str, Any]] = []
        self._last: Any = None
        self._sidechain: Any = None

    def add(self, records: Sequence[Record | BadRecord]) -> bool:
        """Map further lines; False: one of them does not follow the one before it, and a part only is mapped."""
        self.records.extend(records)
        first, line, last, sidechain = self._first, self._line, self._last, self._sidechain
        unlinked = self._unlinked
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
                    return False
                last = uuid
            self.builder.map(some, entry)
        self._first, self._line, self._last, self._sidechain = first, line, last, sidechain
        return True

    def thread(self) -> Thread | None:
        """The lines as a thread; None: it goes on with another session's lines."""
        session, agent = self._first.get("sessionId"), self._first.get("agentId")
        if self._line.get("sessionId") != session:
            return None
        return Thread(
            [session] if type(session) is str else [],
            agent if type(agent) is str else None,
            self._sidechain is True,
            records=self.records,
            unlinked=self._unlinked,
        )
