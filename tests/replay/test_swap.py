"""One result replaced, nothing else changed (R31–R34; hard cases 36, 51, 69; ready cases 2, 3, 11)."""

import json
from typing import Any

from conftest import SAMPLES, read_values, sample
from messages import call, model, result, run_of, text, user

from viewer import load
from viewer.replay.stored_messages import stored_messages
from viewer.replay.swap import Refusal, Replacement, SwappedRequest, request_json, swap

FAILED = "policy service unavailable (503)"


def _swapped(made: SwappedRequest | Refusal) -> SwappedRequest:
    assert isinstance(made, SwappedRequest), made
    return made


def _refused(made: SwappedRequest | Refusal) -> Refusal:
    assert isinstance(made, Refusal)
    return made


def _from_file(name: str, replacement: Replacement) -> tuple[list[dict[str, Any]], SwappedRequest]:
    """The file's own messages, and the request made with them."""
    source = next(load.sources([SAMPLES / name]))
    (run,) = load.runs(source)
    stored = stored_messages(run, load.decode_source(source))
    messages = json.loads((SAMPLES / name).read_text(encoding="utf-8"))["messages"]
    return messages, _swapped(swap(run, replacement, "anthropic_messages", stored))


def test_the_request_holds_the_prefix_with_one_result_replaced_and_nothing_later() -> None:
    messages, made = _from_file("refund/refund.json", Replacement(4, 0, FAILED, True))
    assert (made.sent, made.discarded, made.tool_use_id) == (((0, 4),), (5, 7), "toolu_01Ef")
    expected = [{"role": message["role"], "content": message["content"]} for message in messages[:5]]
    expected[4]["content"][0] |= {"content": FAILED, "is_error": True}
    assert made.body == {"model": "claude-sonnet-5", "messages": expected}
    assert made.losses == ()


def test_siblings_of_the_replaced_result_stay_as_they_are() -> None:
    messages, made = _from_file("refund/refund.json", Replacement(2, 1, "no shipment found"))
    first, second = made.body["messages"][2]["content"]
    assert first == messages[2]["content"][0]
    assert second == {"type": "tool_result", "tool_use_id": "toolu_01Cd", "content": "no shipment found"}


def test_an_array_stays_an_array_and_only_the_replaced_block_differs() -> None:
    rows = [{"id": "4471"}]
    run = run_of(
        user("go"),
        model(call("a"), call("b")),
        user(result("a", rows), result("b", [text("x")])),
        model("done"),
    )
    made = _swapped(swap(run, Replacement(2, 1, "failed", True), "anthropic_messages"))
    assert made.body["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": rows},
        {"type": "tool_result", "tool_use_id": "b", "content": "failed", "is_error": True},
    ]
    other = _swapped(swap(run, Replacement(2, 0, "failed", True), "anthropic_messages"))
    assert other.body["messages"][2]["content"][1]["content"] == [text("x")]
    assert made.old_hash == other.old_hash
    assert len({made.old_hash, made.new_hash, other.new_hash}) == 3


def test_a_replaced_array_is_sent_as_an_array() -> None:
    made = _swapped(swap(sample("refund/refund.json"), Replacement(4, 0, [text("x")]), "anthropic_messages"))
    assert made.body["messages"][4]["content"][0]["content"] == [text("x")]


def test_stored_request_fields_go_with_it_and_missing_ones_are_named() -> None:
    order = _swapped(swap(sample("order_status/order_status.json"), Replacement(2, 0, "x"), "anthropic_messages"))
    assert order.body["max_tokens"] == 1024
    assert order.body["system"].startswith("You answer questions")
    assert [tool["name"] for tool in order.body["tools"]] == ["search_orders", "get_shipment"]
    assert order.warnings == ()
    refund = _swapped(swap(sample("refund/refund.json"), Replacement(2, 0, "x"), "anthropic_messages"))
    assert {"system", "tools", "max_tokens"}.isdisjoint(refund.body)
    assert [warning.split(" ")[1] for warning in refund.warnings] == ["system", "tool", "parameters", "is", "together"]


def test_a_run_cut_at_a_call_still_gives_requests_for_its_earlier_results() -> None:
    made = _swapped(swap(sample("broken/call_open_at_end.json"), Replacement(4, 0, FAILED), "anthropic_messages"))
    assert (made.sent, made.discarded) == (((0, 4),), (5, 5))


def test_the_last_result_of_a_list_can_be_replaced_with_nothing_to_discard() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")))
    made = _swapped(swap(run, Replacement(2, 0, "x"), "anthropic_messages"))
    assert (made.sent, made.discarded) == (((0, 2),), None)


def test_results_split_over_messages_are_all_sent() -> None:
    made = _swapped(swap(sample("broken/results_split.json"), Replacement(2, 0, "x"), "anthropic_messages"))
    assert made.sent == ((0, 3),)


