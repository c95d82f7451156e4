"""The answers of the queries behind a cube as arrays: cells with their dimensions."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from viewer.analysis.caps.cells import KINDS, Bools, Cells, Floats, Ints, last_caps, sorted_cells
from viewer.index.cube_query import DIMENSIONS

Narrowed = dict[str, tuple[str | None, ...]]
"""Dimension -> the values to keep; None: no value is recorded."""


@dataclass(frozen=True)
class Column:
    """The values of a dimension, and which of them each cell has."""

    codes: NDArray[np.int32]
    values: tuple[str | None, ...]

    def is_among(self, kept: tuple[str | None, ...]) -> Bools:
        """Cells whose value is one of these."""
        wanted = np.array([value in kept for value in self.values] or [False], np.bool_)
        found: Bools = wanted[self.codes]
        return found


@dataclass(frozen=True)
class Table:
    """Cells with their dimensions."""

    dimensions: dict[str, Column]
    sub_agent: Bools
    steps: Ints
    runs: Ints
    weight: Floats
    squares: Floats
    alone: Bools
    """True: the runs name no task."""
    money: Bools
    one_turn: Bools
    """True: the steps are those of whole units: of runs, or of the only turns of runs."""
    ended: Bools
    cap: Floats
    group: Ints
    """Number of a group of whole tasks."""

    def chosen(self, narrowed: Narrowed, sub_agents: bool) -> Bools:
        """Cells of these values."""
        found: Bools = self.sub_agent == sub_agents
        for name, kept in narrowed.items():
            found = found & self.dimensions[name].is_among(kept)
        return found


def pooled_and_grouped(found: pa.Table) -> tuple[Table, Table]:
    """The cells by dimension, and those of successes and cut runs by group of tasks, of an answer that holds both."""
    is_pooled = pc.field("pooled")
    is_shared = (pc.field("steps") > 0) & pc.field("ending").isin(("success", "censored", "open"))
    grouped = found.filter(~is_pooled & pc.field("cluster").is_valid() & is_shared)
    return (
        table(found.filter(is_pooled).drop_columns(["cluster"]), False),
        table(grouped.select([name for name in _OF_GROUPS if name in found.column_names]), True),
    )


_OF_GROUPS = ("ending", "sub_agent", "steps", "cluster", "runs", "weight", "squares")


def table(found: pa.Table, in_order_of_tasks: bool) -> Table:
    """The rows of a query; columns that it left out since they hold nothing are filled in.

    Args:
        found: its rows.
        in_order_of_tasks: put them in the order that sums over tasks need.
    """
    if in_order_of_tasks:
        last = last_caps(_numbers(found, "steps"), _kinds(_column(found.column("ending"))))
        found = found.take(pa.array(np.lexsort((-last, _numbers(found, "cluster")))))
    size = found.num_rows
    runs = _numbers(found, "runs")
    return Table(
        {name: _column(found.column(name)) for name in (*DIMENSIONS, "more") if name in found.column_names},
        _flags(found, "sub_agent", False),
        _numbers(found, "steps"),
        runs,
        _reals(found, "weight", runs),
        _reals(found, "squares", runs),
        _flags(found, "alone", False),
        _flags(found, "money", False),
        _flags(found, "one_turn", True),
        _flags(found, "ended", True),
        _reals(found, "cap", np.full(size, np.nan)),
        _numbers(found, "cluster") if "cluster" in found.column_names else np.zeros(size, np.int64),
    )


def cells(of: Table, chosen: Bools, with_groups: bool) -> Cells:
    """Some cells of a table, as the statistics take them.

    Args:
        of: the table.
        chosen: which of its cells.
        with_groups: keep groups of tasks together; else each run is a task of its own.
    """
    steps, kind = of.steps[chosen], _kinds(of.dimensions["ending"])[chosen]
    rest = of.runs[chosen], of.weight[chosen], of.squares[chosen]
    if with_groups:
        return Cells(steps, kind, of.group[chosen], *rest)
    return sorted_cells(steps, kind, np.full(len(steps), -1), *rest)


def joined(alone: Cells, shared: Cells) -> Cells:
    """Both in order: -1 stands before every group of tasks."""
    return Cells(*(np.concatenate(pair) for pair in zip(alone.columns(), shared.columns(), strict=True)))


def _flags(found: pa.Table, name: str, otherwise: bool) -> Bools:
    if name not in found.column_names:
        return np.full(found.num_rows, otherwise, np.bool_)
    flags: Bools = found.column(name).to_numpy().astype(np.bool_)
    return flags


def _reals(found: pa.Table, name: str, otherwise: Floats | Ints) -> Floats:
    column = found.column(name).to_numpy() if name in found.column_names else otherwise
    return np.asarray(column, np.float64)


def _numbers(found: pa.Table, name: str) -> Ints:
    numbers: Ints = found.column(name).to_numpy().astype(np.int64)
    return numbers


def _column(column: pa.ChunkedArray) -> Column:
    encoded = column.combine_chunks().dictionary_encode("encode")
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.combine_chunks()
    return Column(encoded.indices.to_numpy(), tuple(encoded.dictionary.to_pylist()))


def _kinds(column: Column) -> NDArray[np.int8]:
    kinds = np.array([KINDS.index(value or "unknown") for value in column.values] or [0], np.int8)
    found: NDArray[np.int8] = kinds[column.codes]
    return found
