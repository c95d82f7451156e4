"""tau-bench: many runs of one file, their verdicts and their cuts."""

import json
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import choose
from viewer.formats.tau_bench import FORMAT
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage

USER = {"role": "user", "content": "Hello."}
STOP = {"role": "user", "content": "Bye. ###STOP###"}
REPLY = {"role": "assistant", "content": "Hello."}


def called(name: str) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": name, "arguments": "{}"}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def entry(*messages: Any, **facts: Any) -> dict[str, Any]:
    return {"task_id": 1, "trial": 0, "reward": 0.0, "info": {}, "traj": list(messages), **facts}


def one(value: Any) -> Run:
    (run,) = read_values(value, format="tau_bench")
    return run


def library() -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "tau_bench/library.json"])))


def test_each_entry_is_a_run_named_by_task_and_trial() -> None:
    assert [run.run_id for run in library()] == [
        "task 0 trial 0",
        "task 0 trial 1",
        "task 1 trial 0",
        "task 2 trial 0",
    ]
    assert [run.task for run in library()] == ["0", "0", "1", "2"]


def test_each_run_has_its_records_in_an_array_of_its_own() -> None:
    assert [(run.records[0].path, run.records[0].count) for run in library()] == [
        ("[0].traj", 12),
        ("[1].traj", 4),
        ("[2].traj", 4),
        ("[3].traj", 0),
    ]


def test_a_call_id_that_repeats_loses_no_result() -> None:
    run = library()[0]
    pairing = pair(run.messages)
    assert [(call[0], result[0]) for call, result in pairing.answers.items()] == [(3, 4), (5, 6), (7, 8)]
    assert pairing.unanswered == pairing.orphans == ()


def test_the_user_simulator_is_a_caller_and_its_stop_word_no_request() -> None:
    run = library()[0]
    assert run.messages[-1].producers[0].who == "caller"
    assert len(run.requests) == 5


def test_error_texts_are_no_error_flags() -> None:
    assert summary(library()[0]).error_results == 0


def test_no_usage_is_stored() -> None:
    assert summary(library()[0]).usage == Usage()


@pytest.mark.parametrize(
    ("messages", "reward", "kind", "outcome"),
    [
        ((USER, REPLY, STOP), 1.0, "success", "success"),
        ((USER, REPLY, STOP), 0.0, "failure", "failure"),
        (
            (USER, called("transfer_to_human_agents"), {"role": "tool", "tool_call_id": "c", "content": "ok"}),
            1.0,
            "success",
            "success",
        ),
        (
            (USER, called("look"), {"role": "tool", "tool_call_id": "c", "name": "look", "content": "ok"}),
            0.0,
            "censored",
            "failure",
        ),
        ((USER, REPLY, USER), 0.0, "censored", "failure"),
        ((USER, REPLY, USER), 1.0, "censored", "success"),
    ],
)
def test_a_run_that_stops_elsewhere_than_at_an_end_was_cut(
    messages: tuple[Any, ...], reward: float, kind: str, outcome: str
) -> None:
    run = one(entry(*messages, reward=reward))
    assert (run.ending.kind, run.outcome) == (kind, outcome)
    assert (run.ending.cut_by == "steps") == (kind == "censored")


def test_a_run_that_broke_off_before_it_began_is_a_crash_without_messages() -> None:
    run = library()[3]
    assert (run.messages, run.ending.kind, run.ending.cut_by) == ((), "censored", "crash")


def test_the_last_run_of_a_cut_file_is_open_whatever_its_reward() -> None:
    text = json.dumps([entry(USER, REPLY, STOP), entry(USER, REPLY, USER, USER)])
    chosen, view = choose(decode(text[:-40].encode(), "cut.json"))
    runs = tuple(chosen.read(view))
    assert [run.ending.kind for run in runs] == ["failure", "open"]
    assert unaccounted(runs) == []


def test_an_entry_that_is_no_run_hides_no_other() -> None:
    runs = read_values([entry(USER, STOP), 5, entry(USER, STOP)], format="tau_bench")
    assert [len(run.messages) for run in runs] == [2, 0, 2]
    assert [problem.record for problem in runs[1].problems] == [2]
    assert unaccounted(runs) == []


def test_actions_written_as_text_are_calls_and_the_answer_their_result() -> None:
    run = sample("tau_bench/react_single.json")
    call, answer = run.messages[1].blocks[-1], run.messages[2].blocks[0]
    assert call == ToolUse(None, "get_hours", {"day": "Monday"}, from_text=True)
    assert answer == ToolResult(None, "API output: 9 to 17", from_text=True)
    assert pair(run.messages).unanswered == ()


def test_respond_is_no_tool() -> None:
    counts = summary(sample("tau_bench/react_single.json"))
    assert (counts.tool_calls, counts.tool_results) == (1, 1)


def test_a_bare_entry_is_one_run() -> None:
    run = one(entry(USER, REPLY, STOP))
    assert run.records[0].path == "traj"


def test_the_system_prompt_is_a_request_field() -> None:
    assert library()[0].request_fields[0].records == (1,)


def test_it_is_claimed_by_its_keys() -> None:
    chosen, _ = choose(decode(json.dumps(entry(USER)).encode(), "x"))
    assert chosen is FORMAT


def test_entries_on_lines_are_a_run_each() -> None:
    entry = {"trial": 0, "reward": 1.0, "info": {}, "traj": [{"role": "user", "content": "q"}]}
    runs = read_values({**entry, "task_id": 1}, {**entry, "task_id": 2, "reward": 0.0}, lines=True)
    assert [(run.run_id, run.outcome) for run in runs] == [
        ("task 1 trial 0", "success"),
        ("task 2 trial 0", "failure"),
    ]
    assert runs[1].records[0].path == "[1].traj"
