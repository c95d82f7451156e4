"""The Run page at 20,000 messages: first row, click to detail, bytes a click, key press.

python ../shared/tools/make_corpus.py INPUTS --runs 0 --long 20000
python benchmarks/run_page.py INPUTS/long/anthropic-20000msg.json
"""

import argparse
import statistics
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from browser import app, browser, first_milliseconds, first_seen, fresh_page, received_bytes, told, trivial_milliseconds  # noqa: E402  # found by the path above

from viewer import load  # noqa: E402  # as above
from viewer.model.hashes import run_key  # noqa: E402  # as above

ROW = ".tv-ledger [data-message]"
CLICKS = 20
REPEATS = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    path = parser.parse_args().file
    run = load.runs(next(load.sources([path])))[0]
    print(f"{path.name}: {len(run.messages):,} messages, {path.stat().st_size / 1e6:.1f} MB")
    with browser() as chromium, app(path) as address:
        trivial = trivial_milliseconds(chromium, REPEATS)
        print(f"{'a page with one line':60} median {trivial:7.0f} ms")
        url = f"{address}/run?run={run_key(run)}&msg={len(run.messages) // 2}"
        cold, *warm = first_milliseconds(chromium, url, ROW, REPEATS + 1)
        told("first row, fresh session, server has read the run", warm, trivial, "bound 2.5")
        told("first row, the server's first visitor", [cold], trivial, "no bound")
        with fresh_page(chromium) as page:
            counter = received_bytes(page)
            first_seen(page, url, ROW)
            middle = len(run.messages) // 2
            page.evaluate("(n) => when(() => deep('.tv-detail h2')?.textContent.startsWith(`[${n}]`))", middle)
            page.wait_for_timeout(1500)
            times, sizes = [], []
            for message in [middle + step for step in range(-CLICKS // 2, CLICKS // 2) if step]:
                counter[0] = 0
                page.locator(f"#tv-row-{message} .tv-c1").click()
                seen = page.evaluate(
                    "(n) => when(() => deep('.tv-detail h2')?.textContent.startsWith(`[${n}]`))", message
                )
                times.append(seen - page.evaluate("window.pressed"))
                page.wait_for_timeout(500)
                sizes.append(counter[0])
            told(f"click to detail, {len(times)} clicks", times, trivial, "bound 1.0")
            print(
                f"{'bytes the server sends on a click':60} median {statistics.median(sizes):7,.0f}  max {max(sizes):,}"
            )
            keys = []
            for _ in range(CLICKS):
                before = page.evaluate("Number(deep('.tv-ledger .tv-chosen').dataset.message)")
                page.keyboard.press("j")
                seen = page.evaluate(
                    "(n) => when(() => deep('.tv-ledger .tv-chosen')?.dataset.message == n)", before + 1
                )
                keys.append(max(0.0, seen - page.evaluate("window.pressed")))
            told("key press to moved selection", keys, trivial, "at once")


if __name__ == "__main__":
    main()
