"""The Runs page over ten million runs: any page of the table, counts, facets and filters, as the server answers them.

`of all cores` is the work of all threads together, `alone` that work spread over the cores: what the clock would show
at best on a machine that does nothing else. Beside other work it is the fairer figure, and is held to the bound.

python benchmarks/synthetic_index.py FOLDER --runs 10000000
python benchmarks/runs_query.py FOLDER
"""

import argparse
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

from viewer.index import query  # noqa: E402  # after the path
from viewer.index.filter_line.comparison import EVERY_RUN  # noqa: E402
from viewer.index.filter_line.parser import parse  # noqa: E402
from viewer.index.filter_line.sql import condition  # noqa: E402
from viewer.index.query_counts import FACETS, facet, occurrence, step_counts  # noqa: E402
from viewer.index.reader import open_index  # noqa: E402

SIZE = 100
REPEATS = 3
CORES = os.cpu_count() or 1
LINES = (
    "steps > 12",
    "not outcome = success",
    "model = opus-5 and errors > 0",
    "label in [refund, order] and ending = censored",
    "started >= 2026-03-01 and started < 2026-03-08",
    "finding = parity",
    "attr.release = v41",
    "in_tokens > 50_000 and cost > 0.20",
    "run-1234567",
    "task-4711",
    "tool = issue_refund",
    "(tool = issue_refund and error = true)",
    "issue_refund.amount_cents > 19_000 and issue_refund.order_id = 4471",
    'steps > 12 and tool = "issue_refund" and issue_refund.amount_cents > 5000 and not outcome = success',
)


def told(name: str, bound: float, act: Callable[[], object]) -> None:
    times, worked = [], []
    for _ in range(REPEATS):
        start, cpu = time.perf_counter(), time.process_time()
        act()
        times.append(time.perf_counter() - start)
        worked.append(time.process_time() - cpu)
    alone = min(worked) / CORES
    over = "" if alone <= bound else "  OVER"
    print(
        f"{name:100} first {times[0]:6.3f} s  median {statistics.median(times):6.3f} s  min {min(times):6.3f} s"
        f"  of all cores {min(worked):6.3f} s  alone {alone:6.3f} s  (bound {bound} s){over}",
        flush=True,
    )


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    start = time.perf_counter()
    index = open_index(folder)
    total = query.count(index, EVERY_RUN)
    print(f"{total:,} runs; opened and counted in {time.perf_counter() - start:.2f} s")
    for name in query.SORTS:
        sort = query.sort_named(name, total)
        told(f"first page, {name}", 0.5, lambda sort=sort: query.page(index, EVERY_RUN, sort, SIZE))
    for name in (query.FILE_ORDER, "most steps", "newest", "label"):
        sort = query.sort_named(name, total)
        told(f"page in the middle, {name}", 0.5, lambda sort=sort: query.page(index, EVERY_RUN, sort, SIZE, total // 2))
    for line in LINES:
        where = condition(parse(line))
        told(f"count: {line}", 1.0, lambda where=where: query.count(index, where))
        told(
            f"page:  {line}",
            1.0,
            lambda where=where: query.page(index, where, query.SORTS["most steps"], SIZE),
        )
    for name, field in FACETS.items():
        told(f"facet {name}", 1.0, lambda field=field: facet(index, field, EVERY_RUN))
    told("runs by label and steps", 1.0, lambda: step_counts(index, EVERY_RUN))
    told(
        "by hour and release: tool = issue_refund",
        3.0,
        lambda: occurrence(index, condition(parse("tool = issue_refund"))),
    )
    told("a run by its key", 0.5, lambda: query.runs_of_key(index, f"{(total // 3) * 2654435761:016x}"))
    told("a run by an id of its attributes", 1.0, lambda: query.runs_of_identifier(index, f"s-{total // 9}"))
    told("the neighbours of a run, newest first", 1.0, lambda: query.neighbours(
        index, EVERY_RUN, query.SORTS["newest"], f"{(total // 3) * 2654435761:016x}"))  # fmt: skip
    print(f"peak memory {peak_megabytes():,.0f} MB (bound 1,024)")


if __name__ == "__main__":
    main()
