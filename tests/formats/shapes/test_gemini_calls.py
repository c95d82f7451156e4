"""Logged calls of the Gemini API."""

import pytest

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Reply
from viewer.formats.shapes.gemini_calls import WIRE, add_fields, call_of

RESPONSE = {"candidates": [{"content": {"role": "model", "parts": [{"text": "hi"}]}, "finishReason": "STOP"}]}
REQUEST = {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}


def test_request_and_response_are_found_however_they_are_wrapped() -> None:
    whole = {**REQUEST, **RESPONSE}
    assert call_of(whole) == {"request": whole, "response": whole}
    assert call_of({**REQUEST, "response": RESPONSE})["response"] == RESPONSE
    assert call_of({"response": RESPONSE}) == RESPONSE
    assert call_of(REQUEST) is REQUEST


def test_a_response_without_its_request_has_an_unknown_context() -> None:
    reply = WIRE.reply_of_response(RESPONSE)
    assert isinstance(reply, Reply) and reply.context is not None and reply.context.status == "unknown"


def test_further_candidates_are_kept_raw() -> None:
    reply = WIRE.reply_of_response({"candidates": [RESPONSE["candidates"][0], {"index": 1}]})
    assert isinstance(reply, Reply) and [type(block).__name__ for block in reply.blocks] == ["Text", "Unknown"]


def test_an_error_is_no_reply() -> None:
    assert WIRE.reply_of_response({"error": {"message": "quota"}}) == Aside("error response", "quota")
    with pytest.raises(TypeError):
        WIRE.reply_of_response({"weather": "fine"})


def test_signatures_and_thoughts_do_not_tell_copies_apart() -> None:
    sent = {"role": "model", "parts": [{"functionCall": {"name": "f"}}]}
    came = {
        "role": "model",
        "parts": [{"text": "hm", "thought": True}, {"functionCall": {"name": "f"}, "thoughtSignature": "s"}],
    }
    assert WIRE.identity(sent) == WIRE.identity(came)


def test_a_system_instruction_of_several_parts_stays_as_stored() -> None:
    builder = RunBuilder()
    system = {"parts": [{"text": "a"}, {"text": "b"}]}
    add_fields(builder, {"systemInstruction": system})
    assert builder.request_fields[0].system.value == system
