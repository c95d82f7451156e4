"""Messages, tools and token counts as OpenInference's attributes hold them."""

from typing import Any

from viewer.formats.convert import arguments, mapping
from viewer.formats.entries import Input
from viewer.formats.shapes.any_message import any_message, decoded
from viewer.formats.shapes.genai_usage import tokens, usage_of
from viewer.formats.shapes.indexed_attributes import indexed, unflattened
from viewer.model.usage import Usage

Attributes = dict[str, Any]


def message(entry: Any) -> Input:
    """An entry of `llm.input_messages`, in any of the forms that exports give it."""
    return any_message(_plain(entry, None))


def reply(entry: Any) -> Input:
    """An entry of `llm.output_messages`, where some writers leave the role out."""
    return any_message(_plain(entry, "assistant"))


def _plain(entry: Any, role: str | None) -> dict[str, Any]:
    """The entry in the form that vendors have in common."""
    found = mapping(unflattened(entry))
    inner = mapping(found.get("message", found))
    made: dict[str, Any] = {"role": inner.get("role") or role}
    contents = inner.get("contents")
    if type(contents) is list and contents:
        made["content"] = [_part(one) for one in contents]
    else:
        made["content"] = inner.get("content")
    calls = inner.get("tool_calls")
    if type(calls) is list:
        made["tool_calls"] = [_call(one) for one in calls if one is not None]
    for key in ("tool_call_id", "name"):
        if inner.get(key) is not None:
            made[key] = inner[key]
    if inner.get("function_call_name"):
        given = inner.get("function_call_arguments_json")
        made["function_call"] = {"name": inner["function_call_name"], "arguments": given}
    return made


def _part(entry: Any) -> Any:
    part = entry.get("message_content", entry) if type(entry) is dict else entry
    if type(part) is not dict:
        return part
    call = part.get("tool_call")
    return {**_call(call), "type": "tool_use"} if type(call) is dict else part


def _call(entry: Any) -> dict[str, Any]:
    found = mapping(entry)
    return mapping(found.get("tool_call", found))


def inputs(attributes: Attributes) -> list[Any] | None:
    """The messages that were sent."""
    for key in ("llm.input_messages", "llm.messages"):  # the latter is what the first writers had
        found = indexed(attributes, key)
        if found is not None:
            return found
    prompts = indexed(attributes, "llm.prompts")
    if prompts is not None and all(type(one) is str for one in prompts):
        return [{"role": "user", "content": one} for one in prompts]
    return None


def tools(attributes: Attributes) -> list[Any] | None:
    """The schemas of the tools that were offered; those in JSON text are parsed."""
    found = indexed(attributes, "llm.tools")
    if found is None:
        return None
    made: list[Any] = []
    for entry in found:
        one = unflattened(entry)
        inner = one.get("tool", one) if type(one) is dict else one
        schema = inner.get("json_schema") if type(inner) is dict else None
        made.append(arguments(schema) if schema is not None else inner)
    return made


def parameters(attributes: Attributes) -> dict[str, Any]:
    """What the call was made with, without the model's name."""
    found = decoded(attributes.get("llm.invocation_parameters"))
    return {key: one for key, one in found.items() if key != "model"} if type(found) is dict else {}


def usage(attributes: Attributes) -> Usage | None:
    """Token counts: `prompt` includes what was read from and written to the cache."""
    start = "llm.token_count."
    details = start + "prompt_details."
    return usage_of(
        tokens(attributes, start + "prompt"),
        tokens(attributes, details + "cache_read", details + "cache_input"),
        tokens(attributes, details + "cache_write"),
        tokens(attributes, start + "completion"),
    )


def finish_reason(attributes: Attributes) -> str | None:
    """Why the reply ended, which only the vendor's own response in `output.value` tells."""
    found = attributes.get("llm.finish_reason")
    response = decoded(attributes.get("output.value")) if found is None else None
    if type(response) is dict:
        choices = response.get("choices")
        choice = choices[0] if type(choices) is list and choices and type(choices[0]) is dict else response
        found = choice.get("finish_reason", choice.get("stop_reason"))
    return found if type(found) is str and found else None
