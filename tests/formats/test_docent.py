"""Docent agent runs."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.formats.docent import outcome
from viewer.model.block import Text, Thinking, ToolResult
from viewer.model.run import Run

GO = {"role": "user", "content": "go"}


def runs(name: str) -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "docent" / name])))


def one(*messages: Any, **more: Any) -> Run:
    (run,) = read_values({"id": "r", "transcripts": [{"messages": list(messages)}], **more})
    assert unaccounted((run,)) == []
    return run


def test_each_agent_run_of_a_list_is_a_run_with_its_own_id() -> None:
    assert [run.run_id for run in runs("agent_runs.json")] == ["run-1", "run-2"]


def test_a_leading_system_message_is_a_request_field() -> None:
    first = runs("agent_runs.json")[0]
    assert first.request_fields[0].system.value == "You sort the post."
    assert first.messages[-1].blocks == (Thinking("Seventeen it is."), Text("17 parcels."))
    assert first.models == ("example-1",)


def test_further_transcripts_are_sub_runs_that_no_call_is_known_to_have_started() -> None:
    (sub,) = runs("agent_runs.json")[1].sub_runs
    assert (sub.run_id, sub.label) == ("tr-3", "west desk")
    assert sub.parent is not None
    assert (sub.parent.run_id, sub.parent.tool_use_id) == ("run-2", None)


def test_an_error_of_a_tool_is_flagged_and_its_message_is_what_the_model_read() -> None:
    second = runs("agent_runs.json")[1]
    assert second.messages[2].blocks == (ToolResult("call_2", "the desk did not answer in 60 s", True, "ask_desk"),)
    assert summary(second).error_results == 1


def test_scores_tell_the_outcome_where_they_agree() -> None:
    first, second = runs("agent_runs.json")
    assert (first.outcome, first.ending.kind) == ("success", "success")
    assert (second.outcome, second.ending.kind) == ("unknown", "open")
    assert second.stated[0].metrics == {"exact": 0, "polite": 1}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ({"a": 1.0}, "success"),
        ({"a": True, "b": 2}, "success"),
        ({"a": 0}, "failure"),
        ({"a": 0.5}, "unknown"),
        ({"a": 1, "b": "C"}, "unknown"),
        ({}, "unknown"),
        (None, "unknown"),
    ],
)
def test_scores_are_a_verdict_only_where_all_say_the_same(scores: Any, expected: str) -> None:
    assert outcome({"scores": scores}) == expected


def test_transcripts_by_name_are_the_older_layout() -> None:
    run = sample("docent/older_layout.json")
    assert (run.outcome, run.records[0].path) == ("failure", "transcripts.main.messages")


def test_a_message_of_an_unknown_role_is_a_problem() -> None:
    run = one(GO, {"role": "narrator", "content": "x"})
    assert [problem.record for problem in run.problems] == [2]


def test_a_transcript_without_messages_is_a_problem_of_a_run_of_its_own() -> None:
    (run,) = read_values({"id": "r", "transcripts": [{"messages": [GO]}, None]})
    (sub,) = run.sub_runs
    assert [problem.reason for problem in sub.problems] == ["the transcript holds no list of messages"]
    assert unaccounted((run,)) == []


def test_a_later_system_message_stays_in_the_list() -> None:
    run = one(GO, {"role": "system", "content": "be brief"})
    assert [message.role for message in run.messages] == ["user", "system"]


def test_an_entry_without_transcripts_is_a_problem() -> None:
    made = read_values([{"id": "a", "transcripts": [{"messages": [GO]}]}, {"id": "b"}])
    assert [problem.record for problem in made[1].problems] == [2]


def test_lines_hold_one_run_each() -> None:
    line = {"id": "a", "transcripts": [{"messages": [GO]}]}
    assert [run.run_id for run in read_values(line, {**line, "id": "b"}, lines=True)] == ["a", "b"]


def test_runs_as_they_are_sent_to_the_server_stand_in_agent_runs() -> None:
    messages = [{"role": "user", "content": "go"}, {"role": "assistant", "content": "done"}]
    sent = [{"id": name, "transcripts": [{"id": "t", "messages": messages}]} for name in ("a", "b")]
    runs = read_values({"agent_runs": [*sent, 5]})
    assert [run.run_id for run in runs] == ["a", "b", ""]
    assert [run.records[0].path for run in runs[:2]] == [
        "agent_runs[0].transcripts[0].messages",
        "agent_runs[1].transcripts[0].messages",
    ]
    assert [problem.record for problem in runs[2].problems] == [3]
    assert unaccounted(runs) == []
