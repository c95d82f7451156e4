"""The queries behind a cube of step counts: runs by dimension and steps, runs by task and steps, units, tokens."""

from collections.abc import Sequence
from dataclasses import dataclass

from viewer.analysis.caps.units import CapUnit
from viewer.index.filter_line.comparison import EVERY_RUN, Condition
from viewer.index.run_rules import FIELDS, Rule, sql

DIMENSIONS = ("label", "model", "format", "ending")
"""What a cube can be divided and narrowed by without asking the index again."""


@dataclass(frozen=True)
class CubeQuestion:
    """Which runs, and what is counted of them."""

    where: Condition = EVERY_RUN
    unit: CapUnit = "run"
    endings: tuple[Rule, ...] = ()
    rates: tuple[Rule, ...] = ()
    rate_attribute: str | None = None
    """Holds the share of such runs that was stored; None: the one that the index found."""
    more: str | None = None
    """One more dimension: `outcome`, or the name of an attribute as `attribute.NAME`."""


@dataclass(frozen=True)
class Held:
    """What the runs of a question record at all: columns that hold nothing need not be divided by."""

    weights: bool
    caps: bool
    money: bool
    sub_agents: bool
    no_task: bool
    """Whether a run names no task."""


@dataclass(frozen=True)
class Query:
    """SQL with the values of its `?` in order."""

    sql: str
    parameters: Sequence[object]


def held(asked: CubeQuestion) -> Query:
    """What there is to divide by: one row in the order of `Held`; of columns that hold nothing no row is read."""
    return Query(
        "SELECT count(weight) > 0, count(cap) > 0, count(*) FILTER (cut_by = 'money') > 0, count(parent_run_id) > 0, "
        f"count(*) > count(task_bucket) FROM runs WHERE {asked.where.sql} AND (weight IS NOT NULL OR cap IS NOT NULL "
        "OR cut_by = 'money' OR parent_run_id IS NOT NULL OR task_bucket IS NULL)",
        asked.where.parameters,
    )


def _runs(asked: CubeQuestion, has: Held) -> Query:
    """The runs with their ending, weight and steps, one row each."""
    ending, ending_values = sql(asked.endings, "ending")
    rate, rate_values = sql(asked.rates, "NULL")
    weight, weight_values = _weight(asked, has)
    if asked.rates:
        weight = f"coalesce(1 / CAST({rate} AS DOUBLE), {weight})"
    steps = "CASE WHEN longest_turn > 0 THEN longest_turn ELSE model_requests END"
    cap = "CASE WHEN cut_by = 'steps' AND coalesce(cap_unit, 'steps') IN ('requests', 'steps') THEN cap END"
    more, more_values = _more(asked)
    text = (
        f"SELECT label, model, format, {ending} AS ending, "
        f"{'parent_run_id IS NOT NULL' if has.sub_agents else 'false'} AS sub_agent, task, task_bucket, "
        f"{steps if asked.unit == 'turn' else 'model_requests'} AS steps, {weight} AS weight, "
        f"{cap if has.caps else 'NULL'} AS cap, "
        f"{_MONEY if has.money else 'false'} AS money, turn_steps, prompt_tokens, {_ONE_TURN} AS one_turn{more} "
        f"FROM runs WHERE {asked.where.sql}"
    )
    return Query(text, [*ending_values, *rate_values, *weight_values, *more_values, *asked.where.parameters])


def _weight(asked: CubeQuestion, has: Held) -> tuple[str, list[object]]:
    """What a run stands for where no rule says so."""
    if asked.rate_attribute is None:
        return ("coalesce(weight, 1.0)" if has.weights else "1.0"), []
    rate = "TRY_CAST(attributes[?] AS DOUBLE)"
    return f"CASE WHEN {rate} > 0 AND {rate} <= 1 THEN 1 / {rate} ELSE 1.0 END", [asked.rate_attribute] * 3


_ONE_TURN = "coalesce(len(turn_steps) = 1 AND longest_turn > 0, false)"
"""The run's own steps are those of its only turn."""
_MONEY = "coalesce(ending = 'censored' AND cut_by = 'money', false)"


def _more(asked: CubeQuestion) -> tuple[str, list[object]]:
    if asked.more is None:
        return "", []
    if asked.more.startswith("attribute."):
        return ", attributes[?] AS more", [asked.more.removeprefix("attribute.")]
    return f", {FIELDS[asked.more]} AS more", []


def _named(asked: CubeQuestion) -> str:
    return ", ".join((*DIMENSIONS, *(["more"] if asked.more is not None else [])))


def _sums(asked: CubeQuestion, has: Held) -> str:
    """The sums of a cell; without weights they are the count, which is not summed again."""
    is_weighted = has.weights or asked.rates or asked.rate_attribute is not None
    weights = ", sum(weight) AS weight, sum(weight * weight) AS squares" if is_weighted else ""
    return f"count(*) AS runs{weights}"


