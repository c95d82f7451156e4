"""Thresholds from the sets under the opened paths."""

from pathlib import Path

from case_runs import accept_first, checked_runs, write_runs

from viewer.baselines.accepted import History
from viewer.baselines.cases import Case
from viewer.ui.baselines_calibration import calibration
from viewer.ui.check_inputs import CheckInputs


def test_cases_without_tools_and_the_accepted_run_itself_count_for_nothing(tmp_path: Path) -> None:
    store = accept_first(write_runs(tmp_path), "refund", "hours")
    histories: dict[str, History] = {case: store.history(case) for case in store.cases()}
    given = CheckInputs(cases={"hours": Case(id="hours", expect_zero_tools=True)}, histories=histories)
    found = calibration(given, checked_runs(tmp_path), "folder", 0.3)
    assert found is not None
    assert found.severe_by_run == (0, 1), "the refund of the second set"
    assert found.allowed_severe == 1
    assert any("is the baseline itself" in warning for warning in found.warnings)


def test_without_runs_there_is_nothing_to_tell() -> None:
    assert calibration(CheckInputs(), [], "order", 0.5) is None
