"""Step counts of millions of runs: the first answer, a change along the cube's dimensions, another filter, memory.

python benchmarks/synthetic_index.py FOLDER --runs 10000000
python benchmarks/steps.py FOLDER
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

from viewer.analysis.caps.table import CapTable, cap_table  # noqa: E402  # after the path
from viewer.index.cube import Cube  # noqa: E402
from viewer.index.cube_query import CubeQuestion  # noqa: E402
from viewer.index.filter_line.sql import Condition  # noqa: E402
from viewer.index.quantity import quantity_histogram  # noqa: E402
from viewer.index.reader import open_index  # noqa: E402

REPEATS = 5
CORES = os.cpu_count() or 1
FLOOR = "SELECT label, model, format, ending, model_requests, count(*) FROM runs GROUP BY ALL"
FILTERS = (
    Condition("started >= TIMESTAMPTZ '2026-03-01'"),
    Condition("error_results > 0"),
    Condition("list_contains(findings, ?)", ("parity",)),
    Condition("exit_status = ?", ("max_steps",)),
)


def timed(what: Callable[[], object]) -> tuple[float, float]:
    """Seconds that passed, and seconds of all processors together."""
    start, worked = time.perf_counter(), time.process_time()
    what()
    return time.perf_counter() - start, time.process_time() - worked


def told(name: str, seconds: list[tuple[float, float]], bound: float | None = None) -> None:
    """The processor time tells on a busy machine what the clock cannot; `alone`: that time spread over the cores."""
    clock, worked = zip(*seconds, strict=True)
    words = "" if bound is None else f"  bound {1000 * bound:,.0f} ms"
    print(
        f"{name:60} median {1000 * statistics.median(clock):7,.0f}  min {1000 * min(clock):7,.0f} ms  "
        f"processors {1000 * min(worked):7,.0f} ms  alone {1000 * min(worked) / CORES:7,.0f} ms{words}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    with open_index(folder) as reader:
        print(f"{reader.rows('SELECT count(*) FROM runs')[0][0]:,} runs")
        told(
            "floor: the barest GROUP BY of the same dimensions",
            [timed(lambda: reader.table(FLOOR)) for _ in range(REPEATS)],
        )

        def first() -> CapTable:
            cube = Cube(reader, CubeQuestion())
            cube.distribution()
            return cap_table(cube.counts(), "run")

        told("histogram, quantiles and every cap, first", [timed(first) for _ in range(REPEATS)], 0.6)
        cube = Cube(reader, CubeQuestion())
        told("cells by task and dimension, once, after the first answer", [timed(cube.ready_for_changes)])
        for name, field in (("label", "label"), ("model", "model"), ("ending", "ending")):
            values = cube.values(field)[:4]

            def change(value: str | None, field: str = field) -> object:
                narrowed = {field: (value,)}
                return cube.distribution(narrowed), cap_table(cube.counts(narrowed), "run")

            told(f"one {name}", [timed(lambda one=value: change(one)) for value in values for _ in range(3)], 0.05)
        told(
            "all runs again, another loss",
            [timed(lambda: cap_table(cube.counts(), "run", loss=0.05)) for _ in range(5)],
            0.05,
        )
        for where in FILTERS:
            told(
                f"filter: {where.sql[:40]}",
                [timed(lambda one=where: cap_table(Cube(reader, CubeQuestion(one)).counts(), "run")) for _ in range(3)],
                1.0,
            )
        for quantity in ("tool calls", "seconds"):
            told(
                f"histogram of {quantity}",
                [timed(lambda one=quantity: quantity_histogram(reader, Condition("true"), one)) for _ in range(3)],
                1.0,
            )
        told(
            "unit turn, first",
            [timed(lambda: cap_table(Cube(reader, CubeQuestion(unit="turn")).counts(), "turn")) for _ in range(3)],
        )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:,.0f} MB")


if __name__ == "__main__":
    main()
