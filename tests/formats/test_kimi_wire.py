"""Records of Kimi Code's wire file."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.formats.kimi_wire import usage_of
from viewer.model.block import ToolResult
from viewer.model.run import Run
from viewer.model.usage import Usage


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "context.append_loop_event", "event": {"type": kind, **fields}, "time": 1785600000000}


def message(role: str, words: str, kind: str | None = None, **more: Any) -> dict[str, Any]:
    origin = {} if kind is None else {"origin": {"kind": kind}}
    made = {"role": role, "content": [{"type": "text", "text": words}], **origin, **more}
    return {"type": "context.append_message", "message": made}


def part(step: str, words: str) -> dict[str, Any]:
    return event("content.part", stepUuid=step, part={"type": "text", "text": words})


def one(*values: Any) -> Run:
    (run,) = read_values(*values, format="kimi", lines=True)
    assert unaccounted((run,)) == []
    return run


def test_input_excludes_what_the_cache_gave() -> None:
    assert usage_of({"inputOther": 9, "output": 4, "inputCacheRead": 80, "inputCacheCreation": 7}) == Usage(9, 80, 7, 4)
    assert usage_of(None) is None


def test_usage_is_counted_once_a_step_though_it_is_recorded_twice() -> None:
    requests = sample("kimi/session").requests
    assert [request.usage and request.usage.input_tokens for request in requests] == [12, 20]
    assert (requests[0].stop_reason, requests[0].seconds, requests[0].attempts) == ("tool_use", 1.0, 2)


def test_a_step_without_content_is_a_reply_all_the_same() -> None:
    run = one(message("user", "1"), event("step.begin", uuid="s"), event("step.end", uuid="s", finishReason="end_turn"))
    assert [(message.role, message.blocks) for message in run.messages][1] == ("assistant", ())
    assert len(run.requests) == 1


def test_a_step_that_never_ended_is_no_reply_without_content_and_one_with_it() -> None:
    begun = event("step.begin", uuid="s")
    assert len(one(message("user", "1"), begun).requests) == 0
    assert len(one(message("user", "1"), begun, part("s", "2")).requests) == 1


def test_results_between_the_pieces_of_a_step_do_not_part_them() -> None:
    run = one(
        message("user", "1"),
        event("tool.call", stepUuid="s", toolCallId="a", name="f", args={}),
        event("tool.call", stepUuid="s", toolCallId="b", name="f", args={}),
        event("tool.result", toolCallId="b", result={"output": "B", "isError": True}),
        event("tool.result", toolCallId="a", result={"output": "A", "note": "cut"}),
        event("step.end", uuid="s", usage={"inputOther": 1, "output": 1}),
    )
    assert [message.records for message in run.messages] == [(1,), (2, 3), (4, 5)]
    assert run.messages[2].blocks == (ToolResult("b", "B", True), ToolResult("a", {"output": "A", "note": "cut"}))
    assert run.requests[0].usage == Usage(1, None, None, 1)


@pytest.mark.parametrize(
    ("kind", "who"), [(None, "caller"), ("user", "caller"), ("system_trigger", "caller"), ("injection", "loop")]
)
def test_the_origin_tells_who_wrote_a_message(kind: str | None, who: str) -> None:
    assert one(message("user", "1", kind)).messages[0].producers[0].who == who


def test_messages_of_a_copied_history_are_read() -> None:
    call = {"type": "function", "id": "c", "function": {"name": "f", "arguments": "{}"}}
    run = one(message("assistant", "1", toolCalls=[call]), message("tool", "2", toolCallId="c"))
    assert [message.role for message in run.messages] == ["assistant", "user"]
    assert isinstance(run.messages[1].blocks[0], ToolResult)


def test_a_system_prompt_that_is_the_same_again_opens_no_new_fields() -> None:
    config = {"type": "config.update", "systemPrompt": "s"}
    run = one(config, message("user", "1"), part("a", "2"), config, {"type": "profile.bind", "systemPrompt": "t"})
    assert [(fields.first_message, fields.system.value) for fields in run.request_fields] == [(0, "s"), (2, "t")]


def test_tool_schemas_are_request_fields_unless_they_are_cut_short() -> None:
    run = one(
        {"type": "llm.tools_snapshot", "tools": [{"name": "f"}]}, {"type": "llm.tools_snapshot", "tools": "[cut]"}
    )
    assert run.request_fields[0].tools.value == [{"name": "f"}]
    assert [aside.kind for aside in run.set_aside] == ["llm.tools_snapshot"]


@pytest.mark.parametrize(
    ("record", "status", "ranges"),
    [
        ({"type": "context.apply_compaction", "contextSummary": "so far"}, "derived", ((2, 3),)),
        ({"type": "context.apply_compaction", "summary": "so far", "keptUserMessageCount": 2}, "unknown", ()),
        ({"type": "context.clear"}, "derived", ((2, 2),)),
        ({"type": "context.undo", "count": 1}, "unknown", ()),
        ({"type": "micro_compaction.apply"}, "unknown", ()),
    ],
)
def test_after_a_change_of_the_list_requests_see_what_is_told(
    record: dict[str, Any], status: str, ranges: tuple[tuple[int, int], ...]
) -> None:
    context = (
        one(message("user", "1"), part("a", "2"), record, message("user", "3"), part("b", "4")).requests[-1].context
    )
    assert context is not None and (context.status, context.ranges) == (status, ranges)


def test_a_request_of_the_client_s_own_tells_nothing_of_the_next_reply() -> None:
    run = one({"type": "llm.request", "kind": "compaction", "model": "other"}, message("user", "1"), part("a", "2"))
    assert run.models == ()


def test_a_record_of_an_unknown_type_is_set_aside_and_one_with_a_message_a_problem() -> None:
    run = one({"type": "hologram"}, {"type": "hologram", "event": {}}, message("user", "1"))
    assert ([aside.record for aside in run.set_aside], [one.record for one in run.problems]) == ([1], [2])
