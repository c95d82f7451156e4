"""Claude Code: which files it claims, and which belong together."""

import json
from pathlib import Path, PurePath
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values

from viewer import load
from viewer.decode.decoder import decode
from viewer.formats.claude_code import FORMAT, companions
from viewer.formats.registry import matches
from viewer.model.run import Run

SESSION = "5f0c2d1e-0000-4000-8000-000000000005"


def claim(*values: Any) -> str | None:
    text = "\n".join(json.dumps(value) for value in values) + "\n"
    return next((match.sign for format, match, _ in matches(decode(text.encode(), "x")) if format is FORMAT), None)


def runs_in(folder: Path) -> list[tuple[Run, ...]]:
    return [load.runs(source) for source in load.sources([folder])]


def test_messages_beside_a_session_id_are_the_sign_wherever_they_begin() -> None:
    hook = {"type": "progress", "uuid": "p", "sessionId": "s"}
    user = {"type": "user", "sessionId": "s", "message": {"role": "user", "content": "hi"}}
    assert claim(*[hook] * 60, user) == "`sessionId` beside `message.content`"


def test_a_file_of_snapshots_alone_is_claimed_and_holds_a_run_without_messages() -> None:
    snapshot = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}
    assert claim(snapshot, snapshot) == "a line of type file-history-snapshot"
    (run,) = read_values(snapshot, snapshot, lines=True)
    assert (run.messages, [aside.kind for aside in run.set_aside]) == ((), ["file-history-snapshot"] * 2)


@pytest.mark.parametrize(
    "value",
    [
        {"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "parts": [{"text": "hi"}]}},
        {"type": "assistant", "session_id": "s", "message": {"role": "assistant", "content": [], "id": "m"}},
        {"loglines": []},
    ],
)
def test_lines_of_relatives_are_not_claimed(value: Any) -> None:
    assert claim(value, value) is None
    assert claim(value) is None


def test_a_web_export_is_read_line_by_line() -> None:
    lines = [
        {"type": "user", "message": {"role": "user", "content": "hi"}},
        {"type": "assistant", "message": {"role": "assistant", "content": "yes"}},
        {"type": "assistant", "message": {"role": "assistant", "content": "and more"}},
    ]
    (run,) = read_values({"loglines": lines})
    assert (len(run.requests), run.records[0].path) == (2, "loglines"), "without ids each line is a reply"


def test_a_transcript_of_one_line_is_read() -> None:
    (run,) = read_values({"type": "user", "sessionId": "s", "message": {"role": "user", "content": "hi"}})
    assert (run.format, len(run.messages)) == ("claude_code", 1)


def test_companions_are_the_sub_agents_files_below_the_sessions_name() -> None:
    below = [
        "s/subagents/agent-1.jsonl",
        "s/subagents/agent-1.meta.json",
        "s/subagents/workflows/wf_1/agent-2.jsonl",
        "s/subagents/workflows/wf_1/journal.jsonl",
        "s/workflows/wf_1.json",
        "s/tool-results/b0ff.txt",
        "s/subagents/notes.json",
        "s/tool-results/deeper/agent-3.jsonl",
    ]
    found = companions(PurePath("s.jsonl"), tuple(PurePath(name) for name in below))
    assert [str(path) for path in found] == below[:6]
    assert companions(PurePath("s.json"), tuple(PurePath(name) for name in below)) == ()


def test_a_session_and_its_sub_agents_are_one_source_with_every_record_in_its_place(tmp_path: Path) -> None:
    for path in (SAMPLES / "claude_code").rglob(f"{SESSION}*/**/*"):
        if path.is_file():
            copy = tmp_path / path.relative_to(SAMPLES / "claude_code")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    (tmp_path / f"{SESSION}.jsonl").write_bytes((SAMPLES / "claude_code" / f"{SESSION}.jsonl").read_bytes())
    ((run,),) = runs_in(tmp_path)
    assert [sub.records[0].part for sub in run.sub_runs] == [1, 5]
    assert unaccounted((run,)) == []


def test_a_sub_agents_file_that_cannot_be_read_does_not_hide_the_session(tmp_path: Path) -> None:
    folder = tmp_path / SESSION / "subagents"
    folder.mkdir(parents=True)
    (tmp_path / f"{SESSION}.jsonl").write_bytes((SAMPLES / "claude_code" / f"{SESSION}.jsonl").read_bytes())
    (folder / "agent-1.jsonl").write_bytes(b"\x00\x01\x02" * 40)
    (folder / "agent-2.jsonl").write_text("no json at all\n")
    (folder / "agent-2.meta.json").write_text("[1]")
    ((run,),) = runs_in(tmp_path)
    assert len(run.messages) == 4 and run.sub_runs == ()
    assert run.notes[-1] == "agent-2 holds no JSON lines and is left out"


def test_workflows_and_stored_outputs_beside_a_session_are_no_runs_of_their_own(tmp_path: Path) -> None:
    asked = {"type": "user", "uuid": "u", "sessionId": "s", "message": {"role": "user", "content": "go"}}
    helper = {**asked, "isSidechain": True, "agentId": "a"}
    files = {
        "s.jsonl": json.dumps(asked),
        "s/subagents/agent-a.jsonl": json.dumps(helper),
        "s/workflows/wf_1.json": json.dumps({"runId": "wf_1", "status": "completed"}),
        "s/tool-results/b0.txt": "much text\n",
        "s/tool-results/t1.json": json.dumps([{"type": "text", "text": "much"}]),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    ((run,),) = runs_in(tmp_path)
    assert run.attributes["workflows"] == [{"runId": "wf_1", "status": "completed"}]
    assert run.notes == ("2 outputs of tools were too long for the transcript and stand in files beside it",)
    assert len(run.sub_runs) == 1
