"""What an export is: bytes, and what they do not hold of the run."""

import json
from dataclasses import dataclass
from typing import Any

from viewer.model.run import Run
from viewer.model.usage import Usage
from viewer.replay.built import Loss, Losses
from viewer.replay.sendable_text import sendable_text


@dataclass(frozen=True)
class Exported:
    """A finished export."""

    text: bytes
    """UTF-8."""
    suffix: str
    media_type: str
    losses: tuple[Loss, ...]


def json_export(body: dict[str, Any], losses: Losses) -> Exported:
    """A JSON document, indented, integers of any size exact; half characters replaced and counted."""
    whole = sendable_text(body, losses)
    text = json.dumps(whole, ensure_ascii=False, indent=2, default=str).encode() + b"\n"
    return Exported(text, ".json", "application/json", tuple(losses.found))


def head(run: Run) -> dict[str, Any]:
    """Identity and verdict of a run, as the wire formats' readers take them back."""
    made: dict[str, Any] = {"id": run.run_id}
    for name in ("label", "task", "started_at", "ended_at"):
        value = getattr(run, name)
        if value is not None:
            made[name] = value
    if run.models:
        made["model"] = run.models[0]
    if run.outcome != "unknown":
        made["outcome"] = run.outcome
    return made


def note_common_losses(run: Run, losses: Losses) -> None:
    """What no wire format of a single list holds."""
    if run.sub_runs:
        losses.add(f"{len(run.sub_runs)} sub-runs are left out: export each by itself")
    if run.branches:
        losses.add(f"{len(run.branches)} branches are left out")
    if run.set_aside:
        losses.add(f"{len(run.set_aside):,} records set aside are left out")
    if run.problems:
        losses.add(f"{len(run.problems):,} records that could not be read are left out")
    if run.attributes:
        losses.add("attributes are left out")
    if run.exit_status is not None and run.exit_status != run.outcome:
        losses.add("the exit status is left out")
    if any(request.context is not None for request in run.requests):
        losses.add("what each request saw, where it was not all before it, is left out")


def anthropic_usage(usage: Usage) -> dict[str, int]:
    """Token counts in the Messages API's words, which are ours too."""
    return {
        name: value
        for name in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
        if (value := getattr(usage, name)) is not None
    }


def openai_usage(usage: Usage) -> dict[str, Any] | None:
    """Token counts in the Chat API's words: its prompt tokens include what was cached."""
    made: dict[str, Any] = {}
    if usage.input_tokens is not None:
        cached = usage.cache_read_input_tokens
        written = usage.cache_creation_input_tokens
        made["prompt_tokens"] = usage.input_tokens + (cached or 0) + (written or 0)
        if cached is not None:
            made["prompt_tokens_details"] = {"cached_tokens": cached}
    if usage.output_tokens is not None:
        made["completion_tokens"] = usage.output_tokens
    return made or None
