"""terminal-bench: runs without messages, their verdicts, and results that stand in two files."""

import json
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, sample

from viewer import load
from viewer.decode.decoder import decode
from viewer.decode.record_bytes import raw_records
from viewer.formats.registry import matches
from viewer.model.run import Run

TRIAL = json.loads((SAMPLES / "terminal_bench" / "one-trial.json").read_text(encoding="utf-8"))


def run_of(tmp_path: Path, **changes: Any) -> Run:
    path = tmp_path / "results.json"
    path.write_text(json.dumps({**TRIAL, **changes}), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    return run


@pytest.mark.parametrize(
    ("failure", "resolved", "kind", "cut_by", "outcome"),
    [
        ("unset", True, "success", None, "success"),
        ("none", False, "failure", None, "failure"),
        ("parse_error", None, "unknown", None, "unknown"),
        ("test_timeout", False, "failure", None, "failure"),
        ("agent_timeout", True, "censored", "time", "success"),
        ("context_length_exceeded", False, "censored", "tokens", "failure"),
        ("agent_installation_failed", False, "censored", "crash", "failure"),
        ("unknown_agent_error", None, "censored", "crash", "unknown"),
    ],
)
def test_a_failure_of_the_agent_cuts_the_run_whatever_its_tests_say(
    tmp_path: Path, failure: str, resolved: bool | None, kind: str, cut_by: str | None, outcome: str
) -> None:
    run = run_of(tmp_path, failure_mode=failure, is_resolved=resolved)
    assert (run.ending.kind, run.ending.cut_by, run.outcome, run.exit_status) == (kind, cut_by, outcome, failure)


def test_totals_of_zero_and_null_are_not_stated(tmp_path: Path) -> None:
    assert "total_input_tokens" not in run_of(tmp_path, total_input_tokens=0).stated[0].metrics
    assert "total_input_tokens" not in run_of(tmp_path, total_input_tokens=None).stated[0].metrics
    assert run_of(tmp_path, total_input_tokens=7).stated[0].metrics["total_input_tokens"] == 7


def test_a_trial_is_a_run_without_messages_and_its_record_is_set_aside(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    assert (run.messages, run.requests) == ((), ())
    assert [aside.kind for aside in run.set_aside] == ["trial"]
    assert (run.run_id, run.task, run.started_at) == ("list-ports.1-of-1.day", "list-ports", None)


def test_a_trial_that_stands_in_the_whole_run_s_results_too_is_one_run() -> None:
    (source,) = load.sources([SAMPLES / "terminal_bench" / "night-run"])
    runs = load.runs(source)
    assert [run.run_id for run in runs] == ["sort-logs.1-of-2.night", "u-3", "3", "sort-logs.2-of-2.night"]
    assert unaccounted(runs) == []
    decoded = load.decode_source(source)
    raw = [json.loads(raw_records(decoded, run.records[0])[0]) for run in runs]
    assert [one["task_id"] for one in raw] == ["sort-logs", "make-cake", "broken", "sort-logs"]


def test_agent_and_model_come_from_the_metadata_beside_or_above() -> None:
    whole = load.runs(next(load.sources([SAMPLES / "terminal_bench" / "night-run"])))
    assert {run.models for run in whole} == {("anthropic/claude-sonnet-4",)}
    assert whole[0].attributes["agent_name"] == "terminus"


def test_single_trials_take_the_metadata_above_where_no_whole_results_are_given(tmp_path: Path) -> None:
    folder = tmp_path / "run" / "task" / "trial"
    folder.mkdir(parents=True)
    (folder / "results.json").write_text(json.dumps(TRIAL), encoding="utf-8")
    (tmp_path / "run" / "run_metadata.json").write_text('{"agent_name": "a", "model_name": "m"}', encoding="utf-8")
    (source,) = load.sources([tmp_path])
    assert load.runs(source)[0].models == ("m",)


def test_a_row_that_is_no_trial_is_a_problem_and_a_cut_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"results": [TRIAL, 3, {"task_id": "t"}]})[:-3], encoding="utf-8")
    runs = load.runs(next(load.sources([path])))
    assert [len(run.problems) for run in runs] == [0, 1, 1]
    assert unaccounted(runs) == []
    path.write_text(json.dumps(TRIAL)[:-20], encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    assert len(run.problems) == 1


@pytest.mark.parametrize(
    "value", [{"results": []}, {"results": [{"x": 1}]}, {"failure_mode": "x"}, [TRIAL], {"task_id": 1, "reward": 1}]
)
def test_other_results_are_not_claimed(value: Any) -> None:
    claims = matches(decode(json.dumps(value).encode(), "results.json"))
    assert "terminal_bench" not in [format.name for format, _, _ in claims]


def test_a_trial_as_harbor_writes_it_is_a_run_without_messages() -> None:
    run = sample("terminal_bench/harbor-trial.json")
    assert (run.run_id, run.outcome, run.ending.cut_by) == ("mend-pump__Cd34", "failure", "time")
    assert run.models == ("model-g",)
    assert run.stated[0].cost == 0.02
