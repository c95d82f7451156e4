"""Which of the sources at hand an index has read already, by their versions and that of the parser."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pyarrow as pa

from viewer.index.arrays import longs, texts
from viewer.index.extract import source_id
from viewer.index.parser import parser_version
from viewer.index.reader import IndexReader
from viewer.model.source import Source


@dataclass(frozen=True)
class Plan:
    """What a refresh has to read."""

    new: tuple[Source, ...]
    changed: tuple[Source, ...]
    """Known in another version, or read by another version of the parser."""
    unchanged: int


def plan(reader: IndexReader, sources: Sequence[Source], again: bool = False) -> Plan:
    """Compare sources with those in the index: an anti-join by place and version.

    Args:
        again: read what is unreadable once more.
    """
    listed = pa.table(
        {
            "number": longs(range(len(sources))),
            "source_id": longs([source_id(source) for source in sources]),
            "version": texts([source.version for source in sources]),
        }
    )
    with reader.cursor() as cursor:
        cursor.register("listed", listed)
        known = cursor.execute(
            "SELECT number, bool_or(held.version = listed.version AND held.parser = ? AND (held.reason IS NULL OR ?))"
            " FROM listed JOIN stored_runs held USING (source_id) GROUP BY number",
            [parser_version(), not again],
        ).fetchall()
    state = dict(known)
    return Plan(
        tuple(source for number, source in enumerate(sources) if number not in state),
        tuple(source for number, source in enumerate(sources) if state.get(number) is False),
        sum(state.values()),
    )


def absolute(source: Source) -> Source:
    """The same source by addresses that hold in every folder."""
    if all("://" in part.uri or _is_absolute(part.uri) for part in source.parts):
        return source
    return Source(
        source.name,
        tuple(
            part if "://" in part.uri else msgspec.structs.replace(part, uri=str(Path(part.uri).absolute()))
            for part in source.parts
        ),
    )


def _is_absolute(path: str) -> bool:
    return path.startswith("/") if os.sep == "/" else Path(path).is_absolute()
