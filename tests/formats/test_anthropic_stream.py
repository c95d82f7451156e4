"""Anthropic stream events are put together to the messages that they tell of."""

from typing import Any

from conftest import read_values, sample

from viewer.decode.decoder import decode
from viewer.formats.anthropic_stream import FORMAT
from viewer.formats.registry import matches
from viewer.model.block import Text, Thinking, ToolUse, Unknown
from viewer.model.run import Run

START = {
    "type": "message_start",
    "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "claude-haiku-4-5"},
}
STOP = {"type": "message_stop"}


def delta(index: int, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": fields}


def one(*events: dict[str, Any]) -> Run:
    (run,) = read_values(*events, lines=True)
    return run


def test_deltas_join_their_block_by_index() -> None:
    first = sample("anthropic_stream/two_replies.jsonl").messages[0]
    assert first.blocks == (
        Thinking("Two gauges, two calls.", "EqQB"),
        Text("I read both gauges."),
        ToolUse("toolu_01", "gauge", {"name": "north"}),
        ToolUse("toolu_02", "gauge", {"name": "south"}),
    )


def test_deltas_of_two_blocks_may_stand_in_turn() -> None:
    run = one(
        START,
        delta(1, type="text_delta", text="b"),
        delta(0, type="text_delta", text="a"),
        delta(1, type="text_delta", text="B"),
        STOP,
    )
    assert run.messages[0].blocks == (Text("a"), Text("bB"))


def test_cached_input_is_no_part_of_the_input_and_later_counts_replace_earlier_ones() -> None:
    usages = [request.usage for request in sample("anthropic_stream/two_replies.jsonl").requests]
    assert [(usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) for usage in usages if usage] == [
        (12, 2048, 61),
        (31, 2400, 40),
    ]


def test_every_event_of_a_message_is_one_of_its_records() -> None:
    run = sample("anthropic_stream/two_replies.jsonl")
    assert run.messages[0].records == (1, *range(3, 22)), "record 2 is a ping"
    assert [aside.kind for aside in run.set_aside] == ["ping"]


def test_the_context_is_unknown_since_the_requests_are_not_stored() -> None:
    contexts = [request.context for request in sample("anthropic_stream/two_replies.jsonl").requests]
    assert [context.status for context in contexts if context] == ["unknown", "unknown"]


def test_a_stream_that_an_error_ends_is_censored_and_keeps_what_came() -> None:
    run = sample("anthropic_stream/broken_off.txt")
    assert (run.ending.kind, run.ending.cut_by) == ("censored", "crash")
    assert run.messages[0].blocks == (Text("The level is"), ToolUse("toolu_03", "gauge", '{"name": "nor'))


def test_a_stream_that_stops_before_its_last_event_is_open() -> None:
    run = one(START, delta(0, type="text_delta", text="a"))
    assert run.ending.kind == "open"
    assert run.messages[0].records == (1, 2)


def test_a_message_that_the_next_one_cuts_off_is_a_reply_of_its_own() -> None:
    run = one(START, delta(0, type="text_delta", text="a"), START, delta(0, type="text_delta", text="b"), STOP)
    assert [message.records for message in run.messages] == [(1, 2), (3, 4, 5)]


def test_input_without_its_start_is_kept_raw() -> None:
    run = one(delta(0, type="input_json_delta", partial_json='{"a": 1}'), STOP)
    (block,) = run.messages[0].blocks
    assert isinstance(block, Unknown) and block.raw["partial_json"] == '{"a": 1}'


def test_an_unknown_event_is_a_problem() -> None:
    run = one(START, {"type": "message_sung"}, STOP)
    assert [problem.record for problem in run.problems] == [2]


def test_events_of_other_agents_with_the_same_name_are_not_claimed() -> None:
    lines = b'{"type": "message_start", "message": {"role": "user", "content": "hello"}}\n{"type": "message_end"}\n'
    assert FORMAT not in [format for format, _, _ in matches(decode(lines, "run"))]


def test_a_start_that_is_sent_twice_begins_one_message() -> None:
    run = one(START, START, delta(0, type="text_delta", text="a"), STOP)
    assert [message.records for message in run.messages] == [(1, 2, 3, 4)]
    assert run.run_id == "msg_1"


def test_blocks_that_stand_in_the_start_are_the_first_of_the_message() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "gauge", "input": {"name": "north"}}
    start = {**START, "message": {**START["message"], "content": [call], "stop_reason": "tool_use"}}
    run = one(start, delta(1, type="text_delta", text="a"), STOP)
    assert run.messages[0].blocks == (ToolUse("t1", "gauge", {"name": "north"}), Text("a"))
    assert run.requests[0].stop_reason == "tool_use"
