"""Quantities binned by the index."""

from collections.abc import Iterator

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.index.extract import extract_all
from viewer.index.filter_line.comparison import EVERY_RUN, Condition
from viewer.index.quantity import COLUMNS, quantity_histogram
from viewer.index.reader import IndexReader, index_of_tables


@pytest.fixture(scope="module")
def reader() -> Iterator[IndexReader]:
    made = extract_all(list(load.sources([SAMPLES / "distribution"])))
    with index_of_tables(made.runs, made.requests, made.calls) as opened:
        yield opened


def test_every_run_that_records_it_stands_in_one_bar(reader: IndexReader) -> None:
    for quantity in COLUMNS:
        found = quantity_histogram(reader, EVERY_RUN, quantity)
        if found is not None:
            assert sum(bar.ended + bar.cut for bar in found.bars) == found.n
            assert found.n + found.without == 60
            assert len(found.bars) <= 81


def test_quantiles_are_those_of_the_rows(reader: IndexReader) -> None:
    found = quantity_histogram(reader, EVERY_RUN, "messages")
    listed = sorted(value for (value,) in reader.rows("SELECT messages FROM runs"))
    assert found is not None
    assert found.longest == listed[-1]
    assert found.quantiles[0] in (listed[29], listed[30])


def test_what_no_run_records_has_no_histogram(reader: IndexReader) -> None:
    assert quantity_histogram(reader, EVERY_RUN, "cost") is None
    assert quantity_histogram(reader, Condition("false"), "messages") is None
