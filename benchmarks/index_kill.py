"""Kills a build at random points, again and again: the resumed index must equal a fresh one, and no row be torn.

python ../shared/tools/make_corpus.py INPUTS --runs 2000
python benchmarks/index_kill.py INPUTS/runs [--kills 50] [--jobs 2] [--seed 0]

A reader polls meanwhile: every run it sees must have all its requests and calls, and every request and call its run.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / "tests"), str(Path(__file__).parent.parent)]

from stored_runs import content_of  # noqa: E402  # found by the path above

from viewer.errors import RunFileError  # noqa: E402  # as above
from viewer.index.audit import audit  # noqa: E402  # as above
from viewer.index.reader import open_index  # noqa: E402  # as above
from viewer.index.store import Store  # noqa: E402  # as above

BUILD = """
import sys
from viewer.index.build import Build
Build([sys.argv[1]], sys.argv[2], jobs=int(sys.argv[3]), batch_seconds=float(sys.argv[4])).run()
"""
TORN = (
    "SELECT count(*) FROM runs LEFT JOIN (SELECT run_row, count(*) n FROM requests GROUP BY 1) q USING (run_row)"
    " LEFT JOIN (SELECT run_row, count(*) n FROM calls GROUP BY 1) c USING (run_row)"
    " WHERE request_rows <> coalesce(q.n, 0) OR call_rows <> coalesce(c.n, 0)",
    "SELECT count(*) FROM requests ANTI JOIN runs USING (run_row)",
    "SELECT count(*) FROM calls ANTI JOIN runs USING (run_row)",
    "SELECT count(*) - count(DISTINCT (uri, run_id)) FROM runs",
)


class Poller:
    """Opens the index again and again and looks for torn rows."""

    def __init__(self, into: Path) -> None:
        self.into = into
        self.looks = 0
        self.torn: list[object] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._poll)
        self.thread.start()

    def _poll(self) -> None:
        while not self.over.wait(0.05):
            try:
                with open_index(self.into) as index:
                    self.torn += [(sql, found) for sql in TORN for (found,) in index.rows(sql) if found]
                    self.looks += 1
            except RunFileError as error:
                if "holds no index" not in str(error):
                    self.torn.append(error)

    def stop(self) -> None:
        self.over.set()
        self.thread.join()


def command(folder: Path, into: Path, jobs: int, batch_seconds: float) -> list[str]:
    return [sys.executable, "-c", BUILD, str(folder), str(into), str(jobs), str(batch_seconds)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    chance = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as place:
        fresh, into = Path(place, "fresh"), Path(place, "killed")
        started = time.perf_counter()
        subprocess.run(command(chosen.folder, fresh, chosen.jobs, 20.0), check=True)
        whole = time.perf_counter() - started
        print(f"a build takes {whole:.1f} s", flush=True)
        poller, killed, ended = Poller(into), 0, 0
        while killed < chosen.kills:
            process = subprocess.Popen(command(chosen.folder, into, chosen.jobs, 0.0))
            try:
                process.wait(timeout=chance.uniform(0.3, max(2.0, whole / 2)))
                ended += 1
                # It is whole: every tenth source changes, so that there is something to replace.
                for path in sorted(path for path in chosen.folder.rglob("*") if path.is_file())[::10]:
                    path.touch()
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                killed += 1
        subprocess.run(command(chosen.folder, into, chosen.jobs, 20.0), check=True)
        poller.stop()
        subprocess.run(command(chosen.folder, fresh, chosen.jobs, 20.0), check=True)
        equal = content_of(into) == content_of(fresh)
        left = audit(Store(str(into)), [chosen.folder])
        print(
            f"{killed} kills, {ended} builds that ended; the reader looked {poller.looks} times and saw"
            f" {len(poller.torn)} torn states; resumed equals fresh: {equal};"
            f" incomplete {len(left.incomplete)}, twice {len(left.twice)}"
        )
        for one in poller.torn[:5]:
            print(one)
        return 0 if equal and not poller.torn and not left.incomplete and not left.twice else 1


if __name__ == "__main__":
    sys.exit(main())
