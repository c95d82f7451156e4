"""What a traced model call was asked, out of whatever value the framework stored as its input."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec

from viewer.formats.shapes.any_message import decoded
from viewer.formats.shapes.traced_messages import TOGETHER, grouped, is_message, is_pair, message
from viewer.model.block import Text, ToolUse

_LINE = re.compile(r"(?:\A|\n)(system|developer|user|assistant|tool|function|human|ai|model): ", re.IGNORECASE)
_LOST = frozenset({"role", "content"})
_NO_PARAMETERS = frozenset({
    "messages", "contents", "prompts", "prompt", "input", "system", "system_instruction", "systemInstruction",
    "instructions", "tools", "functions", "config", "model", "args", "kwargs",
})  # fmt: skip
_OF_SCHEMA = frozenset({"role", "content"})
_SCHEMAS = ("parameters", "input_schema", "inputSchema")
_DEEPEST = 4
"""Wrappers around a list of messages."""
_ABOVE = 6
"""Spans around a call in which its messages are looked for."""
FROM_ABOVE = "the messages of a span around the call, whose words are those of the prompt that the call stores as text"


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A request, as far as it is stored."""

    messages: list[Any] | None = None
    """Each is read by `traced_messages.message`; None: none are stored."""
    system: tuple[Any, ...] = ()
    """Instructions that stand beside the list."""
    tools: Any = None
    parameters: dict[str, Any] = {}
    as_text: bool = False
    """True: the list was stored as one text, which leaves calls and their ids out."""

    @property
    def has_roles(self) -> bool:
        """Whether the messages say by themselves who said each."""
        return not self.as_text and any(is_message(raw) for raw in self.messages or ())


def asked(value: Any, depth: int = 0) -> Asked:
    """The request that a call's input stands for; what is no message of any known form is kept whole in one."""
    value = decoded(value)
    if value is None or value == "" or value == {} or value == [] or depth > _DEEPEST:
        return Asked()
    if type(value) is str:
        return _of_text(value)
    if type(value) is list:
        return _of_list(value)
    if type(value) is not dict:
        return Asked([{"role": "user", "content": value}])
    if is_message(value):
        return Asked([value])
    return _of_body(value, depth)


def _of_text(text: str) -> Asked:
    """A text is what the caller said, unless it is a whole list of messages with the role before each."""
    starts = list(_LINE.finditer(text))
    if not starts or starts[0].start() != 0:
        return Asked([text])
    ends = [*(match.start() for match in starts[1:]), len(text)]
    made = [
        {"role": match[1].lower(), "content": text[match.end() : end]} for match, end in zip(starts, ends, strict=True)
    ]
    return Asked(made, as_text=True)


def _of_list(entries: list[Any]) -> Asked:
    if type(entries[0]) is list and not is_pair(entries[0]):
        entries = entries[0]  # a batch of one
    offered = len(entries)
    while offered and _is_schema(entries[offered - 1]):
        offered -= 1
    tools = [raw["content"] for raw in entries[offered:]] or None
    return Asked(with_ids(grouped(calls_of_tools(entries[:offered] if tools else entries))), tools=tools)


def _is_schema(raw: Any) -> bool:
    """Whether a tool's description stands in the place of a message, as Langfuse puts those that LangChain offers."""
    if type(raw) is not dict or raw.get("role") != "tool" or raw.keys() - _OF_SCHEMA:
        return False
    content = raw.get("content")
    if type(content) is not dict:
        return False
    inner = content.get("function", content)
    return type(inner) is dict and type(inner.get("name")) is str and any(key in inner for key in _SCHEMAS)


