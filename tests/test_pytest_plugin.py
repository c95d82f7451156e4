"""The plugin in a test session of its own: invariants fail at once, drift is judged over all cases at the end."""

from pathlib import Path

import numpy  # noqa: F401  # a session within this one forgets what it loaded, and numpy cannot be loaded twice
import pytest
from conftest import ROOT

from viewer.analysis.run_path import PathCall, PathRequest, RunPath
from viewer.baselines.store import BaselineStore

ALONE = ("-p", "no:xdist", "-p", "no:playwright")
"""Plugins that do not bear a session within a session."""
AGENT = """
import pytest
from viewer.record import instrument

def agent(recorder, *tools):
    dispatch = instrument(lambda name, arguments: "fine", recorder)
    recorder.caller("go")
    for number, tool in enumerate(tools):
        use = {"type": "tool_use", "id": f"c{number}", "name": tool, "input": {"n": number}}
        recorder.reply({"content": [use], "stop_reason": "tool_use"})
        dispatch(tool, {"n": number})
    recorder.reply({"content": [{"type": "text", "text": "Refunded."}], "stop_reason": "end_turn"})
    return "Refunded."

"""
GOOD = """
@pytest.mark.trajectory(case="refund")
def test_refund(recorder):
    assert agent(recorder, "look", "refund") == "Refunded."
"""


@pytest.fixture
def session(pytester: pytest.Pytester) -> pytest.Pytester:
    (pytester.path / "policy.toml").write_text('[tools]\nwrite = ["refund"]\nread = ["look"]\n')
    pytester.makeini("[pytest]\ntrajectory_policy = policy.toml\ntrajectory_runs = runs\n")
    return pytester


def accept(folder: Path, case: str, *tools: str) -> None:
    path = RunPath(tuple(PathRequest(k, k, (PathCall(tool, {}, tool, tool),)) for k, tool in enumerate(tools, 1)))
    store = BaselineStore(folder)
    store.accept(case, path, reason="seen", accepted_by="ada", expected=None, run_key=None, run_hash=None)


def test_a_run_that_keeps_the_invariants_passes_and_stays_as_a_file(session: pytest.Pytester) -> None:
    session.makepyfile(AGENT + GOOD)
    result = session.runpytest(*ALONE)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["refund: 3 requests, 2 calls, invariants kept"])
    assert len(list((session.path / "runs").glob("refund-*.json"))) == 1


def test_a_broken_invariant_fails_the_test_though_its_answer_is_right(session: pytest.Pytester) -> None:
    session.makepyfile(AGENT + GOOD.replace('"look", "refund"', '"refund"'))
    result = session.runpytest(*ALONE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["write_before_read: refund was asked for at *1*.0*", "refund: 2 requests, 1 call, 1 violation"]
    )


def test_an_assertion_of_the_test_is_told_as_ever_and_its_run_is_reported(session: pytest.Pytester) -> None:
    session.makepyfile(AGENT + GOOD.replace('"Refunded."\n', '"Something else"\n'))
    result = session.runpytest(*ALONE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["refund: 3 requests, 2 calls, invariants kept"])


def test_a_run_that_could_not_be_written_fails_its_test_with_the_reason(session: pytest.Pytester) -> None:
    (session.path / "runs").write_text("a file where a folder is wanted")
    session.makepyfile(AGENT + GOOD)
    result = session.runpytest(*ALONE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["the run was not recorded whole: *"])


def test_drift_fails_the_session_and_no_single_test(session: pytest.Pytester) -> None:
    accept(session.path / "baselines", "refund", "ask", "wait", "refund")
    accept(session.path / "baselines", "gone", "look")
    session.makepyfile(AGENT + GOOD)
    result = session.runpytest(*ALONE, "--trajectory-baseline", "baselines")
    result.assert_outcomes(passed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "drift  0.67  refund: 3 calls before, 2 now",
            "drift     -  gone: no run of this case",
            "1 of 1 cases changed*",
        ]
    )
    allowed = session.runpytest(*ALONE, "--trajectory-baseline", "baselines", "--trajectory-allow-severe", "1")
    assert allowed.ret == 0


def test_workers_of_one_session_are_judged_together(session: pytest.Pytester) -> None:
    accept(session.path / "baselines", "refund", "look", "refund")
    session.makepyfile(AGENT + GOOD + GOOD.replace("refund", "second", 1).replace("test_refund", "test_second"))
    result = session.runpytest_subprocess("-p", "no:playwright", "-n", "2", "--trajectory-baseline", "baselines")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["drift  0.00  refund: 2 calls before, 2 now", "drift     -  second: no baseline*"])


def test_folders_with_their_own_conftest_do_not_end_the_session(session: pytest.Pytester) -> None:
    for folder in ("one", "two"):
        (session.mkpydir(folder) / "conftest.py").touch()
        (session.path / folder / f"test_{folder}.py").write_text("def test_it(): pass")
    session.runpytest(*ALONE, "one", "two").assert_outcomes(passed=2)


def test_a_session_without_recorded_runs_says_nothing(session: pytest.Pytester) -> None:
    session.makepyfile("def test_nothing(): pass")
    assert "trajectories" not in session.runpytest(*ALONE).stdout.str()


def test_the_package_brings_the_plugin() -> None:
    assert '[project.entry-points.pytest11]\ntrajectory-viewer = "viewer.pytest_plugin"' in (
        ROOT / "pyproject.toml"
    ).read_text(encoding="utf-8")
