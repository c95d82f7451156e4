"""Short ways to write spans of the GenAI conventions in tests, and the runs that they make."""

import json
from typing import Any

from conftest import read_values

from viewer.model.run import Run

TRACE = "0af7651916cd43dd8448eb211c80319c"
START = 1_767_261_600_000_000_000
ROOT = "00000000000000ff"


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "content": words}


def call(call_id: str | None, name: str = "bash", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": call_id, "name": name, "arguments": arguments}


def result(call_id: str | None, response: Any = "ok") -> dict[str, Any]:
    return {"type": "tool_call_response", "id": call_id, "response": response}


def said(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "parts": [text(part) if type(part) is str else part for part in parts]}


def value(one: Any) -> dict[str, Any]:
    """A value as OTLP writes it."""
    match one:
        case bool():
            return {"boolValue": one}
        case int():
            return {"intValue": str(one)}
        case str():
            return {"stringValue": one}
        case list():
            return {"arrayValue": {"values": [value(inner) for inner in one]}}
        case dict():
            return {"kvlistValue": {"values": [{"key": key, "value": value(inner)} for key, inner in one.items()]}}
        case _:
            return {"doubleValue": one}


def span(number: int, attributes: dict[str, Any], parent: str | None = ROOT, **more: Any) -> dict[str, Any]:
    """A span that starts `number` seconds after START and lasts half a second; its id is its number."""
    made = {
        "traceId": TRACE,
        "spanId": f"{number:016x}",
        "parentSpanId": parent or "",
        "name": str(attributes.get("gen_ai.operation.name", "work")),
        "startTimeUnixNano": str(START + number * 1_000_000_000),
        "endTimeUnixNano": str(START + number * 1_000_000_000 + 500_000_000),
        "attributes": [{"key": key, "value": value(one)} for key, one in attributes.items()],
        "status": {},
    }
    return {**made, **more}


def chat(
    number: int, sent: list[Any] | None, reply: Any = None, parent: str | None = ROOT, **more: Any
) -> dict[str, Any]:
    """A model call with the list that was sent and its reply; `attributes` adds to those."""
    attributes: dict[str, Any] = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"}
    if sent is not None:
        attributes["gen_ai.input.messages"] = json.dumps(sent)
    if reply is not None:
        attributes["gen_ai.output.messages"] = json.dumps([reply])
    attributes.update(more.pop("attributes", {}))
    return span(number, attributes, parent, **more)


def tool(number: int, call_id: str | None, answer: Any = "ok", name: str = "bash", **more: Any) -> dict[str, Any]:
    """The span of a tool; an answer of None is none."""
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
    if call_id is not None:
        attributes["gen_ai.tool.call.id"] = call_id
    if answer is not None:
        attributes["gen_ai.tool.call.result"] = answer
    attributes.update(more.pop("attributes", {}))
    return span(number, attributes, more.pop("parent", ROOT), **more)


def agent(
    number: int = 0, name: str = "a", span_id: str = ROOT, parent: str | None = None, **more: Any
) -> dict[str, Any]:
    """The span of an agent, which lasts a hundred seconds."""
    attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name, **more.pop("attributes", {})}
    ended = {"endTimeUnixNano": str(START + (number + 100) * 1_000_000_000)}
    return span(number, attributes, parent, **{"spanId": span_id, **ended, **more})


FAILED = {"code": 2, "message": "it broke"}


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def runs_of(*spans: dict[str, Any]) -> tuple[Run, ...]:
    return read_values(otlp(*spans), format="otel_genai")


def run_of(*spans: dict[str, Any]) -> Run:
    (run,) = runs_of(*spans)
    return run
