"""ankole_chatml: stretches of the model's messages are replies; who ran a tool is told or not recorded."""

from typing import Any

import pytest

from viewer.formats.ankole_chatml import ChatML, mechanisms_of, runner_of, tool_name
from viewer.formats.build import RunBuilder
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Run


def said(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def called(call_id: str, name: str) -> dict[str, Any]:
    return said("assistant", "", tool_calls=[{"id": call_id, "function": {"name": name, "arguments": "{}"}}])


def answered(call_id: str, name: str, content: str = "ok", **metadata: Any) -> dict[str, Any]:
    return said("tool", content, tool_call_id=call_id, name=name, metadata=metadata)


def read(*messages: dict[str, Any]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    reader = ChatML(builder)
    known = mechanisms_of(list(messages))
    for number, message in enumerate(messages, 1):
        for entry in reader.entries([message], known, None):
            builder.add(entry, number)
    return builder.finish(run_id="", format="test", records=())


def test_what_the_model_wrote_between_results_is_one_reply() -> None:
    thought = said("assistant", "Look.", metadata={"phase": "reasoning_summary"})
    run = read(said("user", "Go."), thought, called("a", "shell"), answered("a", "shell"), said("assistant", "Done."))
    assert [[type(block) for block in message.blocks] for message in run.messages] == [
        [Text],
        [Thinking, ToolUse],
        [ToolResult],
        [Text],
    ]
    assert [request.k for request in run.requests] == [1, 2]


def test_a_tool_that_the_provider_ran_stands_in_the_reply_itself() -> None:
    run = read(
        called("a", "web_search"),
        answered("a", "web_search", "", status="completed", execution_mechanism="provider_hosted"),
        said("assistant", "Found."),
    )
    (message,) = run.messages
    assert [type(block) for block in message.blocks] == [ToolUse, ToolResult, Text]
    assert message.blocks[0].executed_by == "provider"  # type: ignore[union-attr]  # a ToolUse, as above
    assert message.blocks[1].is_error is None  # type: ignore[union-attr]  # a ToolResult; its status is a constant


@pytest.mark.parametrize(
    ("mechanism", "runner"),
    [
        ("provider_hosted", "provider"),
        ("local_dynamic", "client"),
        (None, "unknown"),
        ("new", "unknown"),
        ([], "unknown"),
    ],
)
def test_no_mechanism_is_guessed(mechanism: Any, runner: str) -> None:
    assert runner_of(mechanism) == runner


@pytest.mark.parametrize(
    ("metadata", "flag"),
    [
        ({"status": "completed"}, False),
        ({"status": "failed"}, True),
        ({"status": "declined"}, True),
        ({"status": "completed", "success": False}, True),
        ({"status": "inProgress"}, None),
        ({}, None),
    ],
)
def test_an_error_is_told_by_success_or_status(metadata: dict[str, Any], flag: bool | None) -> None:
    block = read(called("a", "shell"), answered("a", "shell", **metadata)).messages[1].blocks[0]
    assert isinstance(block, ToolResult)
    assert block.is_error is flag


def test_a_hook_speaks_as_the_system_and_is_no_system_prompt() -> None:
    run = read(said("developer", '["be kind"]'), said("user", "Go."))
    assert [(message.role, message.producers[0].who) for message in run.messages] == [
        ("system", "loop"),
        ("user", "caller"),
    ]
    assert run.request_fields[0].system.status == "not_stored"


def test_a_compaction_is_a_boundary_and_no_call_of_the_model() -> None:
    run = read(
        said("user", "Go."),
        said("assistant", "One."),
        called("c", "context_compaction"),
        answered("c", "context_compaction", ""),
        said("assistant", "Two."),
    )
    assert [aside.kind for aside in run.set_aside] == ["compaction boundary", "compaction boundary"]
    assert len(run.requests) == 2
    context = run.requests[1].context
    assert context is not None and context.status == "unknown"


def test_parts_of_a_users_message_are_kept() -> None:
    parts = [{"type": "text", "text": "See"}, {"type": "localImage", "path": "a"}, {"type": "skill", "name": "x"}]
    assert [type(block) for block in read(said("user", parts)).messages[0].blocks] == [Text, Image, Unknown]


def test_a_turn_that_ended_ends_the_reply_too() -> None:
    builder = RunBuilder()
    reader = ChatML(builder)
    for number, words in enumerate(("One.", "Two."), 1):
        for entry in reader.entries([said("assistant", words)], {}, None):
            builder.add(entry, number)
        reader.turn_ended()
    assert len(builder.requests) == 2


def test_a_namespace_belongs_to_the_name_of_a_tool() -> None:
    assert tool_name({"name": "get", "namespace": "orders"}) == "orders.get"
    assert tool_name({"name": "get", "namespace": None}) == tool_name({"name": "get"}) == "get"


@pytest.mark.parametrize("bad", [said("system", "x"), said("assistant", None), {"role": "tool", "name": "x"}, {}])
def test_a_message_outside_the_form_raises(bad: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        read(bad)
