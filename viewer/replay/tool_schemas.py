"""Tool schemas and parameters between the two APIs. What one of them cannot say is noted as a loss."""

from typing import Any

from viewer.replay.built import Api, Losses

_RENAMED_FOR: dict[Api, dict[str, str]] = {
    "anthropic_messages": {
        "max_completion_tokens": "max_tokens",
        "max_output_tokens": "max_tokens",
        "stop": "stop_sequences",
    },
    "openai_chat": {
        "max_tokens": "max_completion_tokens",
        "max_output_tokens": "max_completion_tokens",
        "stop_sequences": "stop",
    },
    "openai_responses": {"max_tokens": "max_output_tokens", "max_completion_tokens": "max_output_tokens"},
}
_CAPS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_STOPS = ("stop", "stop_sequences")
_COMMON = (*_CAPS, "temperature", "top_p", "tool_choice", *_STOPS)


def parameters_for(api: Api, stored: Any, native: bool, losses: Losses) -> dict[str, Any]:
    """Request parameters in the API's words; unchanged where they are in them already."""
    if not isinstance(stored, dict):
        if stored is not None:
            losses.add("the parameters are no object and are left out")
        return {}
    if native:
        return dict(stored)
    renamed = _RENAMED_FOR[api]
    made: dict[str, Any] = {}
    for name, value in stored.items():
        choice = _tool_choice(api, value) if name == "tool_choice" else value
        if name not in _COMMON or choice is None or (name in _STOPS and api == "openai_responses"):
            losses.add(f"parameter {name!r} is left out: this API has no word for it")
            continue
        if name == "stop" and api == "anthropic_messages" and isinstance(value, str):
            choice = [value]
        made[renamed.get(str(name), str(name))] = choice
    return made


def _tool_choice(api: Api, value: Any) -> Any:
    words: dict[str, str] = {"auto": "auto", "any": "required", "none": "none"}
    name: Any = None
    match value:
        case {"type": "function", "function": {"name": str(name)}} | {"type": "function" | "tool", "name": str(name)}:
            pass
        case {"type": str(kind)} if api != "anthropic_messages":
            return words.get(kind)
        case str(word) if word in words.values():
            if api != "anthropic_messages":
                return word
            return {"type": {word: kind for kind, word in words.items()}[word]}
        case _:
            return None
    if api == "openai_chat":
        return {"type": "function", "function": {"name": name}}
    return {"type": "tool" if api == "anthropic_messages" else "function", "name": name}


def tools_for(api: Api, stored: Any, native: bool, losses: Losses) -> list[Any] | None:
    """Tool schemas in the API's form; unchanged where they are in it already. None: there are none to send."""
    if not isinstance(stored, list):
        if stored is not None:
            losses.add("the tool schemas are no list and are left out")
        return None
    made = []
    for number, tool in enumerate(stored):
        if native and isinstance(tool, dict) and ("type" in tool or "input_schema" in tool):
            made.append(tool)
            continue
        schema = _schema(tool)
        if schema is None:
            losses.add(f"tool {number + 1} of {len(stored)} is left out: this API has no form for it")
        else:
            made.append(_tool(schema, api))
    return made


def _schema(tool: Any) -> dict[str, Any] | None:
    """Name, description and parameters, whoever's form they are in."""
    match tool:
        case {"name": str(), "input_schema": dict(parameters)}:
            inner = tool
        case {"function": {"name": str(), **_rest} as inner}:
            parameters = inner.get("parameters")
        case {"name": str(), "parameters": dict(parameters)}:
            inner = tool
        case _:
            return None
    made = {"name": inner["name"]}
    if isinstance(inner.get("description"), str):
        made["description"] = inner["description"]
    return {**made, "parameters": parameters or {"type": "object", "properties": {}}}


def _tool(schema: dict[str, Any], api: Api) -> dict[str, Any]:
    if api == "anthropic_messages":
        made = {key: value for key, value in schema.items() if key != "parameters"}
        return {**made, "input_schema": schema["parameters"]}
    if api == "openai_responses":
        return {"type": "function", **schema, "strict": False}
    return {"type": "function", "function": schema}
