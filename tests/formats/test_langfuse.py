"""Langfuse traces."""

import json
import time
from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.langfuse import FORMAT
from viewer.formats.registry import matches
from viewer.model.block import Text, ToolResult, ToolUse, Unknown
from viewer.model.run import Run, walk
from viewer.model.usage import Usage

ASKED = {"role": "user", "content": "go"}


def observation(id: str, type: str = "GENERATION", second: int = 0, **more: Any) -> dict[str, Any]:
    times = {"startTime": f"2026-01-01T00:00:{second:02}Z", "endTime": f"2026-01-01T00:00:{second + 1:02}Z"}
    return {"id": id, "traceId": "t", "type": type, "name": id, "parentObservationId": None, **times, **more}


def one(*observations: dict[str, Any], **trace: Any) -> Run:
    (run,) = read_values({"trace": {"id": "t", **trace}, "observations": list(observations)})
    assert unaccounted((run,)) == []
    return run


def blocks(run: Run) -> list[Any]:
    return [block for message in run.messages for block in message.blocks]


def test_tokens_of_generations_are_summed_each_by_its_own_rule() -> None:
    run = sample("langfuse/web_download.json")
    assert [request.usage for request in run.requests] == [Usage(30, 60, None, 20), Usage(110, 150, None, 40)]
    assert summary(run).usage == Usage(140, 210, None, 60)


def test_a_failed_generation_is_an_attempt_of_the_next() -> None:
    run = sample("langfuse/web_download.json")
    assert [request.attempts for request in run.requests] == [None, 2]
    assert len(run.messages) == 4


def test_a_failed_tool_is_an_error_and_a_tool_that_ran_is_not_flagged() -> None:
    run = sample("langfuse/web_download.json")
    flags = [block.is_error for block in blocks(run) if isinstance(block, ToolResult)]
    assert flags == [None, True]


def test_scores_and_cost_of_the_trace_are_stated_beside_our_counts() -> None:
    (stated,) = sample("langfuse/web_download.json").stated
    assert (stated.scope, stated.cost, stated.metrics) == ("run", 0.0021, {"helpful": 1, "tone of o-6": "plain"})


def test_identifiers_of_the_trace_are_attributes_and_what_the_writer_adds_is_not() -> None:
    attributes = sample("langfuse/web_download.json").attributes
    assert attributes["sessionId"] == "morning"
    assert attributes["house"] == "north"
    assert "scope" not in attributes


def test_observations_inside_the_trace_are_read_and_a_generation_around_another_is_no_second_request() -> None:
    run = sample("langfuse/api_trace.json")
    assert summary(run).model_requests == 2
    assert [aside.kind for aside in run.set_aside] == ["agent observation", "wrapped model call"]
    assert run.request_fields[0].tools.value == [{"type": "function", "name": "ask_botanist"}]


def test_an_agent_inside_a_tool_is_a_run_under_its_call() -> None:
    run = sample("langfuse/api_trace.json")
    (sub,) = run.sub_runs
    assert sub.parent is not None
    assert (sub.parent.message_index, sub.parent.tool_use_id) == (1, "c1")
    assert sub.requests[0].usage == Usage(50, 200, 40, 16)


def test_a_result_that_names_its_tool_alone_is_the_result_that_the_tool_s_span_holds() -> None:
    first, _ = load_lines()
    counts = summary(first)
    assert (counts.tool_calls, counts.tool_results, counts.unanswered_calls, counts.orphan_results) == (1, 1, 0, 0)


def test_a_list_stored_as_one_text_is_divided_at_its_roles() -> None:
    _, second = load_lines()
    assert second.request_fields[0].system.value == "Answer in one word."
    assert blocks(second) == [Text("Rain or sun?"), Text("Rain")]


def load_lines() -> tuple[Run, ...]:
    from conftest import SAMPLES

    from viewer import load

    return load.runs(next(load.sources([SAMPLES / "langfuse/lines.jsonl"])))


