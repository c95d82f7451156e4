"""The object that `show --json` prints (contracts.md)."""

import json
import time

from conftest import SAMPLES, sample, shown
from messages import call, model, result, run_of, user

from viewer.model.run import Run
from viewer.show import show


def test_every_message_has_its_four_facts() -> None:
    (made,) = shown((sample("refund/refund.json"),))
    third = made["messages"][3]
    assert third["producers"] == [{"who": "model", "k": 2}]
    assert third["visible"] == {
        "at": "produced",
        "status": "derived",
        "rule": "0..n-1",
        "reason": None,
        "ranges": [[0, 2]],
    }
    assert third["control"] == {"to": "loop", "why": "the message holds a tool_use"}
    assert [block["type"] for block in third["blocks"]] == ["text", "tool_use"]


def test_the_stored_list_is_shown_whole_and_in_order_with_its_indexes() -> None:
    stored = json.loads((SAMPLES / "refund/refund.json").read_text(encoding="utf-8"))["messages"]
    made = show(sample("refund/refund.json"))["messages"]
    assert [message["index"] for message in made] == list(range(8))
    assert [message["role"] for message in made] == [message["role"] for message in stored]
    for shown_message, stored_message in zip(made, stored, strict=True):
        content = stored_message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for block, part in zip(shown_message["blocks"], parts, strict=True):
            assert part.items() <= block.items()


def test_request_fields_stand_outside_the_list_and_say_when_they_are_not_stored() -> None:
    fields = show(sample("refund/refund.json"))["request_fields"]
    assert {name: field["status"] for name, field in fields.items()} == dict.fromkeys(
        ("system", "tools", "parameters"), "not_stored"
    )
    stored = show(sample("order_status/order_status.json"))
    assert stored["request_fields"]["system"]["text"].startswith("You answer questions")
    assert stored["request_fields"]["tools"]["count"] == 2
    assert stored["messages"][0]["index"] == 0


def test_findings_and_gaps_stand_beside_the_messages() -> None:
    made = show(sample("broken/call_never_answered.json"))
    assert set(made["findings"][0]) == {"code", "severity", "positions", "text"}
    assert set(made["not_in_file"][0]) == {"what", "status", "note"}


def test_the_time_of_show_grows_with_the_messages_and_not_faster() -> None:
    def long(rounds: int) -> Run:
        messages = [user("go")]
        for number in range(rounds):
            messages += [model(call(str(number))), user(result(str(number)))]
        return run_of(*messages)

    def seconds(run: Run) -> float:
        started = time.thread_time()
        assert len(show(run)["messages"]) == len(run.messages)
        return time.thread_time() - started

    small, big = long(100), long(800)
    fastest = min(seconds(small) for _ in range(3))
    assert min(seconds(big) for _ in range(3)) < 24 * max(fastest, 0.002)
