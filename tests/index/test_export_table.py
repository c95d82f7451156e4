"""Exports of tables: the same rows for a spreadsheet and for programs, and nothing that a spreadsheet would run."""

import csv
import io
from pathlib import Path

import pyarrow.parquet
import pytest
from conftest import SAMPLES

from viewer import load
from viewer.index.export_table import write_csv, write_parquet
from viewer.index.extract import extract_all
from viewer.index.reader import IndexReader, index_of_tables
from viewer.index.table_names import EXPORTED
from viewer.masking import masked


@pytest.fixture(scope="module")
def index() -> IndexReader:
    made = extract_all(list(load.sources([SAMPLES / "refund", SAMPLES / "hostile", SAMPLES / "broken"])))
    return index_of_tables(made.runs, made.requests, made.calls)


@pytest.mark.parametrize("name", EXPORTED)
def test_a_table_is_written_whole(index: IndexReader, name: str, tmp_path: Path) -> None:
    ((count,),) = index.rows(f"SELECT count(*) FROM {name}")
    assert write_parquet(index, name, tmp_path / "a.parquet") == count  # type: ignore[arg-type]  # one of EXPORTED
    assert pyarrow.parquet.read_table(tmp_path / "a.parquet").num_rows == count
    file = io.BytesIO()
    assert write_csv(index, name, file, str) == count  # type: ignore[arg-type]  # as above
    lines = list(csv.DictReader(io.StringIO(file.getvalue().decode())))
    assert len(lines) == count
    assert (lines[0]["run_row"].isdigit() if lines else True) is True


def test_cells_that_a_spreadsheet_would_run_are_neutralised_and_numbers_stay() -> None:
    made = extract_all(list(load.sources([SAMPLES / "refund"])))
    position = made.runs.schema.get_field_index("label")
    labels = ["=HYPERLINK(1)", *(["-5"] * (made.runs.num_rows - 1))]
    runs = made.runs.set_column(position, "label", [labels])
    file = io.BytesIO()
    with index_of_tables(runs, made.requests, made.calls) as index:
        write_csv(index, "runs", file, str)
    found = [line["label"] for line in csv.DictReader(io.StringIO(file.getvalue().decode()))]
    assert sorted(set(found)) == ["'=HYPERLINK(1)", "-5"]


def test_credentials_are_masked_where_that_is_asked_for(index: IndexReader) -> None:
    file, secret = io.BytesIO(), "sk-" + "a1" * 12
    made = extract_all(list(load.sources([SAMPLES / "refund"])))
    position = made.runs.schema.get_field_index("task")
    runs = made.runs.set_column(position, "task", [[f"use {secret}"] * made.runs.num_rows])
    with index_of_tables(runs, made.requests, made.calls) as held:
        write_csv(held, "runs", file, lambda text: masked(text).text)
    assert secret.encode() not in file.getvalue()


def test_no_other_table_is_written(index: IndexReader) -> None:
    with pytest.raises(ValueError, match="no table"):
        write_csv(index, "runs; DROP TABLE runs", io.BytesIO(), str)  # type: ignore[arg-type]  # what must not pass
