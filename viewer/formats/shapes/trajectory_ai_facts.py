"""What trajectory.ai writes beside the messages of a trajectory: how it ended, its rewards, its own counts."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.convert import count, number_or_none, whole_or_none
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.heads import Head
from viewer.formats.shapes.langchain_messages import usage as usage_metadata
from viewer.formats.shapes.litellm_usage import usage as chat_usage
from viewer.formats.shapes.response_blocks import usage as response_usage
from viewer.model.run import CutBy, Ending, Stated
from viewer.model.usage import Usage

_CUT_BY: dict[str, CutBy | None] = {
    "TIMEOUT": "time",
    "MAX_STEPS": "steps",
    "LIMIT_REACHED": None,
    "TRUNCATION": "tokens",
    "STALE": "abort",
    "CANCELLED": "abort",
    "ERROR": "crash",
}
"""Reasons that cut a run; those of a sandbox are crashes too."""
_STEP_FACTS = ("reward", "info", "trainable_status")
_NO_VERDICT = "; a reward is a number without a scale, so it is no verdict"


def ending(head: Head, reason: Any, builder: RunBuilder) -> Ending:
    """By `termination_reason`, else by `error`, else by how the list stops; open where the file ends inside the run."""
    if head.cut is not None:
        return Ending("open", "the file ends inside this run")
    if type(reason) is str and reason not in ("", "NONE"):
        if reason in _CUT_BY or reason.startswith("SANDBOX_"):
            return Ending("censored", f"`termination_reason` is {reason}", _CUT_BY.get(reason, "crash"))
        return Ending("unknown", f"`termination_reason` is {reason}{_NO_VERDICT}")
    if head.value.get("error"):
        return Ending("censored", "`error` is set", "crash")
    return ending_by_messages(builder)


def notes_on_error(head: Head, reason: Any) -> tuple[str, ...]:
    """A sentence where the reason and the error contradict each other."""
    error = head.value.get("error")
    if type(reason) is not str or (reason == "ERROR" or (reason.startswith("SANDBOX_") and bool(error))) == bool(error):
        return ()
    return (f"`termination_reason` is {reason}, yet `error` is {'set' if error else 'empty'}",)


def stated_steps(steps: list[Any]) -> tuple[Stated, ...]:
    """Rewards and remarks on single steps, as stored."""
    made: list[Stated] = []
    for number, step in enumerate(steps, 1):
        facts = {key: step[key] for key in _STEP_FACTS if step.get(key) is not None} if type(step) is dict else {}
        if facts and facts != {"trainable_status": "not_trainable"}:
            made.append(Stated("step", f"step {number}", metrics=facts))
    return tuple(made)


def stated(head: Any, where: str, steps: str | None = None, cost: str | None = None) -> tuple[Stated, ...]:
    """The totals of one object of the file.

    Args:
        head: the object; any other value states nothing.
        where: what the file calls it.
        steps: the field that counts steps.
        cost: the field that holds US dollars.
    """
    if type(head) is not dict:
        return ()
    metrics = {key: value for key, value in head.items() if value is not None and key not in (steps, cost)}
    counted = whole_or_none(head.get(steps)) if steps else None
    paid = number_or_none(head.get(cost)) if cost else None
    if not metrics and counted is None and paid is None:
        return ()
    return (Stated("run", where, None, paid, counted, metrics),)


def usage(raw: Any) -> Usage | None:
    """Token counts, which the importer passes through in the words of whatever API they came from."""
    if not raw:
        return None
    if "prompt_tokens" in raw:
        return chat_usage(raw)
    if "input_token_details" in raw:
        return usage_metadata(raw)
    if "input_tokens_details" in raw:
        return response_usage(raw)
    read, written = raw.get("cache_read_input_tokens"), raw.get("cache_creation_input_tokens")
    return Usage(count(raw.get("input_tokens")), count(read), count(written), count(raw.get("output_tokens")))
