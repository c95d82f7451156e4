from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from run_page_steps import page_of

from viewer import load
from viewer.model.source import RecordArray
from viewer.ui.detail_panel import _download
from viewer.ui.run_choice import Choice
from viewer.ui.run_facts import derived


def records(array: RecordArray) -> list[bytes]:
    return [b'{"n": 1}'] * array.count


def test_a_download_is_named_by_us_and_holds_the_stored_text() -> None:
    facts = derived(sample("hostile/hostile.json"), "key")
    data, name = _download(facts, Choice("message", 0, 1, True), "0", records) or (b"", "")
    assert name == "message-0-block-0.txt"
    assert b"<script>top.location=" in data


@pytest.mark.parametrize("body", ["9", "x", "", "raw-99", "raw-x", "field-system", "-1", "²"])
def test_a_download_of_what_is_not_there_is_none(body: str) -> None:
    facts = derived(sample("refund/refund.json"), "key")
    assert _download(facts, Choice("message", 0, 1, True), body, records) is None


def test_a_record_is_downloaded_byte_by_byte() -> None:
    facts = derived(sample("refund/refund.json"), "key")
    assert _download(facts, Choice("message", 0, 1, True), "raw-1", records) == (b'{"n": 1}', "record-1.json")


def test_a_file_that_changed_while_its_raw_record_is_open_gives_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "refund.json"
    path.write_bytes((SAMPLES / "refund" / "refund.json").read_bytes())
    source = next(load.sources([path]))
    assert load.runs(source)
    app = page_of(monkeypatch, path, record="2")
    assert not app.warning
    path.write_bytes(path.read_bytes() + b" ")
    app.run()
    assert not app.exception
