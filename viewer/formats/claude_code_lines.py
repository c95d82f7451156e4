"""One line of a Claude Code transcript: a piece of a reply, an input, a compaction, or no part of the conversation."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.convert import stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks, usage
from viewer.model.block import Block, Text, ToolResult

SINCE_COMPACTION = "from the last compaction on"
API_ERROR = "API error"
INTERRUPTS = ("[Request interrupted by user]", "[Request interrupted by user for tool use]")
"""What the client writes in the user's name when a reply or a tool is broken off."""
HEAD = "run-meta"
"""The line that a harness puts beside the transcript: `run` holds what it knows of the run."""

_NO_REPLY = {
    API_ERROR: Aside(API_ERROR, "the client's words in the model's place: no reply came"),
    "synthetic": Aside("synthetic", "the client's words in the model's place: no model was asked"),
}
_STATE = "the client's own state, no part of the conversation"
_ASIDES: dict[str, Aside] = {
    kind: Aside(kind, why)
    for kind, why in {
        "summary": "a title, often of another session",
        "file-history-snapshot": "the client's copy of files, for undoing",
        "progress": "what the screen showed of a running tool, hook or sub-agent",
        "queue-operation": "the client's queue of prompts",
        "attachment": "the client adds it to a request in words that the file does not hold",
        HEAD: "a harness wrote it beside the transcript; the run's head shows it",
        **dict.fromkeys(
            (
                "last-prompt", "custom-title", "ai-title", "agent-name", "agent-color", "agent-setting", "tag",
                "pr-link", "worktree-state", "permission-mode", "mode", "bridge-session", "relocated",
                "content-replacement", "started", "result",
            ),
            _STATE,
        ),
    }.items()
}  # fmt: skip


def entry(record: Record) -> Entry:
    """What the line is. Lines of unknown types that hold no message are set aside under their own type."""
    line = record.value
    if type(line) is not dict:
        raise TypeError("a line holds no object")
    kind = line["type"]
    if kind == "assistant":
        return _reply(line)
    if kind == "user":
        return _input(line)
    if kind == "system":
        return _system(line)
    if kind == "attachment":
        return _attached(line)
    known = _ASIDES.get(kind)
    if known is not None:
        return known
    if "message" in line:
        raise ValueError(f"lines of type {kind!r} with a message are not known")
    return Aside(text(kind), "a type of line that this version does not know")


def is_reply(line: dict[str, Any]) -> bool:
    """Whether an assistant line is the model's, not the client's words in its place."""
    message = line.get("message")
    return type(message) is dict and message.get("model") != "<synthetic>" and line.get("isApiErrorMessage") is not True


def _reply(line: dict[str, Any]) -> Entry:
    message = line["message"]
    if type(message) is not dict:
        raise TypeError("`message` is no object")
    field = message.get
    model = field("model")
    if model == "<synthetic>" or line.get("isApiErrorMessage") is True:
        return _NO_REPLY[API_ERROR if line.get("isApiErrorMessage") is True else "synthetic"]
    word, key, when = field("stop_reason"), field("id"), line.get("timestamp")
    return Reply(
        blocks(message["content"]),
        # Without an id nothing tells which lines belong together, so each is a reply.
        key if type(key) is str and key else text_or_none(key) or None,
        usage(field("usage")),
        stop_reason(word) if word is not None else None,
        word,
        model if type(model) is str else text_or_none(model),
        when if type(when) is str and when else timestamp(when),
    )


def _input(line: dict[str, Any]) -> Entry:
    message = line["message"]
    if type(message) is not dict:
        raise TypeError("`message` is no object")
    made = blocks(message["content"])
    when = line.get("timestamp")
    when = when if type(when) is str and when else timestamp(when)
    only = made[0] if len(made) == 1 else None
    if type(only) is ToolResult:
        return Input(made, "user", None, when)
    if line.get("isCompactSummary") is True:
        return Compacted(SINCE_COMPACTION, made, when)
    if type(only) is Text and only.text in INTERRUPTS:
        return Input(made, "user", "loop", when, ends_turn=True)
    return Input(made, "user", "loop" if line.get("isMeta") is True and not _has_result(made) else None, when)


def _attached(line: dict[str, Any]) -> Entry:
    """Words that were queued while the agent worked, and sent with the results that came next, stand here only."""
    held = line.get("attachment")
    prompt = held.get("prompt") if type(held) is dict and held.get("type") == "queued_command" else None
    if type(held) is not dict or not prompt:
        return _ASIDES["attachment"]
    by_person = held.get("commandMode", "prompt") == "prompt"
    return Input(blocks(prompt), "user", "caller" if by_person else "loop", timestamp(line.get("timestamp")))


def _has_result(made: tuple[Block, ...]) -> bool:
    return any(type(block) is ToolResult for block in made)


def _system(line: dict[str, Any]) -> Entry:
    kind = str(line.get("subtype"))
    if kind == "compact_boundary":
        details = line.get("compactMetadata")
        if isinstance(details, dict) and (details.get("preservedSegment") or details.get("preservedMessages")):
            return Compacted("a compaction kept some of the messages before it; which, is not told here", known=False)
        return Compacted(SINCE_COMPACTION)
    if kind == "microcompact_boundary":
        return Compacted("the client cleared old tool results from the requests that follow", known=False)
    return Aside(f"system: {kind}", "the client's note on the run, not sent to the model")
