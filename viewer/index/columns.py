"""Rows gathered column by column, so that a table is made without an object a row."""

from typing import Any

import pyarrow as pa


class Columns:
    """The columns of one table while it grows; every row names all of them, in the order of the schema."""

    def __init__(self, schema: pa.Schema) -> None:
        self.schema = schema
        self.lists: list[list[Any]] = [[] for _ in schema]

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


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    if pa.types.is_map(kind):
        return _map_array(values, kind)
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


def _map_array(values: list[dict[str, Any] | None], kind: pa.DataType) -> pa.Array:
    """Maps from flat keys and values: a dict a row costs several times as much."""
    offsets: list[int] = [0]
    keys: list[str] = []
    held: list[Any] = []
    for pairs in values:
        if pairs:
            keys += pairs
            held += pairs.values()
        offsets.append(len(keys))
    return pa.MapArray.from_arrays(
        pa.array(offsets, pa.int32()), _array(keys, kind.key_type), _array(held, kind.item_type), type=kind
    )


def _escaped(value: Any) -> Any:
    if type(value) is str:
        return value.encode("utf-8", "backslashreplace").decode()
    return [_escaped(one) for one in value] if type(value) is list else value
