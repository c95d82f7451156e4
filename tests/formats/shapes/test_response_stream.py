"""Stream events make the response that they tell of."""

from conftest import read_values, sample

from viewer.model.block import Text, ToolUse

CREATED = {"type": "response.created", "response": {"id": "r1", "model": "gpt-5.1", "output": []}}
CALL = {"type": "function_call", "call_id": "c", "name": "add", "arguments": ""}


def test_all_events_of_a_reply_are_records_of_its_message() -> None:
    run = sample("openai_responses/stream.chunks.txt")
    assert [message.records for message in run.messages] == [tuple(range(1, 14))]
    assert not run.set_aside and not run.problems


def test_the_usage_of_a_stream_is_counted_once() -> None:
    (request,) = sample("openai_responses/stream.chunks.txt").requests
    assert request.usage is not None
    assert (request.usage.input_tokens, request.usage.cache_read_input_tokens) == (16, 64)


def test_a_stream_that_was_cut_keeps_the_text_of_its_deltas() -> None:
    run = sample("openai_responses/stream_cut.txt")
    assert run.messages[0].blocks == (Text("Milk is on the list"),)
    assert (run.ending.kind, run.ending.cut_by) == ("censored", "crash"), "an error event ends it"
    assert [aside.kind for aside in run.set_aside] == ["error"]


def test_a_stream_that_just_stops_is_open() -> None:
    (run,) = read_values({"type": "response.created", "response": {"id": "r1", "status": "in_progress"}}, lines=True)
    assert run.ending.kind == "open"


def test_arguments_that_were_cut_stay_text() -> None:
    events = (
        CREATED,
        {"type": "response.output_item.added", "output_index": 0, "item": CALL},
        {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": '{"item": "mi'},
    )
    (run,) = read_values(*events, lines=True)
    assert run.messages[0].blocks == (ToolUse("c", "add", '{"item": "mi'),)


def test_a_final_event_without_output_leaves_the_items_that_were_streamed() -> None:
    events = (
        CREATED,
        {"type": "response.output_item.done", "output_index": 0, "item": {**CALL, "arguments": '{"item": 1}'}},
        {"type": "response.completed", "response": {"id": "r1", "status": "completed", "output": []}},
    )
    (run,) = read_values(*events, lines=True)
    assert run.messages[0].blocks == (ToolUse("c", "add", {"item": 1}),)
    assert run.requests[0].stop_reason == "tool_use"


def test_two_responses_in_a_row_are_two_replies() -> None:
    final = {"type": "response.completed", "response": {"id": "r1", "status": "completed", "output": [CALL]}}
    (run,) = read_values(CREATED, final, CREATED, final, lines=True)
    assert [message.records for message in run.messages] == [(1, 2), (3, 4)]


def test_an_event_that_cannot_be_read_is_one_problem() -> None:
    events = (CREATED, {"type": "response.output_item.done", "output_index": "x", "item": CALL})
    (run,) = read_values(*events, lines=True)
    assert [problem.record for problem in run.problems] == [2]
    assert run.messages[0].records == (1,)
