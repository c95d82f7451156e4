"""Cursor's agent transcripts."""

from typing import Any

from accounting import unaccounted
from claims import claims
from conftest import read_values, sample

from viewer.analysis.pairing import pair
from viewer.model.run import Run


def line(role: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": role, "message": {"content": list(parts)}, **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_calls_without_ids_are_paired_by_position_with_results_that_have_some() -> None:
    found = pair(sample("cursor/transcript.jsonl").messages)
    assert (found.unanswered, found.orphans, len(found.by_position)) == ((), (), 2)


def test_a_transcript_that_keeps_no_results_says_so() -> None:
    call = {"type": "tool_use", "name": "Shell", "input": {}}
    assert "does not keep them" in one(line("user", text("go")), line("assistant", call)).notes[0]
    assert sample("cursor/transcript.jsonl").notes == ()


def test_a_list_that_stops_at_a_prompt_is_open_and_one_that_stops_at_a_reply_unknown() -> None:
    assert one(line("user", text("1"))).ending.kind == "open"
    assert one(line("user", text("1")), line("assistant", text("2"))).ending.kind == "unknown"


def test_a_role_that_is_not_known_is_a_problem() -> None:
    run = one(line("user", text("1")), line("hologram", text("2")))
    assert [problem.record for problem in run.problems] == [2]


def test_lines_of_other_agents_are_not_claimed() -> None:
    claude = {"type": "user", "sessionId": "s", "message": {"role": "user", "content": "x"}}
    assert "cursor" not in claims(claude, claude, lines=True)
    assert "cursor" not in claims({"role": "user", "content": "x"}, {"role": "user", "content": "x"}, lines=True)
