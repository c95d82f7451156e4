"""Grok CLI: reasoning and provider calls stand before the reply that they belong to."""

from pathlib import PurePath
from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.formats.grok import heads
from viewer.model.block import Image, Thinking, ToolUse
from viewer.model.run import Run


def said(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "assistant", "content": words, "model_id": "grok-4.5", "model_fingerprint": "f", **more}


def asked(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "user", "content": [{"type": "text", "text": words}], "prompt_index": 0, **more}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_reasoning_and_a_search_at_the_provider_are_pieces_of_the_reply_behind_them() -> None:
    run = sample("grok/session")
    reply = run.messages[2]
    assert reply.records == (4, 5, 6)
    assert [type(block).__name__ for block in reply.blocks] == ["Thinking", "ToolUse", "Text", "ToolUse"]
    assert [block.executed_by for block in reply.blocks if isinstance(block, ToolUse)] == ["provider", "client"]
    assert summary(run).model_requests == 2


def test_reasoning_without_a_reply_is_no_reply_and_leaves_the_run_open() -> None:
    run = sample("grok/session")
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(10, "reply broken off")]
    assert (run.ending.kind, run.ending.rule) == ("open", "the list stops after reasoning that no reply completes")


def test_reasoning_that_a_prompt_cuts_off_is_not_put_into_a_later_reply() -> None:
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}
    run = one(asked("1"), thought, asked("2"), said("3"))
    assert [aside.record for aside in run.set_aside] == [2]
    assert [len(message.blocks) for message in run.messages] == [1, 1, 1]


def test_the_summary_beside_the_file_names_the_run() -> None:
    run = sample("grok/session")
    assert (run.run_id, run.attributes["generated_title"]) == ("019f-7", "What hello.py prints")
    assert heads(PurePath("a/chat_history.jsonl")) == (PurePath("a/summary.json"),)
    assert heads(PurePath("a/events.jsonl")) == ()


def test_words_that_the_client_made_are_the_loop_s() -> None:
    run = one(asked("env", synthetic_reason="environment_context"), asked("go"), said("yes"))
    assert [message.producers[0].who for message in run.messages] == ["loop", "caller", "model"]
    assert run.requests[0].turn == 1


def test_reasoning_inside_the_reply_and_an_image_are_kept() -> None:
    picture = {"type": "image", "url": "data:image/png;base64,AA"}
    run = one(
        {"type": "user", "content": [picture], "prompt_index": 1}, said("", reasoning={"text": "t", "encrypted": "e"})
    )
    assert run.messages[0].blocks == (Image(None, picture),)
    assert run.messages[1].blocks == (Thinking("t", "e"),)


def test_the_system_line_is_a_request_field_and_an_unknown_line_a_problem() -> None:
    run = one({"type": "system", "content": "s"}, asked("1"), {"type": "hologram"})
    assert run.request_fields[0].system.value == "s"
    assert [problem.record for problem in run.problems] == [3]


@pytest.mark.parametrize("value", [{"type": "user", "content": "x"}, {"type": "assistant", "content": "x"}, 5])
def test_other_lines_are_not_claimed(value: Any) -> None:
    assert "grok" not in claims(value, value, lines=True)
