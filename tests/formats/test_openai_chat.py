"""OpenAI Chat Completions: what each stored form says of a run."""

import json
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.openai_chat import FORMAT, detect
from viewer.formats.registry import choose, matches
from viewer.model.block import Image, Text, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage, prompt_tokens

USAGE = {"prompt_tokens": 17903, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 17817}}


def called(*ids: str | None) -> dict[str, Any]:
    calls = [
        {"id": one, "type": "function", "function": {"name": "bash", "arguments": f'{{"n": {number}}}'}}
        for number, one in enumerate(ids)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def came(call_id: str | None, content: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def asked(text: str = "go") -> dict[str, Any]:
    return {"role": "user", "content": text}


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def response(message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "object": "chat.completion",
        "model": "m",
        "choices": [{"message": message, "finish_reason": "stop"}],
        **more,
    }


def one(*values: Any, **options: Any) -> Run:
    (run,) = read_values(*values, format="openai_chat", **options)
    return run


def as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def answers(run: Run) -> dict[Any, Any]:
    """Input of each answered call -> content of its result."""
    return {
        run.messages[call[0]].blocks[call[1]].input["n"]: run.messages[result[0]].blocks[result[1]].content  # type: ignore[union-attr]
        for call, result in pair(run.messages).answers.items()
    }


def test_cached_tokens_are_taken_out_of_the_prompt() -> None:
    counted = one(response(said("yes"), usage=USAGE)).requests[0].usage
    assert counted == Usage(86, 17817, None, 5)
    assert prompt_tokens(counted) == 17903


def test_usages_in_a_list_of_their_own_go_to_the_replies_in_order() -> None:
    run = sample("openai_chat/document_with_usages.json")
    assert [request.usage for request in run.requests] == [
        Usage(412, 0, None, 61),
        Usage(146, 384, None, 14),
        Usage(63, 512, None, 22),
    ]
    assert [request.seconds for request in run.requests] == [1.5, 0.75, None]
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(11, "usage"), (12, "usage"), (13, "usage")]


def test_usages_that_do_not_match_the_replies_are_left_unassigned_and_said_so() -> None:
    run = sample("openai_chat/more_usages_than_replies.json")
    assert [request.usage for request in run.requests] == [None]
    assert any("none is put on a reply" in note for note in run.notes)
    assert summary(run).usage == Usage(136, 64, None, 5)


def test_a_total_beside_the_messages_is_stated() -> None:
    run = one({"messages": [asked(), said("a")], "usage": USAGE})
    assert run.requests[0].usage is None
    assert summary(run).usage == Usage(86, 17817, None, 5)


@pytest.mark.parametrize("total", [{"prompt_tokens": 10**400}, {"prompt_tokens": "many"}, {}])
def test_a_damaged_total_costs_no_run(total: dict[str, Any]) -> None:
    assert len(one({"messages": [asked(), said("a")], "usage": total}).messages) == 2


def test_an_unreadable_usage_costs_its_own_reply_only() -> None:
    usages = [{"prompt_tokens": 10, "completion_tokens": 1}, {"prompt_tokens": "many"}]
    run = one({"messages": [asked(), said("a"), asked(), said("b")], "requests": usages})
    assert [request.usage for request in run.requests] == [Usage(10, None, None, 1), None]
    assert [problem.record for problem in run.problems] == [6]


def test_leading_system_messages_are_request_fields_and_a_later_one_opens_new_ones() -> None:
    run = sample("openai_chat/document_with_usages.json")
    first, later = run.request_fields
    assert first.records == (1, 2)
    assert first.system.value == ["You book meeting rooms. Ask before you book.", "Rooms close at 18."]
    assert run.messages[5].role == "system" and later.first_message == 5 and later.records == ()
    assert later.system.value[-1] == "The user is now signed in as guest 12."


def test_results_of_a_record_each_make_one_message_of_the_loop() -> None:
    run = sample("openai_chat/document_with_usages.json")
    assert run.messages[2].records == (5, 6)
    assert [block.tool_use_id for block in run.messages[2].blocks if isinstance(block, ToolResult)] == [
        "call_b2",
        "call_a1",
    ]


def test_crossed_results_of_parallel_calls_find_their_calls() -> None:
    run = one([asked(), called("A", "B", "C"), came("C", "CCC"), came("A", "AAA"), came("B", "BBB"), said("done")])
    assert answers(run) == {0: "AAA", 1: "BBB", 2: "CCC"}
    assert len(run.messages) == 4


def test_equal_ids_are_paired_in_order_and_named_ambiguous() -> None:
    run = one([asked(), called("bash", "bash"), came("bash", "first"), came("bash", "second"), said("done")])
    assert answers(run) == {0: "first", 1: "second"}
    assert pair(run.messages).ambiguous == (((1, 0), (1, 1)),)


@pytest.mark.parametrize("call_id", ["", None])
def test_calls_without_an_id_pair_by_position(call_id: str | None) -> None:
    run = one([asked(), called(call_id), came(call_id, "here"), said("done")])
    assert answers(run) == {0: "here"}


def test_a_result_without_a_call_and_a_call_without_a_result_are_counted() -> None:
    counts = summary(one([asked(), came("X", "r"), said("ok"), asked(), called("Y")]))
    assert (counts.orphan_results, counts.unanswered_calls, counts.tool_calls) == (1, 1, 1)


def test_a_list_that_stops_at_a_call_is_open() -> None:
    assert one([asked(), called("Y")]).ending.kind == "open"


def test_arguments_that_are_no_json_stay_the_text_they_are() -> None:
    block = sample("openai_chat/document_with_usages.json").messages[6].blocks[0]
    assert isinstance(block, ToolUse)
    assert block.input == '{"room": "Cedar", "hour": 15'


def test_a_huge_integer_in_arguments_keeps_its_digits() -> None:
    run = sample("openai_chat/list_of_odd_messages.json")
    block = run.messages[3].blocks[0]
    assert isinstance(block, ToolUse) and block.input == {"id": 107505301260286111}


def test_an_unknown_role_is_a_problem_in_its_place() -> None:
    run = sample("openai_chat/list_of_odd_messages.json")
    assert [(problem.record, problem.after_message) for problem in run.problems] == [(12, 6)]


def test_pictures_sounds_and_files_are_kept_as_stored() -> None:
    blocks = sample("openai_chat/list_of_odd_messages.json").messages[0].blocks
    assert [type(block).__name__ for block in blocks] == ["Text", "Image", "Document", "Document", "Unknown"]
    assert isinstance(blocks[1], Image) and blocks[1].media_type == "image/png"


def test_a_lone_response_does_not_claim_to_know_what_the_model_saw() -> None:
    context = sample("openai_chat/response_with_two_choices.json").requests[0].context
    assert context is not None and context.status == "unknown"


def test_a_further_choice_of_a_response_is_kept_whole_and_is_no_further_request() -> None:
    run = sample("openai_chat/response_with_two_choices.json")
    assert len(run.requests) == 1
    block = run.messages[0].blocks[-1]
    assert isinstance(block, Unknown) and block.raw["message"]["content"] == "No."


def test_calls_that_extend_each_other_are_one_run_and_others_are_another() -> None:
    runs = read_values(
        {"request": {"messages": [asked("a")]}, "response": response(said("1"))},
        {"request": {"messages": [asked("b")]}, "response": response(said("2"))},
        {"request": {"messages": [asked("a"), said("1"), asked("more")]}, "response": response(said("3"))},
        format="openai_chat",
        lines=True,
    )
    assert [[message.records for message in run.messages] for run in runs] == [[(1,), (1,), (3,), (3,)], [(2,), (2,)]]


def test_what_a_logged_call_saw_is_recorded_whatever_its_results_merge_into() -> None:
    body = [{"role": "system", "content": "s"}, asked(), called("A", "B"), came("A", "1"), came("B", "2")]
    context = one({"request": {"messages": body}, "response": response(said("done"))}, lines=True).requests[-1].context
    assert context is not None
    assert (context.status, context.ranges) == ("recorded", ((0, 2),))


def test_a_response_in_a_record_of_its_own_answers_the_request_before_it() -> None:
    runs = read_values(
        {"messages": [asked("a")], "model": "m"},
        response(said("1")),
        {"messages": [asked("b")], "model": "m"},
        response(said("2")),
        {"messages": [asked("a"), said("1"), asked("c")], "model": "m"},
        response(said("3")),
        format="openai_chat",
        lines=True,
    )
    assert [[message.records[0] for message in run.messages] for run in runs] == [[1, 2, 5, 6], [3, 4]]


def test_an_error_in_place_of_a_reply_is_set_aside_or_noted() -> None:
    runs = load.runs(next(load.sources([SAMPLES / "openai_chat/calls.jsonl"])))
    assert runs[0].notes == ("a response held no reply: Rate limit reached",)
    assert [(aside.record, aside.kind) for run in runs for aside in run.set_aside] == [(5, "error response")]
    assert len(runs[0].requests) == 2


def test_all_chunks_of_a_stream_make_one_message() -> None:
    run = sample("openai_chat/stream.txt")
    (message,) = run.messages
    assert message.records == tuple(range(1, 12))
    assert [block.input for block in message.blocks if isinstance(block, ToolUse)] == [{"of": "Peru"}, {}]
    assert run.requests[0].usage == Usage(10, 60, None, 30)


def test_chunks_after_a_request_answer_it() -> None:
    run = sample("openai_chat/request_then_chunks.jsonl")
    assert [message.records for message in run.messages] == [(1,), (2, 3, 4), (5,), (6,)]
    assert run.requests[1].context is not None and run.requests[1].context.ranges == ((0, 2),)


def test_a_stream_that_breaks_off_is_an_open_end() -> None:
    assert sample("openai_chat/request_then_chunks.jsonl").ending.kind == "open"


def test_a_damaged_chunk_is_a_problem_of_its_own() -> None:
    chunk = {"object": "chat.completion.chunk", "id": "c", "choices": [{"index": 0, "delta": {"content": "a"}}]}
    broken = {"object": "chat.completion.chunk", "id": "c", "choices": [{"index": 0, "delta": {"content": 5}}]}
    run = one(chunk, broken, chunk, lines=True)
    assert [problem.record for problem in run.problems] == [2]
    assert run.messages[0].records == (1, 3) and run.messages[0].blocks == (Text("aa"),)
    assert unaccounted((run,)) == []


def test_a_stream_without_a_choice_is_set_aside_with_all_its_chunks() -> None:
    chunk = {"object": "chat.completion.chunk", "id": "c", "choices": [], "usage": None}
    run = one(chunk, chunk, lines=True)
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(1, "empty response"), (2, "empty response")]