def test_after_a_compaction_only_what_the_next_call_held_is_sent() -> None:
    made = _swapped(swap(sample("broken/compaction.json"), Replacement(4, 0, "x"), "anthropic_messages"))
    assert made.sent == ((3, 4),)
    assert made.warnings[-2] == "what the model call held is derived: from the last compaction block on"
    assert made.warnings[-1].startswith("the list starts with an assistant message")


def test_an_unanswered_call_in_the_prefix_is_refused_with_its_id_and_place() -> None:
    made = _refused(swap(sample("broken/call_never_answered.json"), Replacement(2, 0, "x"), "anthropic_messages"))
    assert made.reason == "call toolu_01Cd is never answered in the part to be sent ([1].2)"
    assert [(one.message_index, one.block, one.tool_use_id) for one in made.positions] == [(1, 2, "toolu_01Cd")]


def test_a_result_without_its_call_is_refused_since_the_prefix_is_unknown() -> None:
    made = _refused(swap(sample("broken/result_without_call.json"), Replacement(1, 0, "x"), "anthropic_messages"))
    assert made.reason.startswith("what the next model call held is unknown: compaction or a cut start")


def test_a_foreign_or_second_result_in_the_prefix_is_refused() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a"), result("z")), model("done"))
    made = _refused(swap(run, Replacement(2, 0, "x"), "anthropic_messages"))
    assert made.reason == "result z answers no open call of the part to be sent ([2].1)"


def test_guessed_pairs_missing_ids_and_late_results_are_refused() -> None:
    names = ("equal_ids", "without_ids")
    reasons = [
        _refused(swap(sample(f"broken/{name}.json"), Replacement(2, 0, "x"), "openai_chat")).reason for name in names
    ]
    assert "which result answers which is a guess" in reasons[0]
    assert "have no call id" in reasons[1]
    late = _refused(swap(sample("broken/late_result.json"), Replacement(4, 0, "x"), "openai_chat"))
    assert late.reason == "result toolu_92Aa does not follow its call at once ([4].0)"


def test_what_is_no_tool_result_or_not_there_is_refused() -> None:
    refund = sample("refund/refund.json")
    assert "is no tool_result" in _refused(swap(refund, Replacement(1, 1, "x"), "anthropic_messages")).reason
    assert "there is no block [9].0" in _refused(swap(refund, Replacement(9, 0, "x"), "anthropic_messages")).reason
    assert "there is no block [2].7" in _refused(swap(refund, Replacement(2, 7, "x"), "anthropic_messages")).reason
    paused = sample("broken/paused_reply.json")
    assert "the provider ran" in _refused(swap(paused, Replacement(2, 0, "x"), "anthropic_messages")).reason


def test_arguments_that_are_no_object_are_refused_where_the_api_needs_one() -> None:
    run = run_of(user("go"), model({**call("a"), "input": "ls"}), user(result("a")))
    assert "are no object" in _refused(swap(run, Replacement(2, 0, "x"), "anthropic_messages")).reason
    made = _swapped(swap(run, Replacement(2, 0, "x"), "openai_chat"))
    assert made.body["messages"][1]["tool_calls"][0]["function"]["arguments"] == "ls"


def test_a_half_character_is_replaced_and_counted() -> None:
    made = _swapped(swap(sample("hostile/hostile.json"), Replacement(4, 0, "x"), "anthropic_messages"))
    assert [loss.text for loss in made.losses if "half character" in loss.text] == [
        "1 half characters (lone surrogates) are replaced by \ufffd: no API takes them"
    ]
    assert b"ok \xef\xbf\xbd end" in request_json(made.body)


def test_big_numbers_and_money_are_written_exactly() -> None:
    made = _swapped(swap(sample("hostile/hostile.json"), Replacement(4, 0, "x"), "anthropic_messages"))
    written = request_json(made.body)
    assert b'"id": 107505301260286111' in written
    assert b"123456789012345678901234567890" in written
    assert b"refund $89.00 of $120.50" in written


def test_an_openai_list_gives_back_its_own_messages_word_by_word() -> None:
    messages = [
        {"role": "developer", "content": "be brief"},
        {"role": "user", "content": "go", "name": "ann"},
        {
            "role": "assistant",
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "t", "arguments": '{ "x": 1.0 }'}}],
        },
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {"role": "assistant", "content": "done"},
    ]
    from viewer.decode.decoder import decode

    body = {"model": "gpt-5", "temperature": 0, "messages": messages}
    (run,) = read_values(body)
    stored = stored_messages(run, decode(json.dumps(body).encode(), "run"))
    made = _swapped(swap(run, Replacement(2, 0, "2"), "openai_chat", stored))
    assert made.body == {
        "model": "gpt-5",
        "temperature": 0,
        "messages": [*messages[:3], {"role": "tool", "tool_call_id": "a", "content": "2"}],
    }
