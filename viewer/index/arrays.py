"""Arrow arrays without `pyarrow.array`, which imports pandas to ask whether a list is one of its own: a quarter second.

What starts, does a little and ends uses these.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Longs = NDArray[np.int64]


def longs(numbers: Sequence[int] | Longs, kind: pa.DataType | None = None) -> pa.Array:
    """Numbers of 64 bits, none of them missing.

    Args:
        numbers: the values.
        kind: another type that is stored as such numbers, as times are.
    """
    held = np.ascontiguousarray(numbers, np.int64)
    return pa.Array.from_buffers(kind or pa.int64(), len(held), [None, pa.py_buffer(held)])


def texts(values: Sequence[str]) -> pa.Array:
    """Texts without half characters, none of them missing."""
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    held = pa.py_buffer(b"".join(encoded))
    return pa.Array.from_buffers(pa.large_string(), len(values), [None, pa.py_buffer(ends), held])


def numbers_of(column: pa.ChunkedArray) -> Longs:
    """The values of a column of 64-bit numbers, none of them missing."""
    chunks = [
        np.frombuffer(chunk.buffers()[1], np.int64, len(chunk), 8 * chunk.offset)
        for chunk in column.chunks
        if len(chunk)
    ]
    return np.concatenate(chunks) if chunks else np.zeros(0, np.int64)
