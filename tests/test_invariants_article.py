"""Twenty-seven weak points of the published invariants, each read strictly (as published) and as we read it.

The single rules have tests of their own; here both readings of one weak point stand side by side.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from scripted import Step, results, run_of, step, use, violations

from viewer import load
from viewer.analysis.drift import drift
from viewer.analysis.invariants.duplicate_calls import AS_PUBLISHED
from viewer.analysis.policy import Policy
from viewer.analysis.run_path import RunPath, run_path
from viewer.baselines.calibration import Baseline, calibrate
from viewer.baselines.check_report import check_report
from viewer.baselines.checked_run import CheckedRun, checked_run
from viewer.baselines.drift_report import drift_report
from viewer.log_file import read_log
from viewer.policy_file import Policies, read_policies
from viewer.record import Recorder, instrument
from viewer.record.digests import Digests
from viewer.record.normalise import DEFAULT_RULES, Normaliser, Rules, digest

STRICT = Policy(strict=True)
OURS = Policy()
UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c330{}"


def masked(rules: Rules, *values: Any) -> list[Any]:
    """The arguments of one run's calls of `get`, normalised."""
    normaliser = Normaliser(rules)
    return [normaliser.arguments("get", {"value": value})[0]["value"] for value in values]


def broken(code: str, *steps: Step, **policy: Any) -> tuple[int, int]:
    """How many violations both readings find: strict, ours."""
    run = run_of(*steps)
    strict, ours = Policy(strict=True, **policy), Policy(**policy)
    return len(violations(run, code, strict)), len(violations(run, code, ours))


def path_of(*steps: Step, **head: Any) -> RunPath:
    return run_path(run_of(*steps, **head))


def calls(*tools: str) -> RunPath:
    return path_of(*(step(use(tool)) for tool in tools), step())


def of_case(case: str, *tools: str) -> CheckedRun:
    run = run_of(*(step(use(tool)) for tool in tools), step(), attributes={"case": case})
    return checked_run(run, Policies(), {})


def test_c1_whole_times_are_masked() -> None:
    one, other = "2026-07-09T10:11:12.345Z", "2026-07-09T10:11:13.345Z"
    assert masked(AS_PUBLISHED, one) == ["<ts>:12.345Z"]
    assert masked(AS_PUBLISHED, one) != masked(AS_PUBLISHED, other)
    assert masked(DEFAULT_RULES, one) == masked(DEFAULT_RULES, other) == ["<time#1>"]


def test_c2_ids_are_masked_in_any_case_and_further_patterns_are_declared(tmp_path: Path) -> None:
    upper = UUID.format("A").upper()
    assert masked(AS_PUBLISHED, upper) == [upper]
    assert masked(DEFAULT_RULES, upper) == ["<uuid#1>"]
    file = tmp_path / "policy.toml"
    file.write_text("[normalise]\npatterns = {order = 'ORD-[0-9]+'}\n", encoding="utf-8")
    assert masked(read_policies(file).base.rules, "ORD-7") == ["<order#1>"]


@pytest.mark.parametrize(
    "pair",
    [
        ({"id": UUID.format(1)}, {"id": UUID.format(2)}),
        ({"at": "2026-07-09T10:11Z"}, {"at": "2026-07-09T10:12Z"}),
        ({"cursor": "a"}, {"cursor": "b"}),
    ],
)
def test_c3_two_ids_two_times_and_two_pages_are_different_calls(pair: tuple[dict[str, str], dict[str, str]]) -> None:
    assert broken("duplicate_call", *(step(use("get", **one)) for one in pair), step()) == (1, 0)


def test_c4_a_volatile_key_is_named_by_tool_and_path() -> None:
    nested = {"order": {"cursor": "a"}}
    assert Normaliser(AS_PUBLISHED).arguments("get", nested)[0] == {"order": {"cursor": "<cursor>"}}
    assert Normaliser(DEFAULT_RULES).arguments("get", nested)[0] == nested
    own = Rules(keys=("list_orders.cursor",))
    assert Normaliser(own).arguments("list_orders", {"cursor": "a"})[0] == {"cursor": "<cursor#1>"}
    assert Normaliser(own).arguments("get", {"cursor": "a"})[0] == {"cursor": "a"}


