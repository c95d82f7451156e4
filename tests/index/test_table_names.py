"""Names of tables: those that are stored, and the view of what is unreadable."""

from viewer.index.table_names import EXPORTED
from viewer.index.tables import TABLES


def test_every_table_can_be_exported() -> None:
    assert set(EXPORTED) == {*TABLES, "unreadable"}
