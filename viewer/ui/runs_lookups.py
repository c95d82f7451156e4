"""Who answers the conditions of a filter line on what stands in no table of the index: full text and reviews."""

from viewer.index.filter_line.sql import Lookups
from viewer.index.filter_line.tree import Comparison
from viewer.ui.catalog import Catalog
from viewer.ui.runs_text import keys_of


def lookups(catalog: Catalog) -> Lookups:
    """The answers for the runs of a catalog."""
    return Lookups(text=keys_of(catalog), note=_of_notes)


def _of_notes(asked: Comparison) -> tuple[str, ...]:
    from viewer.ui import notes_filter  # only here: the store takes long to import

    return notes_filter.keys_of(asked)
