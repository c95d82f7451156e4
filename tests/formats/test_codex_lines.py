"""Response items become replies and inputs; events stay beside them."""

from typing import Any

from conftest import read_values, sample

from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage


def item(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-02T09:00:00Z", "type": "response_item", "payload": {"type": kind, **payload}}


def said(role: str, words: str) -> dict[str, Any]:
    return item(
        "message", role=role, content=[{"type": "output_text" if role == "assistant" else "input_text", "text": words}]
    )


def event(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-02T09:00:00Z", "type": "event_msg", "payload": {"type": kind, **payload}}


def counted(total: int, last: int) -> dict[str, Any]:
    def tokens(number: int) -> dict[str, int]:
        return {"input_tokens": number, "output_tokens": 1}

    return event("token_count", info={"total_token_usage": tokens(total), "last_token_usage": tokens(last)})


def run_of(*values: Any) -> Run:
    (run,) = read_values(*values, format="codex", lines=True)
    return run


def records(run: Run) -> list[tuple[int, ...]]:
    return [message.records for message in run.messages]


def test_items_of_one_response_are_one_reply_with_parallel_calls() -> None:
    run = sample("codex/two_turns.jsonl")
    reply = run.messages[3]
    assert reply.records == (11, 13, 14, 15)
    assert [block.id for block in reply.blocks if isinstance(block, ToolUse)] == ["call_1", "call_2"]


def test_outputs_that_follow_one_another_are_one_loop_message_in_their_order() -> None:
    results = sample("codex/two_turns.jsonl").messages[4]
    assert [(block.tool_use_id, block.is_error) for block in results.blocks if isinstance(block, ToolResult)] == [
        ("call_2", None),
        ("call_1", None),
    ]


def test_a_new_count_ends_a_reply_and_a_repeated_one_does_not() -> None:
    run = run_of(
        said("user", "go"), said("assistant", "a"), counted(9, 9), counted(9, 9), said("assistant", "b"), counted(9, 9),
        said("assistant", "c"), counted(20, 11),
    )  # fmt: skip
    assert records(run) == [(1,), (2,), (5, 7)]
    assert [request.usage for request in run.requests] == [Usage(9, None, None, 1), Usage(11, None, None, 1)]


def test_a_count_without_a_reply_of_its_own_adds_to_the_reply_before_it() -> None:
    run = run_of(said("user", "go"), said("assistant", "a"), counted(9, 9), counted(20, 11))
    assert run.requests[0].usage == Usage(20, None, None, 2)


def test_counts_that_stand_before_their_replies_are_put_on_those() -> None:
    run = sample("codex/counts_first.jsonl")
    assert [request.usage for request in run.requests] == [Usage(3000, 0, None, 25), Usage(300, 2900, None, 10)]


def test_a_count_without_any_reply_is_the_total_that_the_file_states() -> None:
    run = run_of(said("user", "go"), counted(9, 9))
    assert (run.requests, run.stated[0].scope, run.stated[0].usage) == ((), "run", Usage(9, None, None, 1))


def test_what_the_client_writes_in_the_users_name_is_the_loops() -> None:
    run = sample("codex/two_turns.jsonl")
    assert [run.messages[index].producers[0].who for index in (0, 1, 2, 9)] == ["loop", "loop", "caller", "loop"]


def test_instructions_and_leading_developer_messages_are_request_fields() -> None:
    fields = sample("codex/two_turns.jsonl").request_fields[0]
    assert fields.records == (1, 3)
    assert fields.system.value[0] == "You are a coding agent."


def test_a_later_developer_message_stays_in_the_list_and_adds_to_the_system_prompt() -> None:
    run = sample("codex/compacted.jsonl")
    assert run.messages[6].role == "system"
    assert run.request_fields[1].first_message == 6


def test_each_turns_model_is_on_its_requests_and_settings_change_once() -> None:
    run = sample("codex/two_turns.jsonl")
    assert [request.model for request in run.requests] == ["gpt-5.2-codex", "gpt-5.2-codex", "gpt-5.2-mini"]
    assert [fields.parameters.value["effort"] for fields in run.request_fields[1:]] == ["high", "low"]


def test_a_web_search_is_the_providers_and_waits_for_nothing() -> None:
    call = sample("codex/two_turns.jsonl").messages[5].blocks[1]
    assert isinstance(call, ToolUse) and (call.name, call.executed_by) == ("web_search", "provider")


def test_a_custom_tools_input_stays_the_text_it_is() -> None:
    call = sample("codex/two_turns.jsonl").messages[7].blocks[0]
    assert isinstance(call, ToolUse) and call.input == "*** Begin Patch\n*** End Patch"


def test_events_are_set_aside_and_no_reply_appears_twice() -> None:
    run = sample("codex/two_turns.jsonl")
    assert len(run.requests) == 3
    assert {aside.kind for aside in run.set_aside} >= {"event_msg: agent_message", "event_msg: task_complete"}


def test_a_compaction_with_its_new_list_tells_what_later_requests_saw() -> None:
    run = sample("codex/compacted.jsonl")
    context = run.requests[2].context
    assert context is not None and (context.status, context.ranges) == ("derived", ((5, 7),))
    assert run.messages[5].blocks[0] == Text("List the shelves.")


def test_a_compaction_without_its_new_list_leaves_the_context_unknown() -> None:
    context = sample("codex/compacted.jsonl").requests[1].context
    assert context is not None and context.status == "unknown"


def test_calls_in_a_list_that_replaces_another_are_not_counted_again() -> None:
    call = {"type": "function_call", "call_id": "a", "name": "shell", "arguments": "{}"}
    run = run_of(said("user", "go"), {"type": "compacted", "payload": {"message": "", "replacement_history": [call]}})
    assert not any(isinstance(block, ToolUse) for message in run.messages for block in message.blocks)


def test_a_message_of_another_agent_is_the_callers() -> None:
    message = sample("codex/spawned.jsonl").messages[0]
    assert (message.role, message.producers[0].who) == ("user", "caller")


def test_calls_and_results_under_other_names_are_paired_by_position() -> None:
    call = item("tool_call", function={"name": "run"}, arguments={"command": "ls"})
    run = run_of(said("user", "go"), call, item("tool_result", name="run", result={"stdout": "a"}))
    assert run.messages[1].blocks == (ToolUse(None, "run", {"command": "ls"}),)
    assert run.messages[2].blocks == (ToolResult(None, {"stdout": "a"}),)


def test_bare_items_behind_a_bare_header_are_read() -> None:
    run = sample("codex/bare_items.jsonl")
    assert (run.run_id, records(run)) == ("5a0e", [(2,), (4,), (5,), (6,)])
    assert [aside.kind for aside in run.set_aside] == ["record_type: state"]


def test_an_item_of_an_unknown_type_is_a_problem_with_its_raw_record() -> None:
    run = run_of(said("user", "go"), item("hologram", data=1))
    assert [(problem.record, problem.raw["payload"]["data"]) for problem in run.problems] == [(2, 1)]


def test_the_callers_words_after_an_aborted_turn_open_another() -> None:
    run = run_of(
        said("user", "go"), item("function_call", call_id="a", name="shell", arguments="{}"),
        item("function_call_output", call_id="a", output="ok"), event("turn_aborted", reason="interrupted"),
        said("user", "again"), said("assistant", "yes"),
    )  # fmt: skip
    assert [request.turn for request in run.requests] == [1, 2]
