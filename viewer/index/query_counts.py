"""Counts over the runs that a condition lets through: by a field, by hour, by release, and which was first."""

from dataclasses import dataclass
from datetime import datetime

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
    """Counts by hour and by release, and the first run of all that pass."""
    runs, dated, first, last, key = limited_rows(
        reader,
        f"SELECT count(*), count(started), min(started), max(started), arg_min(key, started) "
        f"FROM runs WHERE {where.sql}",
        where.parameters,
    )[0]
    hours = _by_hour(reader, where)
    by_day = len(hours) > most
    attribute = _release_attribute(reader, where)
    return Occurrence(
        runs,
        runs - dated,
        first,
        last,
        key,
        tuple((_by_day(hours) if by_day else hours)[-most:]),
        by_day,
        () if attribute is None else tuple(_releases(reader, where, attribute)),
        attribute,
    )


def _by_hour(reader: IndexReader, where: Condition) -> list[tuple[datetime, int]]:
    return limited_rows(
        reader,
        "SELECT date_trunc('hour', started) AS moment, count(*) FROM runs "
        f"WHERE started IS NOT NULL AND {where.sql} GROUP BY moment ORDER BY moment",
        where.parameters,
    )


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


def _releases(reader: IndexReader, where: Condition, name: str) -> list[Counted]:
    found = limited_rows(
        reader,
        f"SELECT attributes[?] AS value, count(*) AS n FROM runs WHERE {where.sql} "
        "GROUP BY value ORDER BY min(started), n DESC LIMIT ?",
        (name, *where.parameters, _MOST),
    )
    return [Counted(value, runs) for value, runs in found]


def release_field(occurred: Occurrence) -> Field | None:
    """The field by which a release is asked for."""
    return None if occurred.release_attribute is None else Attribute(occurred.release_attribute)
