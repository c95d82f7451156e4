"""Every view of the Run page at 20,000 messages: the first row or chart that is its own, in a fresh session.

python ../shared/tools/make_corpus.py INPUTS --runs 0 --long 20000
python benchmarks/run_views.py INPUTS/long/anthropic-20000msg.json
"""

import argparse
import statistics
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from browser import app, browser, first_milliseconds, fresh_page, told, trivial  # noqa: E402  # found by the path above

from viewer import load  # noqa: E402  # as above
from viewer.model.hashes import run_key  # noqa: E402  # as above
from viewer.ui.run_page import VIEWS  # noqa: E402  # as above

OWN = {
    "Ledger": ".tv-ledger [data-message]",
    "Reading view": ".st-key-run_reading h2",
    "Requests": ".st-key-request_lines",
    "Values": "[data-testid=stDataFrame] canvas",
    "Sequence": ".tv-arrow-row",
    "Retelling": ".tv-group-title",
    "Tokens": ".tv-chart-bar .tv-mark",
    "Structure": ".tv-group-title",
    "Timing": "[data-testid=stFileUploaderDropzone]",
}
MARKS = ".tv-chart-bar .tv-mark"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--views", nargs="*", choices=VIEWS, default=VIEWS)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    run = load.runs(next(load.sources([given.file])))[0]
    print(f"{given.file.name}: {len(run.messages):,} messages, {given.file.stat().st_size / 1e6:.1f} MB")
    with browser() as chromium, trivial() as plain, app(given.file) as address:
        for view in given.views:
            url = f"{address}/run?run={run_key(run)}&msg={len(run.messages) // 2}&view={view.replace(' ', '+')}"
            cold = first_milliseconds(chromium, url, OWN[view], 1)[0]
            plains: list[float] = []
            warm: list[float] = []
            for _ in range(given.repeats):  # in turns, since the machine is never equally busy for long
                plains += first_milliseconds(chromium, plain, '[data-testid="stText"]', 1)
                warm += first_milliseconds(chromium, url, OWN[view], 1)
            told(
                f"{view}: first visible of its own",
                warm,
                statistics.median(plains),
                f"bound 2.5; a page with one line {statistics.median(plains):.0f} ms, the first visitor {cold:.0f} ms",
            )
        with fresh_page(chromium) as page:
            page.goto(f"{address}/run?run={run_key(run)}&view=Tokens")
            page.wait_for_selector(MARKS)
            print(f"{'marks of the token chart':60} {page.locator(MARKS).count()}  (bound 500)")


if __name__ == "__main__":
    main()
