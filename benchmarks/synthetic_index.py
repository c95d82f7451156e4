"""An index of millions of runs that no file holds, written straight into the tables.

python benchmarks/synthetic_index.py FOLDER --runs 10000000

Three requests and three calls a run on average; runs of a fleet: labels, models, outcomes, endings, dates and releases
as skewed as real ones are, step counts long-tailed.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

import duckdb  # noqa: E402  # after the path
import pyarrow as pa  # noqa: E402
from deltalake import write_deltalake  # noqa: E402

from viewer.index.store import PROPERTIES, RUNS_PROPERTIES, Store  # noqa: E402
from viewer.index.tables import SCHEMAS  # noqa: E402
from viewer.index.task_bucket import TASK_BUCKETS  # noqa: E402

A_FILE = 1_000_000
"""Runs whose rows are written together."""
_CHANCE = "((hash(n * 16 + {salt}) % 1000000) / 1000000.0)"


def chance(salt: int) -> str:
    """A number in [0, 1) that only the run's number decides."""
    return _CHANCE.format(salt=salt)


def one_of(salt: int, *weighted: tuple[str, float]) -> str:
    """An expression that is each text as often as its weight says."""
    cases, below = [], 0.0
    for text, weight in weighted:
        below += weight
        cases.append(f"WHEN {chance(salt)} < {below} THEN {text}")
    return f"CASE {' '.join(cases)} ELSE {weighted[-1][0]} END"


