"""One row: what its request sent, what the response brought, a checkpoint, fields that no later row inherits."""

from typing import Any

import pytest

from viewer.formats.ankole_row import Rows, usage
from viewer.formats.build import RunBuilder
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage


def said(role: str, words: str) -> dict[str, Any]:
    return {"type": "message", "role": role, "content": words}


def call(call_id: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": "look", "arguments": '{"a": 1}', **more}


def output(call_id: str, value: Any = "ok") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": value}


def row(*content: Any, **metadata: Any) -> dict[str, Any]:
    return {"type": "message", "content": list(content), "metadata": metadata, "inserted_at": "2026-01-01T00:00:00Z"}


def read(*rows: dict[str, Any], artifacts: dict[str, Any] | None = None) -> tuple[Run, Rows]:
    builder = RunBuilder(one_result_per_record=True)
    reader = Rows(builder, artifacts or {})
    for number, value in enumerate(rows, 1):
        made = reader.entries(value)
        for entry in made if isinstance(made, tuple) else (made,):
            builder.add(entry, number)
    return builder.finish(run_id="", format="test", records=()), reader


def kinds(run: Run) -> list[list[type[Block]]]:
    return [[type(block) for block in message.blocks] for message in run.messages]


def test_items_behind_the_stored_number_are_one_reply() -> None:
    reasoning = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}
    run, _ = read(row(said("user", "Go."), reasoning, call("c"), said("assistant", "Look."), request_item_count=1))
    assert kinds(run) == [[Text], [Thinking, ToolUse, Text]]
    assert len(run.requests) == 1


@pytest.mark.parametrize("number", [None, -3, 99])
def test_without_a_number_that_fits_the_items_themselves_tell(number: int | None) -> None:
    content = (output("c"), said("user", "And?"), said("assistant", "Well."))
    metadata = {} if number is None else {"request_item_count": number}
    run, _ = read(row(*content, **metadata))
    who = [message.producers[0].who for message in run.messages]
    assert who == ["loop", "caller", "model"]


def test_a_result_among_the_responses_items_parts_two_replies() -> None:
    run, _ = read(
        row(said("user", "Go."), call("c"), output("c"), said("assistant", "Done."), usage={"input_tokens": 5})
    )
    assert kinds(run) == [[Text], [ToolUse], [ToolResult], [Text]]
    assert [request.usage for request in run.requests] == [None, Usage(5, None, None, None)]


def test_what_the_gateway_ran_stands_in_the_reply() -> None:
    brain = {"type": "brain_call", "call_id": "b", "operation": "recall", "arguments": {"q": 1}}
    program = {"type": "program", "call_id": "p", "code": "1 + 1"}
    run, _ = read(
        row(
            brain,
            {"type": "brain_output", "call_id": "b", "output": "x"},
            program,
            {"type": "program_output", "call_id": "p", "result": "2"},
            request_item_count=0,
        )
    )
    assert run.messages[0].blocks == (
        ToolUse("b", "brain.recall", {"q": 1}, "provider"),
        ToolResult("b", "x", executed_by="provider"),
        ToolUse("p", "program", "1 + 1", "provider"),
        ToolResult("p", "2", executed_by="provider"),
    )


def test_a_namespace_belongs_to_the_name() -> None:
    run, _ = read(row(call("c", namespace="orders"), request_item_count=0))
    assert run.messages[0].blocks[0] == ToolUse("c", "orders.look", {"a": 1})


def test_a_shell_output_names_its_call_by_id() -> None:
    shell = {"type": "local_shell_call", "call_id": "s", "action": {"command": ["ls"]}}
    answer = {"type": "local_shell_call_output", "id": "s", "output": "x"}
    run, _ = read(row(shell, request_item_count=0), row(answer, request_item_count=1))
    assert run.messages[1].blocks[0] == ToolResult("s", "x")


def test_results_that_the_gateway_wrote_are_flagged_and_named() -> None:
    run, reader = read(
        row(call("c"), call("d"), request_item_count=0),
        row(output("c"), output("d"), recovered_interrupted_tool_call_ids=["c"], request_item_count=2),
    )
    flags = [block.is_error for block in run.messages[1].blocks if isinstance(block, ToolResult)]
    assert flags == [True, None]
    assert reader.by_gateway == ["c"]


