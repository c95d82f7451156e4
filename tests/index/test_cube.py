"""Cells of many runs say what the runs say one by one."""

import json
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pytest

from viewer.analysis.caps.cells import TaskGroups
from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CapUnit
from viewer.index.capped_rows import CapChoices, capped_runs, ending_rule, rate_rule
from viewer.index.cube import Cube
from viewer.index.cube_query import CubeQuestion
from viewer.index.filter_line.comparison import Condition
from viewer.index.reader import IndexReader, index_of_tables
from viewer.index.step_groups import rows_of
from viewer.index.tables import SCHEMAS
from viewer.index.task_bucket import task_bucket

ENDINGS = ("success", "failure", "unknown", "censored", "open")


def stored_runs(n: int, tasks: int) -> pa.Table:
    """Rows of runs with one to three turns; a third names no task, some are sub-agents', some weigh more."""
    rng = np.random.default_rng(n)
    rows = []
    for number in range(n):
        turns = [int(one) for one in rng.integers(1, 15, rng.integers(1, 4))]
        steps = sum(turns)
        ending = ENDINGS[rng.integers(0, 5)]
        task = None if number % 3 == 0 else f"task {rng.integers(0, tasks)}"
        rows.append(
            {
                "run_row": number, "key": f"{number:016x}", "source": f"{number}.json", "run_id": str(number),
                "uri": f"/{number}", "version": "1",
                "parent_run_id": "0" if rng.random() < 0.1 else None,
                "format": "canonical", "label": f"label {number % 3}", "model": f"m{rng.integers(0, 2)}",
                "task": task, "task_bucket": task_bucket(task),
                "outcome": "unknown", "ending": ending, "cut_by": "steps" if ending == "censored" else None,
                "cap": 20.0 if ending == "censored" else None, "cap_unit": None, "exit_status": f"e{number % 2}",
                "messages": 2 * steps, "model_requests": steps, "turns": len(turns), "turn_steps": turns,
                "longest_turn": max(turns), "prompt_tokens": [100 * place for place in range(1, steps + 1)],
                "sampling_rate": 0.25 if number % 7 == 0 else None, "weight": 4.0 if number % 7 == 0 else None,
                "attributes": {"kept": ["0.5", "0.1", "none", "7"][number % 4]},
                "attributes_json": json.dumps(
                    {"kept": ["0.5", 0.1, "none", 7][number % 4]} | ({"sampling_rate": 0.25} if number % 7 == 0 else {})
                ),
                **dict.fromkeys(
                    ("requests_without_usage", "tool_calls", "tool_results", "unanswered_calls", "orphan_results",
                     "error_results", "problems", "set_aside", "request_rows", "call_rows"), 0,
                ),
            }
        )  # fmt: skip
    return pa.Table.from_pylist(rows, schema=SCHEMAS["runs"])


@pytest.fixture(scope="module")
def reader() -> Iterator[IndexReader]:
    with index_of_tables(
        stored_runs(900, 40), SCHEMAS["requests"].empty_table(), SCHEMAS["calls"].empty_table()
    ) as opened:
        yield opened


def one_by_one(reader: IndexReader, unit: CapUnit, where: str, choices: CapChoices | None = None) -> list[object]:
    rows = [row for row in rows_of(reader, Condition(where)) if row.parent_run_id is None]
    return list(capped_runs(rows, unit, choices).runs)


@pytest.mark.parametrize("unit", ["run", "turn"])
@pytest.mark.parametrize("label", [None, "label 1"])
@pytest.mark.parametrize("is_ready", [False, True])
def test_the_table_of_a_cube_is_that_of_its_runs(
    reader: IndexReader, unit: CapUnit, label: str | None, is_ready: bool
) -> None:
    cube = Cube(reader, CubeQuestion(unit=unit))
    if is_ready:
        cube.ready_for_changes()
    narrowed = {} if label is None else {"label": (label,)}
    found = cap_table(cube.counts(narrowed, with_tokens=True), unit)
    wanted = cap_table(one_by_one(reader, unit, "true" if label is None else f"label = '{label}'"), unit)  # type: ignore[arg-type]  # runs
    assert (found.n, found.censored, found.open, found.weighted) == (
        wanted.n, wanted.censored, wanted.open, wanted.weighted,
    )  # fmt: skip
    assert found.n_effective == pytest.approx(wanted.n_effective)
    assert found.quantiles == wanted.quantiles
    for ours, theirs in zip(found.caps, wanted.caps, strict=True):
        assert (ours.cap, ours.runs_cut, ours.successes_cut, ours.steps_saved, ours.input_tokens_saved) == (
            theirs.cap, theirs.runs_cut, theirs.successes_cut, theirs.steps_saved, theirs.input_tokens_saved,
        )  # fmt: skip
        assert ours.observed_share == pytest.approx(theirs.observed_share)
        assert ours.bounds == pytest.approx(theirs.bounds)
        assert ours.interval == pytest.approx(theirs.interval, abs=0.15)


