"""Replace one tool result and get the request of the next model call, with nothing else changed."""

import json
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.pairing import Pairing, pair
from viewer.model.block import ToolResult
from viewer.model.hashes import message_hash
from viewer.model.run import Run
from viewer.replay.body import Swap, request_body
from viewer.replay.built import LIST_OF, Api, Loss, Losses
from viewer.replay.json_list import JsonList
from viewer.replay.prefix import Range, Refusal, prefix_of, unsendable
from viewer.replay.sendable_text import sendable_request
from viewer.replay.stored_messages import StoredMessages
from viewer.replay.swap_warnings import swap_warnings
from viewer.replay.warnings import request_warnings


@dataclass(frozen=True)
class Replacement:
    """What the tool is to have answered."""

    message_index: int
    block: int
    content: Any
    """Text, or a JSON value that the API takes as a result's content."""
    is_error: bool | None = None
    """None: as it is stored."""


@dataclass(frozen=True)
class SwappedRequest:
    """A request that was never sent: the stored list up to a model call, with one result replaced."""

    api: Api
    body: dict[str, Any]
    texts: JsonList
    """The body's list; its replaced entry stands alone."""
    sent: tuple[Range, ...]
    """Messages of the run that it holds."""
    discarded: Range | None
    """Messages of the run that came after that model call, and are not in it; None: there were none."""
    place: tuple[str | int, ...] | None
    """Of the block or message of the body that says the result; None: this API does not hold it."""
    original: Any
    """What stands there where nothing is replaced."""
    is_word_by_word: bool
    """Whether every message of the body is as the file has it."""
    tool_use_id: str | None
    old_hash: str
    """Of the message that holds the result, before."""
    new_hash: str
    losses: tuple[Loss, ...]
    """What the request does not hold as the run does."""
    warnings: tuple[str, ...]
    """What the file lacks: the first places to look when behaviour differs."""


def swap(
    run: Run,
    replacement: Replacement,
    api: Api,
    stored: StoredMessages | None = None,
    pairing: Pairing | None = None,
) -> SwappedRequest | Refusal:
    """The request for the model call after a result, with that result replaced; or why there can be none.

    Args:
        run: the run; it is not changed, and no tool is called.
        replacement: which result, and what it is to say.
        api: whose request to build.
        stored: the file's own messages; with them all but the replaced result is word by word the same.
        pairing: of the run's messages, where it is at hand.
    """
    index = replacement.message_index
    pairing = pair(run.messages) if pairing is None else pairing
    target = _target(run, replacement)
    if isinstance(target, Refusal):
        return target
    prefix = prefix_of(run, index, pairing)
    if isinstance(prefix, Refusal):
        return prefix
    refusal = unsendable(run, prefix, needs_objects=api == "anthropic_messages", pairing=pairing)
    if refusal is not None:
        return refusal
    old = run.messages[index]
    is_error = target.is_error if replacement.is_error is None else replacement.is_error
    result = msgspec.structs.replace(target, content=replacement.content, is_error=is_error)
    blocks = (*old.blocks[: replacement.block], result, *old.blocks[replacement.block + 1 :])
    new = msgspec.structs.replace(old, blocks=blocks)
    losses = Losses()
    made = request_body(run, prefix, api, stored, losses, Swap(old, new, replacement.block))
    at = None if made.place is None else int(made.place[1])
    sendable = sendable_request(made.request, LIST_OF[api], losses, at, made.is_word_by_word)
    last = len(run.messages) - 1
    return SwappedRequest(
        api,
        sendable.body,
        sendable.texts,
        prefix.ranges,
        (prefix.reply, last) if prefix.reply <= last else None,
        made.place,
        made.original,
        made.is_word_by_word and not losses.found,
        target.tool_use_id,
        message_hash(old),
        message_hash(new),
        tuple(losses.found),
        (
            *request_warnings(run, prefix, sendable.body, api),
            *swap_warnings(run, pairing, (index, replacement.block), sendable.body, api),
        ),
    )


def request_json(body: dict[str, Any]) -> bytes:
    """The request as a file: UTF-8, indented, integers of any size exact."""
    return json.dumps(body, ensure_ascii=False, indent=2).encode() + b"\n"


def _target(run: Run, replacement: Replacement) -> ToolResult | Refusal:
    index, block = replacement.message_index, replacement.block
    if not 0 <= index < len(run.messages) or not 0 <= block < len(run.messages[index].blocks):
        return Refusal(f"there is no block [{index}].{block} in this run", ())
    found = run.messages[index].blocks[block]
    here = (FindingPosition(index, block),)
    if type(found) is not ToolResult:
        return Refusal(f"[{index}].{block} is no tool_result", here)
    if found.executed_by == "provider":
        return Refusal(f"[{index}].{block} came from a tool that the provider ran inside its own reply", here)
    return found
