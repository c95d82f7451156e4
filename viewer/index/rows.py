"""The row of a run: all that a list of runs shows, and all that it reads."""

from collections import Counter
from datetime import datetime
from typing import Any

import msgspec

from viewer.analysis.pairing import Pairing
from viewer.analysis.summary import main_model, summary
from viewer.model.hashes import run_key
from viewer.model.run import Run, walk
from viewer.model.usage import prompt_tokens


class RunRow(msgspec.Struct, frozen=True):
    """Facts of one run, without any message text."""

    source: str
    """Root-relative name of the source."""
    uri: str
    version: str
    run_id: str
    parent_run_id: str | None
    key: str
    format: str
    label: str | None
    task: str | None
    model: str | None
    outcome: str
    ending: str
    exit_status: str | None
    messages: int
    model_requests: int
    """Steps: what step counts count."""
    requests_without_usage: int
    turns: int
    tool_calls: int
    tool_results: int
    unanswered_calls: int
    orphan_results: int
    error_results: int
    input_tokens: int | None
    cache_read_input_tokens: int | None
    cache_creation_input_tokens: int | None
    output_tokens: int | None
    problems: int
    set_aside: int
    started_at: str | None
    attributes: dict[str, Any] = {}
    turn_steps: tuple[int, ...] = ()
    """Requests of each turn, in order: what an iteration cap bounds."""
    prompt_tokens: tuple[int | None, ...] = ()
    """Input of each request, in order, cache reads and writes included; None: not recorded."""
    cut_by: str | None = None
    """What cut a censored run: steps, money, time, tokens, crash, abort; None: not recorded."""
    cap: float | None = None
    """The recorded limit, in `cap_unit`."""
    cap_unit: str | None = None
    seconds: float | None = None
    """From the recorded start to the recorded end."""
    cost: float | None = None
    """US dollars, as the file itself states them for the whole run."""


class UnreadableRow(msgspec.Struct, frozen=True):
    """A source that holds no readable run, and why."""

    source: str
    uri: str
    reason: str
    formats: tuple[str, ...] = ()
    """Names of those that recognise it equally well: it can be read as any of them."""


def run_row(run: Run, paired: Pairing | None = None) -> RunRow:
    """The row of one run, without its sub-runs.

    Args:
        run: the run.
        paired: its messages, where they are paired already.
    """
    counts = summary(run, paired)
    return RunRow(
        source=run.source.name,
        uri=run.source.uri,
        version=run.source.version,
        run_id=run.run_id,
        parent_run_id=run.parent.run_id if run.parent else None,
        key=run_key(run),
        format=run.format,
        label=run.label,
        task=run.task,
        model=main_model(run),
        outcome=run.outcome,
        ending=run.ending.kind,
        exit_status=run.exit_status,
        messages=len(run.messages),
        model_requests=counts.model_requests,
        requests_without_usage=counts.requests_without_usage,
        turns=counts.turns,
        tool_calls=counts.tool_calls,
        tool_results=counts.tool_results,
        unanswered_calls=counts.unanswered_calls,
        orphan_results=counts.orphan_results,
        error_results=counts.error_results,
        input_tokens=counts.usage.input_tokens,
        cache_read_input_tokens=counts.usage.cache_read_input_tokens,
        cache_creation_input_tokens=counts.usage.cache_creation_input_tokens,
        output_tokens=counts.usage.output_tokens,
        problems=len(run.problems),
        set_aside=len(run.set_aside),
        started_at=run.started_at,
        attributes=run.attributes,
        turn_steps=_turn_steps(run),
        prompt_tokens=tuple([prompt_tokens(request.usage) for request in run.requests]),
        cut_by=run.ending.cut_by,
        cap=run.ending.cap,
        cap_unit=run.ending.cap_unit,
        seconds=_seconds(run.started_at, run.ended_at),
        cost=next((one.cost for one in run.stated if one.scope == "run" and one.cost is not None), None),
    )


def _turn_steps(run: Run) -> tuple[int, ...]:
    return tuple(Counter([request.turn for request in run.requests]).values())


def _seconds(started_at: str | None, ended_at: str | None) -> float | None:
    """Between two recorded times; None where one is missing, unreadable, or only one names its zone."""
    if started_at is None or ended_at is None:
        return None
    try:
        return (datetime.fromisoformat(ended_at) - datetime.fromisoformat(started_at)).total_seconds()
    except (ValueError, TypeError):
        return None


def rows(runs: tuple[Run, ...]) -> list[RunRow]:
    """A row for each run of a source and each sub-run."""
    return [run_row(run) for root in runs for run in walk(root)]
