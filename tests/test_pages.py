import ast
import json
from pathlib import Path

import pandas as pd
import pytest
from conftest import ROOT, SAMPLES
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key
from viewer.ui.shell import PAGES


def run_file(folder: Path, name: str, text: str = "hello", **top: object) -> Path:
    """A tiny run: one question, one answer."""
    document = {
        "id": name,
        "model": "model-a",
        **top,
        "messages": [
            {"role": "user", "content": text},
            {
                "role": "assistant",
                "content": [{"type": "text", "text": "hi"}],
                "usage": {"input_tokens": 10, "output_tokens": 2},
            },
        ],
    }
    path = folder / f"{name}.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def key_of(path: Path) -> str:
    (run,) = load.runs(next(load.sources([path])))
    return run_key(run)


def table(app: AppTest) -> pd.DataFrame:
    return app.dataframe[0].value


def test_every_page_file_is_registered_and_starts_with_the_guard() -> None:
    files = {f"pages/{path.name}" for path in (ROOT / "pages").glob("*.py")}
    assert files == {file for file, *_ in PAGES}
    for file in files:
        statements = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
        first = next(one for one in statements[1:] if not isinstance(one, ast.Import | ast.ImportFrom))
        assert ast.unparse(first) == "shell.ensure()", file


@pytest.mark.parametrize("file", [file for file, *_ in PAGES])
def test_a_page_opens_without_an_exception(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES)
    assert not app.switch_page(file).run().exception


def test_the_runs_page_shows_every_run_of_a_folder_with_its_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_file(tmp_path, "one")
    run_file(tmp_path, "two")
    app = opened(monkeypatch, tmp_path)
    assert list(table(app)["run id"]) == ["one", "two"]
    assert list(table(app)["steps"]) == [1, 1]
    assert list(table(app)["in tokens"]) == [10, 10]
    assert "showing **2** of **2** runs · 0 unreadable" in words(app)


def test_the_refund_sample_shows_its_recorded_tokens_as_a_part_of_its_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    row = table(opened(monkeypatch, SAMPLES / "refund" / "refund.json")).iloc[0]
    assert (row["steps"], row["messages"], row["calls"], row["errors"]) == (4, 8, 4, 0)
    assert (row["in tokens"], row["sized"]) == (7040, "3/4")


def test_an_unreadable_file_is_listed_with_its_reason_beside_the_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_file(tmp_path, "good")
    (tmp_path / "bad.json").write_text('{"messages": [', encoding="utf-8")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    app = opened(monkeypatch, tmp_path)
    assert "1** of **1** runs · 2 unreadable" in words(app)
    unreadable = app.dataframe[1].value
    assert list(unreadable["file"]) == ["bad.json", "empty.jsonl"]
    assert all(unreadable["reason"])


def test_the_text_filter_in_the_url_hides_the_other_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_file(tmp_path, "apple")
    run_file(tmp_path, "pear")
    app = opened(monkeypatch, tmp_path, filter="PEAR")
    assert list(table(app)["run id"]) == ["pear"]
    assert "showing **1** of **2** runs" in words(app)


def test_a_filter_that_hides_all_runs_says_so_and_can_be_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_file(tmp_path, "apple")
    app = opened(monkeypatch, tmp_path, filter="nothing like this")
    assert "No run passes this filter" in words(app)
    app.button(key="clear").click().run()
    assert list(table(app)["run id"]) == ["apple"]


def test_an_outcome_in_the_url_that_does_not_exist_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_file(tmp_path, "apple")
    assert len(table(opened(monkeypatch, tmp_path, outcome="excellent"))) == 1


def test_a_folder_without_runs_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = words(opened(monkeypatch, tmp_path))
    assert "No runs were found" in said
    assert str(tmp_path) in said


def test_a_path_that_does_not_exist_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "does not exist: check the path" in words(opened(monkeypatch, tmp_path / "nowhere"))


def test_hostile_names_reach_the_table_escaped_and_never_the_page_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = "![x](http://evil.example/a.png)\u202e\ud800\x1b[31m\n<img src=x>"
    run_file(tmp_path, "one", label=hostile, task="=cmd|' /C calc'!A0")
    app = opened(monkeypatch, tmp_path)
    assert "evil.example" not in words(app)
    assert "evil.example" in str(table(app).to_dict()), "the label is a value of the table"
    assert "\u202e" not in str(list(table(app)["label"]))


def test_a_number_that_the_browser_cannot_hold_is_shown_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = run_file(tmp_path, "one")
    document = json.loads(path.read_text(encoding="utf-8"))
    document["messages"][1]["usage"] = {"input_tokens": 2**53 - 1, "cache_read_input_tokens": 2**53 - 2}
    path.write_text(json.dumps(document), encoding="utf-8")
    assert list(table(opened(monkeypatch, tmp_path))["in tokens"]) == ["18,014,398,509,481,981"]