def test_c5_arguments_of_any_kind_have_one_text() -> None:
    with pytest.raises(TypeError):
        json.dumps({"at": datetime(2026, 1, 1, tzinfo=UTC)}, sort_keys=True)
    with pytest.raises(TypeError):
        json.dumps({1: "a", "b": 2}, sort_keys=True)
    assert digest({"at": datetime(2026, 1, 1, tzinfo=UTC), 1: "a", "b": 2})
    assert digest({"n": 1}) == digest({"n": 1.0})
    assert digest({"n": 1}) != digest({"n": 1.5})
    assert masked(Rules(sets=("get.value",)), ["b", "a"]) == masked(Rules(sets=("get.value",)), ["a", "b"])


def test_c6_what_must_hold_no_data_is_keyed_and_what_is_stored_is_compared() -> None:
    assert digest({"pin": 7}) == digest({"pin": 7}), "a guess confirms it"
    assert Digests(b"k" * 16).value(7) != Digests(b"l" * 16).value(7)
    change = drift(path_of(step(use("pay", amount=1)), step()), path_of(step(use("pay", amount=2)), step()))
    assert change.arguments is not None
    assert change.arguments.edits == 1


def test_c7_an_error_payload_is_a_failure_and_a_tool_that_raises_is_recorded(tmp_path: Path) -> None:
    steps = step(use("get", gives='{"error": "no such order"}')), step()
    assert broken("swallowed_error", *steps) == (0, 1)
    recorder = Recorder(tmp_path)

    def dispatch(name: str, arguments: Any) -> Any:
        raise RuntimeError("down")

    recorder.stop_reason("tool_use")
    with pytest.raises(RuntimeError):
        instrument(dispatch, recorder)("get", {})
    recorder.stop_reason("end_turn")
    recorder.end()
    (run,) = load.runs(next(load.sources([recorder.path])))
    assert len(violations(run, "swallowed_error", STRICT)) == len(violations(run, "swallowed_error", OURS)) == 1


def test_c8_a_failure_that_was_made_good_is_none_and_another_ending_hides_none() -> None:
    failed = step(use("get", id=7, fails=True))
    assert broken("swallowed_error", failed, step(use("get", id=7)), step()) == (1, 0)
    assert broken("swallowed_error", failed, step(stop="refusal")) == (0, 1)


def test_c9_without_stop_reasons_nothing_breaks_and_nothing_passes() -> None:
    run = run_of(step(use("get", fails=True), stop=None))
    for policy in (STRICT, OURS):
        (one,) = results(run, "swallowed_error", policy)
        assert (one.result, one.reason) == ("not_evaluated", "no stop reason is stored for the last request")


def test_c10_repeats_are_one_finding_and_a_retry_or_a_read_after_a_write_is_none() -> None:
    repeats = [step(use("get", id=7)) for _ in range(4)]
    assert broken("duplicate_call", *repeats, step()) == (3, 1)
    assert broken("duplicate_call", step(use("get", id=7, fails=True)), step(use("get", id=7)), step()) == (1, 0)
    written = step(use("get", id=7)), step(use("pay")), step(use("get", id=7)), step()
    tools = {"write_tools": frozenset({"pay"}), "read_tools": frozenset({"get"})}
    assert broken("duplicate_call", *written, **tools) == (1, 0)


def test_c11_a_duplicate_names_its_places_and_what_nearly_is_one_is_information() -> None:
    run = run_of(step(use("get", id=7, part="a")), step(use("get", id=7, part="a")), step(use("get", id=7, part="b")))
    (found,) = results(run, "duplicate_call", OURS)
    assert [(one.message_index, one.block, one.tool_use_id) for one in found.positions] == [(1, 0, "c1"), (3, 0, "c2")]
    near = [one for one in results(run, "near_duplicate_call", OURS) if one.result == "violation"]
    assert [(one.severity, "part only" in one.text) for one in near] == [("info", True)]
    assert results(run, "near_duplicate_call", STRICT) == []


