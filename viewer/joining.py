"""Which of the given files hold parts of the same runs: told by ids in their bytes, without reading them as JSON."""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from viewer.archives import may_be_archive
from viewer.decode.unwrap import MAX_BYTES, utf8_text
from viewer.errors import RunFileError
from viewer.formats.base import Joins
from viewer.formats.registry import FORMATS
from viewer.model.source import Part, Source

HEAD = 16 * 1024
"""Bytes at the start of a file that tell whether its runs may go on in another."""
MOST_BYTES = MAX_BYTES // 4
"""Of files read together. Deliveries cut by time may overlap without end, and a source is read at once."""
_REMEMBERED = 65_536
"""Files whose ids are kept, by their version: who looks for changes asks again and again."""
_GZIP = b"\x1f\x8b"
_JOINS = tuple(format.joins for format in FORMATS if format.joins is not None)


def joined(found: Sequence[Source], joins: Sequence[Joins] | None = None) -> list[Source]:
    """The sources, those that hold parts of the same runs made one, which stands where the first of them stood.

    Args:
        joins: by which signs; None: those that the formats name.
    """
    signs = _JOINS if joins is None else tuple(joins)
    group_of = list(range(len(found)))
    for join, numbers in _candidates(found, signs).items():
        if len(numbers) > 1:
            _put_together(found, numbers, join, group_of)
    groups: dict[int, list[Source]] = {}
    for number, source in enumerate(found):
        groups.setdefault(group_of[number], []).append(source)
    for group in groups.values():
        if len(group) > 1:
            group.sort(key=lambda source: not _looked(source.uri, source.version, signs).is_main)
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
            join = _looked(source.uri, source.version, joins).join
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


class _Looked(NamedTuple):
    """What the first bytes of a file tell; nothing where it cannot be read, which reading it will say."""

    may_be_archive: bool
    join: Joins | None
    """By which its runs may go on in another file."""
    is_main: bool
    """It comes first of those it is read with."""


def looks_like_archive(file: Part) -> bool:
    """Whether the first bytes of a file do not rule out that it is an archive."""
    # What is empty may be a pipe: opening that would wait for its other end.
    return file.size > 0 and _looked(file.uri, file.version, _JOINS).may_be_archive


@lru_cache(_REMEMBERED)
def _looked(path: str, version: str, joins: tuple[Joins, ...]) -> _Looked:
    """Both questions on the first bytes at once: opening a file takes longer than either."""
    try:
        with open(path, "rb", buffering=0) as file:
            head = file.read(HEAD)
        text = zlib.decompressobj(wbits=31).decompress(head, HEAD) if head.startswith(_GZIP) else head
    except OSError:
        return _Looked(False, None, False)
    except zlib.error:
        text = b""
    may_be = may_be_archive(head[:512])
    for join in joins:
        if join.sign.search(text):
            return _Looked(may_be, join, join.main is not None and join.main.search(text) is not None)
    return _Looked(may_be, None, False)


@lru_cache(_REMEMBERED)
def _keys(path: str, version: str, join: Joins) -> tuple[bytes, ...]:
    """The ids of the runs that a file holds parts of, in the order in which they stand there."""
    try:
        with open(path, "rb") as file:
            text, _ = utf8_text(file.read(), path)
    except (OSError, RunFileError):
        return ()
    return tuple(dict.fromkeys(join.key.findall(text)))