def test_an_item_that_only_names_another_is_kept_in_the_request() -> None:
    run, _ = read(row({"id": "ref"}, said("assistant", "Yes."), request_item_count=1))
    assert run.messages[0].blocks == (Unknown("item_reference", {"id": "ref"}),)


def test_fields_hold_for_their_own_request_only() -> None:
    tools = [{"type": "function", "name": "look"}]
    run, _ = read(
        row(said("user", "a"), said("assistant", "b"), instructions="Be brief.", tools=tools, temperature=0.5),
        row(said("user", "c"), said("assistant", "d")),
    )
    first, second = run.request_fields
    assert (first.system.value, first.tools.value, first.parameters.value) == ("Be brief.", tools, {"temperature": 0.5})
    assert second.first_message == 2
    assert {second.system.status, second.tools.status, second.parameters.status} == {"not_stored"}


def test_a_prompt_that_is_an_item_stays_on_the_list_of_later_requests() -> None:
    run, _ = read(
        row(said("developer", "Be kind."), said("user", "a"), said("assistant", "b"), instructions="Be brief."),
        row(said("user", "c"), said("assistant", "d")),
    )
    assert [fields.system.value for fields in run.request_fields] == [["Be brief.", "Be kind."], "Be kind."]
    only, _ = read(row(said("system", "Be kind.")))
    assert only.request_fields[0].records == (1,)
    assert only.messages == ()


def test_journaled_results_change_no_fields() -> None:
    run, _ = read(
        row(said("user", "a"), call("c"), instructions="x"),
        row(output("c"), tool_result_journal=True, request_item_count=1),
    )
    assert len(run.request_fields) == 1


def test_a_checkpoint_is_what_its_artifact_holds_in_that_order() -> None:
    output_items = [said("user", "Water it."), {"type": "compaction", "id": "cmp_1"}, output("c")]
    artifact = {"content": {"version": 2, "summary": {"text": "It was dry."}, "output": output_items}}
    checkpoint = {"type": "checkpoint", "content": [{"type": "compaction_artifact", "id": "cmp_1"}]}
    run, reader = read(
        row(said("user", "a"), said("assistant", "b")),
        checkpoint,
        row(said("user", "c"), said("assistant", "d")),
        artifacts={"1": artifact},
    )
    assert run.messages[2].blocks == (
        Text("Water it."),
        Text("It was dry."),
        Unknown("function_call_output", output_items[2]),
    )
    context = run.requests[1].context
    assert context is not None and context.ranges == ((2, 3),)
    assert reader.checkpoints == [(2, "1")]


def test_a_checkpoint_without_its_artifact_says_so_and_shows_no_empty_summary() -> None:
    checkpoint = {"type": "checkpoint", "content": [{"type": "compaction_artifact", "id": "cmp_1"}]}
    run, _ = read(
        row(said("user", "a"), said("assistant", "b")), checkpoint, row(said("user", "c"), said("assistant", "d"))
    )
    assert len(run.messages) == 4
    context = run.requests[1].context
    assert context is not None and context.status == "unknown"
    assert "the summary is missing" in run.set_aside[0].why


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            {"input_tokens": 100, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 90}},
            Usage(10, 90, None, 5),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 90}},
            Usage(10, 90, None, 5),
        ),
        ({"input_tokens": 100, "output_tokens": 5}, Usage(100, None, None, 5)),
        (None, None),
    ],
)
def test_cached_tokens_are_taken_out_of_the_input_in_either_spelling(raw: Any, expected: Usage | None) -> None:
    assert usage(raw) == expected


def test_a_stop_reason_of_its_own_comes_before_the_responses_status() -> None:
    content = (said("user", "a"), said("assistant", "b"))
    told, _ = read(row(*content, stop_reason="max_tokens", response={"status": "completed"}, provider_model="m"))
    assert (told.requests[0].stop_reason, told.requests[0].model) == ("max_tokens", "m")
    cut, _ = read(row(*content, incomplete_details={"reason": "max_output_tokens"}, model_ref={"model": "n"}))
    assert (cut.requests[0].stop_reason_recorded, cut.requests[0].model) == ("max_output_tokens", "n")


@pytest.mark.parametrize(
    "bad", [{"type": "x", "content": []}, {"type": "message"}, {"type": "message", "content": [5]}, 7]
)
def test_what_is_no_row_raises(bad: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        read(bad)
