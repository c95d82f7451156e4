"""Columns: rows become an Arrow table whatever a file holds."""

import pyarrow as pa

from viewer.index.columns import Columns

SCHEMA = pa.schema(
    [
        ("name", pa.string()),
        ("count", pa.int32()),
        ("tags", pa.list_(pa.string())),
        ("values", pa.map_(pa.string(), pa.float64())),
    ]
)


def _filled(*rows: tuple[object, ...]) -> Columns:
    columns = Columns(SCHEMA)
    for row in rows:
        for one, value in zip(columns.lists, row, strict=True):
            one.append(value)
    return columns


def test_rows_become_a_table_in_order() -> None:
    made = _filled(("a", 1, ["x"], {"p": 1.0, "q": 2.0}), (None, None, None, None), ("b", 2, [], {"r": 3.0})).table()
    assert made.schema == SCHEMA
    assert made.column("name").to_pylist() == ["a", None, "b"]
    assert made.column("values").to_pylist() == [[("p", 1.0), ("q", 2.0)], [], [("r", 3.0)]]


def test_a_lone_surrogate_becomes_a_visible_escape() -> None:
    made = _filled(("a\ud800", 1, ["\udfff"], {"\ud800": 1.0})).table()
    assert made.to_pylist() == [{"name": "a\\ud800", "count": 1, "tags": ["\\udfff"], "values": [("\\ud800", 1.0)]}]


def test_a_number_that_no_column_holds_is_null() -> None:
    assert _filled(("a", 2**40, [], {}), ("b", 7, [], {})).table().column("count").to_pylist() == [None, 7]


def test_rows_can_be_forgotten_again() -> None:
    columns = _filled(("a", 1, [], {"p": 1.0}), ("b", 2, [], {"q": 2.0}))
    columns.cut(1)
    assert len(columns) == 1
    assert columns.table().to_pylist() == [{"name": "a", "count": 1, "tags": [], "values": [("p", 1.0)]}]
    columns.cut(0)
    columns.lists[3].append({"r": 3.0})
    assert columns.lists[3].keys == ["r"]
