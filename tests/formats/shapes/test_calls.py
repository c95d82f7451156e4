"""Logged calls: each record in one run, each run as long as the list goes on."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.anthropic import _WIRE
from viewer.formats.shapes.calls import Call, Conversations


def message(role: str, words: str) -> dict[str, Any]:
    return {"role": role, "content": words}


def response(words: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": words, "stop_reason": "end_turn"}


def read(*values: Any) -> Conversations:
    conversations = Conversations(_WIRE)
    conversations.read(Record(number, value) for number, value in enumerate(values, 1))
    return conversations


def records_of(conversations: Conversations) -> list[list[tuple[int, ...]]]:
    return [[one.records for one in conversation.builder.messages] for conversation in conversations.all]


def test_a_call_is_a_request_with_or_without_its_response() -> None:
    body = {"messages": []}
    assert Call.of({"request": body, "response": response("a")}) == Call(body, response("a"))
    assert Call.of({"request": body, "response": None}) == Call(body, None)
    assert Call.of({"request": "text"}) is None
    assert Call.of([]) is None


def test_a_request_that_extends_the_list_goes_on_with_its_run() -> None:
    one, two, three = message("user", "a"), message("assistant", "b"), message("user", "c")
    found = read(
        {"request": {"messages": [one]}, "response": response("b")},
        {"request": {"messages": [one, two, three]}, "response": response("d")},
    )
    assert records_of(found) == [[(1,), (1,), (2,), (2,)]]


def test_a_request_and_its_response_may_stand_in_lines_of_their_own() -> None:
    found = read({"messages": [message("user", "a")]}, response("b"))
    assert records_of(found) == [[(1,), (2,)]]
    (request,) = found.all[0].builder.requests
    assert request.context is not None
    assert (request.context.status, request.context.ranges) == ("recorded", ((0, 0),))


def test_two_runs_whose_calls_alternate_are_told_apart() -> None:
    a, b = message("user", "a"), message("user", "b")
    found = read(
        {"request": {"messages": [a]}, "response": response("ra")},
        {"request": {"messages": [b]}, "response": response("rb")},
        {"request": {"messages": [a, message("assistant", "ra"), a]}, "response": response("ra2")},
        {"request": {"messages": [b, message("assistant", "rb"), b]}, "response": response("rb2")},
    )
    assert records_of(found) == [[(1,), (1,), (3,), (3,)], [(2,), (2,), (4,), (4,)]]


def test_a_request_sent_again_without_an_answer_is_set_aside() -> None:
    body = {"messages": [message("user", "a")]}
    found = read({"request": body}, {"request": body, "response": response("b")})
    (conversation,) = found.all
    assert [one.records for one in conversation.builder.messages] == [(1,), (2,)]
    again = read(body, body)
    assert [aside.record for aside in again.all[0].builder.set_aside] == [2]


def test_records_that_are_no_calls_are_problems_and_all_are_counted() -> None:
    conversations = Conversations(_WIRE)
    conversations.read(
        [
            Record(1, {"messages": [message("user", "a")]}),
            Record(2, 5),
            BadRecord(3, "is cut"),
            Record(4, {"messages": 5}),
        ]
    )
    problems = [one.record for conversation in conversations.all for one in conversation.builder.problems]
    assert problems == [2, 3, 4]
    assert conversations.records()[0].count == 4