def cube(asked: CubeQuestion, has: Held) -> Query:
    """Runs by everything that is cheap to divide by, and in the same scan by group of tasks, ending and steps.

    Rows of the second kind are those that are not `pooled`. Steps 0 are runs that never started.
    """
    runs = _runs(asked, has)
    sub_agent = ", sub_agent" if has.sub_agents else ""
    rare = [
        name
        for name, is_held in (
            ("cap", has.caps), ("money", has.money), ("alone", has.no_task), ("one_turn", asked.unit == "turn"),
        )
        if is_held
    ]  # fmt: skip
    pooled = ", ".join((*rare, f"{_named(asked)}{sub_agent}, steps"))
    text = (
        f"SELECT {pooled}, task_bucket AS cluster, grouping(task_bucket) = 1 AS pooled, {_sums(asked, has)} "
        f"FROM (SELECT *, task_bucket IS NULL AS alone FROM ({runs.sql})) "
        f"GROUP BY GROUPING SETS (({pooled}), (ending{sub_agent}, steps, task_bucket))"
    )
    return Query(text, runs.parameters)


def tasks(asked: CubeQuestion, has: Held, with_dimensions: bool, narrowed: dict[str, tuple[str | None, ...]]) -> Query:
    """Successes and cut runs that name their task, by group of tasks and steps.

    Args:
        asked: which runs.
        has: what they record.
        with_dimensions: divide by the dimensions too.
        narrowed: values of dimensions to keep.
    """
    runs, kept = _runs(asked, has), _kept(narrowed)
    columns = _named(asked) if with_dimensions else "ending"
    if has.sub_agents:
        columns += ", sub_agent"
    text = (
        f"SELECT {columns}, task_bucket AS cluster, steps, {_sums(asked, has)} "
        f"FROM ({runs.sql}) WHERE task_bucket IS NOT NULL AND steps > 0 "
        f"AND ending IN ('success', 'censored', 'open') AND {kept.sql} GROUP BY ALL"
    )
    return Query(text, [*runs.parameters, *kept.parameters])


def trials(asked: CubeQuestion, has: Held) -> Query:
    """How many tasks there are, and the most runs that one of them has."""
    runs = _runs(asked, has)
    return Query(
        "SELECT count(*), max(runs) FROM (SELECT count(*) AS runs "
        f"FROM ({runs.sql}) WHERE task IS NOT NULL GROUP BY label, task)",
        runs.parameters,
    )


def units(asked: CubeQuestion, has: Held) -> Query:
    """Turns of the runs that are not `one_turn`, by dimension and steps; only the last one of a cut run is cut."""
    runs = _runs(asked, has)
    sub_agent = ", sub_agent" if has.sub_agents else ""
    text = (
        f"SELECT {_named(asked)}{sub_agent}, steps, number < turns OR ending NOT IN ('censored', 'open') AS ended, "
        f"{_sums(asked, has)} FROM (SELECT {_named(asked)}{sub_agent}, weight, len(turn_steps) AS turns, "
        "unnest(turn_steps) AS steps, generate_subscripts(turn_steps, 1) AS number "
        f"FROM ({runs.sql}) WHERE NOT one_turn) GROUP BY ALL"
    )
    return Query(text, runs.parameters)


def tokens(asked: CubeQuestion, has: Held, narrowed: dict[str, tuple[str | None, ...]], sub_agents: bool) -> Query:
    """Prompt tokens by the place of their request in its unit, from 1."""
    runs, kept = _runs(asked, has), _kept(narrowed)
    if asked.unit == "run":
        places = "generate_subscripts(prompt_tokens, 1)"
    else:
        places = "unnest(flatten(list_transform(turn_steps, lambda steps: range(1, steps + 1))))"
    text = (
        f"SELECT place, sum(size) AS tokens FROM (SELECT {places} AS place, unnest(prompt_tokens) AS size "
        f"FROM ({runs.sql}) WHERE sub_agent = ? AND {kept.sql}) WHERE size IS NOT NULL GROUP BY place"
    )
    return Query(text, [*runs.parameters, sub_agents, *kept.parameters])


def _kept(narrowed: dict[str, tuple[str | None, ...]]) -> Condition:
    parts: list[str] = []
    parameters: list[object] = []
    for name, values in narrowed.items():
        column = name
        given = [value for value in values if value is not None]
        told = [f"{column} IN ({', '.join('?' * len(given))})"] if given else []
        told += [f"{column} IS NULL"] if None in values else []
        parts.append(f"({' OR '.join(told)})" if told else "false")
        parameters += given
    return Condition(" AND ".join(parts) or "true", tuple(parameters))
