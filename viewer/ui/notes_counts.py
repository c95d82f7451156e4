"""How many notes there are: of the runs of a table, and of the messages of a run."""

from collections.abc import Sequence

from viewer.reviews.notes_found import Counted, counts_by_message, counts_by_run
from viewer.ui import reviewer, reviews_store


def of_runs(keys: Sequence[str]) -> list[int] | None:
    """Notes of each run; None: none of them bears any, or the store cannot be asked."""
    nothing: dict[str, Counted] = {}
    found = reviews_store.asked(lambda engine: counts_by_run(engine, keys, reviewer.prefixes()), nothing)
    return [found[key].notes if key in found else 0 for key in keys] if found else None


def of_messages(key: str) -> dict[int | None, int]:
    """Notes at each message of a run; None: at the run as a whole."""
    return reviews_store.asked(lambda engine: counts_by_message(engine, key, reviewer.prefixes()), {})
