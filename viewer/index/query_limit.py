"""A query that a reader's words decide, with a limit on its time."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow as pa

from viewer.errors import RunFileError
from viewer.index.reader import IndexReader

SECONDS = 20.0
"""Longer than any filter takes on ten million runs: what takes longer holds up all other readers."""


class QueryTooLongError(RunFileError):
    """The query was stopped at the limit of its time."""

    def __init__(self, seconds: float) -> None:
        super().__init__("the filter", f"takes longer than {seconds:g} seconds and was stopped: narrow it")


def limited_rows(
    reader: IndexReader, sql: str, parameters: Sequence[object] = (), seconds: float = SECONDS
) -> list[tuple[Any, ...]]:
    """The rows of a query; values from outside are parameters, never part of the text.

    Raises:
        QueryTooLongError: it was not done in time.
    """
    with _limited(reader, seconds) as cursor:
        return cursor.execute(sql, parameters).fetchall()


def limited_table(
    reader: IndexReader, sql: str, parameters: Sequence[object] = (), seconds: float = SECONDS
) -> pa.Table:
    """The rows of a query as an Arrow table.

    Raises:
        QueryTooLongError: it was not done in time.
    """
    with _limited(reader, seconds) as cursor:
        return cursor.sql(sql, params=list(parameters)).to_arrow_table()


@contextmanager
def _limited(reader: IndexReader, seconds: float) -> Iterator[duckdb.DuckDBPyConnection]:
    with reader.cursor() as cursor:
        timer = threading.Timer(seconds, cursor.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield cursor
        except duckdb.InterruptException as error:
            raise QueryTooLongError(seconds) from error
        finally:
            timer.cancel()
