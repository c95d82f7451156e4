"""Anthropic Messages: every form in which lists, bodies and responses are stored."""

import json
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values

from viewer import load
from viewer.analysis.context import visible
from viewer.analysis.pairing import pair
from viewer.errors import RunFileError
from viewer.formats.registry import matches
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage

USER = {"role": "user", "content": "hello"}
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 107505301260286111}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
REPLY = {"role": "assistant", "content": [CALL]}
ANSWER = {"role": "user", "content": [RESULT]}
BODY = {"model": "m", "max_tokens": 100, "system": "be kind", "messages": [USER]}
TOOLS = [{"name": "f", "input_schema": {}}]
USAGE = {"input_tokens": 5, "cache_read_input_tokens": 128955, "cache_creation_input_tokens": 1253, "output_tokens": 7}
RESPONSE = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "m",
    "content": [CALL], "stop_reason": "tool_use", "usage": USAGE,
}  # fmt: skip


def runs_of(folder: Path, *values: Any) -> tuple[Run, ...]:
    path = folder / ("run.json" if len(values) == 1 else "run.jsonl")
    path.write_text("\n".join(map(json.dumps, values)))
    (source,) = load.sources([path])
    claims = matches(load.decode_source(source))
    assert claims[0][0].name == "anthropic_messages"
    runs = load.runs(source)
    assert unaccounted(runs) == []
    return runs


def run_of(folder: Path, *values: Any) -> Run:
    (run,) = runs_of(folder, *values)
    return run


def test_a_bare_list_is_a_run_without_request_fields(tmp_path: Path) -> None:
    run = run_of(tmp_path, [USER, REPLY, ANSWER])
    assert [message.role for message in run.messages] == ["user", "assistant", "user"]
    assert run.messages[1].blocks == (ToolUse("t1", "f", {"n": 107505301260286111}),)
    assert run.messages[2].blocks == (ToolResult("t1", "ok"),)
    assert run.request_fields[0].system.status == "not_stored"
    assert (run.ending.kind, run.alternates) == ("open", True)


def test_a_request_body_gives_its_fields(tmp_path: Path) -> None:
    run = run_of(tmp_path, {**BODY, "tools": TOOLS, "temperature": 0})
    (fields,) = run.request_fields
    assert (fields.system.value, fields.tools.value) == ("be kind", TOOLS)
    assert fields.parameters.value == {"max_tokens": 100, "temperature": 0}
    assert run.models == ("m",)


def test_a_response_alone_is_one_reply_with_what_it_cost(tmp_path: Path) -> None:
    run = run_of(tmp_path, RESPONSE)
    (request,) = run.requests
    assert request.usage == Usage(5, 128955, 1253, 7)
    assert (request.stop_reason, request.stop_reason_recorded, request.model) == ("tool_use", "tool_use", "m")


def test_a_request_with_its_response_has_a_recorded_context(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"request": BODY, "response": RESPONSE})
    saw = visible(run, pair(run.messages))[1]
    assert (saw.status, saw.ranges) == ("recorded", ((0, 0),))
    assert [message.records for message in run.messages] == [(1,), (1,)]


def test_lines_of_calls_that_extend_each_other_are_one_run(tmp_path: Path) -> None:
    second = {
        **BODY,
        "messages": [USER, {**REPLY, "content": [{**CALL, "cache_control": {"type": "ephemeral"}}]}, ANSWER],
    }
    run = run_of(tmp_path, {"request": BODY, "response": RESPONSE}, {"request": second, "response": RESPONSE})
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    assert [message.records for message in run.messages] == [(1,), (1,), (2,), (2,)]
    assert [saw.status for saw in visible(run, pair(run.messages))] == ["recorded"] * 4


def test_a_call_whose_list_does_not_go_on_is_a_run_of_its_own(tmp_path: Path) -> None:
    other = {**BODY, "messages": [{"role": "user", "content": "something else"}]}
    runs = runs_of(tmp_path, {"request": BODY, "response": RESPONSE}, {"request": other, "response": RESPONSE})
    assert [(run.run_id, len(run.messages)) for run in runs] == [("1", 2), ("2", 2)]


def test_lines_of_messages_are_one_run(tmp_path: Path) -> None:
    run = run_of(tmp_path, USER, REPLY, ANSWER)
    assert [message.records for message in run.messages] == [(1,), (2,), (3,)]


def test_a_document_with_usage_on_each_message_and_a_head(tmp_path: Path) -> None:
    reply = {**REPLY, "usage": {"input_tokens": 9}, "stop_reason": "end_turn", "model": "x", "timestamp": "2026-01-01"}
    head = {"id": 7, "label": "refund", "outcome": "max_steps", "iteration_cap": 5, "tenant": "acme", "task": "do it"}
    run = run_of(tmp_path, {**head, "messages": [USER, reply]})
    assert (run.run_id, run.label, run.task, run.exit_status) == ("7", "refund", "do it", "max_steps")
    assert (run.ending.kind, run.ending.cut_by, run.ending.cap) == ("censored", "steps", 5.0)
    assert run.attributes == {"iteration_cap": 5, "tenant": "acme"}
    assert (run.requests[0].usage, run.models, run.started_at) == (Usage(9), ("x",), "2026-01-01")


