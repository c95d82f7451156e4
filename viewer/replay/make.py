"""Makes a bundle out of a run and one replaced tool result."""

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from viewer.model.block import ToolResult
from viewer.model.hashes import hash_of_hashes, message_hash, run_key
from viewer.model.message import Message
from viewer.model.position import Position, json_path
from viewer.model.run import Run
from viewer.replay.body import request_body
from viewer.replay.built import Api, Loss, Losses
from viewer.replay.bundle import Answer, Bundle, BundleLoss, Masked, RunReference, answer_of, unchanged_hash, value_hash
from viewer.replay.credentials import (
    Substitution,
    credential_labels,
    without_credentials,
    without_server_credentials,
)
from viewer.replay.prefix import Prefix, Refusal
from viewer.replay.recorded_results import recorded_results
from viewer.replay.sendable_text import sendable_text
from viewer.replay.stored_messages import StoredMessages, blocks_match
from viewer.replay.supplied import SuppliedField, with_supplied
from viewer.replay.swap import Replacement, swap

Credentials = Literal["refuse", "mask", "include"]
_NAMED = 5


@dataclass(frozen=True)
class Why:
    """Who makes a bundle, and what for."""

    created_at: str
    """ISO 8601."""
    author: str | None = None
    reason: str | None = None


def make_bundle(
    run: Run,
    replacement: Replacement,
    api: Api,
    stored: StoredMessages | None,
    why: Why,
    credentials: Credentials = "refuse",
    supplied: tuple[SuppliedField, ...] = (),
) -> Bundle | Refusal:
    """The bundle of a replay, or why there can be none.

    Args:
        run: the run; it is not changed.
        replacement: which result, and what it is to say.
        api: whose request to build.
        stored: the file's own messages; with them all but the replaced result is word by word the same.
        why: who makes it.
        credentials: what happens when values look like credentials.
        supplied: request fields from files, where the run lacks them.
    """
    whole = with_supplied(run, supplied, api)
    if isinstance(whole, Refusal):
        return whole
    made = swap(whole, replacement, api, stored)
    if isinstance(made, Refusal):
        return made
    index, block = replacement.message_index, replacement.block
    reply = made.discarded[0] if made.discarded is not None else len(run.messages)
    prefix = Prefix(made.sent, reply)
    result = run.messages[index].blocks[block]
    assert type(result) is ToolResult  # `swap` made sure
    place = _place(whole, prefix, api, stored, index, block)
    if place is None:
        return Refusal(f"the request of this API does not hold the result at {Position(index, block)}", ())
    losses, beside = Losses(list(made.losses)), Losses()
    is_error = result.is_error if replacement.is_error is None else replacement.is_error
    hashes = [message_hash(message) for message in run.messages]
    document: dict[str, Any] = {
        "run": {"run_id": run.run_id, "source": run.source.name},
        "original": {
            "content": result.content,
            "is_error": result.is_error,
            "sent": _at(request_body(whole, prefix, api, stored, Losses()), place),
        },
        "replacement": {"content": replacement.content, "is_error": is_error, "sent": _at(made.body, place)},
        "continuation": [_message(message, hashes[message.index]) for message in run.messages[reply:]],
        "recorded_results": recorded_results(run, reply),
        "tool_use_id": made.tool_use_id,
        "losses": [],
        "warnings": list(made.warnings),
        "author": why.author,
        "reason": why.reason,
    }
    document = sendable_text(document, beside)
    losses.found += [Loss(None, f"beside the request: {loss.text}") for loss in beside.found]
    told = [{"position": loss.position, "text": loss.text} for loss in losses.found]
    document["losses"] = sendable_text({"losses": told}, Losses())["losses"]
    request, signed_off = without_server_credentials(made.body)
    document["request"] = request
    substitutions = [Substitution(f"request.{one.path}", one.label) for one in signed_off]
    # What the recorded results hold stands in the continuation as well.
    labels = credential_labels({name: value for name, value in document.items() if name != "recorded_results"})
    if labels and credentials == "refuse":
        more = f" and {len(labels) - _NAMED:,} more" if len(labels) > _NAMED else ""
        return Refusal(
            f"it would hold values that look like credentials ({', '.join(labels[:_NAMED])}{more}): "
            "mask them, or include them on purpose",
            (),
        )
    if labels and credentials == "mask":
        document, found = without_credentials(document)
        substitutions += found
    reference = RunReference(
        key=run_key(run),
        run_id=document["run"]["run_id"],
        source=document["run"]["source"],
        format=run.format,
        messages=len(run.messages),
        run_hash=hash_of_hashes(hashes),
        sent_hash=sent_hash(hashes, made.sent),
        message_hash=made.old_hash,
    )
    return Bundle(
        run=reference,
        position=str(Position(index, block)),
        tool_use_id=document["tool_use_id"],
        sent=list(made.sent),
        discarded=made.discarded,
        original=_answer(document["original"]),
        replacement=_answer(document["replacement"]),
        api=api,
        request=document["request"],
        block_path=json_path(place),
        unchanged_hash=unchanged_hash(document["request"], json_path(place)),
        equality="masked" if substitutions else _equality(whole, prefix, api, stored, losses),
        losses=[BundleLoss(**one) for one in document["losses"]],
        warnings=document["warnings"],
        supplied=[one.reference() for one in supplied],
        credentials="none" if not (labels or signed_off) else "included" if credentials == "include" else "masked",
        masked=[Masked(path=one.path, label=one.label) for one in substitutions],
        continuation=document["continuation"],
        recorded_results=document["recorded_results"],
        recorded_hash=value_hash([document["continuation"], document["recorded_results"]]),
        author=document["author"],
        reason=document["reason"],
        created_at=why.created_at,
    )


