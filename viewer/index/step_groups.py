"""The groups of a selection of runs, each with all that its cap is derived from: run by run, or from a cube of many."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from viewer.analysis.caps.cells import Counts, counted
from viewer.analysis.caps.units import CappedRun, CapUnit
from viewer.index.capped_rows import SUB_AGENTS, CapChoices, capped_runs, groups
from viewer.index.cube import Cube
from viewer.index.cube_cells import Narrowed
from viewer.index.cube_query import DIMENSIONS, CubeQuestion
from viewer.index.filter_line.comparison import Condition
from viewer.index.query_limit import limited_rows, limited_table
from viewer.index.reader import IndexReader
from viewer.index.rows import RunRow
from viewer.index.stored_rows import COLUMNS, run_rows

MOST_SINGLE = 20_000
"""Runs that are looked at one by one; of more, only cells are counted."""


@dataclass(frozen=True)
class StepGroup:
    """The runs of one group."""

    name: str
    counts: Counts
    never_started: int
    runs: tuple[CappedRun, ...] | None
    """None: too many to be looked at one by one."""


@dataclass(frozen=True)
class StepGroups:
    """All groups, the biggest first."""

    groups: tuple[StepGroup, ...]
    is_single: bool
    """Whether runs were looked at one by one."""


def count(reader: IndexReader, where: Condition) -> int:
    """How many runs pass."""
    return int(limited_rows(reader, f"SELECT count(*) FROM runs WHERE {where.sql}", where.parameters)[0][0])


def rows_of(reader: IndexReader, where: Condition) -> list[RunRow]:
    """The rows of the runs that pass, in the order in which they were indexed."""
    sql = f"SELECT {', '.join(COLUMNS)} FROM runs WHERE {where.sql} ORDER BY source, run_row"
    return run_rows(limited_table(reader, sql, where.parameters))


def of_rows(rows: Sequence[RunRow], unit: CapUnit, by: str | None, choices: CapChoices) -> StepGroups:
    """Groups of runs at hand."""
    made = []
    for name, listed in groups(rows, by).items():
        found = capped_runs(listed, unit, choices)
        made.append(StepGroup(name, counted(found.runs), found.never_started, found.runs))
    return StepGroups(tuple(made), True)


def of_cube(cube: Cube, by: str | None, with_tokens: bool = False) -> StepGroups:
    """Groups of a cube's runs, and those of its sub-agents apart; `by` is one of its dimensions."""
    made = []
    for sub_agents in (False, True):
        for value in cube.values(by, sub_agents) if by is not None else ("all",):
            narrowed: Narrowed = {} if by is None else {by: (value,)}
            name = value if value is not None else f"no {by if by != 'more' else (cube.asked.more or '')}"
            found = cube.distribution(narrowed, sub_agents)
            if len(found.steps) or found.never_started:
                counts = cube.counts(narrowed, sub_agents, with_tokens)
                made.append(StepGroup(name + SUB_AGENTS * sub_agents, counts, found.never_started, None))
    made.sort(key=lambda one: -int(one.counts.cells.runs.sum()))
    return StepGroups(tuple(made), False)


def question(where: Condition, unit: CapUnit, by: str | None, choices: CapChoices) -> tuple[CubeQuestion, str | None]:
    """What to ask a cube, and the dimension that divides its runs."""
    asked = CubeQuestion(where, unit, choices.endings, choices.rates, choices.rate_attribute)
    if by is None or by in DIMENSIONS:
        return asked, by
    return replace(asked, more=by), "more"
