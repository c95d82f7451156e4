"""Antigravity transcripts."""

from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import read_values, sample

from viewer.analysis.pairing import pair
from viewer.model.block import ToolResult
from viewer.model.run import Run


def step(kind: str, source: str = "MODEL", status: str = "DONE", **fields: Any) -> dict[str, Any]:
    return {"step_index": 0, "source": source, "type": kind, "status": status, **fields}


ASKED = step("USER_INPUT", "USER_EXPLICIT", content="go")


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_what_each_call_did_is_paired_by_position() -> None:
    run = sample("antigravity/transcript.jsonl")
    found = pair(run.messages)
    assert (found.unanswered, found.orphans, len(found.by_position)) == ((), (), 2)
    assert run.messages[2].blocks[1] == ToolResult(None, "permission denied", True, "view_file")


def test_texts_that_the_writer_cut_are_noted() -> None:
    assert "records 6 " in sample("antigravity/transcript.jsonl").notes[0]


def test_after_a_checkpoint_the_list_starts_anew() -> None:
    context = sample("antigravity/transcript.jsonl").requests[-1].context
    assert context is not None and context.ranges == ((4, 6),)


@pytest.mark.parametrize(
    ("status", "kind", "cut_by"),
    [("DONE", "unknown", None), ("ERROR", "censored", "crash"), ("CANCELED", "censored", "abort")],
)
def test_the_status_of_the_last_reply_tells_the_ending(status: str, kind: str, cut_by: str | None) -> None:
    run = one(ASKED, step("PLANNER_RESPONSE", status=status, content="x"))
    assert (run.ending.kind, run.ending.cut_by) == (kind, cut_by)
    assert one(ASKED, step("PLANNER_RESPONSE", status=status, content="x"), ASKED).ending.kind == "open"


def test_steps_of_the_client_without_content_are_set_aside_and_with_content_the_loop_s() -> None:
    run = one(ASKED, step("CONVERSATION_HISTORY", "SYSTEM"), step("EPHEMERAL_MESSAGE", "SYSTEM", content="hint"))
    assert [aside.kind for aside in run.set_aside] == ["CONVERSATION_HISTORY"]
    assert [message.producers[0].who for message in run.messages] == ["caller", "loop"]


def test_other_lines_are_not_claimed() -> None:
    assert "antigravity" not in claims({"type": "USER_INPUT", "status": "DONE"}, 5, lines=True)
