"""A dispatch log as JSON lines or CSV."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from viewer.analysis.logs import LogLine
from viewer.errors import RunFileError
from viewer.log_file import read_log, read_log_text

START = datetime(2026, 5, 24, 9, 0, tzinfo=UTC)
END = datetime(2026, 5, 24, 9, 0, 1, tzinfo=UTC)
LINE = LogLine(2, "toolu_01Ab", START, END, 1, "ok")


def _write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "log"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "text",
    [
        "call_id,start,end,attempt,outcome\ntoolu_01Ab,2026-05-24T09:00:00Z,2026-05-24T09:00:01+00:00,1,ok\n",
        '\n{"tool_use_id":"toolu_01Ab","started_at":"2026-05-24T09:00:00","end":1779613201,"try":1,"status":"ok"}\n',
        '\n{"id":"toolu_01Ab","start":1779613200000,"end":"1779613201","attempt":1,"result":"ok"}\n',
    ],
)
def test_usual_names_and_times_are_understood(tmp_path: Path, text: str) -> None:
    assert read_log(_write(tmp_path, text)) == ([LINE], [])


def test_other_names_can_be_given(tmp_path: Path) -> None:
    lines, _ = read_log(
        _write(tmp_path, "ref,t0\ntoolu_01Ab,2026-05-24T09:00:00Z\n"), {"call_id": "ref", "start": "t0"}
    )
    assert (lines[0].call_id, lines[0].start) == ("toolu_01Ab", START)


def test_a_line_that_cannot_be_read_is_said_and_hides_no_other(tmp_path: Path) -> None:
    lines, unread = read_log(_write(tmp_path, '{"id":"a","start":"noon"}\n{broken\n[1]\n{"id":"b"}\n'))
    assert [line.call_id for line in lines] == ["a", "b"]
    assert unread == ["line 1: start is no time", "line 2: is no JSON", "line 3: is no object"]


def test_a_log_without_call_ids_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="holds no call id"):
        read_log(_write(tmp_path, "time,what\n1,2\n"))


def test_a_log_at_hand_as_text_is_read_as_from_a_file() -> None:
    lines, unread = read_log_text("upload", '{"id": "a", "start": 1, "end": 2}\n')
    assert [(line.call_id, line.line) for line in lines] == [("a", 1)]
    assert unread == []
    with pytest.raises(RunFileError, match=r"^upload"):
        read_log_text("upload", "x,y\n1,2\n")


def test_a_damaged_table_gives_the_lines_before_the_damage_and_a_sentence() -> None:
    text = "id,start\na,1\nb," + "x" * 200_000 + "\n"
    lines, unread = read_log_text("upload", text)
    assert [line.call_id for line in lines] == ["a"]
    assert any("cannot be read further" in sentence for sentence in unread)


def test_an_attempt_of_absurd_length_is_no_attempt() -> None:
    (line,), _ = read_log_text("upload", f'{{"id": "a", "attempt": "{"9" * 5000}"}}')
    assert line.attempt is None


def test_a_line_separator_inside_a_value_ends_no_line() -> None:
    lines, unread = read_log_text("upload", '{"id": "a", "outcome": "x\u2028y"}\n')
    assert ([line.outcome for line in lines], unread) == (["x\u2028y"], [])
