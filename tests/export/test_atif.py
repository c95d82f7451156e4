"""The ATIF export read back by our own reader."""

from pathlib import Path

from conftest import sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.export.atif import atif_document

REFUND = sample("refund/refund.json")


def test_it_comes_back_with_the_same_counts(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(atif_document(REFUND).text)
    (again,) = load.runs(next(load.sources([path])))
    assert again.format == "atif"
    assert summary(again) == summary(REFUND)
    assert again.run_id == REFUND.run_id


def test_the_stop_reasons_are_listed_as_lost_once() -> None:
    assert [loss.text for loss in atif_document(REFUND).losses] == ["stop reasons are left out: this format has none"]
