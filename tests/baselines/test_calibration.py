"""Thresholds come from what repeated runs did, with their n."""

from viewer.analysis.run_path import PathCall, PathRequest, RunPath
from viewer.baselines.calibration import Baseline, calibrate


def path_of(tools: str, model: str = "m") -> RunPath:
    requests = tuple(PathRequest(k, 2 * k - 1, (PathCall(tool, {}, tool, tool),)) for k, tool in enumerate(tools, 1))
    return RunPath(requests, (model,))


def sets(*tools: str) -> list[dict[str, tuple[str, RunPath]]]:
    return [{"refund": (f"key{number}", path_of(one))} for number, one in enumerate(tools)]


def test_the_worst_run_gives_the_thresholds() -> None:
    found = calibrate(sets("ab", "ab", "abc", "ab", "xyz"), {"refund": Baseline(path_of("ab"))})
    (case,) = found.cases
    assert (case.n, case.suggested_max_calls, case.calls.middle) == (5, 3, 2)
    assert case.to_baseline is not None
    assert (case.to_baseline.low, case.to_baseline.high) == (0, 1)
    assert case.noise_floor == 1
    assert found.severe_by_run == (0, 0, 0, 0, 1)
    assert found.allowed_severe == 1
    assert found.warnings == ()


def test_no_variance_is_no_proof_of_none() -> None:
    (case,) = calibrate(sets("ab", "ab", "ab", "ab", "ab"), {}).cases
    assert case.sentence() == "0 seen in 5, which is no proof of none"
    assert case.to_baseline is None


def test_the_baseline_s_own_run_is_left_out() -> None:
    found = calibrate(sets("ab", "xy", "ab", "ab", "ab"), {"refund": Baseline(path_of("ab"), "key0")})
    assert found.cases[0].to_baseline is not None
    assert found.severe_by_run == (0, 1, 0, 0, 0)
    assert "is the baseline itself" in found.warnings[0]


def test_few_runs_mixed_models_and_missing_cases_are_said() -> None:
    two = [{"a": ("k", path_of("x", "m1"))}, {"a": ("l", path_of("x", "m2")), "b": ("m", path_of("y", "m2"))}]
    warnings = calibrate(two, {}).warnings
    assert "mix models (m1; m2)" in warnings[0]
    assert "fewer than 5" in warnings[1]
    assert "case b is missing in 1 of 2 runs" in warnings


def test_a_case_that_asks_for_no_tool_counts_for_no_severe_one() -> None:
    found = calibrate(sets("", "x"), {"refund": Baseline(path_of(""))}, without_tools=frozenset({"refund"}))
    assert found.allowed_severe == 0
