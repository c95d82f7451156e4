"""Messages of the Vercel AI SDK: those of the UI, which hold whole turns, and those that are sent to a model."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.any_message import any_message
from viewer.formats.shapes.any_part import any_part
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Document, ExecutedBy, Image, Text, Thinking, ToolResult, ToolUse, Unknown

_UI_PARTS = frozenset({"step-start", "dynamic-tool", "tool-invocation", "source-url", "source-document"})
_PLAIN = frozenset({"text", "reasoning", "file"})
_MODEL_PARTS = frozenset({"tool-call", "tool-result", "tool-approval-request", "tool-approval-response"})

_MODEL_KEYS = frozenset({"role", "content", "id", "createdAt", "providerOptions", "experimental_providerMetadata"})


def is_ui_message(value: Any) -> bool:
    """Whether a value is a message of the UI: parts with types, of which calls and steps are the SDK's own."""
    if type(value) is not dict or type(value.get("role")) is not str:
        return False
    if type(value.get("parts")) is not list:
        called = value.get("toolInvocations")  # what the first versions had in the place of parts
        return type(called) is list and any(type(one) is dict and "toolCallId" in one for one in called)
    kinds = [part.get("type") for part in value["parts"] if type(part) is dict]
    return bool(kinds) and all(type(kind) is str and _is_ui_part(kind) for kind in kinds)


def _is_ui_part(kind: str) -> bool:
    return kind in _PLAIN or kind in _UI_PARTS or kind.startswith(("tool-", "data-"))


def is_model_message(value: Any) -> bool:
    """Whether a value is a message for a model that holds calls, results or approvals of the SDK's form."""
    content = value.get("content") if type(value) is dict else None
    if type(content) is not list or not _MODEL_KEYS.issuperset(value):
        return False  # a harness that stores further fields beside such parts is another format
    return any(
        type(part) is dict
        and type(part.get("type")) is str
        and part["type"] in _MODEL_PARTS
        and ("toolCallId" in part or "approvalId" in part)
        for part in content
    )


def entries_of(value: Any, builder: RunBuilder) -> Entry | tuple[Entry, ...]:
    """What one message is: one of the UI holds a whole turn, each step of it a reply and the results that followed."""
    message = mapping(value)
    role = text(message["role"])
    when = timestamp(message.get("createdAt"))
    if "parts" not in message:
        return _of_model_message(message, builder, when)
    parts = [mapping(part) for part in listing(message["parts"])]
    if role == "assistant":
        return tuple(_turn(parts, when)) or Aside("empty message", "it has no part")
    blocks = tuple([_plain(part) for part in parts])
    if role == "system":
        return system_entry(builder, "\n".join(block.text for block in blocks if type(block) is Text), blocks, when)
    if role == "user":
        return Input(blocks, timestamp=when)
    raise ValueError(f"role {role!r} is none of system, user, assistant")


def _of_first_versions(message: dict[str, Any], when: str | None) -> tuple[Entry, ...]:
    """A step with its words, its calls beside them, and what came back of these."""
    reply: list[Block] = [Text(message["content"])] if message.get("content") else []
    results: list[Block] = []
    for call in listing(message["toolInvocations"]):
        _add_call({"toolInvocation": call}, "tool-invocation", reply, results)
    made = Reply(tuple(reply), timestamp=when)
    return (made, Input(tuple(results))) if results else (made,)


def _of_model_message(message: dict[str, Any], builder: RunBuilder, when: str | None) -> Entry | tuple[Entry, ...]:
    if message["role"] == "tool":
        return Input(tuple([any_part(part) for part in listing(message["content"])]), timestamp=when)
    if message.get("toolInvocations"):
        return _of_first_versions(message, when)
    made = any_message(message)
    if made.role == "system":
        return system_entry(builder, message["content"], made.blocks, when)
    if made.role == "assistant":
        return Reply(made.blocks, timestamp=when)
    return Input(made.blocks, timestamp=when)


def _turn(parts: list[dict[str, Any]], when: str | None) -> list[Entry]:
    """Replies, each with the results of its calls; a step begins a new one."""
    made: list[Entry] = []
    reply: list[Block] = []
    results: list[Block] = []

    def close() -> None:
        if reply:
            made.append(Reply(tuple(reply), timestamp=when))
        if results:
            made.append(Input(tuple(results)))
        reply.clear()
        results.clear()

    for part in parts:
        kind = text(part["type"])
        if kind == "step-start":
            close()
        elif _is_call(kind):
            _add_call(part, kind, reply, results)
        else:
            if results and not any(type(block) is ToolUse and block.executed_by == "provider" for block in reply):
                close()  # older writers mark no steps: words after a result are the next reply's
            reply.append(_plain(part))
    close()
    return made


def _is_call(kind: str) -> bool:
    return kind == "dynamic-tool" or kind.startswith("tool-")


def _add_call(part: dict[str, Any], kind: str, reply: list[Block], results: list[Block]) -> None:
    """A call with its state, and what came back as far as it is told."""
    inner = mapping(part["toolInvocation"]) if kind == "tool-invocation" else part
    call_id = text_or_none(inner.get("toolCallId"))
    name = inner.get("toolName") or kind.removeprefix("tool-")
    runner: ExecutedBy = "provider" if part.get("providerExecuted") is True else "client"
    given = inner.get("input", inner.get("args"))
    reply.append(ToolUse(call_id, text(name), inner.get("rawInput") if given is None else given, runner))
    found = result_of(inner, call_id, text(name), runner)
    if found is not None:
        (reply if runner == "provider" else results).append(found)


def result_of(part: dict[str, Any], call_id: str | None, name: str | None, runner: ExecutedBy) -> ToolResult | None:
    """The result that a call's part holds; None: it is still due."""
    state = part.get("state")
    if state == "output-available" or state == "result":
        return ToolResult(call_id, part.get("output", part.get("result")), False, name, runner)
    if state == "output-error":
        return ToolResult(call_id, part.get("errorText"), True, name, runner)
    if state == "output-denied":
        approval = part.get("approval")
        return ToolResult(call_id, approval.get("reason") if type(approval) is dict else None, True, name, runner)
    return None


def _plain(part: dict[str, Any]) -> Block:
    """A part that is no call; sources and data of an application are kept whole."""
    kind = text(part["type"])
    if kind == "text":
        return Text(text(part["text"]))
    if kind == "reasoning":
        return Thinking(text_or_none(part.get("text", part.get("reasoning"))))
    if kind == "file":
        media = part.get("mediaType", part.get("mimeType"))
        media = media if type(media) is str else None
        return Image(media, part) if media is not None and media.startswith("image/") else Document(media, part)
    return Unknown(kind, part)
