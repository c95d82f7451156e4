"""Outcomes that were judged elsewhere, joined with runs; what finds no partner is listed on both sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from viewer.index.outcome_file import GivenOutcomes
from viewer.index.rows import RunRow
from viewer.index.run_rules import attribute, scalar_text
from viewer.model.run import Outcome


@dataclass(frozen=True)
class JoinedOutcomes:
    """Which runs got an outcome from outside."""

    of_key: dict[str, Outcome]
    """Key of a run -> its outcome."""
    unmatched_runs: tuple[str, ...]
    """Sources and ids of runs that no entry names."""
    unmatched_names: tuple[str, ...]
    """Entries of the file that name no run."""
    said: str


def join(rows: Sequence[RunRow], given: GivenOutcomes) -> JoinedOutcomes:
    """Join by run id or key, by task, or by an attribute; runs of sub-agents get none."""
    found: dict[str, Outcome] = {}
    used: set[str] = set()
    unmatched: list[str] = []
    for row in rows:
        if row.parent_run_id is not None:
            continue
        name = next((one for one in names(row, given.by) if one in given.outcomes), None)
        if name is None:
            unmatched.append(f"{row.source}#{row.run_id}")
            continue
        used.add(name)
        found[row.key] = given.outcomes[name]
    left = tuple(name for name in given.outcomes if name not in used)
    said = f"{len(found):,} of {len(found) + len(unmatched):,} runs got an outcome from the file, joined by {given.by}"
    if unmatched:
        said += f"; {len(unmatched):,} runs are not in it"
    if left:
        said += f"; {len(left):,} of its entries name no run here"
    if given.twice:
        said += f"; {len(given.twice):,} stand in it with two outcomes and count for none"
    return JoinedOutcomes(found, tuple(unmatched), left, said)


def names(row: RunRow, by: str) -> tuple[str, ...]:
    """What a run may be called in a file of outcomes, the surest first."""
    if by == "run":
        return row.run_id, row.key, f"{row.source}#{row.run_id}", row.source
    if by == "task":
        # SWE-agent names the instance in the file's name only.
        stem = PurePosixPath(row.source).name.partition(".")[0]
        return tuple(one for one in (row.task, row.run_id, stem) if one)
    return (scalar_text(attribute(row, by)),)
