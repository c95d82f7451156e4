"""One ATIF step at a time."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.atif_steps import Reference, Steps, blocks, of_counts, usage
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Compacted, Fields, Input, Reply
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def entries(step: dict[str, Any], *before: Any) -> Any:
    builder = RunBuilder()
    for number, one in enumerate(before, 1):
        builder.add(one, number)
    return Steps(builder, None).entries(Record(9, step))


def test_an_agent_step_is_a_reply_and_the_loops_answer() -> None:
    call = {"tool_call_id": "c", "function_name": "f", "arguments": {"a": 1}}
    observation = {"results": [{"source_call_id": "c", "content": "r"}]}
    reply, answer = entries(
        {"source": "agent", "message": "m", "reasoning_content": "t", "tool_calls": [call], "observation": observation}
    )
    assert reply == Reply((Thinking("t"), Text("m"), ToolUse("c", "f", {"a": 1})))
    assert answer == Input((ToolResult("c", "r"),))


def test_a_result_without_content_is_a_result_without_content() -> None:
    call = {"tool_call_id": "c", "function_name": "f"}
    _, answer = entries(
        {"source": "agent", "tool_calls": [call], "observation": {"results": [{"source_call_id": "c"}]}}
    )
    assert answer == Input((ToolResult("c", None),))


def test_a_result_without_an_id_answers_a_call_by_position() -> None:
    call = {"tool_call_id": "c", "function_name": "f", "arguments": {}}
    _, answer = entries({"source": "agent", "tool_calls": [call], "observation": {"results": [{"content": "r"}]}})
    assert answer == Input((ToolResult(None, "r"),))


def test_an_observation_that_answers_no_call_is_plain_words_of_the_loop() -> None:
    _, answer = entries({"source": "agent", "message": "m", "observation": {"results": [{"content": "no JSON"}]}})
    assert answer == Input((Text("no JSON"),), who="loop")


def test_references_to_sub_agents_are_noted() -> None:
    steps = Steps(RunBuilder(), None)
    reference = {"session_id": "s", "trajectory_path": "p.json"}
    observation = {"results": [{"subagent_trajectory_ref": reference}]}
    assert len(steps.entries(Record(1, {"source": "agent", "message": "m", "observation": observation}))) == 1  # type: ignore[arg-type]  # a tuple
    assert steps.references == [Reference(0, None, None, "s", "p.json")]


def test_a_copied_step_is_set_aside() -> None:
    assert isinstance(entries({"source": "agent", "is_copied_context": True}), Aside)


def test_a_leading_system_step_is_a_request_field_and_a_later_one_a_message() -> None:
    step = {"source": "system", "message": "s"}
    assert isinstance(entries(step)[0], Fields)
    assert entries(step, Input((Text("u"),))) == (Input((Text("s"),), "system"),)


@pytest.mark.parametrize(("boundary", "known"), [("replace", True), ("append", False), (None, False)])
def test_a_compaction_says_whether_its_reach_is_known(boundary: str | None, known: bool) -> None:
    extra = {"context_management": {"type": "compaction", "boundary": boundary}}
    entry = entries({"source": "system", "message": "m", "extra": extra})
    assert isinstance(entry, Compacted) and entry.known is known


def test_words_on_a_summary_count_only_once_the_model_has_replied() -> None:
    step = {"source": "system", "message": "Context was summarized."}
    assert isinstance(entries(step)[0], Fields)
    assert isinstance(entries(step, Reply((Text("a"),))), Compacted)


@pytest.mark.parametrize(
    "step",
    [
        {},
        {"source": "oracle"},
        {"source": "agent", "tool_calls": 5},
        {"source": "agent", "tool_calls": [{}]},
        {"source": "agent", "metrics": {"prompt_tokens": "x"}},
        {"source": "user", "message": 5},
        {"source": "user", "message": "m", "observation": 5},
    ],
)
def test_a_step_of_another_shape_raises(step: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError)):
        entries(step)


def test_parts_of_a_message_are_kept_as_stored() -> None:
    parts = [
        {"type": "text", "text": "t"},
        {"type": "image", "source": {"media_type": "image/png", "path": "a.png"}},
        {"type": "file", "source": {"media_type": "application/pdf", "path": "a.pdf"}},
        {"type": "smell"},
    ]
    assert blocks(parts) == (
        Text("t"),
        Image("image/png", parts[1]),
        Document("application/pdf", parts[2]),
        Unknown("smell", parts[3]),
    )
    assert blocks("") == blocks(None) == ()


def test_cached_tokens_are_a_part_of_the_prompt() -> None:
    assert usage({"prompt_tokens": 9, "cached_tokens": 4, "completion_tokens": 1}) == Usage(5, 4, None, 1)
    assert of_counts(3, 40, None) == Usage(3, 40, None, None)
    assert usage(None) is None
