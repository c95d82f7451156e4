"""Rows gathered column by column, so that a table is made without an object a row."""

from typing import Any

import pyarrow as pa


class Maps:
    """A column of maps, kept flat: an object a row costs several times as much."""

    def __init__(self) -> None:
        self.ends: list[int] = []
        """Of each row: where in `keys` and `held` it ends."""
        self.keys: list[str] = []
        self.held: list[Any] = []

    def append(self, pairs: dict[str, Any] | None) -> None:
        """Add a row."""
        if pairs:
            self.keys += pairs
            self.held += pairs.values()
        self.ends.append(len(self.keys))

    def __delitem__(self, rows: slice) -> None:
        del self.ends[rows]
        left = self.ends[-1] if self.ends else 0
        del self.keys[left:]
        del self.held[left:]


class Columns:
    """The columns of one table while it grows; every row names all of them, in the order of the schema."""

    def __init__(self, schema: pa.Schema) -> None:
        self.schema = schema
        self.names = tuple(schema.names)
        self.lists: list[Any] = [Maps() if pa.types.is_map(field.type) else [] for field in schema]
        """A list each; of a column of maps `Maps`."""

    def __len__(self) -> int:
        return len(self.lists[0])

    def cut(self, rows: int) -> None:
        """Forget all rows after the first `rows`: what a source gave before it turned out unreadable."""
        for one in self.lists:
            del one[rows:]

    def table(self) -> pa.Table:
        """The rows as Arrow; a lone surrogate, which Arrow cannot hold, becomes a visible escape."""
        made = [_array(values, field.type) for values, field in zip(self.lists, self.schema, strict=True)]
        return pa.Table.from_arrays(made, schema=self.schema)


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    if type(values) is Maps:
        keys, held = _array(values.keys, kind.key_type), _array(values.held, kind.item_type)
        return pa.MapArray.from_arrays(pa.array([0, *values.ends], pa.int32()), keys, held, type=kind)
    if pa.types.is_integer(kind):
        return _integers(values, kind)
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([_escaped(value) for value in values], kind)


def _integers(values: list[Any], kind: pa.DataType) -> pa.Array:
    try:
        return pa.array(values, kind)
    except (OverflowError, pa.ArrowInvalid):
        most = 2 ** (kind.bit_width - 1)
        return pa.array([value if value is not None and -most <= value < most else None for value in values], kind)


def _escaped(value: Any) -> Any:
    if type(value) is str:
        return value.encode("utf-8", "backslashreplace").decode()
    return [_escaped(one) for one in value] if type(value) is list else value
