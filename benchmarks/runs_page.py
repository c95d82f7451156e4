"""The Runs page over 1,000 files: how long until the first rows are there, and until all are.

Once without an index of them, and once with the one that the start before made.

python ../shared/tools/make_corpus.py INPUTS --runs 1000
python benchmarks/runs_page.py INPUTS/runs
"""

import argparse
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from browser import app, browser, first_milliseconds, first_seen, fresh_page, told, trivial  # noqa: E402  # found by the path above

TABLE = '[data-testid="stDataFrame"] canvas'
ALL_READ = """() => when(() => {
  const words = document.body.innerText;
  return /showing [\\d,]+ of [\\d,]+ runs/.test(words) && !/read so far/.test(words);
})"""
STARTS = ("no index yet", "index of the start before")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    files = sum(path.is_file() for path in given.folder.rglob("*"))
    print(f"{files:,} files")
    plains: list[float] = []
    first: dict[str, list[float]] = {name: [] for name in STARTS}
    whole: dict[str, list[float]] = {name: [] for name in STARTS}
    with browser() as chromium, trivial() as plain:
        for _ in range(given.repeats):  # in turns, since the machine is never equally busy for long
            with TemporaryDirectory() as cache:
                for name in STARTS:
                    plains += first_milliseconds(chromium, plain, '[data-testid="stText"]', 1)
                    with app(given.folder, cache=Path(cache)) as address, fresh_page(chromium) as page:
                        first[name].append(first_seen(page, address, TABLE))
                        whole[name].append(page.evaluate(ALL_READ))
    middle = statistics.median(plains)
    told("a page with one line", plains, middle, "")
    for name in STARTS:
        told(f"first rows, server just started, {name}", first[name], middle, f"bound {middle + 2000:.0f} ms")
        told(f"all rows, server just started, {name}", whole[name], middle, "no bound")


if __name__ == "__main__":
    main()
