"""The object that `show --json` prints (contracts.md)."""

import time

from conftest import sample, shown
from messages import call, model, result, run_of, user

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


def test_findings_and_gaps_stand_beside_the_messages() -> None:
    made = show(sample("broken/call_never_answered.json"))
    assert set(made["findings"][0]) == {"code", "severity", "positions", "text"}
    assert set(made["not_in_file"][0]) == {"what", "status", "note"}


def test_the_time_of_show_grows_with_the_messages_and_not_faster() -> None:
    def seconds(rounds: int) -> float:
        messages = [user("go")]
        for number in range(rounds):
            messages += [model(call(str(number))), user(result(str(number)))]
        run = run_of(*messages)
        started = time.perf_counter()
        show(run)
        return time.perf_counter() - started

    seconds(50)
    assert seconds(4000) < 12 * max(seconds(1000), 0.02)