def test_a_stream_that_cannot_be_read_leaves_all_its_chunks_as_problems() -> None:
    chunk = {"object": "chat.completion.chunk", "id": "c", "choices": [{"delta": {"content": "a"}}], "usage": "much"}
    run = one(chunk, chunk, lines=True)
    assert [problem.record for problem in run.problems] == [1, 2]


def test_the_harness_outcome_and_cap_make_the_ending() -> None:
    ending = sample("openai_chat/document_with_usages.json").ending
    assert (ending.kind, ending.cut_by, ending.cap, ending.cap_unit) == ("censored", "steps", 3.0, "requests")


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [asked()], "tools": [{"type": "function", "function": {"name": "x"}}]},
        {"messages": [asked()], "max_completion_tokens": 5},
        {"messages": [asked()], "model": "gpt-4o"},
        {"messages": [{"role": "system", "content": "s"}, asked()]},
        response(said("x")),
        {"object": "chat.completion", "choices": []},
        {"error": {"message": "no", "type": "invalid_request_error", "param": "response_format"}},
        {"messages": [asked(), said("x")], "requests": [{"prompt_tokens": 1}]},
        [asked(), called("A")],
        [{"role": "developer", "content": "d"}],
    ],
)
def test_a_form_of_this_api_is_claimed_by_no_other_format_as_strongly(value: Any) -> None:
    chosen, _ = choose(decode(as_bytes(value), "x"))
    assert chosen is FORMAT


