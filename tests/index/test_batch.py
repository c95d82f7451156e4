"""Batches: rows of chunks put together under numbers of their own."""

from conftest import SAMPLES

from viewer import load
from viewer.index.batch import Batch
from viewer.index.extract import extract


def test_rows_of_several_chunks_get_numbers_that_no_other_batch_has() -> None:
    sources = list(load.sources([SAMPLES / "refund", SAMPLES / "wrong_account"]))
    batch = Batch([extract(source) for source in sources])
    assert batch.rows == sum(part.runs.num_rows for part in batch.parts)
    grown = Batch()
    for part in batch.parts:
        grown.add(part)
    assert grown.bytes == batch.bytes > 0
    first, second = batch.tables(), batch.tables()
    rows = first.runs.column("run_row").to_pylist()
    assert len(set(rows)) == len(rows)
    assert set(first.calls.column("run_row").to_pylist()) <= set(rows)
    assert set(rows).isdisjoint(second.runs.column("run_row").to_pylist())
    calls = dict(zip(rows, first.runs.column("call_rows").to_pylist(), strict=True))
    stored = first.calls.column("run_row").to_pylist()
    assert {row: stored.count(row) for row in rows} == calls


def test_every_row_says_when_it_was_made() -> None:
    batch = Batch([extract(next(load.sources([SAMPLES / "refund"])))])
    assert batch.tables().runs.column("indexed_at").null_count == 0
