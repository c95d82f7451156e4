"""One sample: recorded results answer its calls, and what is not recorded stops it."""

import asyncio
from typing import Any

import pytest
from bundles import bundled
from messages import call, model, result, run_of, user
from wire_server import KEY, Answer, Received, asks, says, serving

from viewer.replay.bundle import Bundle
from viewer.replay.send_client import EndpointClient
from viewer.replay.send_cost import Budget
from viewer.replay.send_results import Failure, Sample
from viewer.replay.send_sample import RecordedAnswers, Sampling, Stopped, entries_of, take_sample
from viewer.replay.swap import Replacement

A: Any = "anthropic_messages"


def _bundle() -> Bundle:
    run = run_of(
        user("go"),
        model(call("a", "policy")),
        user(result("a", "allowed")),
        model(call("b", "find", q=1, z={"y": 1, "x": 2})),
        user(result("b", "first")),
        model(call("c", "find", z={"x": 2, "y": 1}, q=1)),
        user(result("c", "second", is_error=True)),
        model("done"),
        max_tokens=50,
        model="m",
    )
    return bundled(run, Replacement(2, 0, "down", True))


def _take(
    replies: list[Any], step_cap: int = 8, stop_after: int | None = None
) -> tuple[Sample | Failure, list[dict[str, Any]]]:
    bundle = _bundle()

    def script(_: Received, before: int) -> Answer:
        one = replies[min(before, len(replies) - 1)]
        return one if isinstance(one, Answer) else Answer(one)

    asked = 0

    def before_request() -> None:
        nonlocal asked
        if asked == stop_after:
            raise Stopped
        asked += 1

    async def once() -> Sample | Failure:
        endpoint = server.endpoint(A)
        async with EndpointClient(endpoint, KEY, retries=0) as client:
            budget = Budget(endpoint, "m", None)
            sampling = Sampling(client, A, RecordedAnswers(bundle), step_cap, budget, before_request)
            return await take_sample(sampling, bundle.request, "swapped", 3)

    with serving(script) as server:
        made = asyncio.run(once())
    return made, [one.body for one in server.received]


def _finds(call_id: str) -> tuple[str, str, dict[str, Any]]:
    return call_id, "find", {"z": {"x": 2, "y": 1}, "q": 1}


def test_a_reply_of_words_ends_it() -> None:
    made, sent = _take([says(A, "sorry")])
    assert isinstance(made, Sample)
    assert (made.arm, made.sample, made.stop, len(made.steps)) == ("swapped", 3, "ended", 1)
    assert sent == [_bundle().request]


def test_the_nth_equal_call_gets_the_nth_recorded_result_and_is_marked() -> None:
    made, sent = _take([asks(A, _finds("x1")), asks(A, _finds("x2")), says(A, "done")])
    assert isinstance(made, Sample)
    given = [answer for step in made.steps for answer in step.answers]
    assert [(one.tool_use_id, one.position, one.number, one.content, one.is_error) for one in given] == [
        ("x1", "[4].0", 1, "first", None),
        ("x2", "[6].0", 2, "second", True),
    ]
    assert sent[2]["messages"][:-4] == sent[0]["messages"]
    assert sent[2]["messages"][-1] == {"role": "user", "content": [result("x2", "second", is_error=True)]}
    assert made.stop == "ended"


def test_a_third_equal_call_and_another_call_need_a_live_tool() -> None:
    made, sent = _take([asks(A, _finds("x"))])
    assert isinstance(made, Sample)
    assert (made.stop, len(sent)) == ("needs_live_tool", 3)
    made, sent = _take([asks(A, _finds("x1"), ("x2", "refund", {"cents": 2**70}))])
    assert isinstance(made, Sample)
    assert (made.stop, len(sent)) == ("needs_live_tool", 1)
    assert [(one.tool, one.arguments) for one in made.live_calls] == [("refund", {"cents": 2**70})]


def test_two_equal_calls_of_one_reply_get_two_results() -> None:
    made, sent = _take([asks(A, _finds("x1"), _finds("x2")), says(A, "done")])
    assert isinstance(made, Sample)
    assert [one["content"] for one in sent[1]["messages"][-1]["content"]] == ["first", "second"]


def test_it_takes_no_more_steps_than_allowed() -> None:
    made, sent = _take([asks(A, _finds("x1"))], step_cap=1)
    assert isinstance(made, Sample)
    assert (made.stop, len(sent), made.live_calls) == ("step_cap", 1, [])


def test_a_reply_that_met_its_limit_ends_it() -> None:
    made, _ = _take([{**asks(A, _finds("x1")), "stop_reason": "max_tokens"}])
    assert isinstance(made, Sample)
    assert made.stop == "cut_short"


def test_a_paused_reply_is_sent_back_as_it_is() -> None:
    paused = {**says(A, "searching"), "stop_reason": "pause_turn"}
    made, sent = _take([paused, says(A, "done")])
    assert isinstance(made, Sample)
    assert sent[1]["messages"][-1] == {"role": "assistant", "content": paused["content"]}


@pytest.mark.parametrize("later", [Answer(b"{"), Answer({}, 400)])
def test_a_later_failure_keeps_the_steps_before_it(later: Answer) -> None:
    made, _ = _take([asks(A, _finds("x1")), later])
    assert isinstance(made, Failure)
    assert len(made.steps) == 1


def test_a_stop_before_the_first_request_takes_nothing_and_later_keeps_what_was_answered() -> None:
    with pytest.raises(Stopped):
        _take([says(A, "x")], stop_after=0)
    made, sent = _take([asks(A, _finds("x1"))], stop_after=1)
    assert isinstance(made, Failure)
    assert (made.why, len(made.steps), len(sent)) == ("stopped", 1, 1)


def test_a_step_tells_what_it_adds_to_the_list() -> None:
    made, sent = _take([asks(A, _finds("x1")), says(A, "done")])
    added = entries_of(A, made.steps[0])
    assert sent[1]["messages"] == [*sent[0]["messages"], *added]
