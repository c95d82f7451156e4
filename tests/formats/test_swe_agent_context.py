"""What a request of a SWE-agent run was shown: recorded where a step stores it."""

from typing import Any

from conftest import read_values, sample

from viewer.model.request import Context


def contexts(name: str) -> list[Context | None]:
    return [request.context for request in sample(name).requests]


def test_a_steps_own_query_is_the_recorded_context() -> None:
    first, second, third = contexts("swe_agent/native_calls_with_rejected_reply.traj")
    assert first == Context(((0, 0),), "recorded", "the step's own `query`")
    assert second == Context(((0, 2),), "recorded", "the step's own `query`")
    assert third is not None and third.ranges == ((0, 1), (3, 4))


def test_messages_that_a_processor_shortened_are_left_out_and_counted() -> None:
    third = contexts("swe_agent/native_calls_with_rejected_reply.traj")[2]
    assert third is not None
    assert third.rule == (
        "the step's own `query`; messages shortened in it and left out here: 1; "
        "messages about rejected replies that followed: 2"
    )


def read(steps: list[dict[str, Any]]) -> list[Context | None]:
    history = [
        {"role": "user", "content": "u", "agent": "a"},
        {"role": "assistant", "content": "one", "action": "ls", "agent": "a"},
        {"role": "user", "content": "seen", "agent": "a"},
        {"role": "assistant", "content": "two", "action": "ls", "agent": "a"},
    ]
    made = [
        {"response": word, "observation": "seen", "action": "ls", "thought": "", **step}
        for word, step in zip(("one", "two"), steps, strict=True)
    ]
    (run,) = read_values({"history": history, "trajectory": made, "info": {}}, format="swe_agent")
    return [request.context for request in run.requests]


def test_messages_of_an_older_step_are_what_the_next_one_was_shown() -> None:
    shown = [
        {"role": "user", "content": [{"type": "text", "text": "u", "cache_control": {}}]},
        {"role": "assistant", "content": "one"},
        {"role": "user", "content": "Old environment output: (1 lines omitted)"},
    ]
    first, second = read([{"messages": shown}, {"messages": []}])
    assert first is None
    assert second is not None and (second.status, second.ranges) == ("recorded", ((0, 1),))
    assert second.rule == "`messages` of the step before; messages shortened in it and left out here: 1"


def test_without_either_nothing_is_claimed() -> None:
    assert read([{}, {}]) == [None, None]
