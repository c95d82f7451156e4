"""The body of a request, from the file's own messages where it has them, else from the run."""

from typing import Any

from viewer.analysis.requests import fields_at
from viewer.model.block import ToolResult
from viewer.model.hashes import canonical_json
from viewer.model.message import Message
from viewer.model.run import Run
from viewer.replay import anthropic_request, openai_request
from viewer.replay.built import Api, Losses, stored_as
from viewer.replay.prefix import Prefix
from viewer.replay.stored_messages import StoredMessages, blocks_match
from viewer.replay.tool_schemas import parameters_for, tools_for


def request_body(
    run: Run,
    prefix: Prefix,
    api: Api,
    stored: StoredMessages | None,
    losses: Losses,
    new: Message | None = None,
    block: int = 0,
) -> dict[str, Any]:
    """Request fields and the messages of a prefix; if asked, one message stands in place of the stored one.

    Args:
        run: the run.
        prefix: the messages to send.
        api: whose request to build.
        stored: the file's own messages, taken word by word where there are any.
        losses: takes what cannot be said.
        new: a message that takes the place of the stored one at its index.
        block: the block of it that differs, a tool_result.
    """
    native = stored_as(run) == api
    word_by_word = stored if stored is not None and stored.api == api else None
    messages: list[dict[str, Any]] = []
    indexes = prefix.indexes()
    for index in indexes:
        message = new if new is not None and index == new.index else run.messages[index]
        if _is_foreign_system(message, native, api):
            continue
        as_stored = word_by_word.of(message.records) if word_by_word is not None else None
        if as_stored is None or not blocks_match(message, as_stored, api):
            messages.extend(_built(message, native, api, losses))
        elif message is new:
            messages.extend(_replaced(as_stored, run.messages[index], new, block, api, losses))
        else:
            messages.extend(as_stored)
    fields = fields_at(run, prefix.reply)
    in_list = [run.messages[index] for index in indexes if _is_foreign_system(run.messages[index], native, api)]
    # A later system message is in the list and, joined, in the fields from there on: it is sent once.
    leading = fields_at(run, indexes[0]) if any(run.messages[index].role == "system" for index in indexes) else fields
    made: dict[str, Any] = {}
    model = _model(run, prefix)
    if model is not None:
        made["model"] = model
    made.update(parameters_for(api, fields.parameters.value, native, losses))
    if leading.system.status == "recorded":
        if api == "anthropic_messages":
            made["system"] = anthropic_request.system_for(leading.system.value, losses)
        else:
            as_stored = word_by_word.of(leading.records) if word_by_word is not None else None
            messages[:0] = as_stored or openai_request.system_messages(leading.system.value, losses)
    if in_list:
        first = made.get("system", [])
        first = [{"type": "text", "text": first}] if isinstance(first, str) else first
        made["system"] = [*first, *anthropic_request.system_texts(in_list, losses)]
    tools = tools_for(api, fields.tools.value, native, losses)
    if tools is not None:
        made["tools"] = tools
    return {**made, "messages": messages}


def _is_foreign_system(message: Message, native: bool, api: Api) -> bool:
    return message.role == "system" and api == "anthropic_messages" and not native


def _built(message: Message, native: bool, api: Api, losses: Losses) -> list[dict[str, Any]]:
    if api == "openai_chat":
        return openai_request.messages_for(message, native, losses)
    made = anthropic_request.message_for(message, native, losses)
    return [] if made is None else [made]


def _replaced(
    stored: list[dict[str, Any]], old: Message, new: Message, block: int, api: Api, losses: Losses
) -> list[dict[str, Any]]:
    """The stored messages of one message of the run with one result replaced; content that is the same stays as is."""
    before, result = old.blocks[block], new.blocks[block]
    assert type(before) is ToolResult and type(result) is ToolResult  # `_target` made sure
    same = canonical_json(before.content) == canonical_json(result.content)
    if api == "openai_chat":
        if result.is_error is not None:
            losses.add("the error flag is left out: this API has none", new.index, block)
        if same:
            return stored
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
