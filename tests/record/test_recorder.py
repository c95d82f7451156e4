"""A run that is recorded while it happens is read back as what happened."""

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from viewer.load import runs, sources
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.record import Recorder, instrument

REPLY = {
    "role": "assistant",
    "model": "model-a",
    "content": [
        {"type": "text", "text": "Looking."},
        {"type": "tool_use", "id": "t1", "name": "look", "input": {"order": 7}},
        {"type": "tool_use", "id": "t2", "name": "look", "input": {"order": 8}},
    ],
    "stop_reason": "tool_use",
    "usage": {"input_tokens": 10, "output_tokens": 4},
}
LAST = {
    "role": "assistant",
    "model": "model-a",
    "content": [{"type": "text", "text": "Done."}],
    "stop_reason": "end_turn",
}


def dispatch(name: str, arguments: dict[str, Any]) -> Any:
    if arguments.get("order") == 8:
        raise LookupError("no order 8")
    return {"total_cents": 8900}


def only_run(path: Path) -> Run:
    (source,) = sources([path])
    (run,) = runs(source)
    return run


def log_of(recorder: Recorder) -> list[dict[str, Any]]:
    with recorder.path.with_suffix(".calls.csv").open(encoding="utf-8", newline="") as file:
        return [{**row, "attempt": int(row["attempt"])} for row in csv.DictReader(file)]


def recorded(folder: Path, **options: Any) -> Recorder:
    recorder = Recorder(folder, case="refund", **options)
    look = instrument(dispatch, recorder)
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Refund order 7"}]
    recorder.request(system="Be kind", tools=[{"name": "look"}], model="model-a", max_tokens=9, messages=messages)
    recorder.reply(REPLY, seconds=1.5)
    look("look", {"order": 7})
    with pytest.raises(LookupError):
        look("look", {"order": 8})
    sent = [
        {"type": "tool_result", "tool_use_id": "t1", "content": '{"total_cents": 8900}'},
        {"type": "tool_result", "tool_use_id": "t2", "content": "not found", "is_error": True},
    ]
    messages += [{"role": "assistant", "content": REPLY["content"]}, {"role": "user", "content": sent}]
    recorder.request(system="Be kind", tools=[{"name": "look"}], model="model-a", max_tokens=9, messages=messages)
    recorder.reply(LAST)
    recorder.end("success", exit_status="answered")
    return recorder


def test_what_the_loop_told_is_what_the_file_says(tmp_path: Path) -> None:
    recorder = recorded(tmp_path)
    assert recorder.broken is None
    run = only_run(recorder.path)
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant"]
    assert run.messages[0].blocks == (Text("Refund order 7"),)
    assert run.messages[1].blocks[1] == ToolUse("t1", "look", {"order": 7})
    assert run.messages[2].blocks == (
        ToolResult("t1", '{"total_cents": 8900}', None),
        ToolResult("t2", "not found", True),
    )
    assert run.request_fields[0].system.value == "Be kind"
    assert run.request_fields[0].parameters.value == {"model": "model-a", "max_tokens": 9}
    assert [request.stop_reason for request in run.requests] == ["tool_use", "end_turn"]
    assert run.requests[0].seconds == 1.5
    assert run.requests[0].usage is not None
    assert run.requests[0].usage.input_tokens == 10
    assert (run.outcome, run.exit_status, run.attributes["case"]) == ("success", "answered", "refund")
    assert not run.problems


def test_the_log_has_a_line_for_each_attempt_with_the_call_s_id(tmp_path: Path) -> None:
    lines = log_of(recorded(tmp_path))
    assert [(line["call_id"], line["attempt"], line["outcome"]) for line in lines] == [
        ("t1", 1, "returned"),
        ("t2", 1, "raised LookupError"),
    ]
    assert all(line["start"] <= line["end"] for line in lines)


