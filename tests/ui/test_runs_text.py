import time
from pathlib import Path

import pytest
from catalogs import finished, read_catalog, run_file
from opened import opened, settled

from viewer.index.filter_line.parser import parse
from viewer.ui.runs_list import first_rows
from viewer.ui.runs_text import build_of, words_asked

SECRET = "sk-abcdefghijklmnop1234567890"


def test_words_are_found_in_the_runs_that_hold_them_and_not_after_the_file_changed(tmp_path: Path) -> None:
    run_file(tmp_path / "a.json", "the Lost shipment of order 4471")
    changed = run_file(tmp_path / "b.json", "shipment lost")
    catalog = read_catalog(tmp_path)
    build_of(catalog).wait(20)
    assert [row.run_id for row in first_rows(catalog, 'text ~ "lost shipment"')] == ["a"]
    run_file(changed, "another lost shipment")
    catalog.reload()
    build_of(finished(catalog)).wait(20)
    assert [row.run_id for row in first_rows(catalog, 'text ~ "lost shipment"')] == ["a", "b"]


def test_the_words_that_a_filter_looks_for() -> None:
    assert words_asked(parse('steps > 3 and (text ~ "a b" or x)')) == "a b"
    assert words_asked(parse("steps > 3")) is None
    assert words_asked(None) is None


def test_a_hit_is_shown_with_its_message_and_credentials_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_file(tmp_path / "a.json", f"the lost shipment, key {SECRET}, <img src=x>")
    app = opened(monkeypatch, tmp_path, filter='text ~ "lost shipment"')
    deadline = time.monotonic() + 20
    while len(app.dataframe) < 2:
        assert time.monotonic() < deadline
        settled(app)
    shown = app.dataframe[1].value.iloc[0]
    assert shown["message"] == "[0]"
    assert "lost shipment, key ⟦masked: sk-a… " in shown["text"] and SECRET not in shown["text"]