def sent_hash(hashes: list[str], ranges: tuple[tuple[int, int], ...]) -> str:
    """The sha256 over the hashes of the messages that a request holds.

    Args:
        hashes: of all messages of the run.
        ranges: of the messages that it holds, inclusive.
    """
    return hash_of_hashes([one for first, last in ranges for one in hashes[first : last + 1]])


def _answer(part: dict[str, Any]) -> Answer:
    return answer_of(part["content"], part["is_error"], part["sent"])


def _message(message: Message, its_hash: str) -> dict[str, Any]:
    blocks = msgspec.to_builtins(message.blocks)
    return {"index": message.index, "role": message.role, "hash": its_hash, "blocks": list(blocks)}


def _place(
    run: Run, prefix: Prefix, api: Api, stored: StoredMessages | None, index: int, block: int
) -> tuple[str | int, ...] | None:
    """Where a result stands in the request: found by putting a text there that is no other object."""
    mark = "".join(("the replaced", " result"))
    old = run.messages[index]
    result = msgspec.structs.replace(old.blocks[block], content=mark)
    new = msgspec.structs.replace(old, blocks=(*old.blocks[:block], result, *old.blocks[block + 1 :]))
    body = request_body(run, prefix, api, stored, Losses(), new, block)
    for number, message in enumerate(body["messages"]):
        content = message.get("content")
        if content is mark:
            return ("messages", number)
        if type(content) is list:
            for part, one in enumerate(content):
                if type(one) is dict and (one.get("content") is mark or one.get("text") is mark):
                    return ("messages", number, "content", part)
    return None


def _at(request: dict[str, Any], place: tuple[str | int, ...]) -> Any:
    value: Any = request
    for key in place:
        value = value[key]
    return value


def _equality(
    run: Run, prefix: Prefix, api: Api, stored: StoredMessages | None, losses: Losses
) -> Literal["word_by_word", "rebuilt"]:
    if stored is None or stored.api != api or losses.found:
        return "rebuilt"
    for index in prefix.indexes():
        as_stored = stored.of(run.messages[index].records)
        if as_stored is None or not blocks_match(run.messages[index], as_stored, api):
            return "rebuilt"
    return "word_by_word"
