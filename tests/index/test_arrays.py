"""Arrow arrays that are made without `pyarrow.array`: the same values, and no pandas."""

import subprocess
import sys

import pyarrow as pa

from viewer.index.arrays import longs, numbers_of, texts


def test_they_hold_what_pyarrow_would_hold() -> None:
    assert longs([3, -5, 2**62]).equals(pa.array([3, -5, 2**62], pa.int64()))
    assert longs([]).equals(pa.array([], pa.int64()))
    moments = longs([1_700_000_000_000_000], pa.timestamp("us", tz="UTC"))
    assert moments.to_pylist()[0].isoformat() == "2023-11-14T22:13:20+00:00"
    assert texts(["a", "", "größer"]).to_pylist() == ["a", "", "größer"]
    assert texts([]).to_pylist() == []


def test_the_numbers_of_a_column_are_those_of_its_chunks_and_slices() -> None:
    column = pa.chunked_array([pa.array([1, 2, 3, 4])[1:3], pa.array([], pa.int64()), pa.array([9])])
    assert numbers_of(column).tolist() == [2, 3, 9]
    assert numbers_of(pa.chunked_array([], pa.int64())).tolist() == []


def test_pandas_is_not_imported_by_them() -> None:
    script = (
        "import sys; from viewer.index.arrays import longs, numbers_of, texts; import pyarrow as pa;"
        "numbers_of(pa.chunked_array([longs([1])])); texts(['a']); sys.exit('pandas' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
