"""The official clients, asked over a real connection: what they return is recorded, and joins the log by call id."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest
from wire_server import Answer, Received, asks, says, serving

from viewer import load
from viewer.analysis.logs import join
from viewer.analysis.pairing import pair
from viewer.log_file import read_log
from viewer.model.block import Text, ToolUse
from viewer.model.run import Run
from viewer.record import Recorder, instrument
from viewer.replay.send_endpoints import Protocol

CALLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("call_1", "look", {"order": 7}),
    ("call_2", "find", {"order": 8}),
)
FUNCTION = {"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {}}}
TOOLS: dict[Protocol, dict[str, Any]] = {
    "anthropic_messages": {"name": "look", "description": "Looks.", "input_schema": FUNCTION["parameters"]},
    "openai_chat": {"type": "function", "function": FUNCTION},
    "openai_responses": {"type": "function", **FUNCTION},
}
PROTOCOLS: tuple[Protocol, ...] = ("anthropic_messages", "openai_chat", "openai_responses")


def script(protocol: Protocol) -> Callable[[Received, int], Answer]:
    """Two calls at once, then an answer."""

    def answer(received: Received, before: int) -> Answer:
        return Answer(says(protocol, "Found it.") if before else asks(protocol, *CALLS))

    return answer


def keywords(protocol: Protocol, messages: list[Any]) -> dict[str, Any]:
    """What a loop passes to the client."""
    common: dict[str, Any] = {"model": "model-a", "tools": [TOOLS[protocol]]}
    match protocol:
        case "anthropic_messages":
            return {**common, "max_tokens": 100, "system": "Be brief.", "messages": messages}
        case "openai_chat":
            return {**common, "messages": [{"role": "system", "content": "Be brief."}, *messages]}
        case "openai_responses":
            return {**common, "instructions": "Be brief.", "input": messages}


def asked(protocol: Protocol, reply: Any) -> list[tuple[str, str, dict[str, Any]]]:
    """The calls of a reply: id, name, arguments, as a loop takes them from the SDK's object."""
    match protocol:
        case "anthropic_messages":
            return [(one.id, one.name, one.input) for one in reply.content if one.type == "tool_use"]
        case "openai_chat":
            made = reply.choices[0].message.tool_calls or []
            return [(one.id, one.function.name, json.loads(one.function.arguments)) for one in made]
        case "openai_responses":
            made = [one for one in reply.output if one.type == "function_call"]
            return [(one.call_id, one.name, json.loads(one.arguments)) for one in made]


def answered(protocol: Protocol, reply: Any, results: list[tuple[str, str]]) -> list[Any]:
    """The messages that a loop appends: the SDK's own objects, and the results."""
    match protocol:
        case "anthropic_messages":
            blocks = [{"type": "tool_result", "tool_use_id": i, "content": text} for i, text in results]
            return [{"role": "assistant", "content": reply.content}, {"role": "user", "content": blocks}]
        case "openai_chat":
            said = [{"role": "tool", "tool_call_id": i, "content": text} for i, text in results]
            return [reply.choices[0].message, *said]
        case "openai_responses":
            return [
                *reply.output,
                *({"type": "function_call_output", "call_id": i, "output": text} for i, text in results),
            ]


def client_of(protocol: Protocol, host: str, *, is_async: bool) -> Any:
    """The call that asks the model."""
    if protocol == "anthropic_messages":
        made: Any = (anthropic.AsyncAnthropic if is_async else anthropic.Anthropic)(base_url=host, api_key="k")
        return made.messages.create
    made = (openai.AsyncOpenAI if is_async else openai.OpenAI)(base_url=f"{host}/v1", api_key="k")
    return made.chat.completions.create if protocol == "openai_chat" else made.responses.create


def look(name: str, arguments: dict[str, Any]) -> str:
    return f"{name} {arguments['order']}"


async def look_async(name: str, arguments: dict[str, Any]) -> str:
    await asyncio.sleep(0)
    return look(name, arguments)


def loop(protocol: Protocol, host: str, recorder: Recorder) -> None:
    """An agent's loop, with the recorder's three lines in it."""
    create, dispatch = client_of(protocol, host, is_async=False), instrument(look, recorder)
    messages: list[Any] = [{"role": "user", "content": "Where is it?"}]
    while True:
        sent = keywords(protocol, messages)
        recorder.request(**sent)
        reply = create(**sent)
        recorder.reply(reply)
        found = asked(protocol, reply)
        if not found:
            return
        messages += answered(protocol, reply, [(i, dispatch(name, given)) for i, name, given in found])


async def loop_async(protocol: Protocol, host: str, recorder: Recorder) -> None:
    """The same, its calls run side by side."""
    create, dispatch = client_of(protocol, host, is_async=True), instrument(look_async, recorder)
    messages: list[Any] = [{"role": "user", "content": "Where is it?"}]
    while True:
        sent = keywords(protocol, messages)
        recorder.request(**sent)
        reply = await create(**sent)
        recorder.reply(reply)
        found = asked(protocol, reply)
        if not found:
            return
        texts: list[str] = await asyncio.gather(*(dispatch(name, given) for _, name, given in found))
        messages += answered(protocol, reply, [(call[0], text) for call, text in zip(found, texts, strict=True)])


def recorded(protocol: Protocol, folder: Path, *, is_async: bool) -> tuple[Recorder, Run]:
    """The run of one loop."""
    with serving(script(protocol)) as server, Recorder(folder, case="parcel") as recorder:
        host = f"http://127.0.0.1:{server.server_address[1]}"
        if is_async:
            asyncio.run(loop_async(protocol, host, recorder))
        else:
            loop(protocol, host, recorder)
    assert recorder.broken is None
    (run,) = load.runs(next(load.sources([recorder.path])))
    return recorder, run


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_loop_over_the_official_client_is_recorded_whole_and_joins_its_log(
    protocol: Protocol, is_async: bool, tmp_path: Path
) -> None:
    recorder, run = recorded(protocol, tmp_path, is_async=is_async)
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    calls = [block for block in run.messages[1].blocks if type(block) is ToolUse]
    assert [(call.id, call.name, call.input) for call in calls] == list(CALLS)
    assert [block.text for block in run.messages[3].blocks if type(block) is Text] == ["Found it."]
    assert [request.stop_reason for request in run.requests] == ["tool_use", "end_turn"]
    assert [request.usage.input_tokens for request in run.requests if request.usage] == [100, 100]
    fields = run.request_fields[0]
    assert (fields.system.status, fields.system.value) == ("recorded", "Be brief.")
    assert fields.tools.status == "recorded"
    assert not run.problems
    pairing = pair(run.messages)
    assert (len(pairing.answers), pairing.unanswered, pairing.orphans) == (2, (), ())
    lines, unread = read_log(recorder.path.with_suffix(".calls.csv"))
    joined = join(run, lines)
    assert (unread, joined.unmatched_lines) == ([], ())
    assert [(call.tool_use_id, call.attempts, call.results) for call in joined.calls] == [
        ("call_1", 1, 1),
        ("call_2", 1, 1),
    ]
    assert all(call.seconds is not None for call in joined.calls)
