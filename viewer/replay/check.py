"""Whether a bundle still is what it says: its hashes, its calls and results, and the run it was made of."""

from collections.abc import Callable

import msgspec

from viewer.analysis.checks.finding import Finding, FindingPosition, Severity
from viewer.decode.document import JsonDocument
from viewer.errors import RunFileError
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.formats.registry import choose
from viewer.model.hashes import hash_of_hashes, message_hash
from viewer.model.position import parse_json_path, parse_position, value_at
from viewer.model.run import Run
from viewer.replay.bundle import Answer, Bundle, answer_hash, earlier_recorded_hash, recorded_hash, unchanged_hash
from viewer.replay.credentials import credential_labels, without_server_credentials
from viewer.replay.prefix import Prefix, unsendable
from viewer.replay.run_hashes import TAG, RunHashes, run_hashes

_Add = Callable[[str, Severity, str], None]
"""Takes code, severity and text of a finding."""


def check_bundle(bundle: Bundle, run: Run | None = None) -> list[Finding]:
    """What is off, the worst first. Positions are those of the run; in the request they are told in words.

    Args:
        bundle: the bundle.
        run: the run it was made of, as it is now; None: it is not at hand.
    """
    found: list[Finding] = []

    def add(code: str, severity: Severity, text: str) -> None:
        found.append(Finding(code, severity, _here(bundle), text))

    _check_hashes(bundle, add)
    _check_request(bundle, add)
    _check_credentials(bundle, add)
    if run is not None:
        _check_run(bundle, run, add)
    for warning in bundle.warnings:
        add("request_lacks", "warning", warning)
    for loss in bundle.losses:
        add("not_as_stored", "info", f"{loss.position or 'request fields'}: {loss.text}")
    order = ("error", "warning", "info")
    return sorted(found, key=lambda one: order.index(one.severity))


def _here(bundle: Bundle) -> tuple[FindingPosition, ...]:
    try:
        place = parse_position(bundle.position)
    except ValueError:
        return ()
    return (FindingPosition(place.message, place.block, bundle.tool_use_id),)


def _check_hashes(bundle: Bundle, add: _Add) -> None:
    for name, answer in (("original", bundle.original), ("replacement", bundle.replacement)):
        if _hash_of(answer) != answer.hash:
            add("answer_changed", "error", f"the {name} result was changed after the bundle was made")
    try:
        block = value_at(bundle.request, parse_json_path(bundle.block_path))
        unchanged = unchanged_hash(bundle.request, bundle.block_path)
    except (LookupError, TypeError, ValueError):
        add("block_missing", "error", "the request has no block at `block_path`")
        return
    if block != bundle.replacement.sent:
        add("block_changed", "error", "the block in the request is not the replacement")
    if unchanged != bundle.unchanged_hash:
        add("request_changed", "error", "the request was changed outside the replaced block after it was made")
    recorded = [one.model_dump() for one in bundle.recorded_results]
    hash_of = recorded_hash if bundle.recorded_hash.startswith(TAG) else earlier_recorded_hash
    if hash_of(bundle.continuation, recorded) != bundle.recorded_hash:
        add("recorded_changed", "error", "what the run did afterwards was changed after the bundle was made")


def _hash_of(answer: Answer) -> str:
    return answer_hash(answer.content, answer.is_error, answer.sent)


def _check_request(bundle: Bundle, add: _Add) -> None:
    try:
        format, view = choose(JsonDocument(name="request", value=bundle.request, text=b""), bundle.api)
        (run,) = format.read(view)
    except (*MAPPING_ERRORS, RunFileError) as error:
        add("request_unreadable", "error", f"the request is none of {bundle.api}: {error}")
        return
    for problem in run.problems[:1]:
        add("request_unreadable", "error", f"message {problem.record} of the request: {problem.reason}")
    if not run.messages:
        add("request_unreadable", "error", "the request holds no message")
        return
    indexed = tuple(msgspec.structs.replace(one, index=number) for number, one in enumerate(run.messages))
    whole = msgspec.structs.replace(run, messages=indexed)
    last = len(indexed) - 1
    refusal = unsendable(whole, Prefix(((0, last),), last + 1), needs_objects=bundle.api == "anthropic_messages")
    if refusal is not None:
        add("request_refused", "error", f"no API takes the request: {refusal.reason}")


def _check_credentials(bundle: Bundle, add: _Add) -> None:
    labels = credential_labels(
        [
            bundle.request,
            bundle.original.content,
            bundle.continuation,
            [one.model_dump() for one in bundle.recorded_results],
            bundle.author,
            bundle.reason,
        ]
    )
    _, servers = without_server_credentials(bundle.request)
    if servers:
        add("credentials", "error", f"a provider-run tool says how to sign in at {servers[0].path}")
    if labels and bundle.credentials == "included":
        add("credentials", "warning", f"values that look like credentials were included on purpose: {_listed(labels)}")
    elif labels:
        add("credentials", "error", f"values that look like credentials: {_listed(labels)}")
    if bundle.masked:
        one = bundle.masked[0]
        add(
            "masked",
            "warning",
            f"{len(bundle.masked):,} values are masked, such as {one.path} ({one.label}): "
            "the request does not equal the run's",
        )


def _listed(labels: list[str]) -> str:
    return ", ".join(labels[:5]) + (f" and {len(labels) - 5:,} more" if len(labels) > 5 else "")


def _check_run(bundle: Bundle, run: Run, add: _Add) -> None:
    now = _hashes_now(bundle, run)
    if now.messages == bundle.run.messages_hash:
        return
    place = _here(bundle)
    index = place[0].message_index if place else 0
    if max([index, *(last for _, last in bundle.sent)]) >= len(run.messages):
        add("run_changed", "error", f"the run has {len(run.messages)} messages, fewer than were sent")
    elif message_hash(run.messages[index]) != bundle.run.message_hash:
        add("run_changed", "error", f"[{index}] of the run is not what it was")
    elif now.sent != bundle.run.sent_hash:
        add("run_changed", "error", "the messages sent are not what they were in the run")
    else:
        add("run_changed", "warning", "the run has changed, but not in the messages sent")


def _hashes_now(bundle: Bundle, run: Run) -> RunHashes:
    """In the way in which the bundle has them."""
    sent = tuple(bundle.sent)
    if bundle.run.messages_hash.startswith(TAG):
        reply = bundle.run.messages if bundle.discarded is None else bundle.discarded[0]
        return run_hashes(run.messages, sent, reply)
    hashes = [message_hash(message) for message in run.messages]
    return RunHashes(
        hash_of_hashes(hashes), hash_of_hashes([one for first, last in sent for one in hashes[first : last + 1]])
    )
