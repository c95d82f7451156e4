"""A recorder's log is the log that the timing view joins by call id."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from viewer.log_file import read_log
from viewer.record.call_log import CallLog, moment


def test_a_line_is_read_back_by_the_join(tmp_path: Path) -> None:
    log, start = CallLog(tmp_path / "calls.csv"), datetime(2026, 7, 9, 10, 11, 12, 345, UTC)
    log.add("a", "look", start, start + timedelta(seconds=2), 1, "returned")
    log.add("a", "look", start, start + timedelta(seconds=3), 2, "raised TimeoutError")
    lines, unread = read_log(log.path)
    assert [(line.call_id, line.attempt, line.outcome) for line in lines] == [
        ("a", 1, "returned"),
        ("a", 2, "raised TimeoutError"),
    ]
    assert (lines[0].start, lines[1].end) == (start, start + timedelta(seconds=3))
    assert unread == []


def test_a_moment_is_told_in_utc() -> None:
    assert moment(datetime(2026, 7, 9, 12, tzinfo=timezone(timedelta(hours=2)))) == "2026-07-09T10:00:00.000000Z"
