"""Runs as cells: nothing is lost when they are counted."""

import numpy as np

from viewer.analysis.caps.cells import KINDS, SUCCESS, counted
from viewer.analysis.caps.units import CappedRun

RUNS = [
    CappedRun("a", "t1", "success", (3, 9), ((10, None, 30), (5,) * 9), weight=4.0, model="m", format="f"),
    CappedRun("b", "t0", "censored", (7,), cap=7, cut_by="steps"),
    CappedRun("c", "t1", "open", (2,), model="n"),
]


def test_cells_are_ordered_by_task_then_by_steps_from_the_top() -> None:
    cells = counted(RUNS).cells
    assert cells.task.tolist() == [0, 0, 1]
    assert cells.steps.tolist() == [9, 2, 7]
    assert [KINDS[kind] for kind in cells.kind] == ["success", "open", "censored"]
    assert cells.weight.tolist() == [4.0, 1.0, 1.0]
    assert cells.squares.tolist() == [16.0, 1.0, 1.0]


def test_only_the_last_unit_of_a_cut_run_is_censored() -> None:
    units = counted([CappedRun("a", "t", "censored", (3, 4, 9))]).units
    assert (units.steps.tolist(), units.ended.tolist()) == ([3, 4, 9], [True, True, False])


def test_tokens_stand_at_the_place_of_their_request() -> None:
    tokens = counted(RUNS).tokens
    assert tokens is not None
    assert tokens[:4].tolist() == [15, 5, 35, 5]
    assert counted([CappedRun("a", "t", "success", (1,))]).tokens is None


def test_what_a_group_mixes_is_kept() -> None:
    pooled = counted(RUNS).pooled
    assert (pooled.caps, pooled.models, pooled.formats, pooled.money) == ((7.0,), ("m", "n"), ("f",), 0)


def test_some_of_the_cells_keep_their_order() -> None:
    cells = counted(RUNS).cells
    assert cells.where(cells.kind == SUCCESS).steps.tolist() == [9]
    assert np.array_equal(cells.where(cells.kind >= 0).steps, cells.steps)
