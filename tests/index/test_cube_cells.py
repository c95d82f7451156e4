"""Answers as arrays."""

import numpy as np
import pyarrow as pa

from viewer.index.cube_cells import cells, joined, pooled_and_grouped, table

FOUND = pa.table(
    {
        "label": ["a", None, "b"],
        "model": ["m", "m", "m"],
        "format": ["f", "f", "f"],
        "ending": ["censored", "success", None],
        "cluster": [1, 0, 1],
        "steps": [4, 9, 7],
        "runs": [2, 3, 1],
    }
)


def test_columns_that_a_query_left_out_are_filled_in() -> None:
    made = table(FOUND, in_order_of_tasks=False)
    assert made.weight.tolist() == made.squares.tolist() == [2, 3, 1]
    assert not made.alone.any()
    assert not made.sub_agent.any()
    assert np.isnan(made.cap).all()


def test_cells_stand_in_the_order_of_their_group() -> None:
    made = table(FOUND, in_order_of_tasks=True)
    assert made.group.tolist() == [0, 1, 1]
    assert made.steps.tolist() == [9, 7, 4]


def test_no_recorded_value_can_be_chosen_too() -> None:
    made = table(FOUND, in_order_of_tasks=False)
    assert made.chosen({"label": (None, "b")}, False).tolist() == [False, True, True]
    assert not made.chosen({}, True).any()


def test_runs_without_a_task_come_first_and_an_ending_that_is_not_recorded_is_unknown() -> None:
    made = table(FOUND, in_order_of_tasks=True)
    every = np.ones(3, bool)
    both = joined(cells(made, every, with_groups=False), cells(made, every, with_groups=True))
    assert both.task.tolist() == [-1, -1, -1, 0, 1, 1]
    assert sorted(both.kind[:3].tolist()) == [0, 2, 3]


def test_one_answer_holds_the_cells_by_dimension_and_the_groups_of_whole_tasks_that_shares_are_of() -> None:
    found = pa.table(
        {
            "label": ["a", "b", None, None, None, None],
            "model": ["m", "m", None, None, None, None],
            "format": ["f", "f", None, None, None, None],
            "ending": ["success", "failure", "failure", "success", "open", "success"],
            "alone": [True, False, None, None, None, None],
            "cluster": [None, None, 3, None, 2, 2],
            "steps": [5, 6, 6, 5, 4, 0],
            "runs": [2, 3, 3, 2, 1, 1],
            "pooled": [True, True, False, False, False, False],
        }
    )
    by_dimension, grouped = pooled_and_grouped(found)
    assert (by_dimension.steps.tolist(), by_dimension.alone.tolist()) == ([5, 6], [True, False])
    # Left out: what failed, what names no task, what never started.
    assert (grouped.group.tolist(), grouped.steps.tolist(), grouped.runs.tolist()) == ([2], [4], [1])