@pytest.mark.parametrize(
    "value",
    [
        [asked(), said("plain texts do not tell")],
        {"messages": [asked(), said("nor here")]},
        [asked(), {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "n", "input": {}}]}],
        [],
        5,
    ],
)
def test_what_may_be_another_vendors_is_not_claimed(value: Any) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(as_bytes(value), "x"))]


def test_lines_of_single_messages_are_one_run() -> None:
    run = one({"role": "system", "content": "s"}, asked(), called("A"), came("A", "r"), lines=True)
    assert run.request_fields[0].records == (1,)
    assert [message.records for message in run.messages] == [(2,), (3,), (4,)]


def test_a_claim_names_its_sign() -> None:
    match = detect(decode(as_bytes(response(said("x"))), "x"))  # type: ignore[arg-type]  # a document by construction
    assert match is not None and "choices" in match.sign


def test_rows_of_a_set_are_a_run_each_with_their_id_and_verdict() -> None:
    first, second = read_values(
        {"instance_id": "a", "messages": [asked(), called("1"), came("1", "r"), said("done")], "resolved": True},
        {"instance_id": "b", "messages": [asked(), called("1"), came("1", "r"), said("done")], "resolved": False},
        lines=True,
    )
    assert [(run.run_id, run.outcome, run.ending.kind) for run in (first, second)] == [
        ("a", "success", "success"),
        ("b", "failure", "failure"),
    ]
    assert first.records[0].path == "[0].messages"
    assert unaccounted((first, second)) == []


def test_lines_of_a_batch_have_nothing_to_do_with_one_another() -> None:
    body = {"choices": [{"message": said("a"), "finish_reason": "stop"}], "usage": USAGE}
    lines = [{"custom_id": name, "response": {"status_code": 200, "body": body}} for name in ("a", "b")]
    assert [len(run.requests) for run in read_values(*lines, lines=True)] == [1, 1]
    asking = {"custom_id": "a", "url": "/v1/chat/completions", "body": {"model": "gpt-4o", "messages": [asked()]}}
    (run,) = read_values(asking, lines=True)
    assert (run.format, run.models) == ("openai_chat", ("gpt-4o",))


def test_stored_completions_as_the_api_lists_them_are_a_run_each() -> None:
    stored = [
        {"object": "chat.completion", "id": name, "choices": [{"message": said(name), "finish_reason": "stop"}]}
        for name in ("one", "two")
    ]
    runs = read_values({"object": "list", "data": stored, "first_id": "one", "has_more": False})
    assert [[message.blocks for message in run.messages] for run in runs] == [[(Text("one"),)], [(Text("two"),)]]
    assert [run.records[0].path for run in runs] == ["data", "data"]
    assert unaccounted(runs) == []
