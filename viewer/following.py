"""Reads on in files that are still written: what was read is kept, and only the lines that were added are mapped."""

import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from viewer import load
from viewer.decode.document import BadRecord, JsonRecords, Record
from viewer.decode.json_value import JsonError, parse
from viewer.decode.lines import json_lines
from viewer.errors import RunFileError
from viewer.formats.base import Growing
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.formats.placed import placed
from viewer.formats.registry import choose
from viewer.model.run import Run
from viewer.model.source import Part, Source
from viewer.objects import is_object

MOST_FOLLOWED = 4
"""Files whose lines are kept in memory, so that reading can go on; those followed longest ago are read whole again."""
_LOOKED_AT = 200
"""Lines that some format looks at to know its own: before a file has as many, it is read whole each time."""
_TAIL = 4096
"""Bytes before the end that must be as they were: else the file was replaced, not added to."""


@dataclass(eq=False)
class _Followed:
    """A file as far as it was read."""

    growing: Growing
    count: int
    """Lines mapped."""
    end: int
    """Byte after the last line that was mapped, which is whole."""
    tail: bytes
    """The last bytes before that."""


class Follower:
    """Reads the files that are followed; not to be used by two threads at once."""

    def __init__(self) -> None:
        self._followed: OrderedDict[tuple[str, str | None], _Followed] = OrderedDict()

    def runs(self, source: Source, format: str | None = None) -> tuple[Run, ...]:
        """The runs of a source as they are now, read on from where they were where that can be.

        A line that is not whole yet is left for the next time.

        Raises:
            RunFileError: it cannot be read.
        """
        key = source.uri, format
        followed = self._followed.pop(key, None)
        if followed is not None:
            with load.collector_paused():
                runs = _read_on(followed, source)
            if runs is not None:
                self._keep(key, followed)
                return runs
        opened = load.opened(source, format)
        begun = _begun(opened, format)
        if begun is not None:
            self._keep(key, begun)
        return opened.runs

    def _keep(self, key: tuple[str, str | None], followed: _Followed) -> None:
        self._followed[key] = followed
        while len(self._followed) > MOST_FOLLOWED:
            self._followed.popitem(last=False)


def _begun(opened: load.Opened, format: str | None) -> _Followed | None:
    """Lines that can be read on; None: this file is read whole each time."""
    source, decoded = opened.runs[0].source, opened.decoded
    part = source.parts[0]
    if len(source.parts) > 1 or part.member is not None or is_object(part.uri):
        return None
    if type(decoded) is not JsonRecords or decoded.notes or len(decoded.text) != part.size:
        return None  # packed, marked or odd: bytes of the file are not bytes of the text
    end = decoded.text.rfind(b"\n") + 1
    whole = [record for record, span in zip(decoded.records, decoded.spans, strict=True) if span[1] < end]
    chosen, view = choose(decoded, format)
    if len(whole) < _LOOKED_AT or chosen.follow is None or not isinstance(view, JsonRecords):
        return None
    growing = chosen.follow(view)
    if growing is None or not _added(growing, whole):
        return None
    return _Followed(growing, len(whole), end, decoded.text[max(0, end - _TAIL) : end])


def _read_on(followed: _Followed, source: Source) -> tuple[Run, ...] | None:
    """The runs with the lines that were added since; None: the file has to be read whole."""
    found = _new_bytes(followed, source.parts[0])
    if found is None:
        return None
    part, content = found
    end = content.rfind(b"\n") + 1
    lines, rest = content[:end], content[end:]
    if rest.strip() and _is_whole(rest):
        return None  # a last line without its end, which no more may follow
    if lines.strip():
        decoded = json_lines(lines, source.name, ())
        if decoded is None or decoded.notes or any(type(record) is BadRecord for record in decoded.records):
            return None  # notes and reasons tell places, which are those of the whole file
        records = [Record(number, record.value) for number, record in _numbered(decoded.records, followed.count)]
        if not _added(followed.growing, records):
            return None
        followed.count += len(records)
    followed.end += end
    followed.tail = (followed.tail + lines)[-_TAIL:]
    try:
        runs = followed.growing.runs()
    except MAPPING_ERRORS:
        return None  # reading the file whole says why
    now = Source(source.name, (part,))
    return tuple(placed(runs, now, ())) or None


def _numbered(records: Sequence[Record | BadRecord], before: int) -> list[tuple[int, Record]]:
    return [(before + record.number, record) for record in records if isinstance(record, Record)]


def _added(growing: Growing, records: Sequence[Record | BadRecord]) -> bool:
    try:
        return growing.add(records)
    except MAPPING_ERRORS:
        return False


def _new_bytes(followed: _Followed, part: Part) -> tuple[Part, bytes] | None:
    """The part as it is now, and what stands behind the lines that were mapped; None: what stood there changed."""
    try:
        with open(part.uri, "rb") as file:
            now = os.fstat(file.fileno())
            file.seek(followed.end - len(followed.tail))
            content = file.read(now.st_size - followed.end + len(followed.tail))
    except (OSError, ValueError):
        return None
    if not content.startswith(followed.tail) or now.st_size < followed.end:
        return None
    return load.part_of(part.uri, now), content[len(followed.tail) :]


def _is_whole(line: bytes) -> bool:
    try:
        parse(line)
    except (JsonError, RunFileError):
        return False
    return True
