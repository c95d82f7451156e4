"""tau2-bench: whose calls count, what is canned, how simulations end, where they stand."""

import json
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES

from viewer import load
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.decode.record_bytes import raw_records
from viewer.errors import RunFileError
from viewer.formats.registry import matches
from viewer.model.block import ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

LIBRARY = json.loads((SAMPLES / "tau2" / "library.json").read_text(encoding="utf-8"))


def runs_of(value: Any, tmp_path: Path) -> tuple[Run, ...]:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return load.runs(next(load.sources([path])))


def simulation(**changes: Any) -> dict[str, Any]:
    return {**LIBRARY["simulations"][0], **changes}


def messages(*listed: dict[str, Any]) -> dict[str, Any]:
    return simulation(messages=list(listed))


def test_calls_and_results_of_the_simulated_user_are_set_aside(tmp_path: Path) -> None:
    run = runs_of(LIBRARY, tmp_path)[0]
    assert [aside.record for aside in run.set_aside] == [6, 7]
    counts = summary(run)
    assert (counts.tool_calls, counts.tool_results, counts.unanswered_calls, counts.orphan_results) == (3, 3, 0, 0)


def test_a_user_message_with_words_and_calls_keeps_its_words_and_the_calls_raw(tmp_path: Path) -> None:
    both = {"role": "user", "content": "Wait.", "tool_calls": [{"id": "u", "name": "look", "arguments": {}}]}
    (run,) = runs_of(messages({"role": "user", "content": "Hi"}, both), tmp_path)
    assert not any(type(block) is ToolUse for message in run.messages for block in message.blocks)
    assert [type(block).__name__ for block in run.messages[1].blocks] == ["Text", "Unknown"]


def test_the_canned_greeting_is_no_reply_even_where_no_usage_is_stored_at_all(tmp_path: Path) -> None:
    second = runs_of(LIBRARY, tmp_path)[1]
    assert (second.messages[0].role, second.messages[0].producers[0].who) == ("assistant", "loop")
    assert len(second.requests) == 1


def test_a_first_message_that_a_request_was_sent_for_is_a_reply(tmp_path: Path) -> None:
    call = {"id": "c", "name": "look", "arguments": {}}
    for first in (
        {"role": "assistant", "content": "Hello", "usage": {"prompt_tokens": 5, "completion_tokens": 1}},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "assistant", "content": "Hello", "raw_data": {"finish_reason": "stop"}},
    ):
        (run,) = runs_of(messages(first), tmp_path)
        assert len(run.requests) == 1


def test_only_the_agents_own_usage_is_counted(tmp_path: Path) -> None:
    run = runs_of(LIBRARY, tmp_path)[0]
    assert summary(run).usage == Usage(900 + 1000 + 1100 + 1200, None, None, 30 + 12 + 20 + 8)


def test_a_cache_that_only_the_raw_reply_tells_stands_beside_the_counts(tmp_path: Path) -> None:
    run = runs_of(LIBRARY, tmp_path)[0]
    assert run.stated[1].usage == Usage(None, 512)


def test_a_cache_in_the_usage_itself_is_taken_off_the_prompt(tmp_path: Path) -> None:
    counted = {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 64}}
    (run,) = runs_of(messages({"role": "assistant", "content": "x", "usage": counted}), tmp_path)
    assert run.requests[0].usage == Usage(36, 64, None, 5)


def test_the_raw_reply_gives_model_stop_reason_and_thinking(tmp_path: Path) -> None:
    first, second, *_ = runs_of(LIBRARY, tmp_path)[0].requests
    assert (first.model, first.stop_reason, first.seconds) == ("gpt-4.1-2025-04-14", "tool_use", 3.5)
    assert (second.model, second.stop_reason) == (None, "end_turn")


def test_a_run_without_any_named_model_takes_the_agents(tmp_path: Path) -> None:
    assert runs_of(LIBRARY, tmp_path)[1].models == ("gpt-4.1",)
    bare = {"domain": "d", "agent": "a", "model": "m-1", "simulations": [simulation(messages=[])]}
    (run,) = runs_of(bare, tmp_path)
    assert (run.models, run.label) == (("m-1",), "d")