def test_c12_a_failed_write_is_an_attempt_and_limits_are_the_policys() -> None:
    writes = frozenset({"publish", "log"})
    retried = step(use("publish", fails=True)), step(use("publish")), step()
    assert broken("too_many_writes", *retried, write_tools=writes) == (1, 0)
    both = step(use("publish")), step(use("log")), step()
    assert broken("too_many_writes", *both, write_tools=writes) == (1, 1)
    assert broken("too_many_writes", *both, write_tools=writes, max_writes=2) == (0, 0)
    twice = run_of(step(use("publish", n=1)), step(use("publish", n=1)), step())
    assert len(violations(twice, "duplicated_side_effect", Policy(write_tools=writes))) == 1


def test_c13_a_read_counts_when_its_result_was_visible() -> None:
    tools = {"write_tools": frozenset({"pay"}), "read_tools": frozenset({"look"})}
    together = step(use("look"), use("pay")), step()
    assert broken("write_before_read", *together, **tools) == (0, 1)
    assert broken("write_before_read", step(use("get_time")), step(use("pay")), step(), **tools) == (0, 1)
    assert broken("write_before_read", step(use("look", fails=True)), step(use("pay")), step(), **tools) == (0, 1)
    assert broken("write_before_read", step(use("look")), step(use("pay")), step(), **tools) == (0, 0)


def test_c14_a_tool_that_nobody_classified_is_listed_and_no_read() -> None:
    run = run_of(step(use("ping")), step(use("pay")), step())
    policy = Policy(frozenset({"pay"}), frozenset({"look"}))
    assert violations(run, "unclassified_tool", policy) == ["ping is neither read nor write, 1 calls at [1].0"]
    assert results(run, "unclassified_tool", Policy(frozenset({"pay"}), strict=True)) == []


def test_c15_a_required_tool_has_to_succeed() -> None:
    steps = step(use("lookup", fails=True)), step()
    assert broken("required_tool_missing", *steps, required=("lookup",)) == (0, 1)
    assert broken("required_tool_missing", *steps, required=("lookup",), required_means="attempted") == (0, 0)
    order = step(use("pay")), step(use("look")), step()
    assert broken("required_tool_missing", *order, required=("look", "pay"), required_order=("look", "pay")) == (0, 1)


def test_c16_requests_have_a_cap_and_a_run_that_ends_on_a_call_has_no_answer() -> None:
    capped = [step(use("get", id=number)) for number in range(24)]
    assert broken("too_many_calls", *capped, max_calls=99, max_requests=23) == (0, 1)
    run = run_of(*capped)
    assert len(violations(run, "ended_without_answer", OURS)) == 1
    assert results(run, "ended_without_answer", STRICT) == []


def test_c17_every_stop_that_is_not_allowed_is_told_with_its_place(tmp_path: Path) -> None:
    code = "stop_reason_not_allowed"
    run = run_of(step(use("get")), step(stop="max_tokens"))
    assert violations(run, code, STRICT) == ["hit max_tokens mid-trajectory"]
    assert violations(run, code, OURS) == ["request 2 of 2 stopped with max_tokens, at the end, at [3]"]
    assert broken(code, step(stop="refusal")) == (0, 1)
    assert len(violations(run_of(step(stop="pause_turn")), "paused_at_end", OURS)) == 1
    recorder = Recorder(tmp_path)
    recorder.stop_reason("length")
    recorder.end()
    (read,) = load.runs(next(load.sources([recorder.path])))
    assert (read.requests[0].stop_reason, read.requests[0].stop_reason_recorded) == ("max_tokens", "length")


def test_c18_calls_keep_the_request_that_asked_for_them() -> None:
    together, apart = path_of(step(use("a"), use("b")), step()), calls("a", "b")
    assert drift(together, apart).names.edits == 0
    assert drift(together, apart).requests.edits == 2


def test_c19_changed_arguments_are_drift_beside_that_of_names() -> None:
    change = drift(path_of(step(use("pay", amount=8900))), path_of(step(use("pay", amount=890))))
    assert change.names.ratio == 0.0
    assert change.arguments is not None
    assert change.arguments.ratio == 1.0


