"""Pydantic AI message lists."""

from typing import Any

import pytest
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.pydantic_ai import FORMAT, usage
from viewer.formats.registry import matches
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage


def request(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "request", "parts": list(parts), **more}


def response(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "response", "parts": list(parts), **more}


def asked(content: Any) -> dict[str, Any]:
    return {"part_kind": "user-prompt", "content": content}


def one(*messages: dict[str, Any]) -> Run:
    (run,) = read_values(list(messages))
    return run


def test_the_cache_is_taken_out_of_the_input() -> None:
    raw = {"input_tokens": 480, "cache_read_tokens": 400, "cache_write_tokens": 40, "output_tokens": 12}
    assert usage(raw) == Usage(40, 400, 40, 12)


def test_the_older_names_of_the_counts_are_read() -> None:
    assert usage({"request_tokens": 50, "response_tokens": 6}) == Usage(50, None, None, 6)
    assert usage(None) is None


def test_calls_take_their_arguments_as_object_or_as_json_text() -> None:
    run = sample("pydantic_ai/all_messages.json")
    calls = [block for block in run.messages[1].blocks if isinstance(block, ToolUse)]
    assert [call.input for call in calls] == [{"hive": 2}, {"hive": "three"}]
    assert run.messages[1].blocks[0] == Thinking("Two hives.", "sg")


def test_a_retried_call_is_an_error_and_a_denied_one_is_not() -> None:
    run = sample("pydantic_ai/all_messages.json")
    flags = [block.is_error for message in run.messages for block in message.blocks if isinstance(block, ToolResult)]
    assert flags == [False, True, False, None, False]
    assert summary(run).error_results == 1


def test_a_retry_of_the_older_layout_answers_its_call() -> None:
    run = sample("pydantic_ai/older_layout.json")
    assert summary(run).unanswered_calls == 0
    assert summary(run).error_results == 1


def test_system_prompts_and_instructions_are_request_fields() -> None:
    first = sample("pydantic_ai/all_messages.json").request_fields[0]
    assert first.system.value == ["Answer in one line.", "You tend the beehives."]
    alone = sample("pydantic_ai/older_layout.json").request_fields[0]
    assert (alone.system.value, alone.records) == ("Be brief.", (1,))


def test_instructions_that_change_open_new_request_fields() -> None:
    run = one(request(asked("1"), instructions="a"), response(), request(asked("2"), instructions="b"), response())
    assert [(fields.first_message, fields.system.value) for fields in run.request_fields] == [(0, "a"), (2, "b")]


def test_results_and_words_in_one_request_have_two_producers() -> None:
    producers = sample("pydantic_ai/all_messages.json").messages[4].producers
    assert [producer.who for producer in producers] == ["loop", "caller"]


def test_feedback_of_the_framework_is_the_loops() -> None:
    assert [producer.who for producer in sample("pydantic_ai/all_messages.json").messages[6].producers] == ["loop"]


def test_tools_of_the_provider_are_no_calls_of_the_client() -> None:
    counts = summary(sample("pydantic_ai/all_messages.json"))
    assert (counts.tool_calls, counts.tool_results, counts.unanswered_calls) == (4, 4, 0)


def test_files_in_a_prompt_are_kept() -> None:
    parts = [
        "look",
        {"kind": "text-content", "content": "here"},
        {"kind": "binary", "data": "AA", "media_type": "image/png"},
        {"kind": "document-url", "url": "https://a.invalid/b.pdf"},
        {"kind": "cache-point"},
    ]
    made = one(request(asked(parts))).messages[0].blocks
    assert made == (
        Text("look"),
        Text("here"),
        Image("image/png", parts[2]),
        Document(None, parts[3]),
        Unknown("cache-point", parts[4]),
    )


def test_an_interrupted_last_message_is_an_abort() -> None:
    ending = sample("pydantic_ai/all_messages.json").ending
    assert (ending.kind, ending.cut_by) == ("censored", "abort")


def test_a_compaction_narrows_what_later_requests_see() -> None:
    compaction = {"part_kind": "compaction", "content": "so far"}
    run = one(request(asked("1")), response(compaction), request(asked("2")), response())
    assert run.requests[1].context is not None and run.requests[1].context.ranges == ((1, 2),)


def test_a_message_of_another_kind_is_a_problem() -> None:
    run = one(request(asked("1")), {"kind": "song", "parts": []})
    assert [problem.record for problem in run.problems] == [2]


@pytest.mark.parametrize(
    "text", [b'[{"kind": "request", "parts": [{"text": "a"}]}]', b'[{"kind": "x"}]', b'{"messages": 1}', b"[1]"]
)
def test_other_content_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]
