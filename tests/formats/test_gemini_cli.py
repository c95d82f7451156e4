"""Gemini CLI: sessions as documents and as lines, and stream-json."""

import pytest
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.gemini_cli import FORMAT
from viewer.formats.registry import matches


def test_a_session_document_counts_calls_and_their_flags() -> None:
    counts = summary(sample("gemini_cli/session.json"))
    assert (counts.model_requests, counts.tool_calls, counts.tool_results) == (3, 4, 3)
    assert (counts.unanswered_calls, counts.error_results) == (1, 2), "one call still waits for approval"


def test_results_that_come_back_as_a_user_message_are_counted_once() -> None:
    run = sample("gemini_cli/session.json")
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [
        (4, "repeated results"),
        (5, "info"),
        (9, "error"),
    ]


def test_an_error_note_at_the_end_is_a_crash() -> None:
    ending = sample("gemini_cli/session.json").ending
    assert (ending.kind, ending.cut_by) == ("censored", "crash")


def test_a_message_that_is_stored_again_stands_once_in_its_last_state() -> None:
    run = sample("gemini_cli/session.jsonl")
    assert run.messages[2].records == (6,)
    assert (5, "earlier state") in [(aside.record, aside.kind) for aside in run.set_aside]


def test_messages_of_a_stored_list_are_read() -> None:
    run = sample("gemini_cli/session.jsonl")
    assert run.messages[0].records == (2,)


def test_a_rewind_leaves_a_branch_with_its_own_request() -> None:
    run = sample("gemini_cli/session.jsonl")
    (branch,) = run.branches
    assert (branch.at, [message.records for message in branch.messages]) == (4, [(8,), (9,)])
    assert summary(run).model_requests == 5


def test_after_a_rewritten_list_the_context_is_unknown() -> None:
    last = sample("gemini_cli/session.jsonl").requests[-1]
    assert last.context is not None and last.context.status == "unknown" and "record 13" in str(last.context.reason)


def test_a_patch_updates_what_the_session_says_of_itself() -> None:
    assert sample("gemini_cli/session.jsonl").attributes["lastUpdated"] == "2026-03-02T09:00:46.000Z"


def test_a_stream_states_the_totals_of_the_run_with_the_cache_taken_out() -> None:
    usage = summary(sample("gemini_cli/stream.jsonl")).usage
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (952, 2048, 100)


def test_a_session_cut_by_its_turn_limit_is_censored_by_steps() -> None:
    run = sample("gemini_cli/stream.jsonl")
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == ("censored", "steps", "FatalTurnLimitedError")


@pytest.mark.parametrize(
    "text",
    [
        b'{"sessionId": "a", "messages": []}',
        b'{"sessionId": "a", "type": "user", "message": {"role": "user", "content": "hello"}}\n{"type": "x"}\n',
        b'{"type": "system", "subtype": "init", "session_id": "a"}\n{"type": "result"}\n',
        b'{"type": "message", "id": "1", "timestamp": "t", "message": {"role": "user"}}\n{"type": "message"}\n',
    ],
)
def test_other_content_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]


def test_a_session_without_its_header_is_told_by_its_replies() -> None:
    (run,) = read_values(
        {"id": "u1", "type": "user", "content": "hello"}, {"id": "g1", "type": "gemini", "content": "hi"}, lines=True
    )
    assert (run.format, len(run.messages)) == ("gemini_cli", 2)