def test_c20_the_order_within_parallel_calls_says_nothing() -> None:
    change = drift(path_of(step(use("a"), use("b"))), path_of(step(use("b"), use("a"))))
    assert (change.names.ratio, change.requests.ratio) == (1.0, 0.0)


def test_c21_a_ratio_never_stands_without_its_counts() -> None:
    assert drift(calls(), calls()).names.ratio == 0.0
    from_nothing = drift(calls(), calls("a"))
    assert (from_nothing.names.ratio, from_nothing.names.edits, from_nothing.calls) == (1.0, 1, (0, 1))
    longer = drift(calls(*["a"] * 5), calls(*["a"] * 8))
    assert (longer.names.ratio, longer.calls) == (0.375, (5, 8))


def test_c22_drift_of_names_says_nothing_of_what_was_said() -> None:
    before, after = path_of(step(text="yes")), path_of(step(text="no"))
    assert drift(before, after).is_none


def test_c23_one_run_many_checks_and_what_is_missing_is_listed() -> None:
    runs = [of_case("far", "b"), of_case("new", "a"), of_case("near", "a")]
    report = check_report(runs, [], {}, {"far": calls("a"), "near": calls("a"), "gone": calls("a")})
    assert report.drift is not None
    told = [(one.case, one.ratio("names"), one.reason) for one in report.drift.cases]
    assert told[:2] == [("far", 1.0, None), ("near", 0.0, None)]
    assert {case: reason for case, _, reason in told[2:]} == {
        "new": "no baseline: accept one",
        "gone": "no run of this case",
    }


def test_c24_thresholds_come_from_repeated_runs_with_their_n() -> None:
    sets = [{"a": (f"{n}", calls(*["x"] * (1 + n % 3)))} for n in range(5)]
    found = calibrate(sets, {"a": Baseline(calls("x"), None)}, severe_line=0.4)
    assert (found.n, found.severe_by_run, found.allowed_severe) == (5, (0, 1, 1, 0, 1), 1)
    assert found.cases[0].suggested_max_calls == 3
    report = drift_report({"a": calls("x")}, {"a": ("k", calls("x", "y", "z"))}, {}, severe_line=0.4, allowed_severe=1)
    assert report.is_within_budget


def test_c25_duration_is_stored_and_writes_are_told_when_the_run_is_read(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.reply({"content": [{"type": "text", "text": "hi"}], "stop_reason": "end_turn"}, seconds=1.5)
    recorder.end()
    (run,) = load.runs(next(load.sources([recorder.path])))
    assert run.requests[0].seconds == 1.5
    assert run.started_at is not None
    paid = run_of(step(use("pay")), step(use("pay", n=2)), step())
    assert results(paid, "too_many_writes", OURS)[0].result == "not_evaluated"
    assert len(violations(paid, "too_many_writes", Policy(frozenset({"pay"})))) == 1, "the same run, another policy"


def test_c26_another_model_or_prompt_is_said_beside_the_drift() -> None:
    def asked(model: str, prompt: str) -> RunPath:
        fields = {"system": {"status": "recorded", "text": prompt}}
        return path_of(step(), models=[model], request_fields=fields)

    assert drift(asked("a", "Be kind."), asked("a", "Be kind.")).asked_differently == ()
    assert drift(asked("a", "Be kind."), asked("b", "Be brief.")).asked_differently == (
        "model: a before, b now",
        "system prompt: changed",
    )


def test_c27_the_call_id_joins_the_run_with_the_log(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    call = {"type": "tool_use", "id": "toolu_1", "name": "get", "input": {"id": 7}}
    recorder.reply({"content": [call], "stop_reason": "tool_use"})
    instrument(lambda name, arguments: "fine", recorder)("get", {"id": 7})
    recorder.end()
    lines, unread = read_log(recorder.path.with_suffix(".calls.csv"))
    (run,) = load.runs(next(load.sources([recorder.path])))
    assert [line.call_id for line in lines] == [block.id for block in run.messages[0].blocks] == ["toolu_1"]  # type: ignore[union-attr]  # a tool_use
    assert unread == []