_STEPS = f"cast(1 + floor(-2 * ln(1 - {chance(1)} * 0.999999) + 30 * pow({chance(2)}, 40)) AS INTEGER)"
_LABEL = one_of(
    3, ("'refund'", 0.4), ("'order'", 0.3), ("'address'", 0.2), ("'account'", 0.07), ("'other-' || n % 40", 0.03)
)
_MODEL = one_of(4, ("'sonnet-5'", 0.6), ("'haiku-5'", 0.3), ("'opus-5'", 0.1))
_RUNS = f"""
SELECT n AS run_row, printf('%016x', n * 2654435761) AS key, 'fleet/' || (n // 10000) || '/' || n || '.json' AS source,
  n AS source_id, '/runs/fleet/' || (n // 10000) || '/' || n || '.json' AS uri, NULL AS member, '1-1' AS version,
  NULL AS parts, 4000 AS source_bytes, 'synthetic' AS parser, now() AS indexed_at, NULL AS reason, NULL AS formats,
  'run-' || n AS run_id, NULL AS parent_run_id, 'canonical' AS format, NULL AS read_as,
  {_LABEL} AS label,
  'task-' || (n % 50000) AS task, cast(hash(n % 50000) % {TASK_BUCKETS} AS INTEGER) AS task_bucket,
  {_MODEL} AS model, [] AS models,
  {one_of(5, ("'success'", 0.6), ("'failure'", 0.3), ("'unknown'", 0.1))} AS outcome,
  {one_of(6, ("'success'", 0.6), ("'failure'", 0.25), ("'censored'", 0.1), ("'unknown'", 0.05))} AS ending,
  'synthetic' AS ending_rule, {one_of(6, ("NULL", 0.85), ("'steps'", 0.1), ("NULL", 0.05))} AS cut_by,
  NULL AS cap, NULL AS cap_unit,
  {one_of(7, ("'end_turn'", 0.8), ("'max_steps'", 0.1), ("'error'", 0.1))} AS exit_status,
  strftime(started, '%Y-%m-%dT%H:%M:%SZ') AS started_at, NULL AS ended_at, started,
  started + INTERVAL 1 MINUTE AS ended,
  steps * (2 + 8 * {chance(8)}) AS seconds,
  map(['session', 'release'], ['s-' || (n // 3), 'v' || (n * 60 // total)]) AS attributes,
  '{{"session":"s-' || (n // 3) || '","release":"v' || (n * 60 // total) || '"}}' AS attributes_json,
  NULL AS sampling_rate, NULL AS weight, steps * 0.01 AS cost, steps * 2 + 1 AS messages, steps AS model_requests,
  0 AS requests_without_usage, 1 AS turns, [steps] AS turn_steps, steps AS longest_turn, steps AS tool_calls,
  steps AS tool_results, 0 AS unanswered_calls, 0 AS orphan_results,
  cast({chance(9)} < 0.1 AS INTEGER) AS error_results, steps * 2000 AS input_tokens,
  steps * 1500 AS cache_read_input_tokens,
  NULL AS cache_creation_input_tokens, steps * 200 AS output_tokens, [steps * 2000] AS prompt_tokens, 0 AS problems,
  0 AS set_aside, CASE WHEN {chance(10)} < 0.05 THEN ['parity'] ELSE [] END AS findings, 0 AS finding_errors,
  3 AS request_rows, 3 AS call_rows
FROM (SELECT *, {_STEPS} AS steps, TIMESTAMPTZ '2026-01-01' + to_seconds(n * 15552000 // total) AS started
  FROM (SELECT range AS n, ?::BIGINT AS total FROM range(?, ?)))
"""
_REQUESTS = f"""
SELECT n AS run_row, printf('%016x', n * 2654435761) AS key, cast(k AS INTEGER) AS k, 0 AS branch, 1 AS turn,
  k AS k_in_turn, 2 * k - 1 AS message_index, {_MODEL} AS model,
  'tool_use' AS stop_reason, 500 AS input_tokens, k * 700 AS cache_read_input_tokens,
  NULL AS cache_creation_input_tokens, 200 AS output_tokens, 'derived' AS context, 2.5 AS seconds
FROM (SELECT range AS n, ?::BIGINT AS total FROM range(?, ?)), range(1, 4) AS ks(k)
"""
_CALLS = f"""
SELECT n AS run_row, printf('%016x', n * 2654435761) AS key, cast(k AS INTEGER) AS k, 0 AS branch,
  2 * k - 1 AS message_index, 1 AS block, 'toolu_' || n || '_' || k AS call_id,
  CASE k WHEN 1 THEN 'search_orders' WHEN 2 THEN 'lookup_policy' ELSE
    {one_of(11, ("'issue_refund'", 0.4), ("'get_shipment'", 0.6))} END AS tool,
  'client' AS executed_by, {chance(12)} >= 0.03 OR k < 3 AS ok, 2 * k AS result_message, 0 AS result_block,
  cast(100 + 4000 * {chance(13)} AS BIGINT) AS result_bytes, 300 AS tokens,
  map(['order_id', 'amount_cents'], ['' || n % 90000, '' || (n * 37 % 20000)]) AS arguments,
  map(['order_id', 'amount_cents'], [(n % 90000)::DOUBLE, (n * 37 % 20000)::DOUBLE]) AS argument_numbers
FROM (SELECT range AS n, ?::BIGINT AS total FROM range(?, ?)), range(1, 4) AS ks(k)
ORDER BY tool, run_row, k
"""


def write_index(folder: Path, runs: int) -> None:
    """An index of so many runs in a folder that does not exist yet."""
    Store(str(folder))
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for first in range(0, runs, A_FILE):
        last = min(first + A_FILE, runs)
        for name, query in (("requests", _REQUESTS), ("calls", _CALLS), ("runs", _RUNS)):
            table = connection.execute(query, (runs, first, last)).to_arrow_table()
            made = pa.Table.from_arrays(
                [table.column(field.name).cast(field.type) for field in SCHEMAS[name]], schema=SCHEMAS[name]
            )
            write_deltalake(
                str(folder / name),
                made,
                mode="append",
                writer_properties=RUNS_PROPERTIES if name == "runs" else PROPERTIES,
            )
        print(f"{last:,} of {runs:,} runs", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=10_000_000)
    given = parser.parse_args()
    start = time.monotonic()
    write_index(given.folder, given.runs)
    size = sum(path.stat().st_size for path in given.folder.rglob("*.parquet"))
    print(f"{given.runs:,} runs, {size / 1e9:.2f} GB, in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
