"""Replayed runs: whole, in our own format, and opened again by the program."""

from pathlib import Path

import pytest
from bundles import bundled, one_call, refund, refund_bundle
from replayed import POLICY, asking, refunding, results_of, saying
from wire_server import PATHS, asks, says

from viewer import load
from viewer.analysis.pairing import pair
from viewer.model.block import ToolUse
from viewer.replay import compare_runs
from viewer.replay.compare_runs import added_run, original_run, replayed_run, write_runs
from viewer.replay.compare_samples import sample_facts
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_results import RecordedAnswer, Sample, SampleStep
from viewer.replay.swap import Replacement

BUNDLE = refund_bundle()


def test_the_originals_continuation_is_a_run_of_its_own() -> None:
    run = original_run(BUNDLE)
    assert [message.blocks for message in run.messages] == [message.blocks for message in refund().messages[5:]]
    assert len(run.requests) == 2


def test_a_replayed_run_holds_what_was_sent_and_what_came_of_it() -> None:
    results = results_of(BUNDLE, refunding("swapped", 3))
    run = replayed_run(BUNDLE, results.head, results.samples[0])
    whole = refund()
    assert [one.blocks for one in run.messages[:4]] == [one.blocks for one in whole.messages[:4]]
    assert run.messages[4].blocks[0].content == "policy service unavailable (503)"
    assert run.messages[6].blocks[0].content == whole.messages[6].blocks[0].content
    assert len(run.messages) == 8
    assert (run.parent.run_id, run.parent.message_index, run.parent.in_source) == (whole.run_id, 4, False)
    assert (run.run_id, run.label) == ("refund-4471 swapped 3", "replay, swapped")
    told = run.attributes["replay"]
    assert (told["arm"], told["sample"], told["swapped"]) == ("swapped", 3, "[4].0")
    assert told["recorded_answers"] == [
        {"position": "[6].0", "tool": "issue_refund", "recorded_at": "[6].0", "number": 1}
    ]
    assert (told["bundle"], told["messages_hash"]) == (results.head.bundle, BUNDLE.run.messages_hash)
    last = run.requests[-1]
    assert (last.usage.input_tokens, last.usage.output_tokens, last.model) == (100, 7, "claude-sonnet-4-5")
    assert (last.stop_reason, last.seconds, last.attempts) == ("end_turn", 0.5, 1)
    assert run.requests[-2].stop_reason == "tool_use"
    assert run.requests[0].usage is None


def test_the_control_holds_the_result_as_it_was() -> None:
    results = results_of(BUNDLE, saying("control", 1, "x"))
    run = replayed_run(BUNDLE, results.head, results.samples[0])
    assert run.messages[4].blocks == refund().messages[4].blocks
    assert run.attributes["replay"]["swapped"] is None
    assert "as the control" in run.parent.rule


@pytest.mark.parametrize(
    ("sample", "kind", "cut_by"),
    [
        (saying("swapped", 1, "x"), "unknown", None),
        (asking("swapped", 1, POLICY), "open", None),
        (asking("swapped", 1, POLICY, stop="step_cap"), "censored", "steps"),
        (asking("swapped", 1, POLICY, stop="cut_short"), "censored", "tokens"),
    ],
)
def test_how_a_sample_stopped_is_how_its_run_ended(sample: Sample, kind: str, cut_by: str | None) -> None:
    run = replayed_run(BUNDLE, results_of(BUNDLE, sample).head, sample)
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == (kind, cut_by, sample.stop)


def test_the_written_runs_are_opened_like_any_other(tmp_path: Path) -> None:
    results = results_of(BUNDLE, refunding("swapped", 1), saying("control", 1, "x"), asking("swapped", 2, POLICY))
    path = tmp_path / "b.runs.jsonl"
    assert write_runs(BUNDLE, results, path) == 3
    (source,) = load.sources([path])
    runs = load.runs(source)
    assert [one.attributes["replay"]["arm"] for one in runs] == ["swapped", "swapped", "control"]
    expected = replayed_run(BUNDLE, results.head, results.samples[0])
    assert [one.blocks for one in runs[0].messages] == [one.blocks for one in expected.messages]
    assert runs[0].requests[-1] == expected.requests[-1]
    assert runs[0].parent == expected.parent
    assert not any(one.problems for one in runs)
    assert list(tmp_path.iterdir()) == [path]


def test_too_much_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_runs, "MOST_BYTES", 10)
    assert write_runs(BUNDLE, results_of(BUNDLE, saying("swapped", 1, "x")), tmp_path / "r.jsonl") == 0
    assert write_runs(BUNDLE, results_of(BUNDLE), tmp_path / "r.jsonl") == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("protocol", PATHS)
def test_replies_of_each_api_make_steps_with_their_calls(protocol: Protocol) -> None:
    step = SampleStep(reply=asks(protocol, ("c1", "find", {"q": 2**60})), attempts=1, seconds=1)
    made = added_run(protocol, Sample(arm="swapped", sample=1, stop="needs_live_tool", steps=[step], started_at=""))
    (call,) = [block for message in made.messages for block in message.blocks if type(block) is ToolUse]
    assert (call.name, call.input, len(made.requests)) == ("find", {"q": 2**60}, 1)
    assert made.requests[0].usage is not None
    assert made.requests[0].stop_reason == "tool_use"


@pytest.mark.parametrize("protocol", PATHS)
def test_a_run_of_each_api_holds_every_step_with_its_answers(protocol: Protocol) -> None:
    bundle = bundled(one_call("ok"), Replacement(2, 0, "down"), protocol)
    answer = RecordedAnswer(
        tool_use_id="c1", tool="find", arguments={}, position="[4].0", number=1, content="found", is_error=None
    )
    first = SampleStep(reply=asks(protocol, ("c1", "find", {})), attempts=1, seconds=1, answers=[answer])
    last = SampleStep(reply=says(protocol, "done"), attempts=2, seconds=3)
    sample = Sample(arm="swapped", sample=1, stop="ended", steps=[first, last], started_at="")
    run = replayed_run(bundle, results_of(bundle, sample).head, sample)
    assert len(pair(run.messages).answers) == 2
    assert [(one.k, one.attempts, one.stop_reason) for one in run.requests] == [
        (1, None, run.requests[0].stop_reason),
        (2, 1, "tool_use"),
        (3, 2, "end_turn"),
    ]
    assert run.attributes["replay"]["recorded_answers"][0]["position"] == "[4].0"
    assert not run.problems
    made = sample_facts(protocol, sample, original_run(bundle))
    assert [step.tools for step in made.steps] == [("find",), ()]
    assert [step.text for step in made.steps] == ["", "done"]