def test_a_prompt_stored_as_text_takes_its_messages_from_the_generation_around_it() -> None:
    asked = {"messages": ["role='user' content='go' name=None", "role='tool' content='done' tool_call_id='c'"]}
    run = one(
        observation("outer", input=asked, output={"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}]}),
        observation("inner", parentObservationId="outer", input="user: go\ntool: done", output="None"),
    )
    assert blocks(run) == [Text("go"), ToolResult("c", "done"), Text("x")]
    assert run.requests[0].context is not None
    assert run.requests[0].context.status == "derived"
    assert run.requests[0].stop_reason == "end_turn"


def test_a_call_that_goes_on_from_what_the_provider_keeps_has_an_unknown_context() -> None:
    metadata = {"attributes": {"gen_ai.conversation.id": "resp_1"}}
    run = one(observation("g", input=[ASKED], output="x", metadata=metadata))
    context = run.requests[0].context
    assert context is not None
    assert (context.status, context.ranges) == ("unknown", ((0, 0),))


def test_an_input_whose_messages_were_lost_is_not_recorded() -> None:
    run = one(observation("g", input={"content": "role"}, output="x"))
    assert blocks(run) == [Text("x")]


def test_calls_that_langfuse_found_stand_in_for_an_output_that_is_missing() -> None:
    calls = [json.dumps({"id": "c", "arguments": '{"a": 1}'})]
    run = one(observation("g", input=[ASKED], output=None, toolCalls=calls, toolCallNames=["f"]))
    assert blocks(run)[1] == ToolUse("c", "f", {"a": 1})


def test_a_mere_span_is_a_tool_where_its_attributes_or_its_output_say_so() -> None:
    call = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{'x"}}]}
    for span in (
        {"metadata": json.dumps({"attributes": {"gen_ai.tool.name": "f", "gen_ai.tool.call.id": "c"}}), "output": "7"},
        {"output": json.dumps({"type": "tool", "content": "7", "tool_call_id": "c", "name": "f", "status": "error"})},
    ):
        run = one(observation("g", input=[ASKED], output=call), observation("f", "SPAN", 2, **span))
        result = run.messages[-1].blocks[0]
        assert isinstance(result, ToolResult)
        assert (result.tool_use_id, result.content) == ("c", "7")


def test_an_agent_without_generations_is_a_run_out_of_its_own_messages() -> None:
    said = {"role": "assistant", "content": "done"}
    run = one(observation("a", "AGENT", input=[ASKED], output=[said]))
    assert (len(run.requests), blocks(run)) == (1, [Text("go"), Text("done")])


def test_lists_of_observations_are_one_run_a_trace() -> None:
    first = observation("g", input=[ASKED], output="a")
    second = observation("h", input=[ASKED], output="b", traceId="u")
    for document in ([first, second], {"data": [first, second], "meta": {}}):
        runs = read_values(document, format="langfuse")
        assert [run.run_id for run in runs] == ["t", "u"]
        assert unaccounted(runs) == []


def test_an_entry_that_is_no_observation_is_a_problem() -> None:
    run = one(observation("g", input=[ASKED], output="x"), {"id": "?"})
    assert [problem.record for problem in run.problems] == [2]


def test_a_trace_without_observations_is_claimed_and_holds_no_run() -> None:
    document = {"trace": {"id": "t", "projectId": "p"}, "observations": []}
    assert [format.name for format, _, _ in matches(decode(json.dumps(document).encode(), "x"))] == ["langfuse"]
    assert read_values(document) == ()


@pytest.mark.parametrize("output", [None, "", "text", [], {}, [1], {"choices": 5}, {"a": 1}, 7, [["x"]], "[{", True])
@pytest.mark.parametrize("given", [None, "text", [], {}, [1], {"a": 1}, 7, {"messages": 5}, {"messages": [5]}, "[{"])
def test_any_value_as_input_or_output_is_read_or_a_problem(given: Any, output: Any) -> None:
    run = one(observation("g", input=given, output=output), observation("f", "TOOL", 2, input=given, output=output))
    assert len(walk(run)) == 1


def test_an_output_that_no_vendor_writes_is_kept_whole() -> None:
    run = one(observation("g", input={"topic": "sea"}, output={"verdict": "calm"}))
    assert all(isinstance(block, Unknown) for block in blocks(run))
    assert len(run.messages) == 2


def test_long_traces_take_time_in_proportion_to_their_size() -> None:
    def seconds(calls: int) -> float:
        observations = [
            observation(f"g{at}", second=at % 50, input=json.dumps([ASKED, {"role": "user", "content": f"n{at}"}]))
            for at in range(calls)
        ]
        document = json.dumps({"trace": {"id": "t"}, "observations": observations})
        decoded = decode(document.encode(), "x")
        start = time.thread_time()
        list(FORMAT.read(decoded))
        return time.thread_time() - start

    seconds(50)
    assert seconds(1600) < 40 * max(seconds(100), 0.002)


def koog_call(name: str, id: str) -> str:
    return json.dumps([{"function": {"name": name, "arguments": "{}"}, "id": id, "type": "function"}])


def test_calls_written_as_text_of_the_tool_are_the_pieces_of_the_reply_that_made_them() -> None:
    both = [{"role": "assistant", "content": koog_call(name, id)} for name, id in (("wave", "c1"), ("bow", "c2"))]
    seen = [
        ASKED,
        {"role": "tool", "content": koog_call("wave", "c1")},
        {"role": "tool", "content": "waved"},
        {"role": "tool", "content": koog_call("bow", "c2")},
        {"role": "tool", "content": "bowed"},
    ]
    run = one(
        observation("first", input=[ASKED], output=both),
        observation("second", second=5, input=seen, output=[{"role": "assistant", "content": "done"}]),
    )
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    assert blocks(run)[1:5] == [
        ToolUse("c1", "wave", {}),
        ToolUse("c2", "bow", {}),
        ToolResult("c1", "waved"),
        ToolResult("c2", "bowed"),
    ]


def test_descriptions_of_tools_at_the_end_of_a_list_are_the_tools_that_were_offered() -> None:
    schema = {"type": "function", "function": {"name": "weigh", "parameters": {"type": "object"}}}
    run = one(observation("call", input=[ASKED, {"role": "tool", "content": schema}], output="ok"))
    assert [message.role for message in run.messages] == ["user", "assistant"]
    assert run.request_fields[0].tools.value == [schema]


def test_the_id_of_a_call_may_be_a_list() -> None:
    calls = [
        {"role": "assistant", "parts": [{"type": "tool_call", "id": ["r", "c"], "name": "weigh", "arguments": {}}]}
    ]
    shown = {"role": "tool", "parts": [{"type": "tool_call_response", "id": '["r", "c"]', "response": "3 kg"}]}
    run = one(
        observation("first", input=[ASKED], output=calls),
        observation("second", second=5, input=[ASKED, *calls, shown], output="3 kg"),
    )
    assert summary(run).unanswered_calls == 0
    assert summary(run).orphan_results == 0


def test_each_trace_of_a_list_or_of_a_page_is_a_run() -> None:
    traces = [{"id": name, "observations": [observation(name, input=[ASKED], output="ok")]} for name in ("a", "b")]
    for value in (traces, {"data": traces, "meta": {}}):
        runs = read_values(value)
        assert [len(run.messages) for run in runs] == [2, 2]
        assert [problem for run in runs for problem in unaccounted((run,))] == []


def test_a_trace_without_observations_among_others_is_a_problem() -> None:
    held = {"id": "a", "observations": [observation("a", input=[ASKED], output="ok")]}
    for value in ([held, {"id": "b"}], {"data": [held, {"id": "b"}]}):
        _, run = read_values(value)
        assert len(run.problems) == 1 and unaccounted((run,)) == []


def test_lines_of_observations_are_runs_and_exports_name_fields_in_another_case() -> None:
    usage = {"input": 4, "output": 1, "total": 5}
    exported = {
        "id": "g",
        "trace_id": "t",
        "parent_observation_id": "",
        "type": "GENERATION",
        "start_time": "2026-01-01 00:00:01.000",
        "end_time": "2026-01-01 00:00:02.000",
        "input": json.dumps([ASKED]),
        "output": "ok",
        "provided_model_name": "m",
        "usage_details": usage,
    }
    for line in (exported, observation("g", input=[ASKED], output="ok", model="m", usageDetails=usage)):
        (run,) = read_values(line, lines=True)
        assert (len(run.messages), run.requests[0].model) == (2, "m")
        assert summary(run).usage == Usage(4, None, None, 1)
