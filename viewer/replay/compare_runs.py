"""Samples as runs: what a replayed run adds, the whole of it in our own format, and the original's continuation."""

from pathlib import Path
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument
from viewer.formats import canonical
from viewer.formats.registry import choose
from viewer.json_lines import json_line
from viewer.model.block import ToolResult
from viewer.model.position import Position, parse_position
from viewer.model.request import Request
from viewer.model.run import Ending, ParentLink, Run
from viewer.replay.built import LIST_OF
from viewer.replay.bundle import Bundle, original_request
from viewer.replay.send_cost import usage_of
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_replies import continued
from viewer.replay.send_results import Results, ResultsHead, Sample, SampleStep
from viewer.replay.send_sample import entries_of

MOST_BYTES = 512 << 20
"""Beyond this a file of replayed runs, each of which repeats what was sent, is not written."""


def added_run(protocol: Protocol, sample: Sample) -> Run:
    """What a sample adds to the list that was sent, as a run of its own: replies and recorded results."""
    entries = [entry for step in sample.steps for entry in entries_of(protocol, step)]
    run = _read(protocol, {"model": "", LIST_OF[protocol]: entries})
    return _measured(run, protocol, sample.steps)


def original_run(bundle: Bundle) -> Run:
    """What the original added: its messages from the reply on."""
    messages = [
        {
            "role": one["role"],
            "producers": [{"who": "model"}] if one["role"] == "assistant" else [],
            "blocks": one["blocks"],
        }
        for one in bundle.continuation
    ]
    value = {"format": canonical.NAME, "version": canonical.VERSION, "messages": messages}
    (run,) = canonical.read(JsonDocument(name="continuation", value=value, text=b""))
    return run


def replayed_run(bundle: Bundle, head: ResultsHead, sample: Sample) -> Run:
    """A whole replayed run: what was sent and what came of it, with its parent and the swap by name."""
    protocol = head.protocol
    swapped = sample.arm == "swapped"
    request = {**(bundle.request if swapped else original_request(bundle)), **head.set}
    entries = [entry for step in sample.steps for entry in entries_of(protocol, step)]
    run = _measured(_read(protocol, continued(protocol, request, entries)), protocol, sample.steps)
    place = parse_position(bundle.position)
    what = f"with the result at {bundle.position} replaced" if swapped else "with nothing replaced, as the control"
    return msgspec.structs.replace(
        run,
        run_id=f"{bundle.run.run_id or bundle.run.key} {sample.arm} {sample.sample}",
        label=f"replay, {'swapped' if swapped else 'unswapped'}",
        models=tuple(dict.fromkeys(one.model for one in run.requests if one.model)) or run.models,
        attributes={"replay": _attributes(bundle, head, sample, run)},
        ending=_ending(sample, head),
        exit_status=sample.stop,
        outcome="unknown",
        started_at=sample.started_at,
        parent=ParentLink(
            bundle.run.run_id, place.message, bundle.tool_use_id, f"a replay of this run, {what}", in_source=False
        ),
    )


def write_runs(bundle: Bundle, results: Results, path: Path) -> int:
    """Write the replayed runs of a results file as lines of our own format; how many. 0: none, or too much to write."""
    size = len(json_line(bundle.request))
    if not results.samples or size * len(results.samples) > MOST_BYTES:
        return 0
    whole = path.with_name(path.name + ".part")
    with whole.open("wb") as file:
        for arm in ("swapped", "control"):
            for sample in results.of(arm):
                file.write(json_line(canonical.document(replayed_run(bundle, results.head, sample))))
    whole.replace(path)  # a reader never sees half of it
    return len(results.samples)


def _read(protocol: Protocol, request: dict[str, Any]) -> Run:
    format, view = choose(JsonDocument(name="replay", value=request, text=b""), protocol)
    (run,) = format.read(view)
    return run


def _measured(run: Run, protocol: Protocol, steps: list[SampleStep]) -> Run:
    """The run with what the replies say of themselves, where each of them is one reply of the run."""
    first = len(run.requests) - len(steps)
    if first < 0:
        return run
    told = [_with_facts(request, protocol, step) for request, step in zip(run.requests[first:], steps, strict=True)]
    return msgspec.structs.replace(run, requests=(*run.requests[:first], *told))


def _with_facts(request: Request, protocol: Protocol, step: SampleStep) -> Request:
    """Read by the format of a whole reply, which knows its words for a stop."""
    reply = step.reply
    value = [reply] if protocol == "anthropic_messages" else reply
    found = _read_reply(protocol, value)
    return msgspec.structs.replace(
        request,
        usage=usage_of(protocol, reply),
        stop_reason=found.stop_reason if found is not None else None,
        stop_reason_recorded=found.stop_reason_recorded if found is not None else None,
        model=reply["model"] if isinstance(reply.get("model"), str) else None,
        seconds=step.seconds,
        attempts=step.attempts,
    )


def _read_reply(protocol: Protocol, value: Any) -> Request | None:
    format, view = choose(JsonDocument(name="reply", value=value, text=b""), protocol)
    found = [request for run in format.read(view) for request in run.requests]
    return found[-1] if found else None


def _ending(sample: Sample, head: ResultsHead) -> Ending:
    match sample.stop:
        case "ended":
            return Ending("unknown", "the last reply asks for no tool; nobody judged the replay")
        case "needs_live_tool":
            tools = ", ".join(call.tool for call in sample.live_calls)
            return Ending("open", f"the run holds no result to answer with: it would need a live tool ({tools})")
        case "step_cap":
            return Ending("censored", "the replay took as many steps as it was allowed", "steps", head.step_cap, "run")
        case "cut_short":
            return Ending("censored", "the last reply met its own limit", "tokens")


def _attributes(bundle: Bundle, head: ResultsHead, sample: Sample, run: Run) -> dict[str, Any]:
    answered = [answer for step in sample.steps for answer in step.answers]
    places = _last_results(run, len(answered))
    return {
        "of": {"run_id": bundle.run.run_id, "key": bundle.run.key, "source": bundle.run.source},
        "messages_hash": bundle.run.messages_hash,
        "bundle": head.bundle,
        "arm": sample.arm,
        "sample": sample.sample,
        "swapped": bundle.position if sample.arm == "swapped" else None,
        "original_hash": bundle.original.hash,
        "replacement_hash": bundle.replacement.hash,
        "reason": bundle.reason,
        "endpoint": head.endpoint,
        "requested_model": head.model,
        "set": head.set,
        "stop": sample.stop,
        "live_calls": [one.model_dump() for one in sample.live_calls],
        "recorded_answers": [
            {"position": place, "tool": one.tool, "recorded_at": one.position, "number": one.number}
            for place, one in zip(places, answered, strict=False)
        ],
    }


def _last_results(run: Run, count: int) -> list[str]:
    """Where the last results of a run stand, in order: those are the recorded ones."""
    places = [
        str(Position(message.index, number))
        for message in run.messages
        for number, block in enumerate(message.blocks)
        if type(block) is ToolResult
    ]
    return places[len(places) - count :]
