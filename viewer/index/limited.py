"""An index opened for one person: over the same files, or of the same tables in memory, without any other row."""

from viewer.index.allowed import Allowed
from viewer.index.reader import IndexReader, index_of_tables, open_index
from viewer.index.tables import TABLES


def limited_index(whole: IndexReader, allowed: Allowed) -> IndexReader:
    """The rows of an index that may be read, as a reader with a connection of its own."""
    if whole.folder is not None:
        return open_index(whole.folder, allowed=allowed)
    tables = {name: whole.table(f"SELECT * FROM stored_{name}") for name in TABLES}
    tables["runs"] = allowed.rows_of(tables["runs"])
    return index_of_tables(**tables)
