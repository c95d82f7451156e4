"""`summary --where FILTER`: the lines of the runs that a filter line lets through, of files or of an index."""

from collections.abc import Iterator
from pathlib import Path

import click

from viewer import load
from viewer.cli.output import CannotDo
from viewer.errors import RunFileError
from viewer.index.extract import READ_ERRORS
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.index.filter_line.tree import Node
from viewer.index.matching import passing_keys
from viewer.index.reader import open_index
from viewer.index.rows import RunRow, UnreadableRow, rows
from viewer.index.stored_rows import COLUMNS, run_rows
from viewer.model.run import Run
from viewer.model.source import Source
from viewer.plain import visible

_AT_ONCE = 10_000
"""Rows of an index that are read together."""


def filter_tree(line: str) -> Node | None:
    """The tree of a line.

    Raises:
        CannotDo: it cannot be read; the message points at the character.
    """
    try:
        return parse(line)
    except FilterError as error:
        raise _pointed(error, "cannot be read") from error


def _pointed(error: FilterError, what: str) -> CannotDo:
    click.echo(visible(error.pointed()), err=True)
    return CannotDo(f"--where {what}: {error}")


def is_index(path: str) -> bool:
    """Whether a path is that of an index."""
    return (Path(path) / "runs" / "_delta_log").is_dir()


def passing_rows(share: list[Source], format_name: str | None, tree: Node | None) -> list[RunRow | UnreadableRow]:
    """The rows of those runs of some sources that pass; what is unreadable is told, whatever the filter.

    Raises:
        CannotDo: the filter asks for what is not in the runs.
    """
    read: list[tuple[Run, ...] | UnreadableRow] = [_read(source, format_name) for source in share]
    try:
        keys = passing_keys(tree, [root for runs in read if isinstance(runs, tuple) for root in runs])
    except FilterError as error:
        raise _pointed(error, "asks for what is not here") from error
    made: list[RunRow | UnreadableRow] = []
    for one in read:
        if isinstance(one, UnreadableRow):
            made.append(one)
        else:
            made += [row for row in rows(one) if row.key in keys]
    return made


def _read(source: Source, format_name: str | None) -> tuple[Run, ...] | UnreadableRow:
    try:
        return load.runs(source, format_name)
    except READ_ERRORS as error:
        reason = str(error) if isinstance(error, RunFileError) else f"{source.name}: {type(error).__name__}"
        return UnreadableRow(source.name, source.uri, reason)


def passing_rows_of_index(path: str, tree: Node | None) -> Iterator[RunRow]:
    """The rows of those runs of an index that pass, in the order in which they were indexed.

    Raises:
        CannotDo: the filter asks for what the index does not hold.
    """
    try:
        where = condition(tree)
    except FilterError as error:
        raise _pointed(error, "asks for what is not in the index") from error
    last = -1
    with open_index(path) as index:
        while True:
            table = index.table(
                f"SELECT {', '.join(COLUMNS)}, run_row FROM runs "
                f"WHERE run_row > ? AND {where.sql} ORDER BY run_row LIMIT ?",
                (last, *where.parameters, _AT_ONCE),
            )
            yield from run_rows(table)
            if table.num_rows < _AT_ONCE:
                return
            last = table.column("run_row")[-1].as_py()
