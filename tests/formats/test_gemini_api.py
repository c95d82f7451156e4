"""Gemini generateContent: what each stored form says of a run."""

import pytest
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.gemini_api import FORMAT
from viewer.formats.registry import matches
from viewer.model.block import Image, ToolResult, ToolUse


def test_cached_tokens_are_taken_out_of_the_prompt() -> None:
    usage = load.runs(next(load.sources([SAMPLES / "gemini_api/calls.jsonl"])))[0].requests[1].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cache_read_input_tokens) == (86, 384)


def test_thoughts_are_output() -> None:
    usage = load.runs(next(load.sources([SAMPLES / "gemini_api/calls.jsonl"])))[0].requests[0].usage
    assert usage is not None and usage.output_tokens == 18 + 44


def test_the_parts_of_a_request_body_become_blocks() -> None:
    run = sample("gemini_api/request_body.json")
    counts = summary(run)
    assert (counts.model_requests, counts.tool_calls, counts.tool_results, counts.error_results) == (3, 2, 2, 1)
    assert isinstance(run.messages[4].blocks[1], Image)
    assert run.request_fields[0].system.value == "You look after the seed bank's shelves."


def test_code_that_the_provider_ran_is_no_call_of_the_client() -> None:
    use, result, _ = sample("gemini_api/request_body.json").messages[5].blocks
    assert isinstance(use, ToolUse) and use.executed_by == "provider"
    assert isinstance(result, ToolResult) and (result.executed_by, result.is_error) == ("provider", False)


def test_a_request_that_repeats_the_list_without_signatures_goes_on_with_the_run() -> None:
    first, second = load.runs(next(load.sources([SAMPLES / "gemini_api/calls.jsonl"])))
    assert [len(first.requests), len(second.requests)] == [2, 1]
    assert [request.context.ranges for request in first.requests if request.context] == [((0, 0),), ((0, 2),)]


def test_a_blocked_prompt_is_a_refused_request() -> None:
    _, blocked = load.runs(next(load.sources([SAMPLES / "gemini_api/calls.jsonl"])))
    assert (blocked.requests[0].stop_reason, blocked.requests[0].stop_reason_recorded) == (
        "refusal",
        "PROHIBITED_CONTENT",
    )


def test_the_chunks_of_a_stream_are_one_reply_with_joined_texts() -> None:
    run = sample("gemini_api/stream.txt")
    assert [message.records for message in run.messages] == [(1, 2, 3, 4, 5, 6)]
    assert [getattr(block, "text", None) for block in run.messages[0].blocks] == [
        "The shelf is the place.",
        "I look at the shelf.",
        None,
        "",
    ]
    assert run.requests[0].stop_reason == "tool_use"


def test_a_list_of_contents_is_a_run() -> None:
    (run,) = read_values([{"role": "user", "parts": ["hello"]}, {"role": "model", "parts": [{"text": "hi"}]}])
    assert (run.format, [message.role for message in run.messages]) == ("gemini_api", ["user", "assistant"])


def test_a_python_log_keeps_its_fields_in_config() -> None:
    value = {
        "model": "gemini-2.5-flash",
        "contents": [{"role": "user", "parts": [{"text": "hello"}]}],
        "config": {"system_instruction": "be brief", "temperature": 0.5, "top_p": None},
    }
    (run,) = read_values(value)
    assert run.request_fields[0].system.value == "be brief"
    assert run.request_fields[0].parameters.value == {"temperature": 0.5}
    assert run.models == ("gemini-2.5-flash",)


def test_a_content_of_an_unknown_role_is_a_problem() -> None:
    (run,) = read_values({"contents": [{"role": "user", "parts": []}, {"role": "narrator", "parts": []}]})
    assert [problem.record for problem in run.problems] == [2]


@pytest.mark.parametrize(
    "text",
    [
        b'[{"id": "1", "role": "user", "parts": [{"type": "text", "text": "hello"}]}]',
        b'[{"kind": "request", "parts": [{"content": "hello", "part_kind": "user-prompt"}]}]',
        b'[{"role": "user", "content": "hello"}]',
        b'{"contents": "a text"}',
        b'{"candidates": ["Ada", "Grace"]}',
        b'{"type": "user", "parts": [{"text": "hello"}]}',
    ],
)
def test_other_content_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]


def test_lines_of_a_batch_have_nothing_to_do_with_one_another() -> None:
    response = {"candidates": [{"content": {"role": "model", "parts": [{"text": "a"}]}, "finishReason": "STOP"}]}
    lines = [{"key": name, "response": {**response, "usageMetadata": {"promptTokenCount": 1}}} for name in ("a", "b")]
    assert [len(run.requests) for run in read_values(*lines, lines=True)] == [1, 1]
