"""Who answers the conditions of a filter line on what stands in no table of the index: full text and reviews."""

from viewer.index.filter_line.sql import KeysOf, Lookups
from viewer.ui.catalog import Catalog
from viewer.ui.runs_text import keys_of

note_keys: KeysOf | None = None
"""Set by the reviews: the keys of the runs for which a condition on a note holds."""


def lookups(catalog: Catalog) -> Lookups:
    """The answers for the runs of a catalog."""
    return Lookups(text=keys_of(catalog), note=note_keys)
