"""How much of the recorded growth of real runs do messages account for? A Markdown table by format.

python benchmarks/attribution.py ../shared/corpus

Ends with an error where attributed + residual is not the recorded growth, to the token. Sub-runs count as runs.
"""

import statistics
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from viewer import load  # found by the path above
from viewer.analysis.attribution import attribution, is_attributed  # as above
from viewer.analysis.tokens import token_growth  # as above
from viewer.errors import RunFileError  # as above
from viewer.model.run import walk  # as above


def main(path: str) -> None:
    shares: dict[str, list[float]] = defaultdict(list)
    rising: dict[str, list[float]] = defaultdict(list)
    wrong = 0
    for source in load.sources([Path(path)]):
        try:
            roots = load.runs(source)
        except RunFileError:
            continue
        for run in (one for root in roots for one in walk(root)):
            growth = token_growth(run)
            found = attribution(growth)
            if found.growth is None or found.residual_share is None:
                continue
            if found.attributed + found.residual != found.growth:
                wrong += 1
                print(f"{source.name}#{run.run_id}: {found.attributed} + {found.residual} is not {found.growth}")
            shares[run.format].append(found.residual_share)
            up = [change for change in growth.changes if change.tokens > 0]
            if up:
                rest = sum(change.tokens for change in up if not is_attributed(change))
                rising[run.format].append(rest / sum(change.tokens for change in up))
    print("| format | runs with two sizes or more | residual share, median | of increases alone |")
    print("| --- | ---: | ---: | ---: |")
    for name, values in sorted(shares.items()):
        up_share = f"{statistics.median(rising[name]):.3f}" if rising[name] else "—"
        print(f"| {name} | {len(values)} | {statistics.median(values):.3f} | {up_share} |")
    if wrong:
        sys.exit(f"{wrong} runs do not add up")


if __name__ == "__main__":
    main(sys.argv[1])
