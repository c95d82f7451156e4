"""Tables: their columns are those of rows, and their version is told by themselves."""

from viewer.index.rows import RunRow
from viewer.index.tables import RUNS, SCHEMAS, TABLE_VERSION, TABLES, description, version_in


def test_the_table_of_runs_holds_every_field_of_a_row() -> None:
    assert set(RunRow.__struct_fields__) <= set(RUNS.names)


def test_runs_are_written_last() -> None:
    assert TABLES[-1] == "runs"
    assert set(TABLES) == set(SCHEMAS)


def test_a_table_tells_its_version_and_a_strange_one_none() -> None:
    assert version_in(description("runs")) == TABLE_VERSION
    assert version_in("trajectory-viewer runs, table version 99") == 99
    assert [version_in(text) for text in (None, "", "sales, table version 1", "trajectory-viewer runs")] == [None] * 4
