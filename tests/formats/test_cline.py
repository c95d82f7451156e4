"""Cline and Roo Code tasks, with what stands beside the list of messages."""

import json
from pathlib import Path, PurePath
from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.pairing import pair
from viewer.formats.cline import heads
from viewer.model.usage import Usage

ASKED: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": "<task>go</task>"}], "ts": 1769400000000}
SAID: dict[str, Any] = {"role": "assistant", "content": "yes", "ts": 1769400001000}


def test_reads_and_writes_of_the_cache_come_from_what_the_client_showed() -> None:
    run = sample("cline/task")
    assert [request.usage for request in run.requests] == [Usage(10, 2800, 200, 60), Usage(12, 3100, 0, 20)]
    (stated,) = run.stated
    assert (stated.usage, stated.steps) == (Usage(22, 5900, 200, 80), 2)
    assert stated.cost == pytest.approx(0.03)


def test_without_it_the_cache_s_share_is_not_known() -> None:
    run = sample("cline/task/api_conversation_history.json")
    assert [request.usage for request in run.requests] == [Usage(10, None, None, 60), Usage(12, None, None, 20)]


def test_requests_without_a_reply_each_are_stated_in_sum_only(tmp_path: Path) -> None:
    shown = [
        {"say": "api_req_started", "text": json.dumps({"tokensIn": 1, "tokensOut": 2})},
        {"say": "text", "text": "x"},
        5,
    ]
    (tmp_path / "api_conversation_history.json").write_text(json.dumps([ASKED, SAID, ASKED, SAID]))
    (tmp_path / "ui_messages.json").write_text(json.dumps(shown))
    (tmp_path / "history_item.json").write_text(json.dumps({"id": "t-1", "task": "go", "mode": "code"}))
    (run,) = load.runs(next(load.sources([tmp_path])))
    assert [request.usage for request in run.requests] == [None, None]
    assert [stated.usage for stated in run.stated] == [Usage(1, None, None, 2)]
    assert (run.run_id, run.task, run.attributes) == ("t-1", "go", {"mode": "code"})


def test_results_written_as_text_answer_native_calls_in_order() -> None:
    found = pair(sample("cline/task").messages)
    assert found.orphans == ()
    assert found.unanswered == ((3, 0),), "attempt_completion ends the task"


def test_the_call_that_declares_a_task_done_is_no_verdict() -> None:
    for name in ("cline/task", "cline/calls_as_text.json"):
        ending = sample(name).ending
        assert (ending.kind, "attempt_completion" in ending.rule) == ("unknown", True)
    (run,) = read_values([ASKED])
    assert run.ending.kind == "open"


def test_the_versioned_list_of_roo_code_is_read_alike() -> None:
    run = sample("cline/roo_condensed.json")
    assert (run.records[0].path, len(run.messages), unaccounted((run,))) == ("messages", 5, [])


def test_the_files_beside_a_task_are_its_own() -> None:
    assert PurePath("t/ui_messages.json") in heads(PurePath("t/api_conversation_history.json"))
    assert heads(PurePath("t/other.json")) == ()
    found = [source.name for source in load.sources([SAMPLES / "cline"])]
    assert found == ["calls_as_text.json", "roo_condensed.json", "task/api_conversation_history.json"]


def test_times_or_details_of_the_environment_tell_the_family() -> None:
    details = {"type": "text", "text": "<environment_details>\nx"}
    assert claims([{"role": "user", "content": [details]}])["cline"] == 3
    assert claims({"version": 2, "messages": [ASKED, SAID]})["cline"] == 3
    assert "cline" not in claims([{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}])
    assert "cline" not in claims({"messages": [ASKED, SAID]})
    assert "cline" not in claims([ASKED, 5])
