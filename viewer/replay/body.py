"""The body of a request, from the file's own messages where it has them, else from the run."""

from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.analysis.requests import fields_at
from viewer.model.block import ToolResult
from viewer.model.hashes import canonical_json
from viewer.model.message import Message
from viewer.model.position import value_at
from viewer.model.run import Run
from viewer.replay import anthropic_request, openai_request, responses_request
from viewer.replay.built import LIST_OF, Api, Losses, stored_as
from viewer.replay.prefix import Prefix
from viewer.replay.stored_messages import StoredMessages, blocks_match
from viewer.replay.tool_schemas import parameters_for, tools_for


@dataclass(frozen=True)
class Body:
    """The body of a request, and where the replaced result stands in it."""

    request: dict[str, Any]
    place: tuple[str | int, ...] | None = None
    """Of the block or message that says the result; None: there is none, or none was replaced."""
    original: Any = None
    """What stands there where nothing is replaced."""
    is_word_by_word: bool = False
    """Whether every message of it is as the file has it."""


@dataclass(frozen=True)
class Swap:
    """A message with one result replaced."""

    old: Message
    new: Message
    block: int


def request_body(
    run: Run, prefix: Prefix, api: Api, stored: StoredMessages | None, losses: Losses, swapped: Swap | None = None
) -> Body:
    """Request fields and the messages of a prefix; if asked, one message stands in place of the stored one.

    Args:
        run: the run.
        prefix: the messages to send.
        api: whose request to build.
        stored: the file's own messages, taken word by word where there are any.
        losses: takes what cannot be said.
        swapped: a message that takes the place of the stored one at its index.
    """
    native = stored_as(run) == api
    word_by_word = stored if stored is not None and stored.api == api else None
    messages: list[dict[str, Any]] = []
    indexes = prefix.indexes()
    changed = -1 if swapped is None else swapped.new.index
    in_list: list[Message] = []
    built = 0
    place: tuple[str | int, ...] | None = None
    original: Any = None
    for index in indexes:
        message = run.messages[index]
        if message.role == "system" and api == "anthropic_messages" and not native:
            in_list.append(message)
            continue
        as_stored = word_by_word.of(message.records) if word_by_word is not None else None
        if as_stored is not None and not blocks_match(message, as_stored, api):
            as_stored = None
        if as_stored is None:
            built += 1
        if index == changed and swapped is not None:
            parts = _changed(as_stored, swapped, native, api, losses)
            place = _place(as_stored, swapped, native, api)
            if place is not None:
                before = as_stored or _built(message, native, api, Losses())
                original = value_at(before, place)
                place = (LIST_OF[api], len(messages) + int(place[0]), *place[1:])
            messages.extend(parts)
        elif as_stored is not None:
            messages.extend(as_stored)
        else:
            messages.extend(_built(message, native, api, losses))
    fields = fields_at(run, prefix.reply)
    # A later system message is in the list and, joined, in the fields from there on: it is sent once.
    has_system = any(run.messages[index].role == "system" for index in indexes)
    leading = fields_at(run, indexes[0]) if has_system else fields
    made: dict[str, Any] = {}
    model = _model(run, prefix)
    if model is not None:
        made["model"] = model
    made.update(parameters_for(api, fields.parameters.value, native, losses))
    first: list[dict[str, Any]] = []
    if leading.system.status == "recorded":
        if api == "anthropic_messages":
            made["system"] = anthropic_request.system_for(leading.system.value, losses)
        elif api == "openai_responses":
            as_stored = word_by_word.of(leading.records) if word_by_word is not None else None
            words, first = responses_request.system_for(leading.system.value, as_stored, losses)
            if words is not None:
                made["instructions"] = words
        else:
            as_stored = word_by_word.of(leading.records) if word_by_word is not None else None
            first = as_stored or openai_request.system_messages(leading.system.value, losses)
    if first:
        messages[:0] = first
        place = place and (place[0], int(place[1]) + len(first), *place[2:])
    if in_list:
        told = made.get("system", [])
        told = [{"type": "text", "text": told}] if isinstance(told, str) else told
        made["system"] = [*told, *anthropic_request.system_texts(in_list, losses)]
    tools = tools_for(api, fields.tools.value, native, losses)
    if tools is not None:
        made["tools"] = tools
    return Body({**made, LIST_OF[api]: messages}, place, original, not built and not in_list)


def _built(message: Message, native: bool, api: Api, losses: Losses) -> list[dict[str, Any]]:
    if api == "openai_responses":
        return responses_request.items_for(message, native, losses)
    if api == "openai_chat":
        return openai_request.messages_for(message, native, losses)
    made = anthropic_request.message_for(message, native, losses)
    return [] if made is None else [made]


def _changed(
    as_stored: list[dict[str, Any]] | None, swapped: Swap, native: bool, api: Api, losses: Losses
) -> list[dict[str, Any]]:
    if as_stored is None:
        return _built(swapped.new, native, api, losses)
    return _replaced(as_stored, swapped.old, swapped.new, swapped.block, api, losses)


def _place(
    as_stored: list[dict[str, Any]] | None, swapped: Swap, native: bool, api: Api
) -> tuple[str | int, ...] | None:
    """Where a result stands among the parts of its message: found by putting a text there that is no other object."""
    mark = "".join(("the replaced", " result"))
    old, block = swapped.old, swapped.block
    result = msgspec.structs.replace(old.blocks[block], content=mark)
    marked = msgspec.structs.replace(old, blocks=(*old.blocks[:block], result, *old.blocks[block + 1 :]))
    for number, part in enumerate(_changed(as_stored, Swap(old, marked, block), native, api, Losses())):
        content = part.get("content")
        if content is mark or part.get("output") is mark:
            return (number,)
        if type(content) is list:
            for inner, one in enumerate(content):
                if type(one) is dict and (one.get("content") is mark or one.get("text") is mark):
                    return (number, "content", inner)
    return None


def _replaced(
    stored: list[dict[str, Any]], old: Message, new: Message, block: int, api: Api, losses: Losses
) -> list[dict[str, Any]]:
    """The stored messages of one message of the run with one result replaced; content that is the same stays as is."""
    before, result = old.blocks[block], new.blocks[block]
    assert type(before) is ToolResult and type(result) is ToolResult  # `_target` made sure
    same = canonical_json(before.content) == canonical_json(result.content)
    if api != "anthropic_messages":
        if result.is_error is not None:
            losses.add("the error flag is left out: this API has none", new.index, block)
        if same:
            return stored
        if api == "openai_responses":
            output = responses_request.result_output(result.content, True, losses, new.index, block)
            return [{**one, "output": output} if number == block else one for number, one in enumerate(stored)]
        content = openai_request.result_content(result.content, True, losses, new.index, block)
        return [{**one, "content": content} if number == block else one for number, one in enumerate(stored)]
    part = dict(stored[0]["content"][block])
    if not same:
        part["content"] = anthropic_request.result_content(result.content, True, losses, new.index, block)
    if result.is_error is not None:
        part["is_error"] = result.is_error
    content = [part if number == block else one for number, one in enumerate(stored[0]["content"])]
    return [{**stored[0], "content": content}]


def _model(run: Run, prefix: Prefix) -> str | None:
    """The model that answered this call, else the one before it, else the first that the file names."""
    asked = [request.model for request in run.requests if request.message_index <= prefix.reply and request.model]
    return asked[-1] if asked else (run.models[0] if run.models else None)
