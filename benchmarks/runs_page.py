"""The Runs page over 1,000 files: how long until the first rows are there, and until all are.

python ../shared/tools/make_corpus.py INPUTS --runs 1000
python benchmarks/runs_page.py INPUTS/runs
"""

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from browser import app, browser, first_seen, fresh_page, told, trivial_milliseconds  # noqa: E402  # found by the path above

TABLE = '[data-testid="stDataFrame"] canvas'
REPEATS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    files = sum(path.is_file() for path in folder.rglob("*"))
    print(f"{files:,} files")
    with browser() as chromium:
        trivial = trivial_milliseconds(chromium, REPEATS)
        print(f"{'a page with one line':52} median {trivial:7.0f} ms")
        first, whole = [], []
        for _ in range(REPEATS):
            with app(folder) as address, fresh_page(chromium) as page:
                first.append(first_seen(page, address, TABLE))
                whole.append(
                    page.evaluate(
                        "() => when(() => { const words = document.body.innerText;"
                        " return /showing [\\d,]+ of [\\d,]+ runs/.test(words) && !/read so far/.test(words); })"
                    )
                )
        told("first rows, server just started", first, trivial, f"bound {trivial + 2000:.0f} ms")
        told("all rows, server just started", whole, trivial, "no bound")


if __name__ == "__main__":
    main()
