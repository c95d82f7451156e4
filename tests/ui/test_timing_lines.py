"""Durations, overlap, retries and what matches nothing (R22, R23)."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.logs import LogLine, join
from viewer.analysis.timeline import timeline
from viewer.ui.run_segments import segments_text
from viewer.ui.timing_lines import calls_frame, file_rows, gaps_frame, join_rows, seconds_words

RUN = sample("refund/refund.json")
START = datetime(2026, 5, 24, 9, 0, tzinfo=UTC)


def _line(number: int, call_id: str, start: float, end: float, attempt: int = 1) -> LogLine:
    return LogLine(number, call_id, START + timedelta(seconds=start), START + timedelta(seconds=end), attempt, "ok")


LINES = [
    _line(1, "toolu_01Ab", 0, 1.5),
    _line(2, "toolu_01Cd", 0.2, 1.628),
    _line(3, "toolu_01Ef", 3, 4),
    _line(4, "toolu_01Ef", 4, 5, 2),
    _line(5, "toolu_01Ef", 5, 6, 3),
    _line(6, "toolu_99", 7, 8),
]
TOLD = [(name, segments_text(line)) for name, line in join_rows(join(RUN, LINES), ["line 7: is no JSON"])]


def test_overlap_and_the_finish_gap_are_told_from_the_log() -> None:
    (together,) = [line for name, line in TOLD if name == "together"]
    assert "[1] 2 calls issued together ran in parallel" in together
    assert "finished 128 ms apart" in together


def test_retries_stand_against_the_one_result_of_the_list() -> None:
    assert ("retried", "[3].1 lookup_policy 3 attempts in the log, 1 result in the list") in TOLD


def test_what_matches_nothing_is_listed_on_both_sides() -> None:
    assert ("not in the log", "[5].0 issue_refund toolu_01Gh") in TOLD
    assert ("not in the run", "line 6 of the log: call toolu_99") in TOLD
    assert ("not read", "line 7: is no JSON") in TOLD


def test_without_times_nobody_can_tell_whether_calls_overlapped() -> None:
    rows = join_rows(join(RUN, [LogLine(1, "toolu_01Ab"), LogLine(2, "toolu_01Cd")]), [])
    assert any("whether they ran in parallel is unknown" in segments_text(line) for _, line in rows)


def test_the_table_holds_every_call() -> None:
    frame = calls_frame(join(RUN, LINES))
    assert list(frame["call"]) == ["[1].1", "[1].2", "[3].1", "[5].0"]
    assert list(frame["attempts"]) == [1, 1, 3, 0]
    assert frame["seconds"].iloc[2] == 3.0


def test_the_file_s_own_times_are_told_with_how_many_lack_one() -> None:
    assert segments_text(file_rows(RUN, timeline(RUN))[0][1]) == "no message of this file has a time"
    run = run_of(user("a"), model("b"), user("c"))
    times = ("2026-01-01T00:00:05Z", "2026-01-01T00:00:01Z", None)
    messages = [
        msgspec.structs.replace(message, timestamp=time) for message, time in zip(run.messages, times, strict=True)
    ]
    run = msgspec.structs.replace(run, messages=tuple(messages))
    rows = [(name, segments_text(line)) for name, line in file_rows(run, timeline(run))]
    assert rows[0][1].startswith("2 of 3 messages (recorded)")
    assert rows[1] == ("time went back", "[1] recorded earlier than the message before: not put right")
    assert list(gaps_frame(run, timeline(run))["message"]) == ["[0]", "[1]"]


def test_a_credential_in_a_log_is_masked() -> None:
    run = run_of(user("a"), model(call("a")), user(result("a")))
    secret = "sk-ant-api03-abcdefghijklmnopqrstuvwx"
    joined = join(run, [LogLine(1, secret), LogLine(2, "a", outcome=secret)])
    assert "abcdefgh" not in str(join_rows(joined, [secret])) + str(calls_frame(joined).to_dict())


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.128, "128 ms"), (4.2, "4.20 s"), (185, "3 min 5 s"), (7440, "2 h 4 min"), (-2.5, "-2.50 s")],
)
def test_seconds_are_told_with_their_unit(seconds: float, words: str) -> None:
    assert seconds_words(seconds) == words
