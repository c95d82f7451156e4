"""Hermes Agent sessions: documents, exports, transcripts."""

from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.model.block import Thinking
from viewer.model.run import Run
from viewer.model.usage import Usage

MESSAGES = [{"role": "user", "content": "1"}, {"role": "assistant", "content": "2"}]


def one(**head: Any) -> Run:
    (run,) = read_values({"session_id": "s", "platform": "cli", "messages": MESSAGES, **head})
    assert unaccounted((run,)) == []
    return run


def test_system_prompt_and_tools_are_request_fields() -> None:
    (fields,) = sample("hermes/session.json").request_fields
    assert (fields.system.value, len(fields.tools.value)) == ("You are Hermes.", 1)


def test_reasoning_stands_before_the_words() -> None:
    assert sample("hermes/session.json").messages[1].blocks[0] == Thinking("Ask the shell.")


def test_its_own_head_outweighs_the_messages_of_chat_completions() -> None:
    head = {"session_id": "s", "platform": "cli", "session_start": "x", "message_count": 2}
    tools = [{"type": "function", "function": {"name": "f"}}]
    found = claims({**head, "tools": tools, "messages": MESSAGES})
    assert (found["hermes"], found["openai_chat"]) == (4, 3)


def test_totals_of_a_session_are_stated_without_the_cache() -> None:
    first, second = load.runs(next(one for one in load.sources([SAMPLES / "hermes/export.jsonl"])))
    (stated,) = first.stated
    assert (stated.usage, stated.cost) == (Usage(300, 250, 0, 20), 0.004)
    assert (second.stated, second.run_id) == ((), "s-2")
    assert unaccounted((first, second)) == []


@pytest.mark.parametrize(
    ("reason", "kind", "cut_by"),
    [("max_iterations", "censored", "steps"), ("interrupted", "censored", "abort"), ("user_exit", "unknown", None)],
)
def test_the_end_reason_tells_the_ending(reason: str, kind: str, cut_by: str | None) -> None:
    run = one(end_reason=reason)
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == (kind, cut_by, reason)


def test_a_transcript_s_first_line_is_its_head() -> None:
    run = sample("hermes/transcript.jsonl")
    assert (run.models, run.attributes["platform"], run.request_fields[0].tools.value) == (
        ("hermes-4",),
        "cli",
        [{"type": "function", "function": {"name": "shell"}}],
    )
    assert len(run.messages) == 2


def test_an_export_line_that_is_no_session_is_a_problem() -> None:
    session = {"id": "s", "source": "cli", "end_reason": None, "messages": MESSAGES}
    runs = read_values(session, 5, lines=True)
    assert [len(run.problems) for run in runs] == [0, 1]
    assert unaccounted(runs) == []


def test_a_message_list_that_is_none_leaves_a_run_without_messages() -> None:
    (run,) = read_values({"session_id": "s", "platform": "cli", "messages": 5}, format="hermes")
    assert (run.messages, unaccounted((run,))) == ((), [])


def test_messages_beside_other_heads_are_not_claimed() -> None:
    assert "hermes" not in claims({"session_id": "s", "messages": MESSAGES})
    assert "hermes" not in claims({"id": "s", "messages": MESSAGES})


def test_a_store_keeps_content_that_is_a_list_and_sets_a_rewound_reply_aside() -> None:
    run, later = load.runs(next(load.sources([SAMPLES / "hermes/state.db"])))
    assert [type(block).__name__ for block in run.messages[0].blocks] == ["Text", "Image"]
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(2, "taken back")]
    assert run.request_fields[0].system.value == "You keep the greenhouse."
    assert (later.attributes["parent_session_id"], later.stated) == (run.run_id, ())
