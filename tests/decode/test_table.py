"""Parquet tables become rows of JSON values, within limits, and damage is a sentence."""

import datetime as dt
import random
import subprocess
import sys
from ast import literal_eval
from decimal import Decimal
from io import BytesIO
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from viewer.decode import table as module
from viewer.decode.decoder import decode
from viewer.decode.table import Table
from viewer.errors import RunFileError


def parquet(columns: dict[str, Any], **options: Any) -> bytes:
    made = BytesIO()
    pq.write_table(pa.table(columns), made, **options)
    return made.getvalue()


def opened(data: bytes) -> Table:
    found = decode(data, "t.parquet")
    assert isinstance(found, Table)
    return found


def test_rows_are_records_numbered_from_one() -> None:
    found = opened(parquet({"a": [1, 2], "b": ["x", None]}))
    assert found.columns == ("a", "b")
    assert [(record.number, record.value) for record in found.records] == [
        (1, {"a": 1, "b": "x"}),
        (2, {"a": 2, "b": None}),
    ]
    assert found.notes == ()


def test_nested_values_times_and_bytes_are_json_values() -> None:
    moment = dt.datetime(2026, 1, 1, 10, tzinfo=dt.UTC)
    found = opened(
        parquet(
            {
                "list": [[{"message.role": "user", "n": [1.5]}]],
                "time": [moment],
                "day": [dt.date(2026, 1, 2)],
                "took": [dt.timedelta(seconds=1.5)],
                "bytes": [b"\x00\xff"],
                "price": [Decimal("1.50")],
                "big": [2**62],
            }
        )
    )
    assert found.records[0].value == {
        "list": [{"message.role": "user", "n": [1.5]}],
        "time": "2026-01-01T10:00:00+00:00",
        "day": "2026-01-02",
        "took": 1.5,
        "bytes": "00ff",
        "price": "1.50",
        "big": 2**62,
    }


def test_nan_is_not_recorded_and_said_so_and_infinity_stays() -> None:
    found = opened(parquet({"a": [float("nan"), float("inf"), 1.0]}))
    assert [record.value["a"] for record in found.records] == [None, "inf", 1.0]
    assert len(found.notes) == 1


def test_more_rows_than_one_batch_are_all_read() -> None:
    assert [record.value["a"] for record in opened(parquet({"a": list(range(1_001))})).records] == list(range(1_001))


def test_a_table_beyond_a_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, limit, words in (
        ("MAX_ROWS", 2, "rows"),
        ("MAX_COLUMNS", 1, "columns"),
        ("MAX_TABLE_BYTES", 8, "unpacks"),
    ):
        with monkeypatch.context() as patch, pytest.raises(RunFileError, match=words):
            patch.setattr(module, name, limit)
            opened(parquet({"a": [1, 2, 3], "b": [1, 2, 3]}))


@pytest.mark.parametrize("as_dictionary", [False, True])
def test_one_long_text_repeated_in_a_few_bytes_a_row_is_refused_in_time(
    monkeypatch: pytest.MonkeyPatch, as_dictionary: bool
) -> None:
    texts = pa.array(["x" * 100_000] * 200)
    data = parquet({"a": texts.dictionary_encode() if as_dictionary else texts})
    assert len(data) < 200_000
    monkeypatch.setattr(module, "MAX_TABLE_BYTES", 5_000_000)
    with pytest.raises(RunFileError, match="unpacks to more"):
        opened(data)


def test_a_cut_table_is_refused_with_a_sentence() -> None:
    data = parquet({"a": ["x"] * 100})
    for size in (4, 5, 12, len(data) // 2, len(data) - 1):
        with pytest.raises(RunFileError, match="damaged Parquet table"):
            opened(data[:size])


def test_damage_anywhere_gives_rows_or_a_sentence() -> None:
    data = parquet({"a": ["x", "y"] * 50, "b": [[{"c": 1}]] * 100})
    chance = random.Random(7)
    for _ in range(300):
        damaged = bytearray(data)
        damaged[chance.randrange(4, len(damaged))] = chance.randrange(256)
        try:
            opened(bytes(damaged))
        except RunFileError as error:
            assert error.reason


def test_nanoseconds_keep_their_digits_where_pandas_is_not_at_hand() -> None:
    program = (
        "import sys\n"
        "from viewer.index.worker import _WithoutPandas\n"
        "sys.meta_path.insert(0, _WithoutPandas())\n"
        "import io, pyarrow as pa, pyarrow.parquet as pq\n"
        "from viewer.decode.table import table\n"
        "moments = pa.array([1767427201000000001, 1767427201123456000, 0, None], pa.timestamp('ns', 'UTC'))\n"
        "lists = pa.array([[{'t': 1}], [], None, [None]], pa.list_(pa.struct([('t', pa.timestamp('ns'))])))\n"
        "written = io.BytesIO(); pq.write_table(pa.table({'at': moments, 'in': lists}), written)\n"
        "print([record.value for record in table(written.getvalue(), 'x').records])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert literal_eval(done.stdout) == [
        {"at": "2026-01-03T08:00:01.000000001+00:00", "in": [{"t": "1970-01-01T00:00:00.000000001"}]},
        {"at": "2026-01-03T08:00:01.123456+00:00", "in": []},
        {"at": "1970-01-01T00:00:00+00:00", "in": None},
        {"at": None, "in": [None]},
    ]