def test_tasks_are_counted_when_asked_for(reader: IndexReader) -> None:
    cube = Cube(reader, CubeQuestion())
    assert cube.counts().pooled.groups == TaskGroups(None, None)
    cube.count_tasks()
    groups = cube.counts().pooled.groups
    assert groups is not None
    # 40 tasks in each of two labels; the runs of the third name none, so that each is a task of its own.
    assert groups.tasks == 80 + sum(run.task == run.key for run in one_by_one(reader, "run", "true"))  # type: ignore[attr-defined]  # runs
    of_part = cube.counts({"label": ("label 1",)}).pooled.groups
    assert of_part is not None
    assert of_part.tasks is None


def test_a_distribution_counts_each_run_once(reader: IndexReader) -> None:
    cube = Cube(reader, CubeQuestion())
    mine, theirs = cube.distribution(), cube.distribution(sub_agents=True)
    assert int(mine.runs.sum() + theirs.runs.sum()) == 900
    assert mine.steps.min() >= 1


def test_rules_give_endings_and_rates_as_they_do_one_by_one(reader: IndexReader) -> None:
    endings, rates = (ending_rule("exit=e1:success"),), (rate_rule("label=label 2:0.5"),)
    found = cap_table(Cube(reader, CubeQuestion(endings=endings, rates=rates)).counts(), "run")
    wanted = cap_table(one_by_one(reader, "run", "true", CapChoices(endings, None, rates)), "run")  # type: ignore[arg-type]  # runs
    assert found.n_effective == pytest.approx(wanted.n_effective)
    assert [one.successes_cut for one in found.caps] == [one.successes_cut for one in wanted.caps]


def test_an_attribute_that_holds_the_stored_share_weighs_as_it_does_one_by_one(reader: IndexReader) -> None:
    rates = (rate_rule("label=label 2:0.5"),)
    for given in ((), rates):
        found = cap_table(Cube(reader, CubeQuestion(rates=given, rate_attribute="kept")).counts(), "run")
        choices = CapChoices((), None, given, "kept")
        wanted = cap_table(one_by_one(reader, "run", "true", choices), "run")  # type: ignore[arg-type]  # runs
        assert found.n_effective == pytest.approx(wanted.n_effective)
        assert found.quantiles == wanted.quantiles
        assert [one.runs_cut for one in found.caps] == [one.runs_cut for one in wanted.caps]


def test_the_values_of_a_dimension_come_by_size(reader: IndexReader) -> None:
    cube = Cube(reader, CubeQuestion(more="outcome"))
    assert set(cube.values("label")) == {"label 0", "label 1", "label 2"}
    assert cube.values("more") == ("unknown",)


def test_a_filter_that_lets_nothing_through_has_an_empty_table(reader: IndexReader) -> None:
    found = cap_table(Cube(reader, CubeQuestion(Condition("false"))).counts(), "run")
    assert (found.n, found.caps) == (0, ())


@pytest.mark.parametrize("turns", ["turns = 1", "turns > 1"])
def test_turns_of_runs_with_one_turn_need_no_query_of_their_own(reader: IndexReader, turns: str) -> None:
    cube = Cube(reader, CubeQuestion(Condition(turns), "turn"))
    units = cube.counts().units
    single = [turn for run in one_by_one(reader, "turn", turns) for turn in run.units]  # type: ignore[attr-defined]  # runs
    assert sorted(np.repeat(units.steps, units.units).tolist()) == sorted(single)
    assert int(units.units[~units.ended].sum()) == sum(run.is_cut for run in one_by_one(reader, "turn", turns))  # type: ignore[attr-defined]  # runs