def test_every_kind_of_block_is_read(tmp_path: Path) -> None:
    parts: list[Any] = [
        {"type": "text", "text": "t"},
        {"type": "thinking", "thinking": "", "signature": "s"},
        {"type": "redacted_thinking", "data": "d"},
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": {"type": "web_search_tool_result_error"}},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}},
        {"type": "document", "source": {"media_type": "application/pdf"}},
        {"type": "hologram", "beam": 1},
        "bare words",
        5,
    ]
    run = run_of(tmp_path, [USER, {"role": "assistant", "content": [*parts, CALL]}])
    assert run.messages[1].blocks[:-1] == (
        Text("t"),
        Thinking("", "s"),
        Thinking(None, "d", redacted=True),
        ToolUse("s1", "web_search", {}, "provider"),
        ToolResult("s1", {"type": "web_search_tool_result_error"}, True, executed_by="provider"),
        Image("image/png", parts[5]),
        Document("application/pdf", parts[6]),
        Unknown("hologram", parts[7]),
        Text("bare words"),
        Unknown("not an object", 5),
    )


@pytest.mark.parametrize("flag", [True, False, None])
def test_an_error_flag_is_kept_as_recorded(tmp_path: Path, flag: bool | None) -> None:
    stored = {**RESULT, "is_error": flag} if flag is not None else RESULT
    run = run_of(tmp_path, [USER, REPLY, {"role": "user", "content": [stored]}])
    assert run.messages[2].blocks == (ToolResult("t1", "ok", flag),)


@pytest.mark.parametrize(
    "bad",
    [
        {"role": "robot", "content": "x"},
        {"role": "user"},
        {"role": "user", "content": 5},
        {"role": "user", "content": [{"type": "text", "text": 5}]},
        {"role": "user", "content": [{**RESULT, "is_error": "no"}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "x", "input": {}}]},
        {"role": "assistant", "content": "x", "usage": {"input_tokens": "many"}},
        {"role": "assistant", "content": "x", "usage": {"input_tokens": 10**300}},
        {"role": "assistant", "content": "x", "stop_reason": 5},
        "words",
        None,
        [],
    ],
)
def test_a_message_that_cannot_be_mapped_is_a_problem_and_hides_no_other(tmp_path: Path, bad: Any) -> None:
    run = run_of(tmp_path, [USER, *[REPLY, ANSWER] * 30, bad, USER])
    assert [problem.record for problem in run.problems] == [62]
    assert len(run.messages) == 62
    assert run.problems[0].raw == bad


def test_a_record_that_the_file_ends_in_is_a_problem_with_its_place(tmp_path: Path) -> None:
    text = json.dumps({"messages": [USER, REPLY, ANSWER]})
    (tmp_path / "run.json").write_text(text[:-30])
    (source,) = load.sources([tmp_path])
    (run,) = load.runs(source)
    assert [problem.record for problem in run.problems] == [3]
    assert f"the file ends inside this record, at byte {len(text) - 30:,}" in run.problems[0].reason
    assert run.notes[-1].startswith("the JSON stops at byte")


def test_a_system_message_in_the_list_stays_in_the_list(tmp_path: Path) -> None:
    run = run_of(tmp_path, [USER, REPLY, ANSWER, {"role": "system", "content": "from now on, be brief"}, REPLY])
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "system", "assistant"]


def test_usage_of_several_iterations_is_their_sum(tmp_path: Path) -> None:
    usage = {"input_tokens": 1, "output_tokens": 2, "iterations": [USAGE, USAGE]}
    run = run_of(tmp_path, [USER, {**REPLY, "usage": usage}])
    assert run.requests[0].usage == Usage(10, 257910, 2506, 14)


def test_after_a_compaction_block_requests_see_the_list_from_it_on(tmp_path: Path) -> None:
    compacted = {"role": "assistant", "content": [{"type": "compaction", "content": "so far"}, CALL]}
    run = run_of(tmp_path, [USER, REPLY, ANSWER, compacted, ANSWER, REPLY])
    assert visible(run, pair(run.messages))[5].ranges == ((3, 4),)


@pytest.mark.parametrize(
    "value", [[], {"messages": []}, [{"role": "robot"}], {"messages": [{"role": "user"}]}, {"role": "user"}]
)
def test_what_shows_no_sign_of_this_format_is_not_claimed(tmp_path: Path, value: Any) -> None:
    (tmp_path / "run.json").write_text(json.dumps(value))
    (source,) = load.sources([tmp_path])
    with pytest.raises(RunFileError, match="is in no format that is known"):
        load.runs(source)


def test_lines_of_a_batch_are_a_run_each_and_tell_why_there_is_no_reply() -> None:
    message = {"type": "message", "role": "assistant", "content": "a", "stop_reason": "end_turn"}
    done, failed = read_values(
        {"custom_id": "a", "result": {"type": "succeeded", "message": message}},
        {"custom_id": "b", "result": {"type": "errored", "error": {"type": "invalid_request"}}},
        lines=True,
    )
    assert len(done.requests) == 1
    assert [aside.kind for aside in failed.set_aside] == ["error response"]
    asking = {"custom_id": "a", "params": {"system": "s", "messages": [{"role": "user", "content": "q"}]}}
    (run,) = read_values(asking, lines=True)
    assert run.request_fields[0].system.value == "s"


def test_a_refused_request_is_no_problem() -> None:
    body = {"model": "claude-x", "system": "s", "messages": [{"role": "user", "content": "q"}]}
    (run,) = read_values({"request": body, "response": {"type": "error", "error": {"message": "bad"}}}, lines=True)
    assert (len(run.messages), run.problems) == (1, ())
    assert any("held no reply" in note for note in run.notes)


def test_rows_of_a_set_are_a_run_each() -> None:
    def row(name: str) -> dict[str, object]:
        messages = [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "text", "text": "a"}]}]
        return {"uuid": name, "system": "s", "messages": messages}

    runs = read_values(row("a"), row("b"), lines=True)
    assert [(run.run_id, len(run.messages)) for run in runs] == [("a", 2), ("b", 2)]
