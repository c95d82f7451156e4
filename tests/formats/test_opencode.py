"""OpenCode: exports, and the files of its storage read together."""

import json
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values, sample
from mutations import Edit, mutated

from viewer import load
from viewer.errors import RunFileError
from viewer.model.run import Run, walk

STORAGE = SAMPLES / "opencode/storage"


def message(role: str, *parts: dict[str, Any], **info: Any) -> dict[str, Any]:
    return {"info": {"id": "m", "sessionID": "ses", "role": role, **info}, "parts": list(parts)}


def one(*messages: Any, **info: Any) -> Run:
    (run,) = read_values({"info": {"id": "ses", **info}, "messages": list(messages)})
    assert unaccounted((run,)) == []
    return run


def said(words: str, **info: Any) -> dict[str, Any]:
    return message("assistant", {"type": "text", "text": words}, **info)


ASKED = message("user", {"type": "text", "text": "go"})


def stored(root: Path, **files: dict[str, Any]) -> tuple[Run, ...]:
    for name, value in files.items():
        path = root / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    return load.runs(next(load.sources([root])))


def test_the_files_of_a_storage_are_one_source_led_by_its_session() -> None:
    (source,) = load.sources([STORAGE])
    assert source.name == "session/shop/ses_a.json"
    assert len(source.parts) == 16


def test_a_session_that_a_call_started_stands_under_it() -> None:
    run = sample("opencode/storage")
    (sub,) = run.sub_runs
    assert sub.parent is not None
    assert (sub.run_id, sub.parent.message_index, sub.parent.tool_use_id) == ("ses_b", 1, "call_t")
    assert unaccounted((run,)) == []


def test_a_session_that_no_call_names_stands_under_its_parent_all_the_same(tmp_path: Path) -> None:
    head = {"projectID": "p", "directory": "/"}
    (run,) = stored(
        tmp_path,
        session__a={"id": "ses_a", **head},
        session__b={"id": "ses_b", **head, "parentID": "ses_a"},
        message__m={"id": "msg_1", "sessionID": "ses_b", "role": "user"},
    )
    assert [one.run_id for one in walk(run)] == ["ses_a", "ses_b"]
    assert run.sub_runs[0].parent is not None and "no call names it" in run.sub_runs[0].parent.rule
    assert run.notes == ("no message file of this session is in the source",)


def test_sessions_that_name_one_another_as_parents_are_all_read(tmp_path: Path) -> None:
    head = {"projectID": "p", "directory": "/"}
    runs = stored(
        tmp_path,
        session__a={"id": "ses_a", **head, "parentID": "ses_b"},
        session__b={"id": "ses_b", **head, "parentID": "ses_a"},
    )
    assert sorted(one.run_id for run in runs for one in walk(run)) == ["ses_a", "ses_b"]


def test_another_session_of_the_same_folder_stays_a_source_of_its_own(tmp_path: Path) -> None:
    stored(
        tmp_path,
        session__a={"id": "ses_a", "projectID": "p", "directory": "/"},
        session__b={"id": "ses_b", "projectID": "p", "directory": "/"},
        message__m={"id": "msg_1", "sessionID": "ses_b", "role": "user"},
    )
    assert [len(source.parts) for source in load.sources([tmp_path])] == [2, 1]


@pytest.mark.parametrize("part", range(16))
def test_a_damaged_file_of_a_storage_costs_no_other(tmp_path: Path, part: int) -> None:
    (source,) = load.sources([STORAGE])
    for kind in range(12):
        for number, one in enumerate(source.parts):
            path = tmp_path / str(kind) / Path(one.uri).relative_to(STORAGE)
            path.parent.mkdir(parents=True, exist_ok=True)
            data = Path(one.uri).read_bytes()
            edit = Edit("tree" if kind % 2 else "bytes", kind, kind / 12, kind * 7 + part)
            path.write_bytes(mutated(data, [edit]) if number == part else data)
        for found in load.sources([tmp_path / str(kind)]):
            try:
                runs = load.runs(found)
            except RunFileError as error:
                assert error.reason
            else:
                assert unaccounted(runs) == []


def test_tokens_are_counted_once_though_a_step_repeats_them() -> None:
    run = sample("opencode/export.json")
    (stated,) = run.stated
    assert stated.usage is not None and stated.cost == 0.0042
    first = run.requests[0].usage
    assert first is not None
    assert (first.input_tokens, first.cache_read_input_tokens, first.cache_creation_input_tokens) == (100, 500, 20)


@pytest.mark.parametrize(
    ("error", "kind", "cut_by"),
    [
        (None, "unknown", None),
        ("MessageAbortedError", "censored", "abort"),
        ("ContextOverflowError", "censored", "tokens"),
        ("APIError", "censored", "crash"),
    ],
)
def test_the_error_of_the_last_reply_tells_the_ending(error: str | None, kind: str, cut_by: str | None) -> None:
    run = one(ASKED, said("x") if error is None else said("x", error={"name": error}))
    assert (run.ending.kind, run.ending.cut_by) == (kind, cut_by)


def test_a_message_that_cannot_be_read_is_a_problem_and_the_others_are_read() -> None:
    run = one(ASKED, {"info": {"role": "hologram"}, "parts": []}, said("x"))
    assert ([problem.record for problem in run.problems], len(run.messages)) == ([2], 2)


def test_after_a_compaction_the_list_starts_at_its_summary() -> None:
    run = one(ASKED, said("x"), said("so far", summary=True), ASKED, said("y"))
    context = run.requests[-1].context
    assert context is not None and context.ranges == ((2, 3),)


def test_damaged_totals_cost_no_run() -> None:
    assert one(ASKED, said("x"), tokens={"input": "many"}).stated[0].usage is not None


def test_other_documents_are_not_claimed() -> None:
    assert "opencode" not in claims({"info": {}, "messages": [{"role": "user", "content": "x"}]})
    assert "opencode" not in claims({"sessionID": "s"})
    assert claims({"id": "m", "sessionID": "s", "role": "user"})["opencode"] == 3
