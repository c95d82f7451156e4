import json
from pathlib import Path

import pytest
from opened import opened, settled, words


def folder_of(tmp_path: Path, *names: str) -> Path:
    for name in names:
        messages = [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "text", "text": "y"}]}]
        (tmp_path / f"{name}.json").write_text(json.dumps({"id": name, "messages": messages}))
    return tmp_path


def test_coming_back_from_a_run_restores_the_list_it_was_opened_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path, "apple", "pear")
    app = opened(monkeypatch, folder, run="0" * 16, list="filter=pear&sort=newest")
    assert list(app.dataframe[0].value["run id"]) == ["pear"]
    assert app.text_input(key="filter").value == "pear"
    assert app.selectbox(key="sort").value == "newest"


def test_the_list_stays_as_it_was_while_another_page_was_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, folder_of(tmp_path, "apple", "pear"))
    app.text_input(key="filter").set_value("pear").run()
    settled(app.switch_page("pages/run.py"))
    app.query_params.clear()
    settled(app.switch_page("pages/runs.py"))
    assert list(app.dataframe[0].value["run id"]) == ["pear"]


def test_a_changed_folder_is_told_with_a_button_that_reads_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(monkeypatch, folder_of(tmp_path, "apple"))
    monkeypatch.setattr("viewer.ui.catalog.SECONDS_BETWEEN_LOOKS", 0.0)
    folder_of(tmp_path, "pear")
    app.run()
    assert "Since the list was read: 1 new file." in words(app)
    app.button(key="reload_changed").click()
    settled(app)
    assert list(app.dataframe[0].value["run id"]) == ["apple", "pear"]
    assert "Since the list was read" not in words(app)
