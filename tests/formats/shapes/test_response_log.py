"""Logged calls are sorted into runs."""

from typing import Any

from accounting import unaccounted
from conftest import read_values

from viewer.formats.shapes.response_log import identity, parts_of
from viewer.model.run import Run

USER = {"role": "user", "content": "Is berth 4 free?"}
CALL = {"type": "function_call", "id": "fc_1", "call_id": "c", "name": "berth", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c", "output": "no"}
REASONING = {"type": "reasoning", "id": "rs_1", "summary": []}


def request(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"model": "gpt-5.1", "input": list(items), **more}


def response(id: str, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": id, "object": "response", "status": "completed", "output": list(items), **more}


def said(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def log(*lines: dict[str, Any]) -> tuple[Run, ...]:
    runs = read_values(*lines, format="openai_responses", lines=True)
    assert unaccounted(runs) == []
    return runs


def test_a_request_that_repeats_the_list_without_reasoning_goes_on_with_the_run() -> None:
    (run,) = log(
        {"request": request(USER), "response": response("r1", REASONING, CALL)},
        {"request": request(USER, {**CALL, "id": None}, OUTPUT), "response": response("r2", said("No."))},
    )
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    assert [request.context.ranges for request in run.requests if request.context] == [((0, 0),), ((0, 2),)]


def test_a_request_that_names_the_last_response_goes_on_with_its_run() -> None:
    (run,) = log(
        {"request": request(USER), "response": response("r1", CALL)},
        {
            "request": request(OUTPUT, previous_response_id="r1"),
            "response": response("r2", said("No."), previous_response_id="r1"),
        },
    )
    assert len(run.messages) == 4
    assert run.requests[1].context is not None and run.requests[1].context.status == "recorded"


def test_two_conversations_in_turn_are_two_runs() -> None:
    other = {"role": "user", "content": "What does berth 9 cost?"}
    runs = log(
        {"request": request(USER), "response": response("r1", CALL)},
        {"request": request(other), "response": response("x1", said("Nothing."))},
        {"request": request(USER, CALL, OUTPUT), "response": response("r2", said("No."))},
    )
    assert [len(run.requests) for run in runs] == [2, 1]


def test_a_request_and_its_response_may_stand_in_lines_of_their_own() -> None:
    (run,) = log(request(USER), response("r1", said("No.")))
    assert run.requests[0].context is not None and run.requests[0].context.ranges == ((0, 0),)


def test_the_same_request_sent_again_is_set_aside() -> None:
    (run,) = log(request(USER), request(USER))
    assert [aside.record for aside in run.set_aside] == [2]


def test_a_line_with_request_and_response_is_told_from_other_lines() -> None:
    assert parts_of({"input": "a", "output": []}) == ({"input": "a", "output": []}, {"input": "a", "output": []})
    assert parts_of(CALL) == (None, None)
    assert parts_of({"type": "response.created", "response": response("r")}) == (None, None)


def test_ids_and_status_do_not_tell_copies_apart() -> None:
    assert identity(said("No.")) == identity({"role": "assistant", "content": "No.", "id": "msg_1"})
