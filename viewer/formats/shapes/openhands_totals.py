"""Token totals of OpenHands, which grow over a run, and the words by which it says that a run was cut."""

import re
from typing import Any

from viewer.formats.convert import count
from viewer.model.run import Ending
from viewer.model.usage import Usage

_MOST_STEPS = re.compile(r"max(?:imum)?\s?iterations?\D{0,20}(\d{1,9})", re.IGNORECASE)


def as_usage(raw: dict[str, Any]) -> Usage:
    """Token counts; `prompt_tokens` includes the cache, which is taken out."""
    prompt, output = count(raw.get("prompt_tokens")), count(raw.get("completion_tokens"))
    read, written = count(raw.get("cache_read_tokens")), count(raw.get("cache_write_tokens"))
    inside = (read or 0) + (written or 0)
    return Usage(prompt - inside if prompt is not None and inside <= prompt else prompt, read, written, output)


def growth(before: Usage | None, after: Usage) -> Usage | None:
    """What a running total grew by; None where it did not, or shrank."""
    if before is None:
        return after if after.input_tokens else None
    pairs = [
        (before.input_tokens, after.input_tokens),
        (before.cache_read_input_tokens, after.cache_read_input_tokens),
        (before.cache_creation_input_tokens, after.cache_creation_input_tokens),
        (before.output_tokens, after.output_tokens),
    ]
    grown = [None if new is None else new - (old or 0) for old, new in pairs]
    if not any(grown) or any(one is not None and one < 0 for one in grown):
        return None
    return Usage(*grown)


def cut(rule: str, error: str) -> Ending:
    """The ending that the last error tells of."""
    most = _MOST_STEPS.search(error)
    if most is not None or "maximum iteration" in error.lower() or "MaxIterations" in error:
        cap = float(most[1]) if most is not None else None
        return Ending("censored", f"{rule}: an iteration cap", "steps", cap, None if cap is None else "requests")
    if "maximum budget" in error.lower():
        return Ending("censored", f"{rule}: a money cap", "money")
    if "stuck in" in error.lower() or "AgentStuckInLoop" in error or error == "stuck":
        return Ending("censored", f"{rule}: the harness saw it going round in circles", "abort")
    return Ending("censored", rule, "crash")
