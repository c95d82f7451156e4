"""From paths to sources and from sources to runs, whatever happens to the files meanwhile."""

import gc
import json
import os
from pathlib import Path

import pytest

from viewer import load
from viewer.decode import unwrap
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.model.run import Run
from viewer.model.source import Source

USER = {"role": "user", "content": "hello"}
CALL = {
    "role": "assistant",
    "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}],
    "stop_reason": "tool_use",
}


def written(path: Path, *messages: object) -> Source:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"messages": messages or [USER, CALL]}))
    (source,) = load.sources([path])
    return source


def refusal(source: Source) -> str:
    with pytest.raises(RunFileError) as caught:
        load.runs(source)
    return str(caught.value)


def one_run(source: Source) -> Run:
    (run,) = load.runs(source)
    return run


def test_each_file_is_one_source_however_often_it_is_named(tmp_path: Path) -> None:
    written(tmp_path / "a.json")
    written(tmp_path / "b/c.json")
    found = load.sources([tmp_path / "b", tmp_path, tmp_path / "a.json", tmp_path / "b/../a.json"])
    assert [source.name for source in found] == ["c.json", "a.json"]


def test_files_of_one_name_under_two_roots_have_two_names(tmp_path: Path) -> None:
    for folder in ("one", "two", "x/two"):
        written(tmp_path / folder / "run.json")
    paths = [tmp_path / "one", tmp_path / "two/run.json", tmp_path / "x/two"]
    found = [source.name for source in load.sources(paths)]
    assert found == ["run.json", "two/run.json", "run.json~2"]


def test_a_companion_that_is_named_too_is_not_a_source_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "s/subagents").mkdir(parents=True)
    main, agent = tmp_path / "s.jsonl", tmp_path / "s/subagents/agent-a.jsonl"
    main.write_text("{}\n")
    agent.write_text("{}\n")
    for paths in ([main, agent], [agent, main], [tmp_path]):
        (source,) = load.sources(paths)
        assert [Path(part.uri).name for part in source.parts] == ["s.jsonl", "agent-a.jsonl"]
    (alone,) = load.sources([agent])
    assert alone.name == "agent-a.jsonl"


def test_a_run_holds_its_source_and_its_messages(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    run = one_run(source)
    assert (run.source, len(run.messages), run.run_id) == (source, 2, "1")


def test_a_file_that_vanished_gives_a_sentence(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    (tmp_path / "a.json").unlink()
    assert refusal(source).endswith("a.json: is no longer there: reload the list")
    with pytest.raises(RunFileError, match="no longer there"):
        load.as_it_is_now(source)


def test_a_file_that_was_replaced_is_read_as_it_is_now_and_its_run_says_so(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    now = written(tmp_path / "a.json", USER, CALL, USER)
    assert source.version != now.version
    run = one_run(source)
    assert (len(run.messages), run.source) == (3, now)
    assert load.as_it_is_now(source) == now


def test_a_path_that_became_a_folder_gives_a_sentence(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    (tmp_path / "a.json").unlink()
    (tmp_path / "a.json").mkdir()
    assert "is no file that can be read" in refusal(source)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_in_a_folder_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (source,) = load.sources([tmp_path])
    assert "is no file that can be read" in refusal(source)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="the file that even root cannot read is Linux's")
def test_an_error_of_the_disk_gives_a_sentence() -> None:
    (source,) = load.sources(["/proc/self/mem"])
    assert "cannot be read (" in refusal(source)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_gives_a_sentence(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    (tmp_path / "a.json").chmod(0)
    assert "cannot be read (Permission denied): check its permissions" in refusal(source)


def test_a_file_beyond_the_limit_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "big.json").open("wb") as file:
        file.truncate(unwrap.MAX_BYTES + 1)
    (source,) = load.sources([tmp_path / "big.json"])
    assert "holds 268,435,457 bytes; more than 268,435,456 cannot be opened yet" in refusal(source)


@pytest.mark.parametrize(
    "content", ["[]", "{}", "null", "5", '"text"', '{"messages": 5}', "[[[]]]", "[1, 2, 3]", "hello"]
)
def test_what_no_format_knows_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.json").write_text(content)
    (source,) = load.sources([tmp_path])
    assert "is in no format that is known" in refusal(source)


def test_a_file_cut_before_its_messages_says_that_it_is_cut(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"id": "r", "mess')
    (source,) = load.sources([tmp_path])
    assert "the JSON stops at byte 17" in refusal(source)


def test_reading_as_another_format_is_refused_where_it_does_not_fit(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    with pytest.raises(RunFileError, match="is not known; there are"):
        load.runs(source, "no_such_format")
    with pytest.raises(RunFileError):
        load.runs(source, "trajectory-viewer")


def test_what_decoding_met_is_noted_on_the_run(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xef\xbb\xbf" + json.dumps({"messages": [USER, CALL]}).encode())
    (source,) = load.sources([tmp_path])
    assert one_run(source).notes == ("a UTF-8 byte order mark stood at the start",)


def test_the_garbage_collector_is_left_as_it_was(tmp_path: Path) -> None:
    source = written(tmp_path / "a.json")
    gc.enable()
    load.runs(source)
    assert gc.isenabled()
    gc.disable()
    load.runs(source)
    was_on = gc.isenabled()
    gc.enable()
    assert not was_on


def test_an_ambiguous_source_names_the_formats() -> None:
    error = AmbiguousFormatError("x.json", ("a", "b"))
    assert str(error) == "x.json: looks equally like a and b: choose one with --format a"


def test_a_link_to_itself_hides_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to(tmp_path / "a.json")
    (tmp_path / "b").symlink_to(tmp_path / "b")
    (tmp_path / "c.json").write_text("{}")
    assert [source.name for source in load.sources([tmp_path])] == ["c.json"]
