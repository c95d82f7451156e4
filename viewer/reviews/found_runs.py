"""The runs of a review, found again under given files and folders."""

from collections.abc import Iterable
from pathlib import Path

from viewer import load
from viewer.errors import RunFileError
from viewer.model.hashes import run_key
from viewer.model.run import Run, walk
from viewer.reviews.document import ReviewedRun


def found_runs(wanted: Iterable[ReviewedRun], paths: Iterable[str | Path]) -> dict[str, Run | str]:
    """Alias -> its run, or a sentence that says why it is not there. Only sources with a wanted name are read."""
    runs = list(wanted)
    made: dict[str, Run | str] = {
        run.alias: f"{run.source}: no run with the key {run.key} is under the given paths" for run in runs
    }
    names = {run.source for run in runs}
    for source in load.sources(paths):
        if source.name not in names:
            continue
        try:
            there = {run_key(run): run for root in load.runs(source) for run in walk(root)}
        except RunFileError as error:
            made |= {run.alias: str(error) for run in runs if run.source == source.name}
            continue
        made |= {run.alias: there[run.key] for run in runs if run.key in there}
    return made
