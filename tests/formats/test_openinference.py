"""OpenInference spans of the samples: what each says, and what is counted."""

import json
from pathlib import Path
from typing import Any

from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.model.block import ToolResult
from viewer.model.run import Run
from viewer.model.usage import Usage, prompt_tokens


def runs(name: str) -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "openinference" / name])))


def test_the_prompt_of_each_request_includes_its_cache() -> None:
    requests = sample("openinference/phoenix.json").requests
    assert requests[1].usage == Usage(40, 120, 20, 10)
    assert [prompt_tokens(request.usage) for request in requests] == [140, 180, 220, 260, 300, 340]


def test_the_evaluator_s_call_and_the_agent_s_total_are_not_counted() -> None:
    run = sample("openinference/phoenix.json")
    counts = summary(run)
    assert (counts.model_requests, counts.usage) == (6, Usage(340, 1_000, 100, 80))
    assert run.stated[0].usage == Usage(1450, None, None, 80)


def test_more_than_ten_messages_keep_their_order_and_tools_are_found_by_their_arguments() -> None:
    run = sample("openinference/phoenix.json")
    results = [block for message in run.messages for block in message.blocks if isinstance(block, ToolResult)]
    assert [block.content for block in results] == ["sun", "sun", "rain", "StationError: station offline", "sun"]
    assert [block.is_error for block in results] == [False, False, False, True, False]
    assert all(len(message.records) == 2 for message in run.messages[2:-1:2])


def test_an_agent_that_was_handed_the_list_goes_on_with_the_run() -> None:
    handed, lone = runs("nested.jsonl")
    assert (len(handed.requests), len(handed.messages), handed.run_id) == (2, 4, "9f1c2d3e4b5a69788796a5b4c3d2e1aa")
    assert [fields.system.value for fields in handed.request_fields] == ["You sell seeds.", "You are the gardener."]
    assert (len(lone.requests), summary(lone).turns) == (2, 2)


def test_a_bare_map_of_attributes_is_a_run_with_its_history() -> None:
    run = sample("openinference/attributes.json")
    assert [message.producers[0].who for message in run.messages] == ["caller", "caller", "loop", "model"]
    assert summary(run).usage == Usage(32, 12, None, 6)


def test_a_table_is_read_as_the_same_spans_in_json_are(tmp_path: Path) -> None:
    table = next(load.sources([SAMPLES / "openinference" / "table.parquet"]))
    decoded: Any = load.decode_source(table)
    (tmp_path / "t.json").write_text(json.dumps([record.value for record in decoded.records]))
    as_json = load.runs(next(load.sources([tmp_path / "t.json"])))
    as_table = load.runs(table)
    assert [run.messages for run in as_table] == [run.messages for run in as_json]
    assert [summary(run).usage for run in as_table] == [Usage(90, None, None, 4), Usage(27, 64, None, 4)]


def test_spans_of_the_first_exports_have_no_attribute_for_their_kind() -> None:
    span = {
        "name": "llm", "context": {"trace_id": "409df945-e058", "span_id": "01fa9612"}, "span_kind": "LLM",
        "parent_id": None, "start_time": "2023-11-11T16:45:17.982858", "end_time": "2023-11-11T16:45:18.517639",
        "status_code": "OK", "status_message": "", "events": [], "conversation": None,
        "attributes": {
            "llm.input_messages": [{"message.role": "user", "message.content": "what is 23 times 87"}],
            "llm.output_messages": [{"message.role": "assistant", "message.tool_calls": [
                {"tool_call.function.name": "multiply", "tool_call.function.arguments": '{"a": 23, "b": 87}'}]}],
        },
    }  # fmt: skip
    (run,) = read_values(span, span | {"context": {"trace_id": "x", "span_id": "y"}}, lines=True)[:1]
    assert (run.format, run.run_id, summary(run).tool_calls) == ("openinference", "409df945-e058", 1)


def test_the_first_writers_had_another_name_for_the_messages_that_were_sent() -> None:
    sent = [{"message.role": "user", "message.content": "go"}]
    span = {
        "name": "llm",
        "context": {"trace_id": "t", "span_id": "s"},
        "span_kind": "LLM",
        "parent_id": None,
        "start_time": "2023-09-01T10:00:00",
        "end_time": "2023-09-01T10:00:01",
        "attributes": {"llm.messages": sent, "output.value": "ok"},
    }
    (run,) = read_values([span])
    assert [message.role for message in run.messages] == ["user", "assistant"]
