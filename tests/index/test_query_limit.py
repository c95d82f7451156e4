import pytest
from indexed import indexed

from viewer.index.query_limit import QueryTooLongError, limited_rows, limited_table


def test_a_query_that_takes_too_long_is_stopped_with_a_sentence() -> None:
    with indexed({"run_id": "a"}) as index, pytest.raises(QueryTooLongError, match=r"longer than 0\.1 seconds"):
        limited_rows(index, "SELECT count(*) FROM range(?) a, range(?) b", (10**6, 10**6), seconds=0.1)


def test_a_quick_query_gives_its_rows() -> None:
    with indexed({"run_id": "a"}) as index:
        assert limited_rows(index, "SELECT run_id FROM runs WHERE run_id = ?", ("a",)) == [("a",)]
        assert limited_table(index, "SELECT run_id FROM runs").to_pylist() == [{"run_id": "a"}]
