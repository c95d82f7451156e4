"""A model call, a tool's run and an agent's facts out of a span's attributes and events, by any GenAI convention."""

from typing import Any

from viewer.formats.convert import listing, stop_reason
from viewer.formats.entries import Reply
from viewer.formats.shapes import openinference_call
from viewer.formats.shapes.any_message import any_message, decoded
from viewer.formats.shapes.any_part import any_part
from viewer.formats.shapes.genai_events import details
from viewer.formats.shapes.genai_lists import Lists, lists
from viewer.formats.shapes.genai_usage import genai_usage
from viewer.formats.shapes.growing_lists import GrowingLists
from viewer.formats.shapes.indexed_attributes import indexed, unflattened
from viewer.formats.shapes.otel_span import OtelSpan
from viewer.formats.shapes.spans import Call
from viewer.model.block import Block, Text, Unknown
from viewer.model.request import recorded
from viewer.model.usage import Usage

_MODELS = (
    "gen_ai.response.model", "llm.model_name", "ai.response.model", "gen_ai.request.model", "ai.model.id", "model_name",
)  # fmt: skip
_HISTORIES = ("pydantic_ai.all_messages", "all_messages_events", "gen_ai.output.messages")
_PARAMETERS = ("gen_ai.request.", "ai.settings.")
_CUT = "the span stores the list that was sent up to a limit of its writer only"
_NO_PARAMETERS = ("model", "tools")


def genai_call(span: OtelSpan, growing: GrowingLists) -> Call:
    """The call of a model's span."""
    found = lists(span, growing)
    attributes = {**details(span.events), **span.attributes} if span.events else span.attributes
    reply = None if span.failed is not None and not found.outputs else _reply(span, found)
    tools = tool_schemas(attributes)
    given = parameters(attributes)
    return Call(
        found.inputs,
        found.entry_of,
        reply,
        system_texts(attributes),
        None if tools is None else recorded(tools),
        recorded(given) if given else None,
        _CUT if found.cut else None,
    )


def _reply(span: OtelSpan, found: Lists) -> Reply:
    attributes = span.attributes
    blocks: list[Block] = []
    word = finish_reason(attributes)
    for position, raw in enumerate(found.outputs):
        ended = raw.get("finish_reason") if type(raw) is dict else None
        if position and ended is not None:
            # Each choice has an end of its own; messages without one are pieces of the same reply.
            blocks.append(Unknown("a further choice", raw))
            continue
        blocks.extend(found.reply_of(raw).blocks)
        word = word or ended
    word = word or openinference_call.finish_reason(attributes)
    word = word if type(word) is str and word else None
    return Reply(
        tuple(blocks),
        usage=usage(attributes),
        stop_reason=stop_reason(word),
        stop_reason_recorded=word,
        model=model(attributes),
    )


def finish_reason(attributes: dict[str, Any]) -> Any:
    """Why the reply ended, as the attributes of a span tell it."""
    found = decoded(attributes.get("gen_ai.response.finish_reasons"))
    return (found[0] if type(found) is list and found else found) or attributes.get("ai.response.finishReason")


def usage(attributes: dict[str, Any]) -> Usage | None:
    """Token counts by whichever convention recorded them."""
    return openinference_call.usage(attributes) or genai_usage(attributes)


def model(attributes: dict[str, Any]) -> str | None:
    """The model that answered, else the one that was asked."""
    for key in _MODELS:
        found = attributes.get(key)
        if type(found) is str and found:
            return found
    return None


def system_texts(attributes: dict[str, Any]) -> tuple[Any, ...]:
    """Instructions that stand beside the messages."""
    found = decoded(attributes.get("gen_ai.system_instructions"))
    if not found:
        return ()
    parts = found if type(found) is list else [found]
    blocks = [any_part(part) for part in parts]
    return tuple(block.text if type(block) is Text else part for block, part in zip(blocks, parts, strict=True))


def tool_schemas(attributes: dict[str, Any]) -> list[Any] | None:
    """The tools that were offered; None: none are recorded."""
    for key in ("gen_ai.tool.definitions", "gen_ai.request.tools", "ai.prompt.tools"):
        found = decoded(attributes.get(key))
        if type(found) is list:
            return [decoded(one) for one in found]
    functions = indexed(attributes, "llm.request.functions")
    if functions is not None:
        return [unflattened(one) for one in functions]
    return openinference_call.tools(attributes)


def parameters(attributes: dict[str, Any]) -> dict[str, Any]:
    """What the call was made with, by the names that the file has for it."""
    made = openinference_call.parameters(attributes)
    for key, value in attributes.items():
        if key.startswith(_PARAMETERS):
            name = key[15:] if key[0] == "g" else key[12:]
            if not name.startswith(_NO_PARAMETERS):
                made[name] = value
    return made


def has_history(attributes: dict[str, Any]) -> bool:
    """Whether an agent's span holds the messages of the whole run."""
    return any(attributes.get(key) for key in _HISTORIES)


def history(span: OtelSpan) -> Call:
    """The messages of a whole run that an agent's span holds."""
    attributes = span.attributes
    for key in _HISTORIES[:-1]:
        found = decoded(attributes.get(key))
        if type(found) is list and found:
            return Call(found, any_message, None, system_texts(attributes))
    inputs = decoded(attributes.get("gen_ai.input.messages"))
    outputs = listing(decoded(attributes[_HISTORIES[-1]]))
    return Call([*(inputs if type(inputs) is list else []), *outputs], any_message, None, system_texts(attributes))
