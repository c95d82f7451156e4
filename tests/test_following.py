"""Files that are still written: read on, they say what reading them whole says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import SAMPLES

from viewer import following, load
from viewer.errors import RunFileError
from viewer.following import Follower
from viewer.formats.registry import FORMATS
from viewer.model.run import Run
from viewer.model.source import Source

FOLLOWED = tuple(format.name for format in FORMATS if format.follow is not None)


def claude_code(number: int) -> dict[str, Any]:
    about = {"sessionId": "s", "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "cwd": "/x"}
    if number % 2:
        content = [{"type": "tool_use", "id": f"c{number}", "name": "look", "input": {"n": number}}]
        message = {"id": f"m{number // 4}", "role": "assistant", "content": content, "usage": {"output_tokens": number}}
        return {**about, "type": "assistant", "message": message}
    result = [{"type": "tool_result", "tool_use_id": f"c{number - 1}", "content": "seen"}]
    return {**about, "type": "user", "message": {"role": "user", "content": result if number else "go"}}


def codex(number: int) -> dict[str, Any]:
    def line(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        return {"timestamp": f"2026-01-01T00:{number // 30:02}:{number % 30 * 2:02}Z", "type": kind,
                "payload": payload}  # fmt: skip

    match number % 3:
        case 0 if number == 0:
            return line("session_meta", {"id": "t", "cwd": "/x"})
        case 0:
            last = {"input_tokens": number, "output_tokens": 1}
            info = {
                "last_token_usage": last,
                "total_token_usage": {"input_tokens": number * 9},
            }
            return line("event_msg", {"type": "token_count", "info": info})
        case 1:
            call = {"type": "function_call", "name": "look", "arguments": "{}", "call_id": f"c{number}"}
            return line("response_item", call)
        case _:
            result = {"type": "function_call_output", "call_id": f"c{number - 1}", "output": "seen"}
            return line("response_item", result)


def anthropic_messages(number: int) -> dict[str, Any]:
    if number % 2:
        return {"role": "assistant", "content": [{"type": "tool_use", "id": f"c{number}", "name": "f", "input": {}}]}
    result = [{"type": "tool_result", "tool_use_id": f"c{number - 1}", "content": "seen"}]
    return {"role": "user", "content": result if number else "go"}


def openai_chat(number: int) -> dict[str, Any]:
    if number % 2:
        call = {"id": f"c{number}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        return {"role": "assistant", "content": None, "tool_calls": [call]}
    if number:
        return {"role": "tool", "tool_call_id": f"c{number - 1}", "content": "seen"}
    return {"role": "system", "content": "You look."}


MADE: dict[str, Callable[[int], dict[str, Any]]] = {
    "claude_code": claude_code,
    "codex": codex,
    "anthropic_messages": anthropic_messages,
    "openai_chat": openai_chat,
}


def text(name: str, count: int) -> bytes:
    return b"".join(json.dumps(MADE[name](number)).encode() + b"\n" for number in range(count))


def source_of(path: Path) -> Source:
    (source,) = load.sources([path])
    return source


def whole_reads(monkeypatch: pytest.MonkeyPatch) -> list[Source]:
    """The sources that a follower reads whole from now on."""
    read: list[Source] = []

    class Watched:
        """Reads as `load` does, and notes it."""

        collector_paused, part_of = staticmethod(load.collector_paused), staticmethod(load.part_of)

        @staticmethod
        def opened(source: Source, format: str | None = None) -> load.Opened:
            read.append(source)
            return load.opened(source, format)

    monkeypatch.setattr(following, "load", Watched)
    return read


def same(one: tuple[Run, ...], other: tuple[Run, ...]) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def test_each_format_that_can_be_followed_has_lines_made_here_or_a_sample_of_lines() -> None:
    assert set(MADE) <= set(FOLLOWED)
    assert set(FOLLOWED) - set(MADE) <= {source.name.split("/")[0] for source in LINES}


@pytest.mark.parametrize("name", MADE)
def test_a_file_read_on_line_by_line_is_what_it_is_read_whole(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.jsonl"
    lines = text(name, 230).splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:205]))
    follower = Follower()
    follower.runs(source_of(path))
    read = whole_reads(monkeypatch)
    at = 205
    for step in (1, 1, 3, 1, 7, 12):
        with path.open("ab") as file:
            file.write(b"".join(lines[at : at + step]))
        at += step
        source = source_of(path)
        runs = follower.runs(source)
        assert same(runs, load.runs(source))
        assert runs[0].source == source
    assert at == 230 and read == []


@pytest.mark.parametrize("name", MADE)
def test_half_a_line_waits_until_it_is_whole(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    whole = text(name, 210)
    path.write_bytes(whole)
    follower = Follower()
    before = follower.runs(source_of(path))
    read = whole_reads(monkeypatch)
    more = text(name, 211)[len(whole) :]
    path.write_bytes(whole + more[:20])
    half = follower.runs(source_of(path))
    assert half[0].messages == before[0].messages and half[0].problems == before[0].problems
    path.write_bytes(whole + more)
    assert same(follower.runs(source_of(path)), load.runs(source_of(path)))
    assert read == []


@pytest.mark.parametrize("what", ["another file", "a shorter file", "a bad line", "a last line without its end"])
def test_what_cannot_be_read_on_is_read_whole(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    whole = text("openai_chat", 210)
    path.write_bytes(whole)
    follower = Follower()
    follower.runs(source_of(path))
    read = whole_reads(monkeypatch)
    match what:
        case "another file":
            path.write_bytes(whole.replace(b"seen", b"lost") + text("openai_chat", 2))
        case "a shorter file":
            path.write_bytes(text("openai_chat", 205))
        case "a bad line":
            path.write_bytes(whole + b"{oh\n")
        case _:
            path.write_bytes(whole + b'{"role": "user", "content": "stop"}')
    source = source_of(path)
    assert same(follower.runs(source), load.runs(source))
    assert len(read) == 1


def test_a_fork_in_a_session_that_was_a_chain_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    whole = text("claude_code", 210)
    path.write_bytes(whole)
    follower = Follower()
    follower.runs(source_of(path))
    read = whole_reads(monkeypatch)
    path.write_bytes(whole + json.dumps({**claude_code(210), "parentUuid": "u3"}).encode() + b"\n")
    (run,) = follower.runs(source_of(path))
    assert len(run.branches) == 1 and len(read) == 1


def test_only_some_files_are_kept_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    follower = Follower()
    paths = [tmp_path / f"{number}.jsonl" for number in range(following.MOST_FOLLOWED + 1)]
    for path in paths:
        path.write_bytes(text("codex", 210))
        follower.runs(source_of(path))
    read = whole_reads(monkeypatch)
    follower.runs(source_of(paths[-1]))
    follower.runs(source_of(paths[0]))
    assert [source.uri for source in read] == [str(paths[0])]


LINES = tuple(source for source in load.sources([SAMPLES]) if source.uri.endswith(".jsonl") and len(source.parts) == 1)


@pytest.mark.parametrize("source", LINES, ids=lambda source: source.name)
def test_a_sample_that_is_cut_at_any_line_and_read_on_is_what_it_is_whole(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_LOOKED_AT", 1)
    lines = Path(source.uri).read_bytes().splitlines(keepends=True)
    path = tmp_path / "run.jsonl"
    for cut in sorted({1, 2, len(lines) // 2, len(lines) - 1}):
        path.write_bytes(b"".join(lines[:cut]))
        follower = Follower()
        try:
            begun = follower.runs(source_of(path))[0].format
        except RunFileError:
            continue
        path.write_bytes(b"".join(lines))
        whole = load.runs(source_of(path))
        if begun == whole[0].format:  # of so few lines another format may be taken
            assert same(follower.runs(source_of(path)), whole)