def _of_body(body: dict[str, Any], depth: int) -> Asked:
    """The body of a vendor's API, or the arguments of the function that was traced."""
    if body.get("content") in _LOST and len(body) == 1:
        return Asked()  # an exporter took a message's keys for its contents
    inner = body.get("kwargs")
    if type(inner) is dict and inner and (body.get("type") == "constructor" or not body.get("args")):
        return asked(inner, depth + 1)
    found = _messages(body, depth)
    if found is None:
        return Asked([{"role": "user", "content": body}])
    held = body.get("config")
    config: dict[str, Any] = held if type(held) is dict else {}
    system = next(
        (
            one[key]
            for one in (body, config)
            for key in ("system", "instructions", "system_instruction", "systemInstruction")
            if one.get(key) not in (None, "", [])
        ),
        None,
    )
    tools = body.get("tools") or config.get("tools") or body.get("functions")
    given = {**{key: one for key, one in config.items() if key not in _NO_PARAMETERS}, **body}
    return Asked(
        found.messages,
        found.system if system is None else (system,),
        tools or found.tools,
        found.parameters
        or {key: one for key, one in given.items() if key not in _NO_PARAMETERS and one not in (None, {}, [])},
        found.as_text,
    )


def _messages(body: dict[str, Any], depth: int) -> Asked | None:
    """The messages of a body; None: it holds none."""
    for key in ("messages", "contents", "input", "prompts", "prompt", "args", "history"):
        found = body.get(key)
        if found is None or found == "" or found == []:
            continue
        if key in ("prompts", "args") and type(found) is list:
            found = found[0] if len(found) == 1 else found
            if key == "args" and type(found) is list and not any(map(is_message, found)):
                continue
        return asked(found, depth + 1)
    return None


def calls_of_tools(messages: list[Any]) -> list[Any]:
    """The list with calls that a writer (Koog) put into messages of the tool, as text, in messages of the model's.

    The tool's own message follows each and names no call: it gets the call's id.
    """
    if not any(_text_of_calls(raw) for raw in messages):
        return messages
    made: list[Any] = []
    waiting: list[Any] = []
    for raw in messages:
        if _text_of_calls(raw):
            calls = decoded(raw["content"])
            made.append({"role": "assistant", "tool_calls": calls})
            waiting.extend(call.get("id") for call in calls)
        elif waiting and type(raw) is dict and raw.get("role") == "tool" and "tool_call_id" not in raw:
            made.append({**raw, "tool_call_id": waiting.pop(0)})
        else:
            made.append(raw)
    return made


def _text_of_calls(raw: Any) -> bool:
    if type(raw) is not dict or raw.get("role") != "tool" or "tool_call_id" in raw:
        return False
    content = raw.get("content")
    if type(content) is not str or not content.startswith('[{"function":'):
        return False
    found = decoded(content)
    return type(found) is list and all(type(one) is dict and type(one.get("function")) is dict for one in found)


def with_ids(messages: list[Any]) -> list[Any]:
    """The list with the call's id on each result that a writer named by its tool's name alone, in order."""
    if not any(_is_named_only(raw) for raw in messages):
        return messages
    made: list[Any] = []
    waiting: dict[str, list[str]] = {}
    for raw in messages:
        if _is_named_only(raw):
            ids = waiting.get(raw["role"])
            made.append({**raw, "tool_call_id": ids.pop(0)} if ids else raw)
            continue
        made.append(raw)
        if type(raw) is dict and ("tool_calls" in raw or TOGETHER in raw):
            for block in message(raw).blocks:
                if type(block) is ToolUse and block.id:
                    waiting.setdefault(block.name, []).append(block.id)
    return made


def _is_named_only(raw: Any) -> bool:
    return (
        type(raw) is dict
        and "additional_kwargs" in raw
        and type(raw.get("role")) is str
        and raw.get("tool_call_id") is None
    )


def held_above(given: Iterable[Any], text: str) -> list[Any] | None:
    """The messages that a span around a call holds, where they are those of the text that the call itself holds.

    Args:
        given: the inputs of the spans around it, the nearest first.
        text: what the call stores in the place of its messages.
    """
    as_many = len(asked(text).messages or ())
    for value in islice(given, _ABOVE):
        held = asked(value)
        if held.messages and len(held.messages) == as_many and held.has_roles and speaks(held.messages, text):
            return held.messages
    return None


def speaks(messages: list[Any], text: str) -> bool:
    """Whether the words of all these messages stand in a text, in this order: it is the same list, as one text."""
    at = 0
    for raw in messages:
        for block in message(raw).blocks:
            if type(block) is Text:
                found = text.find(block.text, at)
                if found < 0:
                    return False
                at = found + len(block.text)
    return True