def test_a_second_attempt_is_a_line_of_the_log_and_no_second_result(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    answers = iter([TimeoutError("slow"), "here"])

    def flaky(name: str, arguments: Any) -> str:
        match next(answers):
            case Exception() as error:
                raise error
            case answer:
                return answer

    look = instrument(flaky, recorder)
    recorder.reply({**REPLY, "content": REPLY["content"][1:2]})
    with pytest.raises(TimeoutError):
        look("look", {"order": 7})
    assert look("look", {"order": 7}) == "here"
    recorder.end()
    assert [line["attempt"] for line in log_of(recorder)] == [1, 2]
    assert only_run(recorder.path).messages[1].blocks == (ToolResult("t1", "here", None, "look"),)


def test_the_file_is_whole_after_every_call_and_says_that_it_is_open(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    look = instrument(dispatch, recorder)
    recorder.caller("Refund order 7")
    recorder.reply(REPLY)
    look("look", {"order": 7})
    run = only_run(recorder.path)
    assert run.ending.kind == "open"
    assert run.messages[2].blocks == (ToolResult("t1", {"total_cents": 8900}, None, "look"),)


def test_a_result_shorter_than_the_one_before_leaves_nothing_behind(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    answers = iter(["long " * 100, "short"])
    look = instrument(lambda name, arguments: next(answers), recorder)
    recorder.reply({**REPLY, "content": REPLY["content"][1:2]})
    look("look", {"order": 7})
    look("look", {"order": 7})
    assert json.loads(recorder.path.read_bytes())["messages"][1]["blocks"][0]["content"] == "short"


def test_a_killed_process_leaves_what_was_told(tmp_path: Path) -> None:
    program = (
        "import os, sys\n"
        "from viewer.record import Recorder, instrument\n"
        "recorder = Recorder(sys.argv[1])\n"
        "recorder.request(system='s', messages=[{'role': 'user', 'content': 'go'}])\n"
        "recorder.reply({'content': [{'type': 'tool_use', 'id': 'a', 'name': 'look', 'input': {}}]})\n"
        "instrument(lambda name, arguments: 'seen', recorder)('look', {})\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, check=False)
    run = only_run(next(tmp_path.glob("*.json")))
    assert run.request_fields[0].system.value == "s"
    assert run.messages[2].blocks == (ToolResult("a", "seen", None, "look"),)


def test_a_crash_of_the_loop_is_an_ending_and_the_exception_goes_on(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), Recorder(tmp_path) as recorder:
        recorder.caller("go")
        raise ZeroDivisionError
    run = only_run(recorder.path)
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == ("censored", "crash", "ZeroDivisionError")


def test_only_the_dispatcher_wrapped_is_a_run_that_says_what_it_lacks(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    look = instrument(dispatch, recorder)
    look("look", {"order": 7})
    look("look", {"order": 9})
    recorder.end()
    run = only_run(recorder.path)
    assert [message.role for message in run.messages] == ["assistant", "user", "assistant", "user"]
    assert "not told" in run.attributes["requests"]


def test_stop_reasons_alone_keep_the_calls_of_a_request_together(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    look = instrument(dispatch, recorder)
    recorder.stop_reason("tool_use")
    look("look", {"order": 7})
    look("look", {"order": 9})
    recorder.stop_reason("end_turn")
    recorder.end()
    run = only_run(recorder.path)
    assert [request.stop_reason for request in run.requests] == ["tool_use", "end_turn"]
    assert [len(message.blocks) for message in run.messages] == [2, 2, 0]


def test_a_call_that_the_model_did_not_ask_for_is_not_put_into_its_mouth(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.reply(LAST)
    instrument(dispatch, recorder)("audit", {"order": 7})
    recorder.end()
    run = only_run(recorder.path)
    assert len(run.messages) == 1
    assert run.attributes["calls_of_the_loop_itself"] == ["audit"]
    assert len(log_of(recorder)) == 1


def test_a_recorder_that_cannot_write_leaves_the_agent_alone(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder is wanted")
    recorder = Recorder(blocked / "runs")
    recorder.reply("no reply at all")
    assert instrument(dispatch, recorder)("look", {"order": 7}) == {"total_cents": 8900}
    recorder.end()
    assert recorder.broken is not None
    assert "NotADirectoryError" in recorder.broken or "FileExistsError" in recorder.broken


def test_a_reply_that_is_none_ends_the_recording_with_its_reason(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.reply(object())
    assert recorder.broken == "reply: TypeError: a reply is a dictionary or an SDK's object, not object"
    assert instrument(dispatch, recorder)("look", {"order": 7}) == {"total_cents": 8900}


def test_arguments_that_are_no_json_are_kept_as_text(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    look = instrument(lambda name, arguments: {1, 2}, recorder)
    look("look", {("a", 1): 2.0, "path": Path("x")})
    recorder.end()
    (use,) = only_run(recorder.path).messages[0].blocks
    assert isinstance(use, ToolUse)
    assert use.input["path"] == "x"


def test_digests_hold_no_data_and_tell_equal_calls_from_different_ones(tmp_path: Path) -> None:
    recorder = recorded(tmp_path, digest_key=b"sixteen bytes or more")
    text = recorder.path.read_text()
    assert not [word for word in ("Refund order", "Looking", "8900", "Be kind", "not found") if word in text]
    first, second = (block for block in only_run(recorder.path).messages[1].blocks if isinstance(block, ToolUse))
    assert first.input["digest"]["exact"] != second.input["digest"]["exact"]
    assert first.name == "look"


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        Recorder("unused", digest_key=b"short")


def test_the_recorder_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import viewer.record\n"
        "places = [getattr(module, '__file__', None) or '' for module in sys.modules.values()]\n"
        "print([place for place in places if 'site-packages' in place])"
    )
    command = [sys.executable, "-S", "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
