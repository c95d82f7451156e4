"""OpenAI Responses: what each stored form says of a run."""

from typing import Any

import pytest
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.openai_responses import FORMAT
from viewer.formats.registry import matches
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run

USAGE = {"input_tokens": 1499, "input_tokens_details": {"cached_tokens": 1024}, "output_tokens": 331}


def response(*output: dict[str, Any], **head: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "model": "gpt-5.1",
        "output": list(output),
        **head,
    }


def said(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def called(call_id: str) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": "berth", "arguments": '{"number": 4}'}


def one(*values: Any, **options: Any) -> Run:
    (run,) = read_values(*values, format="openai_responses", **options)
    return run


def test_cached_input_is_taken_out_of_the_input() -> None:
    usage = one(response(said("hello"), usage=USAGE)).requests[0].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (475, 1024, 331)


def test_the_items_between_two_outputs_are_one_reply() -> None:
    run = sample("openai_responses/items.json")
    assert [len(message.records) for message in run.messages if message.role == "assistant"] == [3, 2, 1, 1, 1]


def test_outputs_in_another_order_than_their_calls_keep_that_order() -> None:
    run = sample("openai_responses/items.json")
    assert [block.tool_use_id for block in run.messages[2].blocks if isinstance(block, ToolResult)] == [
        "call_b",
        "call_a",
    ]


def test_only_leading_developer_items_are_request_fields() -> None:
    run = sample("openai_responses/items.json")
    assert run.request_fields[0].records == (1,)
    assert [message.records for message in run.messages if message.role == "system"] == [(13,)]


def test_a_lone_response_does_not_claim_to_know_what_the_model_saw() -> None:
    context = one(response(said("hello"))).requests[0].context
    assert context is not None
    assert (context.status, context.reason) == ("unknown", "the request's input is not in this file")


def test_a_response_that_follows_one_outside_the_file_has_an_unknown_context() -> None:
    context = one(response(said("hello"), previous_response_id="resp_0")).requests[0].context
    assert context is not None and context.status == "unknown" and "resp_0" in str(context.reason)


def test_the_input_beside_an_output_is_what_the_model_saw() -> None:
    run = one(
        {
            "request": {"model": "gpt-5.1", "input": [{"role": "user", "content": "4?"}]},
            "response": response(said("no")),
        }
    )
    context = run.requests[0].context
    assert context is not None and (context.status, context.ranges) == ("recorded", ((0, 0),))
    assert [(array.path, array.first, array.count) for array in run.records] == [
        ("request.input", 1, 1),
        ("response.output", 2, 1),
    ]


def test_provider_tools_are_no_calls_of_the_client() -> None:
    run = sample("openai_responses/stored_incomplete.json")
    counts = summary(run)
    assert (counts.tool_calls, counts.tool_results, counts.unanswered_calls) == (1, 0, 1)
    names = [
        block.name for block in run.messages[0].blocks if isinstance(block, ToolUse) and block.executed_by == "client"
    ]
    assert names == ["order_pilot"], "an approval is what the loop owes"


def test_a_response_cut_by_its_token_limit_is_censored_with_that_limit() -> None:
    run = sample("openai_responses/stored_incomplete.json")
    assert (run.ending.kind, run.ending.cut_by, run.ending.cap) == ("censored", "tokens", 300.0)
    assert (run.requests[0].stop_reason, run.requests[0].stop_reason_recorded) == ("max_tokens", "max_output_tokens")


@pytest.mark.parametrize(
    ("status", "kind", "cut_by"),
    [("failed", "censored", "crash"), ("cancelled", "censored", "abort"), ("in_progress", "open", None)],
)
def test_the_status_of_the_last_response_tells_the_ending(status: str, kind: str, cut_by: str | None) -> None:
    ending = one(response(status=status)).ending
    assert (ending.kind, ending.cut_by) == (kind, cut_by)


def test_completed_with_a_client_call_waits_for_its_result() -> None:
    run = one(response(called("c1")))
    assert run.requests[0].stop_reason == "tool_use"
    assert run.ending.kind == "open"


def test_a_response_without_output_is_still_a_request() -> None:
    assert len(one(response(status="failed", error={"message": "try again"})).requests) == 1


def test_an_item_of_an_unknown_type_is_a_problem_with_its_raw_value() -> None:
    run = one([{"role": "user", "content": "4?"}, called("c1"), {"type": "hologram", "id": "h1"}])
    assert [(problem.record, problem.raw["id"]) for problem in run.problems] == [(3, "h1")]
    assert "hologram" in run.problems[0].reason


@pytest.mark.parametrize(
    "text",
    [
        b'[{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}]',
        b'{"model": "embed-1", "input": ["a", "b"]}',
        b'{"model": "embed-1", "input": "a"}',
        b'{"input": {"question": "4?"}, "output": {"answer": "no"}}',
        b'{"type": "response"}',
        b"[]",
        b"17",
    ],
)
def test_other_content_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]


def test_lines_of_a_batch_have_nothing_to_do_with_one_another() -> None:
    def answer(name: str) -> dict[str, Any]:
        said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]}
        body = {"id": f"resp_{name}", "object": "response", "status": "completed", "output": [said]}
        return {"custom_id": name, "response": {"status_code": 200, "body": body}}

    runs = read_values(answer("a"), answer("b"), lines=True)
    assert [(run.run_id, len(run.requests)) for run in runs] == [("resp_a", 1), ("resp_b", 1)]
    asked = {"custom_id": "a", "body": {"model": "gpt-5", "input": "q", "instructions": "s"}}
    (run,) = read_values(asked, lines=True)
    assert (run.format, len(run.messages)) == ("openai_responses", 1)


def test_items_as_the_api_lists_them_are_one_run() -> None:
    called = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    came = {"type": "function_call_output", "call_id": "c", "output": "r"}
    (run,) = read_values({"object": "list", "data": [called, came], "has_more": False})
    assert (len(run.messages), run.records[0].path) == (2, "data")
