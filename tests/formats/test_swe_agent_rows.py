"""Rows of SWE-agent runs out of sets for training."""

import json
from pathlib import Path
from typing import Any

from accounting import unaccounted
from conftest import SAMPLES

from viewer import load
from viewer.decode.decoder import decode
from viewer.formats.registry import matches
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Run


def runs_of(path: Path) -> tuple[Run, ...]:
    runs = load.runs(next(load.sources([path])))
    assert unaccounted(runs) == []
    return runs


def test_a_row_is_a_run_with_its_verdict() -> None:
    solved, failed = runs_of(SAMPLES / "swe_agent" / "rows_with_verdict.jsonl")
    assert [(run.run_id, run.task, run.outcome, run.ending.kind) for run in (solved, failed)] == [
        ("pump__1.a", "pump__1", "success", "success"),
        ("pump__1.b", "pump__1", "failure", "failure"),
    ]
    assert solved.models == ("model-of-a-set",)


def test_a_row_of_text_with_a_message_that_cannot_be_read_is_one_problem(tmp_path: Path) -> None:
    lines = (SAMPLES / "swe_agent" / "rows_with_verdict.jsonl").read_bytes()
    file = tmp_path / "rows.jsonl"
    file.write_bytes(lines.replace(rb"\"role\": \"assistant\"", rb"\"role\": \"bystander\"", 1))
    solved, failed = runs_of(file)
    assert solved.messages and not solved.problems
    assert [problem.record for problem in failed.problems] == [2] and not failed.messages


def test_messages_as_text_are_read_like_a_list() -> None:
    solved, failed = runs_of(SAMPLES / "swe_agent" / "rows_with_verdict.jsonl")
    assert [message.blocks for message in failed.messages] == [message.blocks for message in solved.messages[:3]]
    assert {message.records for message in failed.messages} == {(2,)}


def test_results_answer_the_calls_that_they_name() -> None:
    solved, _ = runs_of(SAMPLES / "swe_agent" / "rows_with_verdict.jsonl")
    (result,) = solved.messages[2].blocks
    assert isinstance(result, ToolResult) and result.tool_use_id == "call_1"


def test_of_several_fences_the_last_is_the_action() -> None:
    (run,) = runs_of(SAMPLES / "swe_agent" / "rows_of_text.json")
    last = run.messages[-1].blocks
    assert isinstance(last[0], Text) and last[1] == ToolUse(None, "submit", "submit", from_text=True)


def test_a_cut_wins_over_the_verdict_in_how_the_run_ended() -> None:
    (run,) = runs_of(SAMPLES / "swe_agent" / "rows_of_text.json")
    assert (run.outcome, run.ending.kind, run.ending.cut_by) == ("failure", "censored", "money")


def test_rows_of_other_harnesses_are_not_claimed() -> None:
    def claimed(*rows: dict[str, Any]) -> set[str]:
        content = "\n".join(json.dumps(row) for row in rows).encode()
        return {format.name for format, _, _ in matches(decode(content, "rows.jsonl"))}

    chat = {"instance_id": "a", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}
    assert "swe_agent" not in claimed(chat, chat)
    assert "swe_agent" not in claimed({"instance_id": "a", "trajectory": []}, chat)
