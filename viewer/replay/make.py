"""Makes a bundle out of a run and one replaced tool result."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from viewer.analysis.pairing import pair
from viewer.model.block import ToolResult
from viewer.model.hashes import run_key
from viewer.model.position import Position, json_path, value_at
from viewer.model.run import Run
from viewer.replay.afterwards import afterwards, of_values
from viewer.replay.built import LIST_OF, Api, Loss, Losses
from viewer.replay.bundle import Answer, Bundle, BundleLoss, Masked, RunReference, answer_of, hash_of_lists
from viewer.replay.credential_signs import signs_in
from viewer.replay.credentials import (
    Substitution,
    credential_labels,
    without_credentials,
    without_server_credentials,
)
from viewer.replay.draft import Draft, unchanged_hash_of
from viewer.replay.json_list import JsonList, entries_at, json_list
from viewer.replay.prefix import Refusal
from viewer.replay.run_hashes import message_list, run_hashes
from viewer.replay.sendable_text import sendable_text
from viewer.replay.stored_messages import StoredMessages
from viewer.replay.supplied import SuppliedField, with_supplied
from viewer.replay.swap import Replacement, SwappedRequest, swap
from viewer.replay.swap_warnings import differences

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
    current: tuple[SuppliedField, ...] = (),
) -> Bundle | Refusal:
    """The bundle of a replay as it is read from its file, or why there can be none; arguments as of `draft_bundle`."""
    made = draft_bundle(run, replacement, api, stored, why, credentials, supplied, current)
    return made if isinstance(made, Refusal) else made.bundle()


def draft_bundle(
    run: Run,
    replacement: Replacement,
    api: Api,
    stored: StoredMessages | None,
    why: Why,
    credentials: Credentials = "refuse",
    supplied: tuple[SuppliedField, ...] = (),
    current: tuple[SuppliedField, ...] = (),
) -> Draft | Refusal:
    """The bundle of a replay ready to be written, or why there can be none.

    Args:
        run: the run; it is not changed.
        replacement: which result, and what it is to say.
        api: whose request to build.
        stored: the file's own messages; with them all but the replaced result is word by word the same.
        why: who makes it.
        credentials: what happens when values look like credentials.
        supplied: request fields from files, where the run lacks them.
        current: request fields as they are in use now: where the run's own differ, the bundle says so.
    """
    whole = with_supplied(run, supplied, api)
    if isinstance(whole, Refusal):
        return whole
    pairing = pair(run.messages)
    made = swap(whole, replacement, api, stored, pairing)
    if isinstance(made, Refusal):
        return made
    if made.place is None:
        place = Position(replacement.message_index, replacement.block)
        return Refusal(f"the request of this API does not hold the result at {place}", ())
    reply = made.discarded[0] if made.discarded is not None else len(run.messages)
    request, left_out = without_server_credentials(made.body)
    entries = made.texts
    later = message_list(run.messages[reply:])
    lost = Losses()
    small = sendable_text(_small(run, replacement, made, why), lost)
    small["warnings"] += differences(run, reply, current, api)
    after = afterwards(run, later, reply, pairing, lost, is_as_read=stored is not None)
    losses = [*made.losses, *(Loss(None, f"beside the request: {loss.text}") for loss in lost.found)]
    told = [{"position": loss.position, "text": loss.text} for loss in losses]
    small["losses"] = sendable_text({"losses": told}, Losses())["losses"]
    substitutions = [Substitution(f"request.{one.path}", one.label) for one in left_out]
    # The recorded results stand in the continuation as well.
    named = (
        credential_labels(small),
        _labels_of(after.continuation),
        credential_labels({**request, LIST_OF[api]: None}),
        _labels_of(entries),
    )
    labels = list(dict.fromkeys(label for one in named for label in one))
    if labels and credentials == "refuse":
        more = f" and {len(labels) - _NAMED:,} more" if len(labels) > _NAMED else ""
        return Refusal(
            f"it would hold values that look like credentials ({', '.join(labels[:_NAMED])}{more}): "
            "mask them, or include them on purpose",
            (),
        )
    if labels and credentials == "mask":
        document, found = without_credentials({**small, **after.values(), "request": request})
        small, after, request = document, of_values(document), document["request"]
        entries = json_list(request[LIST_OF[api]], int(made.place[1]))
        substitutions += found
    with ThreadPoolExecutor(1) as beside:  # the hash of a long text lets other threads run
        unchanged = beside.submit(unchanged_hash_of, request, entries, made.place)
        later_hash = beside.submit(later.texts.hash)
        continuation = later_hash if after.continuation is later.texts else beside.submit(after.continuation.hash)
        results = beside.submit(after.recorded_results.hash)
        hashes = run_hashes(run.messages, made.sent, reply, later_hash.result)
    slim = Bundle(
        run=RunReference(
            key=run_key(run),
            run_id=small["run"]["run_id"],
            source=small["run"]["source"],
            format=run.format,
            messages=len(run.messages),
            messages_hash=hashes.messages,
            sent_hash=hashes.sent,
            message_hash=made.old_hash,
        ),
        position=str(Position(replacement.message_index, replacement.block)),
        tool_use_id=small["tool_use_id"],
        sent=list(made.sent),
        discarded=made.discarded,
        original=_answer(small["original"]),
        replacement=_answer(small["replacement"]),
        api=api,
        request=request,
        block_path=json_path(made.place),
        unchanged_hash=unchanged.result(),
        equality="masked" if substitutions else "word_by_word" if made.is_word_by_word and not losses else "rebuilt",
        losses=[BundleLoss(**one) for one in small["losses"]],
        warnings=small["warnings"],
        supplied=[one.reference() for one in supplied],
        credentials="none" if not (labels or left_out) else "included" if credentials == "include" else "masked",
        masked=[Masked(path=one.path, label=one.label) for one in substitutions],
        continuation=[],
        recorded_results=[],
        recorded_hash=hash_of_lists(continuation.result(), results.result()),
        author=small["author"],
        reason=small["reason"],
        created_at=why.created_at,
    )
    return Draft(slim, entries, after)


def _small(run: Run, replacement: Replacement, made: SwappedRequest, why: Why) -> dict[str, Any]:
    """What a bundle says beside its long lists."""
    result = run.messages[replacement.message_index].blocks[replacement.block]
    assert type(result) is ToolResult and made.place is not None  # `swap` made sure
    return {
        "run": {"run_id": run.run_id, "source": run.source.name},
        "original": {"content": result.content, "is_error": result.is_error, "sent": made.original},
        "replacement": {
            "content": replacement.content,
            "is_error": result.is_error if replacement.is_error is None else replacement.is_error,
            "sent": value_at(made.body, made.place),
        },
        "tool_use_id": made.tool_use_id,
        "losses": [],
        "warnings": list(made.warnings),
        "author": why.author,
        "reason": why.reason,
    }


def _labels_of(texts: JsonList) -> list[str]:
    """What looks like a credential."""
    found: dict[str, None] = {}
    for piece in texts.pieces():
        places = list(signs_in(piece))
        if places:
            for entry in entries_at(piece, places):
                found.update(dict.fromkeys(credential_labels(msgspec.json.decode(entry))))
    return list(found)


def _answer(part: dict[str, Any]) -> Answer:
    return answer_of(part["content"], part["is_error"], part["sent"])
