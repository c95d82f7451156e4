"""Figures of the Steps page."""

import numpy as np

from viewer.analysis.caps.cells import counted
from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CappedRun
from viewer.ui.steps_figures import CUT, ENDED, ended_figure, groups_histogram, histogram, main_figure

HOSTILE = "<a href='http://evil.example'>x</a>"


def runs(n: int, ending: str = "success") -> list[CappedRun]:
    rng = np.random.default_rng(n)
    return [CappedRun(str(one), str(one), ending, (int(rng.integers(1, 40)),)) for one in range(n)]


def test_bars_hold_every_run_once_and_cut_ones_apart() -> None:
    made = histogram(counted([*runs(30), *runs(5, "censored")]))
    assert sum(mark.runs for mark in made.marks) == 35
    assert {series.labels[0]: series.n for series in made.series} == {ENDED: 30, CUT: 5}


def test_the_cap_is_a_line_and_each_bar_knows_where_it_starts() -> None:
    listed = runs(30)
    made = histogram(counted(listed))
    figure = main_figure(made, cap_table(listed, "run"), 12)
    assert figure.layout.shapes[0].x0 == 12.5
    assert list(figure.data[0].customdata) == [mark.first for mark in made.marks]
    assert "requests of a run" in figure.layout.xaxis3.title.text


def test_the_cumulative_share_lies_between_what_ended_and_what_was_cut() -> None:
    listed = [*runs(30), *runs(10, "censored")]
    counts = counted(listed)
    figure = main_figure(histogram(counts), cap_table(listed, "run"), None, counts)
    ended, cut = figure.data[0], figure.data[1]
    assert (ended.y[0], ended.y[-1], cut.y[-1]) == (0, 0.75, 1)
    assert all(low <= high for low, high in zip(ended.y, cut.y, strict=True))
    shortest = sorted(run.units[0] for run in listed)[19]
    assert cut.y[list(cut.x).index(shortest)] >= 0.5
    whole = main_figure(histogram(counted(runs(9))), cap_table(runs(9), "run"), None, counted(runs(9)))
    assert "cut" not in "".join(trace.name or "" for trace in whole.data)


def test_without_an_outcome_there_is_no_chart_of_shares() -> None:
    listed = runs(9, "unknown")
    figure = main_figure(histogram(counted(listed)), cap_table(listed, "turn"), None)
    assert not hasattr(figure.layout, "xaxis3") or figure.layout.xaxis3.title.text is None
    assert "longest turn" in figure.layout.xaxis2.title.text


def test_curves_of_groups_end_at_the_share_that_ended_and_names_are_no_markup() -> None:
    figure = ended_figure([(HOSTILE, counted(runs(20))), ("b", counted(runs(4, "censored")))], "run")
    assert "<a" not in figure.data[0].name
    assert figure.data[0].y[-1] == 1
    assert list(figure.data[1].y) == [0.0]


def test_the_smallest_groups_stand_together() -> None:
    made = groups_histogram([(f"g{number}", counted(runs(number + 1))) for number in range(12)])
    assert len(made.series) == 8
    assert sum(series.n for series in made.series) == sum(range(1, 13))
