"""Which of the given files hold parts of the same runs: told by ids in their bytes, without reading them as JSON."""

import zlib
from collections.abc import Sequence
from functools import lru_cache

from viewer.decode.unwrap import MAX_BYTES, utf8_text
from viewer.errors import RunFileError
from viewer.formats.base import Joins
from viewer.formats.registry import FORMATS
from viewer.model.source import Source

HEAD = 16 * 1024
"""Bytes at the start of a file that tell whether its runs may go on in another."""
MOST_BYTES = MAX_BYTES // 4
"""Of files read together. Deliveries cut by time may overlap without end, and a source is read at once."""
_REMEMBERED = 65_536
"""Files whose ids are kept, by their version: who looks for changes asks again and again."""
_GZIP = b"\x1f\x8b"


def joined(found: Sequence[Source], joins: Sequence[Joins] | None = None) -> list[Source]:
    """The sources, those that hold parts of the same runs made one, which stands where the first of them stood.

    Args:
        joins: by which signs; None: those that the formats name.
    """
    joins = [format.joins for format in FORMATS if format.joins is not None] if joins is None else joins
    group_of = list(range(len(found)))
    for join, numbers in _candidates(found, tuple(joins)).items():
        if len(numbers) > 1:
            _put_together(found, numbers, join, group_of)
    groups: dict[int, list[Source]] = {}
    for number, source in enumerate(found):
        groups.setdefault(group_of[number], []).append(source)
    for group in groups.values():
        if len(group) > 1:
            group.sort(key=lambda source: not _is_main(source.uri, source.version, tuple(joins)))
    return [
        group[0] if len(group) == 1 else Source(group[0].name, tuple(source.parts[0] for source in group))
        for group in groups.values()
    ]


def _candidates(found: Sequence[Source], joins: tuple[Joins, ...]) -> dict[Joins, list[int]]:
    """For each way of joining the sources that carry its sign."""
    having: dict[Joins, list[int]] = {}
    for number, source in enumerate(found if len(found) > 1 and joins else ()):
        # A main file with companions is whole by its own format's word; what has no size may be a pipe.
        if len(source.parts) == 1 and 0 < source.size <= MOST_BYTES:
            join = _join(source.uri, source.version, joins)
            if join is not None:
                having.setdefault(join, []).append(number)
    return having


def _put_together(found: Sequence[Source], numbers: list[int], join: Joins, group_of: list[int]) -> None:
    """Sources that name the same run get the group of the first; together they stay within the limit."""
    latest: dict[bytes, int] = {}
    members = {number: [number] for number in numbers}
    size = {number: found[number].size for number in numbers}
    for number in numbers:
        for key in _keys(found[number].uri, found[number].version, join):
            other, own = group_of[latest.get(key, number)], group_of[number]
            latest[key] = number
            if other == own or size[other] + size[own] > MOST_BYTES:
                continue
            into, gone = min(other, own), max(other, own)
            for member in members[gone]:
                group_of[member] = into
            members[into].extend(members.pop(gone))
            size[into] += size.pop(gone)


@lru_cache(_REMEMBERED)
def _join(path: str, version: str, joins: tuple[Joins, ...]) -> Joins | None:
    """Whose sign stands in the first bytes of a file; none where it cannot be read, which reading it will say."""
    head = _head(path)
    return next((join for join in joins if join.sign.search(head)), None)


@lru_cache(_REMEMBERED)
def _is_main(path: str, version: str, joins: tuple[Joins, ...]) -> bool:
    """Whether the first bytes of a file say that it comes first of those it is read with."""
    join = _join(path, version, joins)
    return join is not None and join.main is not None and join.main.search(_head(path)) is not None


def _head(path: str) -> bytes:
    """The first bytes of a file, unpacked; none where it cannot be read."""
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD)
        return zlib.decompressobj(wbits=31).decompress(head, HEAD) if head.startswith(_GZIP) else head
    except (OSError, zlib.error):
        return b""


@lru_cache(_REMEMBERED)
def _keys(path: str, version: str, join: Joins) -> tuple[bytes, ...]:
    """The ids of the runs that a file holds parts of, in the order in which they stand there."""
    try:
        with open(path, "rb") as file:
            text, _ = utf8_text(file.read(), path)
    except (OSError, RunFileError):
        return ()
    return tuple(dict.fromkeys(join.key.findall(text)))
