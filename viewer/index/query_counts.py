"""Counts over the runs that a condition lets through: by a field, by hour, by release, and which was first."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from viewer.index.filter_line.comparison import Condition
from viewer.index.filter_line.tree import Attribute, Field, FindingField, RunField
from viewer.index.query_limit import limited_rows
from viewer.index.reader import IndexReader
from viewer.model.position import json_path

FACETS: dict[str, Field] = {
    **{name: RunField(name) for name in ("format", "model", "outcome", "ending", "label")},
    "finding": FindingField(),
}
"""The fields that a list of runs is narrowed by with one click."""
_RELEASES = ("release", "version", "app_version", "service.version", "langfuse.release", "git_commit", "prompt_version")
"""Attributes that say which release ran, the first that a run has."""
_MOST = 30
_EPOCH, _HOUR = datetime(1970, 1, 1, tzinfo=UTC), timedelta(hours=1)


@dataclass(frozen=True)
class Counted:
    """A value with the number of runs that have it."""

    value: str | None
    """None: not recorded; of findings: none."""
    runs: int


def facet(reader: IndexReader, field: Field, where: Condition, most: int = _MOST) -> list[Counted]:
    """The values of a field with their runs, most first."""
    match field:
        case RunField(name):
            select = f"SELECT {name} AS value FROM runs WHERE {where.sql}"
        case FindingField():
            select = f"SELECT unnest(if(len(findings) > 0, findings, [NULL])) AS value FROM runs WHERE {where.sql}"
        case _:
            raise ValueError(f"{field} is no facet")
    found = limited_rows(
        reader,
        f"SELECT value, count(*) AS n FROM ({select}) GROUP BY value ORDER BY n DESC, value LIMIT ?",
        (*where.parameters, most),
    )
    return [Counted(value, runs) for value, runs in found]


@dataclass(frozen=True)
class StepCounts:
    """Runs by label and steps, without the runs of sub-agents."""

    runs: dict[tuple[str | None, int], int]
    censored: int
    """Of them: their steps are lower bounds."""
    sub_runs: int
    """Runs of sub-agents, which are left out."""


def step_counts(reader: IndexReader, where: Condition) -> StepCounts:
    """How many runs of each label take how many steps."""
    found = limited_rows(
        reader,
        "SELECT label, model_requests, parent_run_id IS NOT NULL AS sub, count(*), "
        f"count(*) FILTER (ending = 'censored') FROM runs WHERE {where.sql} GROUP BY ALL",
        where.parameters,
    )
    runs = {(label, steps): count for label, steps, is_sub, count, _ in found if not is_sub}
    censored = sum(cut for _, _, is_sub, _, cut in found if not is_sub)
    return StepCounts(runs, censored, sum(count for _, _, is_sub, count, _ in found if is_sub))


@dataclass(frozen=True)
class Occurrence:
    """When and where the runs of a condition came up."""

    runs: int
    undated: int
    """Runs without a date that can be read."""
    first: datetime | None
    last: datetime | None
    first_key: str | None
    """Key of the run that started first."""
    by_hour: tuple[tuple[datetime, int], ...]
    """Each hour that has runs, UTC; of more than the asked number days instead."""
    by_day: bool
    releases: tuple[Counted, ...]
    release_attribute: str | None
    """Which attribute names the release; None: no run has one."""


def occurrence(reader: IndexReader, where: Condition, most: int = 400) -> Occurrence:
    """Counts by hour and by release, and the first run of all that pass: one look at them all."""
    attribute = _release_attribute(reader, where)
    found = _seen(reader, where, attribute)
    hours = [one for one in found if not one.is_release]
    dated = sorted((one for one in hours if one.first is not None), key=lambda one: one.value)
    by_hour = [(_EPOCH + one.value * _HOUR, one.runs) for one in dated]
    by_day = len(by_hour) > most
    runs = sum(one.runs for one in hours)
    return Occurrence(
        runs,
        runs - sum(one.runs for one in dated),
        dated[0].first if dated else None,
        dated[-1].last if dated else None,
        _key(reader, dated[0].first_row) if dated else None,
        tuple((_by_day(by_hour) if by_day else by_hour)[-most:]),
        by_day,
        tuple(Counted(one.value, one.runs) for one in found if one.is_release),
        attribute,
    )


@dataclass(frozen=True)
class _Seen:
    """The runs of an hour or of a release."""

    is_release: bool
    value: Any
    """The number of the hour since 1970, or the release."""
    runs: int
    first: datetime | None
    last: datetime | None
    first_row: int


def _seen(reader: IndexReader, where: Condition, attribute: str | None) -> list[_Seen]:
    """The hours in any order, then the releases in that in which they came up."""
    named = "" if attribute is None else ", attributes[?] AS release"
    # Whole hours by arithmetic: asking the calendar takes five times as long.
    hour = "CAST(floor(epoch_us(started) / 3600000000) AS BIGINT) AS hour"
    runs = f"SELECT {hour}, started, run_row{named} FROM runs WHERE {where.sql}"
    counts = "count(*) AS n, min(started) AS first, max(started) AS last, arg_min(run_row, started) AS first_row"
    sql, parameters = f"SELECT false, hour, NULL, {counts} FROM ({runs}) GROUP BY hour", where.parameters
    if attribute is not None:
        sql = (
            f"WITH seen AS MATERIALIZED (SELECT grouping(hour) = 1 AS is_release, hour, release, {counts} "
            f"FROM ({runs}) GROUP BY GROUPING SETS ((hour), (release))) "
            "SELECT * FROM seen WHERE NOT is_release UNION ALL "
            f"(SELECT * FROM seen WHERE is_release ORDER BY first, n DESC LIMIT {_MOST})"
        )
        parameters = (attribute, *where.parameters)
    return [
        _Seen(is_release, release if is_release else hour, *rest)
        for is_release, hour, release, *rest in limited_rows(reader, sql, parameters)
    ]


def _key(reader: IndexReader, run_row: int) -> str | None:
    rows = limited_rows(reader, "SELECT key FROM runs WHERE run_row = ?", (run_row,))
    return rows[0][0] if rows else None


def _by_day(hours: list[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    days: dict[datetime, int] = {}
    for moment, runs in hours:
        day = moment.replace(hour=0)
        days[day] = days.get(day, 0) + runs
    return list(days.items())


def _release_attribute(reader: IndexReader, where: Condition) -> str | None:
    """The first of the names that one of the first thousand runs has."""
    found = limited_rows(
        reader,
        f"SELECT DISTINCT unnest(map_keys(attributes)) FROM (SELECT attributes FROM runs WHERE {where.sql} LIMIT 1000)",
        where.parameters,
    )
    names = {name for (name,) in found}
    for name in _RELEASES:
        for stored in (name, json_path((name,))):
            if stored in names:
                return stored
    return None


def release_field(occurred: Occurrence) -> Field | None:
    """The field by which a release is asked for."""
    return None if occurred.release_attribute is None else Attribute(occurred.release_attribute)
