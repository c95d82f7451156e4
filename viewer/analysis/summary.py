"""The counts of a run: one line of `summary --json`, one row of the Runs page."""

from collections import Counter
from dataclasses import dataclass

from viewer.analysis.pairing import Pairing, pair
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import Usage, total


@dataclass(frozen=True)
class Summary:
    """Counts of one run, without its sub-runs (each has its own), with its branches."""

    model_requests: int
    requests_without_usage: int
    turns: int
    tool_calls: int
    """Calls of client tools that the agent's model asked for."""
    tool_results: int
    unanswered_calls: int
    orphan_results: int
    error_results: int
    """Flagged by the file itself, not inferred from text."""
    usage: Usage
    """Sum over the requests; where none records any, the total that the file states for this run alone."""


def summary(run: Run, paired: Pairing | None = None) -> Summary:
    """Count a run's requests, calls, results and tokens.

    Args:
        run: the run.
        paired: its messages, where they are paired already.
    """
    requests: list[Request] = [*run.requests, *(request for branch in run.branches for request in branch.requests)]
    usages = [request.usage for request in requests if request.usage is not None]
    calls = results = unanswered = orphans = errors = 0
    for messages, first in [(run.messages, 0), *((branch.messages, branch.at + 1) for branch in run.branches)]:
        pairing = paired if paired is not None and messages is run.messages else pair(messages)
        calls += len(pairing.answers) + len(pairing.unanswered)
        results += len(pairing.calls) + len(pairing.orphans)
        errors += pairing.errors
        if pairing.orphans and first:
            # They may answer calls that the branch shares with the main list.
            pairing = pair(run.messages[:first] + messages)
        unanswered += sum(message >= first for message, _ in pairing.unanswered)
        orphans += sum(message >= first for message, _ in pairing.orphans)
    counted = total(usages)
    return Summary(
        len(requests),
        len(requests) - len([usage for usage in usages if usage.input_tokens is not None]),
        max([request.turn for request in run.requests], default=0),
        calls,
        results,
        unanswered,
        orphans,
        errors,
        counted if counted != Usage() else _stated(run),
    )


def _stated(run: Run) -> Usage:
    """A total of a run with its sub-agents would count their tokens twice, so only scope `run` will do."""
    stated = [one.usage for one in run.stated if one.scope == "run" and one.usage is not None]
    return stated[0] if stated else Usage()


def main_model(run: Run) -> str | None:
    """The model of most requests, else the first that the file names."""
    counts = Counter([request.model for request in run.requests])
    counts.pop(None, None)
    counts.pop("", None)
    if counts:
        return max(counts, key=counts.__getitem__)
    return run.models[0] if run.models else None
