"""Charts and the tables behind them."""

from dataclasses import replace
from pathlib import Path

from case_runs import checked_runs, write_runs

from viewer.baselines.calibration import calibrate
from viewer.baselines.matrix import matrix
from viewer.baselines.run_sets import run_sets
from viewer.ui.baselines_charts import noise_figure, noise_frame, over_time, over_time_frame


def test_each_case_has_its_drift_and_its_calls_by_the_start_of_its_runs(tmp_path: Path) -> None:
    runs = checked_runs(write_runs(tmp_path))
    paths = {run.case: run.path for run in runs if run.run_id.endswith("-1") and run.case and run.path}
    rows = matrix(runs, paths, by_case=True, known={})  # type: ignore[arg-type]  # no None among them
    figure = over_time(rows)
    assert len(figure.data) == 4
    assert list(figure.data[0].y) == [0.0, 1.0]
    assert list(figure.data[1].y) == [0, 1]
    assert figure.data[0].x[0].startswith("2026-11-01T10:00")
    assert list(over_time_frame(rows)["names changed"].round(2)) == [0.0, 1.0, 0.0, 0.33]


def test_where_one_run_records_no_start_all_charts_of_the_page_count_runs(tmp_path: Path) -> None:
    runs = [
        replace(run, started_at=None) if run.run_id == "hours-1" else run for run in checked_runs(write_runs(tmp_path))
    ]
    figure = over_time(matrix(runs, {}, by_case=True, known={}))
    assert [list(one.x) for one in figure.data] == [[1, 2]] * 4
    assert "not all of these record their start" in figure.layout.xaxis3.title.text


def test_runs_of_one_moment_have_an_axis_of_seconds(tmp_path: Path) -> None:
    runs = [replace(run, started_at="2026-11-01T10:00:00Z") for run in checked_runs(write_runs(tmp_path))]
    first, last = over_time(matrix(runs, {}, by_case=True, known={})).layout.xaxis.range
    assert (first[:19], last[:19]) == ("2026-11-01T09:59:50", "2026-11-01T10:00:10")


def test_noise_is_a_line_a_case_with_its_n(tmp_path: Path) -> None:
    found = calibrate(run_sets(checked_runs(write_runs(tmp_path)), "folder"), {})
    figure = noise_figure(found.cases)
    assert [point for point in figure.data[0].x if point is not None] == [0, 1, 2, 3]
    table = noise_frame(found.cases)
    assert list(table["n"]) == [2, 2]
    assert list(table["most calls seen"]) == [1, 3]
