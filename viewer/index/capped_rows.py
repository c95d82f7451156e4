"""Rows of runs as a cap sees them: with their ending by rule or from outside, their weight, and their units."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from viewer.analysis.caps.units import CappedRun, CapUnit
from viewer.index.rows import RunRow
from viewer.index.run_rules import Rule, RuleError, attribute, result_of, rule, text_of
from viewer.model.run import EndingKind, Outcome

ENDINGS: tuple[str, ...] = get_args(EndingKind)
GROUPINGS = ("label", "model", "outcome", "ending", "format", "task")
"""And `attribute.NAME`."""
RATES = ("sampling_rate", "sample_rate", "samplingRate", "sampleRate", "sampling.rate")
"""Attributes that hold the share of runs which were stored."""
SUB_AGENTS = " (sub-agents)"


@dataclass(frozen=True)
class CapChoices:
    """How runs are counted, beyond what their files say."""

    endings: tuple[Rule, ...] = ()
    """The first that fits gives the ending."""
    outcomes: Mapping[str, Outcome] | None = None
    """By key of a run, from outside."""
    rates: tuple[Rule, ...] = ()
    """The first that fits gives the share of such runs that were stored."""
    rate_attribute: str | None = None
    """None: any of RATES that is there."""


@dataclass(frozen=True)
class Capped:
    """Runs of one group."""

    runs: tuple[CappedRun, ...]
    never_started: int
    """Runs without a request, counted apart."""


def ending_rule(text: str) -> Rule:
    """A rule whose result is an ending.

    Raises:
        RuleError: it is none.
    """
    found = rule(text)
    if found.result not in ENDINGS:
        raise RuleError(f"{text!r}: no ending {found.result!r}; there are {', '.join(ENDINGS)}")
    return found


def rate_rule(text: str) -> Rule:
    """A rule whose result is a sampling rate above 0, at most 1.

    Raises:
        RuleError: it is none.
    """
    found = rule(text)
    try:
        rate = float(found.result)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= 1:
        raise RuleError(f"{text!r}: {found.result!r} is no share of runs that were stored: above 0, at most 1")
    return found


def capped_runs(rows: Iterable[RunRow], unit: CapUnit, choices: CapChoices | None = None) -> Capped:
    """The rows as a cap sees them."""
    made: list[CappedRun] = []
    never_started = 0
    using = choices or CapChoices()
    for row in rows:
        if row.model_requests < 1:
            never_started += 1
        else:
            made.append(capped_run(row, unit, using))
    return Capped(tuple(made), never_started)


def capped_run(row: RunRow, unit: CapUnit, choices: CapChoices) -> CappedRun:
    """One row that has at least one request."""
    units = row.turn_steps if unit == "turn" and row.turn_steps else (row.model_requests,)
    return CappedRun(
        key=row.key,
        task=row.key if row.task is None else f"{row.label or ''}\n{row.task}",
        ending=ending_of(row, choices),
        units=units,
        unit_tokens=_unit_tokens(row, units),
        weight=1 / rate_of(row, choices),
        cap=row.cap if row.cut_by == "steps" and row.cap_unit in (None, "requests", "steps") else None,
        model=row.model,
        format=row.format,
        cut_by=row.cut_by,
        dollars=row.cost,
    )


def _unit_tokens(row: RunRow, units: tuple[int, ...]) -> tuple[tuple[int | None, ...], ...]:
    """The sizes of a run's requests, unit by unit; a run's branches have none."""
    if not any(size is not None for size in row.prompt_tokens):
        return ()
    made, at = [], 0
    for count in units:
        made.append(row.prompt_tokens[at : at + count])
        at += count
    return tuple(made)


def ending_of(row: RunRow, choices: CapChoices) -> EndingKind:
    """By rule; else by the outcome from outside, which a cut run can only win by; else by the file.

    A cut run that was judged a failure stays cut: a capped run fails because it was cut.
    """
    by_rule = result_of(row, choices.endings)
    if by_rule is not None:
        return cast(EndingKind, by_rule)
    given = (choices.outcomes or {}).get(row.key)
    if given is not None and (given == "success" or row.ending not in ("censored", "open")):
        return given
    return cast(EndingKind, row.ending)


def rate_of(row: RunRow, choices: CapChoices) -> float:
    """The share of such runs that were stored; 1 where nothing says so."""
    by_rule = result_of(row, choices.rates)
    if by_rule is not None:
        return float(by_rule)
    for name in RATES if choices.rate_attribute is None else (choices.rate_attribute,):
        value = attribute(row, name)
        try:
            rate = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else 0.0
        except ValueError:
            continue
        if 0 < rate <= 1:
            return rate
    return 1.0


def groups(rows: Sequence[RunRow], by: str | None) -> dict[str, list[RunRow]]:
    """The rows by a field of theirs, the biggest group first; runs of sub-agents are groups of their own."""
    found: dict[str, list[RunRow]] = {}
    for row in rows:
        found.setdefault(group_of(row, by), []).append(row)
    return dict(sorted(found.items(), key=lambda entry: (-len(entry[1]), entry[0])))


def group_of(row: RunRow, by: str | None) -> str:
    """The group of a row; `all` where nothing divides them."""
    name = "all" if by is None else text_of(row, by) or f"no {by}"
    return name if row.parent_run_id is None else name + SUB_AGENTS
