"""Messages as events: those of a span by the older conventions, and those that a writer lists in an attribute."""

from typing import Any

from viewer.formats.shapes.any_message import decoded, decoded_content

Body = dict[str, Any]
_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
CHOICE = "gen_ai.choice"
_DETAILS = "gen_ai.client.inference.operation.details"


def details(events: list[tuple[str, Body]]) -> Body:
    """The attributes that the newest conventions' one event carries; some writers send it twice, for both sides."""
    return {key: value for name, body in events if name == _DETAILS for key, value in body.items()}


def event_messages(events: list[tuple[str, Body]]) -> tuple[list[Any], list[Any]]:
    """The messages that were sent, and the choices that came back, in the form that vendors have in common."""
    inputs: list[Any] = []
    choices: list[Any] = []
    for name, attributes in events:
        role = _ROLES.get(name)
        if role is not None:
            inputs.append(_message(role, attributes))
        elif name == CHOICE:
            choices.append(_choice(attributes))
        elif name == "gen_ai.content.prompt":
            found = decoded(attributes.get("gen_ai.prompt"))
            inputs.extend(found if type(found) is list else [{"role": "user", "content": found}])
        elif name == "gen_ai.content.completion":
            found = decoded(attributes.get("gen_ai.completion"))
            choices.extend(found if type(found) is list else [{"role": "assistant", "content": found}])
    return inputs, choices


def listed_events(value: Any) -> list[tuple[str, Body]]:
    """Events that an attribute lists as JSON, each with its name."""
    found = decoded(value)
    if type(found) is not list:
        return []
    return [(one["event.name"], one) for one in found if type(one) is dict and type(one.get("event.name")) is str]


def _message(role: str, attributes: Body) -> Body:
    body = _body(attributes)
    made: Body = {"role": body.get("role") or role, "content": decoded_content(body.get("content"))}
    calls = decoded(body.get("tool_calls"))
    if type(calls) is list:
        made["tool_calls"] = calls
    if role == "tool":
        made["role"] = "tool"
        made["tool_call_id"] = body.get("id", body.get("tool_call_id"))
        made["name"] = body.get("name")
    return made


def _choice(attributes: Body) -> Body:
    """A choice: its message is an object, a list of parts, or text."""
    body = _body(attributes)
    found = body.get("message", body.get("content"))
    message = decoded(found)
    made: Body = {"role": "assistant"}
    if type(message) is dict:
        made.update(message)
        made["role"] = "assistant"
        made["content"] = decoded_content(message.get("content"))
    else:
        made["content"] = decoded_content(found)
    calls = decoded(made.get("tool_calls", body.get("tool_calls")))
    if type(calls) is list:
        made["tool_calls"] = calls
    if body.get("finish_reason") is not None:
        made["finish_reason"] = body["finish_reason"]
    return made


def _body(attributes: Body) -> Body:
    """The event's own attributes; some writers put all of it as JSON into one."""
    whole = decoded(attributes.get("gen_ai.event.content"))
    return {**attributes, **whole} if type(whole) is dict else attributes
