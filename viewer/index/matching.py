"""Which of some runs that are already read a filter line lets through, without an index on disk."""

from collections.abc import Sequence

from viewer.index.extract import rows_of_runs
from viewer.index.filter_line.sql import Lookups, condition
from viewer.index.filter_line.tree import Comparison, Node
from viewer.index.reader import index_of_tables
from viewer.index.text_of_message import holds, message_text
from viewer.model.hashes import run_key
from viewer.model.run import Run, walk


def passing_keys(tree: Node | None, runs: Sequence[Run]) -> set[str]:
    """The keys of those of the runs, sub-runs included, that pass.

    Args:
        tree: of the filter line; None lets all pass.
        runs: roots.

    Raises:
        FilterError: it asks for what is not in the runs, such as notes of reviewers.
    """

    def text_keys(comparison: Comparison) -> list[str]:
        words = str(comparison.value)
        return [
            run_key(run)
            for root in runs
            for run in walk(root)
            if any(holds(message_text(message), words) for message in run.messages)
        ]

    made = condition(tree, Lookups(text=text_keys))
    rows = rows_of_runs(runs)
    with index_of_tables(rows.runs, rows.requests, rows.calls) as index:
        return {key for (key,) in index.rows(f"SELECT key FROM runs WHERE {made.sql}", made.parameters)}
