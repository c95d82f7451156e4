"""Rows of several sources that are written together."""

import secrets
import time
from dataclasses import dataclass, field

import pyarrow as pa

from viewer.index.arrays import longs, numbers_of
from viewer.index.extract import Extracted
from viewer.index.tables import TABLES


@dataclass
class Batch:
    """What some chunks gave, until it is worth a commit."""

    parts: list[Extracted] = field(default_factory=list)
    bytes: int = field(init=False, default=0)
    """In memory. A table takes long to tell its size, so each is asked once."""

    def __post_init__(self) -> None:
        self.bytes = sum(map(_bytes, self.parts))

    def add(self, part: Extracted) -> None:
        """Take the rows of one more chunk."""
        self.parts.append(part)
        self.bytes += _bytes(part)

    @property
    def rows(self) -> int:
        """Runs, and sources that are unreadable."""
        return sum(part.runs.num_rows for part in self.parts)

    def tables(self) -> Extracted:
        """All rows, numbered anew: no two batches of any writer share a `run_row`."""
        first = secrets.randbits(62)
        made: dict[str, list[pa.Table]] = {name: [] for name in TABLES}
        for part in self.parts:
            for name in TABLES:
                table: pa.Table = getattr(part, name)
                rows = longs(numbers_of(table.column("run_row")) + first)
                made[name].append(table.set_column(0, table.schema.field(0), rows))
            first += part.runs.num_rows
        runs = pa.concat_tables(made["runs"])
        at = runs.schema.get_field_index("indexed_at")
        now = longs([time.time_ns() // 1000] * runs.num_rows, runs.schema.field(at).type)
        runs = runs.set_column(at, runs.schema.field(at), now)
        return Extracted(runs, pa.concat_tables(made["requests"]), pa.concat_tables(made["calls"]))


def _bytes(part: Extracted) -> int:
    return int(part.runs.nbytes + part.requests.nbytes + part.calls.nbytes)
