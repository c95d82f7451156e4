"""A Parquet table as rows, each a record; read batch by batch, so that what unpacks to too much is refused in time."""

import math
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from viewer.decode.document import Decoded, Record
from viewer.errors import RunFileError

PARQUET_SIGN = b"PAR1"
MAX_ROWS = 1_000_000
MAX_COLUMNS = 10_000
MAX_TABLE_BYTES = 1024 * 1024 * 1024
"""Of all values as Arrow holds them: a table may repeat one long text in a few bytes a row."""
_AT_ONCE = 100
_SECOND = 1_000_000_000
"""Nanoseconds."""
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
            cells = [_cells(column, pa) for column in batch.columns]
            for row in zip(*cells, strict=True) if cells else ():
                rows.append(Record(len(rows) + 1, values.json(dict(zip(columns, row, strict=True)))))
    except (pa.ArrowException, OSError, ValueError, OverflowError, KeyError, MemoryError) as error:
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise RunFileError(name, f"is a damaged Parquet table ({reason}): get it again") from error
    return Table(name=name, notes=(_NOT_RECORDED,) if values.met_nan else (), columns=columns, records=rows)


def _cells(column: Any, pa: Any) -> list[Any]:
    """The values of a column; nanoseconds are told here, since pyarrow needs pandas for what Python cannot hold."""
    return [_cell(one, pa) for one in column] if _has_nanoseconds(column.type, pa) else column.to_pylist()


def _has_nanoseconds(kind: Any, pa: Any) -> bool:
    if pa.types.is_temporal(kind):
        return getattr(kind, "unit", "") == "ns"
    return any(_has_nanoseconds(kind.field(number).type, pa) for number in range(kind.num_fields))


def _cell(scalar: Any, pa: Any) -> Any:
    kind = scalar.type
    if not scalar.is_valid:
        return None
    if pa.types.is_timestamp(kind):
        return _moment(scalar.value, kind, pa) if kind.unit == "ns" else scalar.as_py()
    if pa.types.is_duration(kind) and kind.unit == "ns":
        return scalar.value / _SECOND
    if pa.types.is_time64(kind) and kind.unit == "ns":
        return _moment(scalar.value, pa.timestamp("ns"), pa).partition("T")[2]
    if pa.types.is_struct(kind):
        return {name: _cell(scalar[name], pa) for name in scalar}
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return [_cell(one, pa) for one in scalar.values]
    return scalar.as_py()


def _moment(nanoseconds: int, kind: Any, pa: Any) -> str:
    """ISO 8601 with as many digits as it needs: none, six or nine."""
    seconds, rest = divmod(nanoseconds, _SECOND)
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    if kind.tz is not None:
        moment = moment.astimezone(pa.lib.string_to_tzinfo(kind.tz))
    day = moment.replace(tzinfo=None).isoformat()
    fraction = "" if rest == 0 else f".{rest:09}" if rest % 1000 else f".{rest // 1000:06}"
    return f"{day}{fraction}{moment.isoformat()[len(day) :] if kind.tz is not None else ''}"


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
