"""The groups of runs that the Steps page shows: asked of the index once, then kept for the session."""

import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import streamlit as st

from viewer.analysis.caps.table import CapTable, cap_table
from viewer.analysis.caps.units import CapUnit
from viewer.index.capped_rows import CapChoices
from viewer.index.cube import Cube
from viewer.index.filter_line.comparison import Condition
from viewer.index.outcome_file import GivenOutcomes, read_outcomes
from viewer.index.outcome_join import JoinedOutcomes, join
from viewer.index.query_limit import limited_rows
from viewer.index.reader import IndexReader
from viewer.index.rows import RunRow
from viewer.index.step_groups import MOST_SINGLE, StepGroup, StepGroups, count, of_cube, of_rows, question, rows_of
from viewer.ui.steps_choices import StepChoices

_KEPT = 6
T = TypeVar("T")


@dataclass(frozen=True)
class StepAnswer:
    """What the page shows."""

    unit: CapUnit
    runs: int
    """That pass the filter, sub-agents' runs among them."""
    whole: tuple[StepGroup, CapTable] | None
    """All runs that are no sub-agent's, as one group; None: there is none."""
    groups: tuple[tuple[StepGroup, CapTable], ...]
    """Where they are divided: a table a group."""
    rows: tuple[RunRow, ...] | None
    """None: too many to be looked at one by one."""
    joined: JoinedOutcomes | None
    """What outcomes from outside met."""
    without_outcomes: bool = False
    """Outcomes from outside were given, and there are too many runs to join them to."""


def answer(reader: IndexReader, where: Condition, chosen: StepChoices) -> StepAnswer:
    """The groups of the runs that pass, as the choices want them counted.

    Raises:
        RunFileError: the filter takes too long, or the outcomes cannot be read.
    """
    state = (reader, reader.version, where)
    runs = _kept((*state, "count"), lambda: count(reader, where))
    unit = cast(
        CapUnit,
        chosen.unit if chosen.unit in ("turn", "run") else _kept((*state, "unit"), lambda: _unit(reader, where)),
    )
    if runs > MOST_SINGLE:
        choices = CapChoices(chosen.endings, None, chosen.rates, chosen.rate_attribute)
        whole, divided = _of_cube(reader, where, unit, chosen.by, choices)
        rows, joined = None, None
    else:
        rows = _kept((*state, "rows"), lambda: tuple(rows_of(reader, where)))
        given = None if chosen.outcomes is None else _outcomes(*chosen.outcomes)
        joined = None if given is None else join(rows, given)
        choices = CapChoices(
            chosen.endings, None if joined is None else joined.of_key, chosen.rates, chosen.rate_attribute
        )
        asked = (*state, unit, chosen.endings, chosen.rates, chosen.rate_attribute, chosen.outcomes)
        whole = _kept((*asked, None), lambda: of_rows(rows, unit, None, choices))
        divided = _kept((*asked, chosen.by), lambda: of_rows(rows, unit, chosen.by, choices))

    def tabled(group: StepGroup) -> tuple[StepGroup, CapTable]:
        return group, cap_table(group.counts, unit, loss=chosen.loss, group=group.name, basis=chosen.basis)

    main = next((group for group in whole.groups if group.name == "all"), None)
    others = divided.groups if chosen.by is not None else tuple(group for group in whole.groups if group is not main)
    return StepAnswer(
        unit,
        runs,
        None if main is None else tabled(main),
        tuple(map(tabled, others)),
        rows,
        joined,
        rows is None and chosen.outcomes is not None,
    )


def _of_cube(
    reader: IndexReader, where: Condition, unit: CapUnit, by: str | None, choices: CapChoices
) -> tuple[StepGroups, StepGroups]:
    asked, dimension = question(where, unit, by, choices)

    def ready() -> Cube:
        made = Cube(reader, asked)
        made.count_tasks()
        threading.Thread(target=made.ready_for_changes, name="cube", daemon=True).start()
        return made

    cube = _kept((reader, reader.version, asked, "cube"), ready)
    whole = _kept((reader, reader.version, asked, None), lambda: of_cube(cube, None))
    if dimension is None:
        return whole, whole
    cube.ready_for_changes()
    return whole, _kept((reader, reader.version, asked, dimension), lambda: of_cube(cube, dimension))


def _unit(reader: IndexReader, where: Condition) -> str:
    sql = f"SELECT coalesce(max(turns), 0) FROM runs WHERE {where.sql}"
    return "turn" if limited_rows(reader, sql, where.parameters)[0][0] > 1 else "run"


def _outcomes(name: str, content: bytes) -> GivenOutcomes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "outcomes")
        path.write_bytes(content)
        return read_outcomes(path)


def _kept(asked: tuple[Any, ...], make: Callable[[], T]) -> T:
    """The last few answers of this session, by what was asked."""
    kept: list[tuple[tuple[Any, ...], Any]] = st.session_state.setdefault("_steps_kept", [])
    for before, found in kept:
        if before == asked:
            return cast(T, found)
    made = make()
    kept.append((asked, made))
    del kept[: -4 * _KEPT]
    return made
