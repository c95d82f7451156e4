"""Told, dispatched and sent: one message list."""

from typing import Any

from viewer.record.messages import Messages
from viewer.record.replies import Reply
from viewer.record.requests import Sent

USE = {"type": "tool_use", "id": "a", "name": "look", "input": {"order": 7}}


def result(content: str, call_id: str = "a") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": None}


def asked_and_answered() -> Messages:
    messages = Messages()
    messages.reply(Reply([dict(USE)], "tool_use"), None, None, with_blocks=True)
    assert messages.asked("look", {"order": 7}, None) == ("a", 1)
    messages.result("a", "look", "raw", None)
    return messages


def test_a_result_as_sent_takes_the_place_of_what_came_back() -> None:
    messages = asked_and_answered()
    messages.first_changed = 2
    messages.sent(Sent("user", "loop", [result("as sent")]))
    assert messages.written[1]["blocks"] == [result("as sent")]
    assert messages.first_changed == 1


def test_a_result_that_was_not_sent_stays() -> None:
    messages = asked_and_answered()
    messages.sent(Sent("user", "loop", [result("other", "b")]))
    assert [block["tool_use_id"] for block in messages.written[1]["blocks"]] == ["a", "b"]


def test_a_caller_s_words_beside_results_are_a_producer_of_their_own() -> None:
    messages = asked_and_answered()
    messages.sent(Sent("user", "loop", [result("x"), {"type": "text", "text": "and hurry"}]))
    assert messages.written[1]["producers"] == [{"who": "loop"}, {"who": "caller"}]


def test_words_that_were_told_and_then_sent_stand_once() -> None:
    messages = Messages()
    blocks = [{"type": "text", "text": "go"}]
    messages.add("user", "caller", blocks)
    messages.sent(Sent("user", "caller", list(blocks)))
    assert len(messages.written) == 1


def test_a_reply_that_was_told_and_then_sent_stands_once() -> None:
    messages = asked_and_answered()
    messages.sent(Sent("assistant", "model", [dict(USE)]))
    assert messages.requests == 1


def test_calls_that_still_run_were_asked_for_together() -> None:
    messages = Messages()
    messages.asked("look", {"order": 7}, None)
    messages.asked("look", {"order": 8}, None)
    messages.result(None, "look", "x", None)
    messages.asked("look", {"order": 9}, None)
    assert [len(message["blocks"]) for message in messages.written] == [2, 1, 1]


def test_values_that_json_does_not_know_come_back_as_it_can_hold_them() -> None:
    messages = asked_and_answered()
    messages.result("b", "look", {1.5, 1}, None)
    messages.result("c", "look", 7, None)
    assert [block["content"] for block in messages.written[1]["blocks"]] == ["raw", [1, 1.5], 7]
