"""A table of an index as CSV or Parquet, streamed: for a spreadsheet, or for other programs."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as parquet

from viewer.index.reader import IndexReader
from viewer.index.table_names import EXPORTED, TableName

Shown = Callable[[str], str]
_ROWS = 20_000
_FORMULA = re.compile(r"[=+\-@\t\r](?![\d.,]*$)")


def write_parquet(index: IndexReader, table: TableName, file: BinaryIO | Path) -> int:
    """Every column as it is stored; how many rows."""
    rows = 0
    with index.cursor() as cursor:
        batches = cursor.sql(f"SELECT * FROM {_named(table)}").to_arrow_reader(_ROWS)
        with parquet.ParquetWriter(file, batches.schema, compression="zstd") as writer:
            for batch in batches:
                writer.write_batch(batch)
                rows += batch.num_rows
    return rows


def write_csv(index: IndexReader, table: TableName, file: BinaryIO | Path, shown: Shown) -> int:
    """Lists and maps as JSON; cells that a spreadsheet would run are neutralised; how many rows.

    Args:
        shown: masks what looks like a credential, or leaves a text as it is.
    """
    rows = 0
    with index.cursor() as cursor:
        batches = cursor.sql(f"SELECT * FROM {_named(table)}").to_arrow_reader(_ROWS)
        schema = pa.schema([(field.name, _plain_type(field.type)) for field in batches.schema])
        with csv.CSVWriter(file, schema) as writer:
            for batch in batches:
                columns = [_plain(column, shown) for column in batch.columns]
                writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))
                rows += batch.num_rows
    return rows


def _named(table: TableName) -> str:
    if table not in EXPORTED:
        raise ValueError(f"no table {table!r}")
    return table


def _plain_type(kind: pa.DataType) -> pa.DataType:
    return pa.string() if pa.types.is_nested(kind) or pa.types.is_timestamp(kind) else kind


def _plain(column: pa.Array, shown: Shown) -> pa.Array:
    kind = column.type
    if pa.types.is_timestamp(kind):
        return column.cast(pa.string())
    if pa.types.is_nested(kind):
        column = pa.array([_json(value, kind) for value in column.to_pylist()], pa.string())
    elif not pa.types.is_string(kind):
        return column
    spoken = column.dictionary_encode()
    words = pa.array([_cell(shown(word)) for word in spoken.dictionary.to_pylist()], pa.string())
    return words.take(spoken.indices)


def _cell(text: str) -> str:
    """A formula gets an apostrophe before it; negative numbers stay numbers."""
    return f"'{text}" if _FORMULA.match(text) else text


def _json(value: Any, kind: pa.DataType) -> str | None:
    if value is None:
        return None
    return json.dumps(dict(value) if pa.types.is_map(kind) else value, ensure_ascii=False)
