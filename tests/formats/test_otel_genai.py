"""OpenTelemetry traces of the samples: what each says, and what is counted."""

from conftest import SAMPLES, read_values, sample
from span_files import agent, chat, otlp, said

from viewer import load
from viewer.analysis.summary import Summary, summary
from viewer.model.block import ToolResult
from viewer.model.run import Run
from viewer.model.usage import Usage, prompt_tokens

U, A = said("user", "go"), said("assistant", "one")


def runs(name: str) -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "otel_genai" / name])))


def test_an_agent_s_total_and_its_sub_agent_s_calls_are_not_added_to_its_own() -> None:
    run = sample("otel_genai/sub_agent.json")
    assert summary(run) == Summary(3, 0, 1, 3, 3, 0, 0, 1, Usage(320, 800, 400, 105))
    (sub,) = run.sub_runs
    assert (summary(sub).model_requests, summary(sub).usage) == (1, Usage(80, None, None, 12))
    assert run.stated[0].usage == Usage(320, 800, 400, 105)


def test_the_input_of_each_request_includes_its_cache() -> None:
    usages = [request.usage for request in sample("otel_genai/sub_agent.json").requests]
    assert usages == [Usage(100, 0, 300, 60), Usage(120, 300, 100, 20), Usage(100, 500, None, 25)]
    assert [prompt_tokens(usage) for usage in usages] == [400, 520, 600]


def test_each_request_s_exact_list_is_recorded_and_equals_the_prefix() -> None:
    for request in sample("otel_genai/sub_agent.json").requests:
        assert request.context is not None
        assert (request.context.status, request.context.ranges) == ("recorded", ((0, request.message_index - 1),))


def test_a_limit_of_requests_cuts_the_run_at_its_cap() -> None:
    run = sample("otel_genai/collector.jsonl")
    assert (run.ending.cut_by, run.ending.cap, run.ending.cap_unit) == ("steps", 3, "requests")
    assert [request.attempts for request in run.requests] == [2, None, None]
    assert [message.producers[0].who for message in run.messages] == [
        "caller",
        "model",
        "loop",
        "model",
        "loop",
        "loop",
        "model",
        "loop",
    ]


def test_messages_in_events_are_a_conversation_like_any_other() -> None:
    first, second = runs("events.json")
    assert summary(first).usage == Usage(70, 180, 20, 17)
    assert summary(first).tool_results == 1
    assert (second.run_id, len(second.messages)) == ("4bf92f3577b34da6a3ce929d0e0e4737", 2)


def test_a_trace_without_its_root_is_open_and_its_tool_is_found_by_name() -> None:
    run = sample("otel_genai/console.jsonl")
    assert run.ending.kind == "open"
    (result,) = [block for message in run.messages for block in message.blocks if isinstance(block, ToolResult)]
    assert (result.name, run.messages[2].records) == ("read_lamps", (2, 3))


def test_the_ai_sdk_s_outer_span_is_not_a_reply() -> None:
    run = sample("otel_genai/ai_sdk.json")
    assert (run.label, len(run.requests), summary(run).usage) == ("tides", 2, Usage(70, 80, None, 18))


def test_bare_attributes_of_one_call_are_a_run() -> None:
    (run,) = read_values({"gen_ai.operation.name": "chat", "gen_ai.prompt": "q", "gen_ai.completion": "a"})
    assert (run.format, len(run.messages), run.ending.kind) == ("otel_genai", 2, "unknown")


def test_openinference_s_attributes_are_read_in_otlp_too() -> None:
    attributes = {
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "q",
        "llm.output_messages.0.message.content": "a",
    }
    pairs = [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()]
    (run,) = read_values(otlp({**chat(1, None, None, None), "attributes": pairs}))
    assert (run.format, [message.role for message in run.messages]) == ("otel_genai", ["user", "assistant"])


def test_a_list_that_the_writer_s_limit_cut_leaves_open_what_was_seen() -> None:
    cut = {
        "attributes": {"gen_ai.input.messages": '[{"role": "user", "parts": [{"type": "text", "content": "q"}]}, {"ro'}
    }
    (run,) = read_values(otlp(agent(), chat(1, None, A, **cut)))
    assert run.requests[0].context is not None
    assert (run.requests[0].context.status, len(run.messages)) == ("unknown", 2)