@pytest.mark.parametrize(
    ("reason", "kind", "cut_by", "cap", "unit"),
    [
        ("max_steps", "censored", "steps", 12, "messages"),
        ("too_many_errors", "censored", "abort", 3, "tool errors in a row"),
        ("timeout", "censored", "time", None, None),
        ("infrastructure_error", "censored", "crash", None, None),
        ("context_window_exceeded", "censored", "tokens", None, None),
        ("user_stop", "success", None, None, None),
        ("agent_stop", "success", None, None, None),
        (None, "open", None, None, None),
    ],
)
def test_the_termination_reason_tells_the_ending(
    tmp_path: Path, reason: str | None, kind: str, cut_by: str | None, cap: float | None, unit: str | None
) -> None:
    (run,) = runs_of({**LIBRARY, "simulations": [simulation(termination_reason=reason)]}, tmp_path)
    ending = run.ending
    assert (ending.kind, ending.cut_by, ending.cap, ending.cap_unit) == (kind, cut_by, cap, unit)
    assert (run.exit_status, run.outcome) == (reason, "success")


@pytest.mark.parametrize(
    ("reward_info", "outcome"),
    [({"reward": 1.0}, "success"), ({"reward": 0.9}, "failure"), ({"reward": 0}, "failure"), (None, "unknown")],
)
def test_only_a_full_reward_is_success(tmp_path: Path, reward_info: Any, outcome: str) -> None:
    (run,) = runs_of(simulation(reward_info=reward_info), tmp_path)
    assert (run.outcome, run.ending.kind) == (outcome, outcome)


def test_the_records_of_each_simulation_are_numbered_on_their_own_and_found_again(tmp_path: Path) -> None:
    source = next(load.sources([SAMPLES / "tau2" / "library.json"]))
    decoded, runs = load.decode_source(source), load.runs(source)
    assert [run.records[0].path for run in runs] == [f"simulations[{index}].messages" for index in range(3)]
    for run, stored in zip(runs, LIBRARY["simulations"], strict=True):
        assert [json.loads(raw) for raw in raw_records(decoded, run.records[0])] == stored["messages"]


def test_an_entry_that_is_no_simulation_is_a_problem_of_its_own_and_its_bytes_are_found() -> None:
    source = next(load.sources([SAMPLES / "tau2" / "bare-list.json"]))
    runs = load.runs(source)
    assert runs[1].problems[0].record == 2
    assert raw_records(load.decode_source(source), runs[1].records[0]) == [b'"not a simulation"']


def test_a_file_cut_inside_a_simulation_does_not_say_how_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    text = json.dumps(LIBRARY)
    path.write_text(text[: text.index("It is 44.")], encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    assert run.ending.rule == "the file ends inside this run"
    assert unaccounted((run,)) == []


def test_simulations_on_lines_are_read_and_their_messages_found_again(tmp_path: Path) -> None:
    path = tmp_path / "runs.json"
    lines = [json.dumps(one) for one in LIBRARY["simulations"][:2]]
    path.write_text("\n".join([*lines, '{"id": "cut", "mess']), encoding="utf-8")
    source = next(load.sources([path]))
    runs = load.runs(source)
    assert [run.run_id for run in runs] == ["sim-1", "sim-2", "3"]
    assert "the file ends inside this record" in runs[2].problems[0].reason
    assert unaccounted(runs) == []
    raw = raw_records(load.decode_source(source), runs[1].records[0])
    assert [json.loads(one) for one in raw] == LIBRARY["simulations"][1]["messages"]


def test_a_run_in_a_file_of_its_own_takes_policy_and_model_from_the_head_above() -> None:
    (source,) = load.sources([SAMPLES / "tau2" / "voice"])
    assert [Path(part.uri).name for part in source.parts] == ["v1.json", "results.json"]
    (run,) = load.runs(source)
    assert (run.models, run.label) == (("gpt-realtime",), "library")
    assert run.request_fields[0].system.value == "# Library desk\nBe brief."


def test_a_run_given_without_its_head_is_read_all_the_same() -> None:
    (run,) = load.runs(next(load.sources([SAMPLES / "tau2" / "voice" / "simulations" / "v1.json"])))
    assert (len(run.messages), run.models) == (6, ())


def test_a_head_alone_says_where_its_runs_are() -> None:
    source = next(load.sources([SAMPLES / "tau2" / "voice" / "results.json"]))
    with pytest.raises(RunFileError, match="give the whole folder"):
        load.runs(source)


@pytest.mark.parametrize(
    "value",
    [
        {"simulations": [{"x": 1}]},
        {"simulations": 3},
        [{"messages": []}],
        {"info": {}, "tasks": []},
        [],
        {"messages": [], "task_id": 1},
    ],
)
def test_what_does_not_say_how_it_ended_is_not_claimed(value: Any) -> None:
    claims = matches(decode(json.dumps(value).encode(), "x.json"))
    assert "tau2" not in [format.name for format, _, _ in claims]
