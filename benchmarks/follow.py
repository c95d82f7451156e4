"""Following a run that grows: what an update takes, beside reading its file whole.

python benchmarks/follow.py [--messages 5000] [--lines 10] [--updates 50]

Each format whose lines can be read on gets a file of as many messages; then lines are added and the file is read on,
update after update. Processor time of this process alone, the middle of all updates and the slowest; at most 0.1 of a
whole read is wanted. The machine's noise shows in the slowest, not in the middle.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from test_following import MADE, source_of, text  # noqa: E402  # the path is set above

from viewer import load  # noqa: E402  # as above
from viewer.following import Follower  # noqa: E402  # as above
from viewer.index.extract import rows_of_runs  # noqa: E402  # as above

LIMIT = 0.1


def taken(work: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def measure(name: str, messages: int, lines: int, updates: int, folder: Path) -> bool:
    """Print one format's figures; whether an update in the middle keeps within the limit."""
    path = folder / f"{name}.jsonl"
    every = text(name, messages + lines * updates).splitlines(keepends=True)
    path.write_bytes(b"".join(every[:messages]))
    source = source_of(path)
    whole = min(taken(lambda: load.runs(source)) for _ in range(5))
    follower = Follower()
    follower.runs(source)
    found: list[float] = []
    for number in range(updates):
        at = messages + number * lines
        with path.open("ab") as file:
            file.write(b"".join(every[at : at + lines]))
        grown = source_of(path)
        found.append(taken(lambda grown=grown: follower.runs(grown)))
    rows = taken(lambda: rows_of_runs(load.runs(source_of(path)), None))
    middle = statistics.median(found)
    print(
        f"{name:20} whole {whole:6.1f} ms   update {middle:5.2f} ms = {middle / whole:.3f} of it   "
        f"slowest {max(found):5.2f} ms = {max(found) / whole:.3f}   whole with rows {rows:6.1f} ms"
    )
    return middle <= LIMIT * whole


def main() -> None:
    """Measure all formats that can be followed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=5000)
    parser.add_argument("--lines", type=int, default=10)
    parser.add_argument("--updates", type=int, default=50)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = [measure(name, given.messages, given.lines, given.updates, Path(folder)) for name in MADE]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
