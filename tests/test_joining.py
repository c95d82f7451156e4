"""Files that hold parts of the same runs become one source; all others stay what they were."""

import gzip
import json
import os
import re
from pathlib import Path

import pytest

from viewer import joining, load
from viewer.formats.base import Joins
from viewer.joining import joined
from viewer.model.source import Part, Source

BY_TRACE = Joins(re.compile(rb'"span"'), re.compile(rb'"trace": "(\w+)"'))


def file(path: Path, *traces: str, text: str = '{"span": 1, ') -> Source:
    path.write_text(text + ", ".join(f'"trace": "{trace}"' for trace in traces))
    return source(path)


def source(path: Path) -> Source:
    found = path.stat()
    return Source(path.name, (Part(str(path), f"{found.st_mtime_ns}-{found.st_size}", found.st_size),))


def names(found: list[Source]) -> list[list[str]]:
    return [[Path(part.uri).name for part in one.parts] for one in joined(found, [BY_TRACE])]


def test_files_of_one_trace_become_one_source_where_the_first_of_them_stood(tmp_path: Path) -> None:
    found = [file(tmp_path / "a", "t1"), file(tmp_path / "b", "t2"), file(tmp_path / "c", "t1"), file(tmp_path / "d")]
    assert names(found) == [["a", "c"], ["b"], ["d"]]
    assert [one.name for one in joined(found, [BY_TRACE])] == ["a", "b", "d"]


def test_a_file_that_goes_on_with_two_others_joins_them_all(tmp_path: Path) -> None:
    found = [file(tmp_path / "a", "t1"), file(tmp_path / "b", "t2"), file(tmp_path / "c", "t2", "t1")]
    assert names(found) == [["a", "b", "c"]]


def test_a_trace_s_id_in_a_file_without_the_sign_joins_nothing(tmp_path: Path) -> None:
    found = [file(tmp_path / "a", "t1"), file(tmp_path / "b", "t1", text="{")]
    assert names(found) == [["a"], ["b"]]


def test_the_sign_is_looked_for_at_the_start_only(tmp_path: Path) -> None:
    found = [file(tmp_path / "a", "t1"), file(tmp_path / "b", "t1", text=" " * joining.HEAD + '{"span": 1, ')]
    assert names(found) == [["a"], ["b"]]


def test_packed_files_join_too(tmp_path: Path) -> None:
    first = file(tmp_path / "a", "t1")
    (tmp_path / "b.gz").write_bytes(gzip.compress(b'{"span": 2, "trace": "t1"'))
    assert names([first, source(tmp_path / "b.gz")]) == [["a", "b.gz"]]


def test_files_that_overlap_without_end_are_read_together_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [file(tmp_path / str(number), f"t{number}", f"t{number + 1}") for number in range(6)]
    monkeypatch.setattr(joining, "MOST_BYTES", found[0].size * 3)
    assert names(found) == [["0", "1", "2"], ["3", "4", "5"]]


def test_a_source_with_companions_is_left_as_it_is(tmp_path: Path) -> None:
    one, two = file(tmp_path / "a", "t1"), file(tmp_path / "b", "t1")
    whole = Source("a", (*one.parts, *file(tmp_path / "c", "t9").parts))
    assert joined([whole, two], [BY_TRACE]) == [whole, two]


def test_a_file_that_grew_into_a_trace_joins_it(tmp_path: Path) -> None:
    one = file(tmp_path / "a", "t1")
    assert names([one, file(tmp_path / "b", "t2")]) == [["a"], ["b"]]
    assert names([one, file(tmp_path / "b", "t2", "t1")]) == [["a", "b"]]


def test_what_cannot_be_opened_stays_a_source_so_that_reading_it_says_why(tmp_path: Path) -> None:
    gone = file(tmp_path / "gone", "t1")
    (tmp_path / "gone").unlink()
    (tmp_path / "damaged").write_bytes(b"\x1f\x8b no gzip")
    assert names([file(tmp_path / "a", "t1"), gone, source(tmp_path / "damaged")]) == [["a"], ["gone"], ["damaged"]]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert names([file(tmp_path / "a", "t1"), source(tmp_path / "pipe")]) == [["a"], ["pipe"]]


def test_the_file_that_tells_what_the_run_is_comes_first(tmp_path: Path) -> None:
    join = Joins(BY_TRACE.sign, BY_TRACE.key, re.compile(rb'"main"'))
    first, second = file(tmp_path / "a", "t1"), file(tmp_path / "b", "t1", text='{"main": 1, "span": 1, ')
    (one,) = joined([first, second], [join])
    assert (one.name, [Path(part.uri).name for part in one.parts]) == ("b", ["b", "a"])


def test_a_format_that_reads_one_file_only_says_how_many_it_left_out(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]
    for name in ("a", "b"):
        record = {"id": name, "run_type": "chain", "trace_id": "t", "messages": messages}
        (tmp_path / f"{name}.json").write_text(json.dumps(record))
    (found,) = load.sources([tmp_path])
    (run,) = load.runs(found, "plain")
    assert run.notes == ("1 files that belong to this one are not read as Plain JSON messages",)
