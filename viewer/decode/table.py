"""A Parquet table as rows, each a record; read batch by batch, so that what unpacks to too much is refused in time."""

import math
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from viewer.decode.document import Decoded, Record
from viewer.errors import RunFileError

PARQUET_SIGN = b"PAR1"
MAX_ROWS = 1_000_000
MAX_COLUMNS = 10_000
MAX_TABLE_BYTES = 1024 * 1024 * 1024
"""Of all values as Arrow holds them: a table may repeat one long text in a few bytes a row."""
_AT_ONCE = 100
_NOT_RECORDED = "NaN, which a data frame holds where nothing is recorded, is read as not recorded"


@dataclass(frozen=True, kw_only=True)
class Table(Decoded):
    """The rows of a table, with JSON values: times are ISO 8601 text, bytes are text of their hex digits."""

    columns: tuple[str, ...]
    records: list[Record] = field(repr=False)


def table(data: bytes, name: str) -> Table:
    """Read a Parquet table.

    Raises:
        RunFileError: damaged, beyond a limit, or the library that reads it is missing.
    """
    try:
        import pyarrow as pa  # only here: start-up must not wait for it
        import pyarrow.parquet as pq
    except ImportError as error:
        raise RunFileError(name, "is a Parquet table, which needs the package pyarrow: install it") from error
    rows: list[Record] = []
    size = 0
    values = _Values()
    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        if file.metadata.num_rows > MAX_ROWS:
            raise RunFileError(name, f"holds {file.metadata.num_rows:,} rows; more than {MAX_ROWS:,} cannot be opened")
        if file.metadata.num_columns > MAX_COLUMNS:
            raise RunFileError(name, f"has {file.metadata.num_columns:,} columns; more than {MAX_COLUMNS:,} are no run")
        columns = tuple(file.schema_arrow.names)
        for batch in file.iter_batches(batch_size=_AT_ONCE):
            for column in batch.columns:
                # A dictionary's texts are counted as often as rows name them: each becomes a text of its own.
                size += (column.dictionary_decode() if pa.types.is_dictionary(column.type) else column).nbytes
            if size > MAX_TABLE_BYTES:
                raise RunFileError(name, f"unpacks to more than {MAX_TABLE_BYTES:,} bytes: split it")
            for row in batch.to_pylist():
                rows.append(Record(len(rows) + 1, values.json(row)))
    except (pa.ArrowException, OSError, ValueError, OverflowError, KeyError, MemoryError) as error:
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise RunFileError(name, f"is a damaged Parquet table ({reason}): get it again") from error
    return Table(name=name, notes=(_NOT_RECORDED,) if values.met_nan else (), columns=columns, records=rows)


class _Values:
    """Turns what Arrow hands out into JSON values."""

    def __init__(self) -> None:
        self.met_nan = False

    def json(self, value: Any) -> Any:
        kind = type(value)
        if kind is str or value is None or kind is int or kind is bool:
            return value
        if kind is float:
            if math.isfinite(value):
                return value
            self.met_nan = self.met_nan or math.isnan(value)
            return None if math.isnan(value) else str(value)
        if kind is dict:
            return {str(key): self.json(one) for key, one in value.items()}
        if kind is list or kind is tuple:
            return [self.json(one) for one in value]
        if isinstance(value, datetime | date | time):
            return value.isoformat()
        if isinstance(value, timedelta):
            return value.total_seconds()
        return value.hex() if isinstance(value, bytes) else str(value)
