"""Which items make one reply."""

import pytest

from viewer.formats.entries import Aside, Compacted, Fields, Input, Reply
from viewer.formats.shapes.response_items import Items, origin, stop_of
from viewer.model.block import ToolResult, ToolUse

CALL = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c", "output": "r"}


def test_items_of_the_model_share_a_reply_until_another_item_comes() -> None:
    items = Items()
    keys = [entry.key for item in (CALL, CALL, OUTPUT, CALL) if isinstance(entry := items.entry(item), Reply)]
    assert keys == ["reply 1", "reply 1", "reply 2"]


def test_the_output_of_a_hosted_shell_belongs_to_the_reply() -> None:
    items = Items()
    items.entry({"type": "shell_call", "call_id": "s", "action": {}, "environment": {"type": "container_auto"}})
    entry = items.entry({"type": "shell_call_output", "call_id": "s", "output": []})
    assert entry == Reply((ToolResult("s", [], executed_by="provider"),), "reply 1")


def test_a_compaction_item_makes_later_contexts_unknown() -> None:
    entry = Items().entry({"type": "compaction", "id": "x", "encrypted_content": "e"})
    assert isinstance(entry, Compacted) and not entry.known


def test_a_later_developer_item_stays_in_the_list() -> None:
    items = Items()
    assert isinstance(items.entry({"role": "developer", "content": "a"}), Fields)
    items.entry({"role": "user", "content": "b"})
    entry = items.entry({"role": "developer", "content": "c"})
    assert isinstance(entry, Input) and entry.role == "system"


def test_a_reference_is_set_aside() -> None:
    assert isinstance(Items().entry({"type": "item_reference", "id": "msg_1"}), Aside)


def test_an_unknown_call_is_the_models_and_an_unknown_type_is_refused() -> None:
    assert origin({"type": "teleport_call"}) == "model"
    with pytest.raises(ValueError, match="hologram"):
        origin({"type": "hologram"})


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ({"status": "completed"}, ("end_turn", "completed")),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, ("refusal", "content_filter")),
        ({"status": "failed"}, ("unknown", "failed")),
        ({"status": "in_progress"}, (None, "in_progress")),
        ({}, (None, None)),
    ],
)
def test_status_and_details_tell_the_stop_reason(response: dict[str, object], expected: tuple[object, object]) -> None:
    assert stop_of(response, ()) == expected


def test_completed_with_a_call_stopped_for_the_tool() -> None:
    assert stop_of({"status": "completed"}, (ToolUse("c", "f", {}),)) == ("tool_use", "completed")


def test_the_output_of_a_program_answers_the_provider_not_the_loop() -> None:
    items = Items()
    items.entry({"type": "program", "id": "cm_1", "call_id": "p", "code": "await tools.f({})"})
    assert isinstance(items.entry(OUTPUT), Input)
    entry = items.entry({"type": "program_output", "call_id": "p", "output": "r"})
    assert entry == Reply((ToolResult("p", "r", executed_by="provider"),), "reply 2")
