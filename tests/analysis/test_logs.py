"""Log lines joined to the run by call id (R22)."""

from datetime import UTC, datetime, timedelta

from conftest import sample

from viewer.analysis.logs import LogLine, join

REFUND = sample("refund/refund.json")
T0 = datetime(2026, 5, 24, 9, 0, tzinfo=UTC)


def _line(line: int, call_id: str | None, start: int, end: int, attempt: int = 1) -> LogLine:
    return LogLine(line, call_id, T0 + timedelta(milliseconds=start), T0 + timedelta(milliseconds=end), attempt)


def test_parallel_is_told_from_overlap_with_the_gap_between_the_finishes() -> None:
    joined = join(REFUND, [_line(1, "toolu_01Ab", 0, 300), _line(2, "toolu_01Cd", 5, 428)])
    (together,) = joined.together
    assert (together.message_index, together.overlap) == (1, True)
    assert together.finish_gap_seconds == 0.128


def test_one_after_the_other_is_not_parallel_although_issued_together() -> None:
    joined = join(REFUND, [_line(1, "toolu_01Ab", 0, 300), _line(2, "toolu_01Cd", 300, 428)])
    assert joined.together[0].overlap is False


def test_without_times_nobody_can_tell() -> None:
    assert join(REFUND, [LogLine(1, "toolu_01Ab"), LogLine(2, "toolu_01Cd")]).together[0].overlap is None


def test_three_attempts_in_the_log_are_one_result_in_the_list() -> None:
    joined = join(REFUND, [_line(n, "toolu_01Ef", 100 * n, 100 * n + 50, n) for n in (1, 2, 3)])
    (call,) = [call for call in joined.calls if call.tool_use_id == "toolu_01Ef"]
    assert (call.attempts, call.results, call.seconds) == (3, 1, 0.25)


def test_what_matches_nothing_is_listed_on_both_sides() -> None:
    joined = join(REFUND, [_line(1, "toolu_other", 0, 1), _line(2, None, 0, 1), _line(3, "toolu_01Gh", 0, 1)])
    assert [line.line for line in joined.unmatched_lines] == [1, 2]
    assert [call.tool_use_id for call in joined.unmatched_calls] == ["toolu_01Ab", "toolu_01Cd", "toolu_01Ef"]
