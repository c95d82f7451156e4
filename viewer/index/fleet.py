"""Counts over all runs that pass a filter: tools, findings, days, totals, and runs whose prompts grow fastest."""

from dataclasses import dataclass, replace
from datetime import date

from viewer.index.filter_line.comparison import Condition
from viewer.index.query_limit import limited_rows
from viewer.index.reader import IndexReader

MOST_TOOLS, MOST_DAYS, MOST_GROWTH = 500, 1_000, 50
MOST_EXACT = 5_000_000
"""Calls; of more, distinct runs and quantiles would take seconds to count exactly."""


@dataclass(frozen=True)
class ToolCounts:
    """The calls of one tool."""

    tool: str
    runs: int
    calls: int
    errors: int
    """Results that the file itself flags as errors."""
    unflagged: int
    """Answered calls whose result carries no flag either way."""
    unanswered: int
    median_bytes: int | None
    """Of a result; None: no result is stored."""
    p95_bytes: int | None
    most_bytes: int | None
    tokens: int | None
    """That its results added to the next prompts; None: not recorded for any of them."""
    tokens_of: int
    """Calls for which that is recorded."""
    about: bool = False
    """Runs and quantiles are estimates: there are too many calls to count them exactly."""


@dataclass(frozen=True)
class DayCounts:
    """The runs that started on one day, UTC."""

    day: date
    runs: int
    failed: int
    cut: int
    requests: int
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None


@dataclass(frozen=True)
class Totals:
    """Sums over runs; each None where no run records it, and how many do beside it."""

    runs: int
    requests: int
    requests_without_usage: int
    tool_calls: int
    errors: int
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    cost: float | None
    runs_with_cost: int
    without_date: int


@dataclass(frozen=True)
class Growth:
    """A run whose prompt grew."""

    key: str
    source: str
    label: str | None
    first: int
    last: int
    requests: int
    a_request: float
    """Tokens that each request added, on average."""


def tools(reader: IndexReader, where: Condition) -> list[ToolCounts]:
    """The tools, most calls first; among very many calls, runs and quantiles are near the truth, and say so."""
    about = limited_rows(reader, "SELECT count(*) FROM calls", ())[0][0] > MOST_EXACT
    runs = "approx_count_distinct(run_row)" if about else "count(DISTINCT run_row)"
    quantile = "approx_quantile" if about else "quantile_disc"
    kept = "" if where.sql == "true" else f" SEMI JOIN (SELECT run_row FROM runs WHERE {where.sql}) USING (run_row)"
    rows = limited_rows(
        reader,
        f"SELECT tool, {runs}, count(*), count(*) FILTER (ok = false), "
        "count(*) FILTER (ok IS NULL AND result_message IS NOT NULL), count(*) FILTER (result_message IS NULL), "
        f"{quantile}(result_bytes, 0.5), {quantile}(result_bytes, 0.95), max(result_bytes), "
        f"sum(tokens), count(tokens) FROM calls{kept} GROUP BY tool ORDER BY count(*) DESC, tool LIMIT {MOST_TOOLS}",
        where.parameters,
    )
    found = [ToolCounts(row[0] or "", *(None if one is None else int(one) for one in row[1:])) for row in rows]  # type: ignore[arg-type]  # counts are never null
    return [replace(one, about=True) for one in found] if about else found


def carried(reader: IndexReader, where: Condition) -> dict[str, int]:
    """By tool: tokens of its results times the later requests of their run that presented them again.

    At most: what a run left out of later prompts is counted with them.
    """
    rows = limited_rows(
        reader,
        "SELECT tool, sum(tokens * greatest(model_requests - k, 0)) FROM calls JOIN "
        f"(SELECT run_row, model_requests FROM runs WHERE {where.sql}) USING (run_row) "
        "WHERE tokens IS NOT NULL AND k IS NOT NULL GROUP BY tool",
        where.parameters,
    )
    return {tool or "": int(tokens) for tool, tokens in rows if tokens is not None}


def findings(reader: IndexReader, where: Condition) -> list[tuple[str, int]]:
    """Codes of findings and the runs that have them, most first."""
    rows = limited_rows(
        reader,
        f"SELECT code, count(*) FROM (SELECT unnest(findings) AS code FROM runs WHERE {where.sql}) "
        "GROUP BY code ORDER BY count(*) DESC, code",
        where.parameters,
    )
    return [(code, count) for code, count in rows]


_INPUT = "(input_tokens + coalesce(cache_read_input_tokens, 0) + coalesce(cache_creation_input_tokens, 0))"


def days(reader: IndexReader, where: Condition) -> list[DayCounts]:
    """The last days on which runs started, in order."""
    rows = limited_rows(
        reader,
        # By arithmetic: asking the calendar takes three times as long.
        "SELECT CAST(make_timestamp(epoch_us(started)) AS DATE) AS day, count(*), "
        "count(*) FILTER (ending = 'failure'), count(*) FILTER (ending IN ('censored', 'open')), sum(model_requests), "
        f"sum({_INPUT}), sum(output_tokens), sum(cost) FROM runs "
        f"WHERE started IS NOT NULL AND {where.sql} GROUP BY day ORDER BY day DESC LIMIT {MOST_DAYS}",
        where.parameters,
    )
    return [DayCounts(*row) for row in reversed(rows)]


def totals(reader: IndexReader, where: Condition) -> Totals:
    """The sums."""
    row = limited_rows(
        reader,
        "SELECT count(*), coalesce(sum(model_requests), 0), coalesce(sum(requests_without_usage), 0), "
        "coalesce(sum(tool_calls), 0), coalesce(sum(error_results), 0), "
        f"sum({_INPUT}), sum(cache_read_input_tokens), sum(output_tokens), sum(cost), count(cost), "
        f"count(*) - count(started) FROM runs WHERE {where.sql}",
        where.parameters,
    )[0]
    return Totals(*row)


def fastest_growth(reader: IndexReader, where: Condition) -> list[Growth]:
    """The runs whose recorded prompts grow most from request to request."""
    rows = limited_rows(
        reader,
        "SELECT key, source, label, sizes[1], sizes[-1], model_requests, (sizes[-1] - sizes[1]) / (len(sizes) - 1) AS "
        "a_request FROM (SELECT key, source, label, model_requests, list_filter(prompt_tokens, lambda size: size IS "
        f"NOT NULL) AS sizes FROM runs WHERE model_requests > 1 AND {where.sql}) WHERE len(sizes) > 1 "
        f"AND sizes[-1] > sizes[1] ORDER BY a_request DESC, key LIMIT {MOST_GROWTH}",
        where.parameters,
    )
    return [Growth(*row) for row in rows]
