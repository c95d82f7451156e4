"""Runs get the source that they were read from, and ids that are unique in it."""

from collections.abc import Iterator

import msgspec

from viewer.model.run import Run, walk
from viewer.model.source import Source


def placed(found: list[Run], source: Source, notes: tuple[str, ...]) -> Iterator[Run]:
    """Put the source in, and make run ids unique within it."""
    flat = [run for root in found for run in walk(root)]
    counts: dict[str, int] = {}
    for run in flat:
        counts[run.run_id] = counts.get(run.run_id, 0) + 1
    used: dict[str, int] = {}

    def place(run: Run, number: list[int]) -> Run:
        number[0] += 1
        run_id = run.run_id or str(number[0])
        if run.run_id and counts[run.run_id] > 1:
            used[run_id] = used.get(run_id, 0) + 1
            run_id = f"{run_id}~{used[run_id]}"
        subs = tuple(place(sub, number) for sub in run.sub_runs)
        subs = tuple(
            msgspec.structs.replace(sub, parent=msgspec.structs.replace(sub.parent, run_id=run_id))
            if sub.parent is not None and sub.parent.run_id == run.run_id
            else sub
            for sub in subs
        )
        return msgspec.structs.replace(run, run_id=run_id, source=source, sub_runs=subs, notes=notes + run.notes)

    number = [0]
    for root in found:
        yield place(root, number)