def test_find_opens_the_one_run_that_holds_a_call_id(monkeypatch: pytest.MonkeyPatch) -> None:
    path = SAMPLES / "refund" / "refund.json"
    (run,) = load.runs(next(load.sources([path])))
    call = next(block.id for message in run.messages for block in message.blocks if hasattr(block, "input"))
    app = opened(monkeypatch, path, find=str(call))
    assert app.query_params["run"] == run_key(run)


def test_find_lists_the_runs_where_several_hold_the_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_file(tmp_path, "one", session_id="shared")
    run_file(tmp_path, "two", session_id="shared")
    app = opened(monkeypatch, tmp_path, find="shared")
    assert "2 runs hold this identifier" in words(app)
    assert list(table(app)["run id"]) == ["one", "two"]


def test_find_says_when_no_run_holds_the_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_file(tmp_path, "one")
    assert "No run holds this identifier" in words(opened(monkeypatch, tmp_path, find="absent"))


@pytest.mark.parametrize(
    "key", ["../../etc/passwd", "file:///etc/passwd", "C:\\x", "0" * 15, "g" * 16, "", "ABCDEF0123456789"]
)
def test_an_address_that_is_no_key_gets_a_sentence(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_file(tmp_path, "one")
    app = opened(monkeypatch, tmp_path)
    app.query_params["run"] = key
    app = settled(app.switch_page("pages/run.py"))
    assert "names no run" in words(app)


def test_a_key_of_no_run_here_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_file(tmp_path, "one")
    app = opened(monkeypatch, tmp_path)
    app.query_params["run"] = "0" * 16
    assert "not under the given paths" in words(settled(app.switch_page("pages/run.py")))


def test_a_run_whose_file_changed_or_vanished_gets_a_sentence_and_reload_brings_the_list_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, gone = run_file(tmp_path, "changed"), run_file(tmp_path, "gone")
    keys = key_of(changed), key_of(gone)
    app = opened(monkeypatch, tmp_path)
    run_file(tmp_path, "changed", text="a longer question than before")
    gone.unlink()
    for key, sentence in zip(keys, ("changed after it was read", "is no longer there"), strict=True):
        app.query_params["run"] = key
        assert sentence in words(settled(app.switch_page("pages/run.py")))
    app.button(key="reload").click()
    settled(app)
    app.query_params.clear()
    app = settled(app.switch_page("pages/runs.py"))
    assert list(table(app)["run id"]) == ["changed"]


def test_without_a_path_the_samples_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = set(table(opened(monkeypatch))["file"])
    assert {source.name for source in load.sources([SAMPLES])} >= shown >= {"refund/refund.json"}


def ambiguous_file(folder: Path) -> Path:
    """A document that two formats recognise equally well."""
    times = {"startTime": "2026-01-01T00:00:00Z", "endTime": "2026-01-01T00:00:01Z"}
    generation = {"id": "g", "traceId": "t", "type": "GENERATION", "input": "hi", "output": "as Langfuse", **times}
    call = {"id": "r", "trace_id": "r", "run_type": "llm", "end_time": "2026-01-01T00:00:01", "dotted_order": "r"}
    said = {"inputs": {"messages": [["user", "hi"]]}, "outputs": {"output": "as LangSmith"}}
    path = folder / "both.json"
    path.write_text(json.dumps({"observations": [generation], "runs": [{**call, **said}]}), encoding="utf-8")
    return path


def test_of_two_formats_equally_sure_the_reader_chooses_one_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ambiguous_file(tmp_path)
    run_file(tmp_path, "clear")
    app = opened(monkeypatch, tmp_path)
    assert list(table(app)["run id"]) == ["clear"]
    assert "looks equally like langfuse and langsmith" in app.dataframe[1].value["reason"][0]
    assert "both.json: read as" in words(app)
    app.button(key="read_as_0_langsmith").click()
    app = settled(app)
    assert app.query_params["read_as"] == "langsmith"
    assert list(table(app)["format"]) == ["langsmith", "anthropic_messages"]
    assert "0 unreadable" in words(app)
    app.button(key="read_as_again").click()
    app = settled(app)
    assert "read_as" not in app.query_params
    assert list(table(app)["format"]) == ["anthropic_messages"]


def test_the_choice_of_a_format_stands_in_the_address_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ambiguous_file(tmp_path)
    (run,) = load.runs(next(load.sources([path])), "langsmith")
    for name, is_found in (("langsmith", True), ("langfuse", False)):
        app = opened(monkeypatch, tmp_path, read_as=name)
        app.query_params["run"] = run_key(run)
        app = settled(app.switch_page("pages/run.py"))
        assert app.query_params["read_as"] == name
        assert ("not under the given paths" in words(app)) is not is_found
        assert ("_last_run" in app.session_state) is is_found


def test_a_format_in_the_address_that_does_not_exist_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_file(tmp_path, "one")
    assert list(table(opened(monkeypatch, tmp_path, read_as="../no such"))["run id"]) == ["one"]
