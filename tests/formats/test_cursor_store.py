"""Cursor's store of conversations."""

from conftest import SAMPLES

from viewer import load
from viewer.model.block import ToolResult, ToolUse


def test_calls_of_one_model_call_stand_in_one_reply_with_the_words_before_them() -> None:
    run, _ = load.runs(next(load.sources([SAMPLES / "cursor/state.vscdb"])))
    assert [message.records for message in run.messages] == [(1,), (2, 3, 4, 5), (4, 5), (6,)]
    assert [type(block).__name__ for block in run.messages[1].blocks] == ["Thinking", "Text", "ToolUse", "ToolUse"]
    flags = [block.is_error for block in run.messages[2].blocks if isinstance(block, ToolResult)]
    assert flags == [None, True]
    call = run.messages[1].blocks[2]
    assert isinstance(call, ToolUse) and call.input == {"command": "curl -s shop/lamp"}


def test_a_message_that_the_conversation_no_longer_names_is_set_aside() -> None:
    run, _ = load.runs(next(load.sources([SAMPLES / "cursor/state.vscdb"])))
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(7, "bubble")]


def test_an_older_conversation_holds_its_messages_itself_and_an_empty_one_is_no_run() -> None:
    runs = load.runs(next(load.sources([SAMPLES / "cursor/state.vscdb"])))
    assert [(run.run_id, len(run.messages)) for run in runs] == [("comp-1", 4), ("comp-2", 2)]
    assert runs[1].ending.cut_by == "abort"


def test_token_counts_are_stated_and_not_taken_as_usage() -> None:
    run, _ = load.runs(next(load.sources([SAMPLES / "cursor/state.vscdb"])))
    assert run.stated[0].metrics == {"inputTokens": 1200, "outputTokens": 40}
    assert all(request.usage is None for request in run.requests)
