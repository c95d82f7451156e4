"""What the file's times and a joined log say, in lines and as tables."""

import pandas as pd

from viewer.analysis.logs import CallTiming, LogJoin
from viewer.analysis.timeline import Timeline
from viewer.counted import counted
from viewer.model.run import Run
from viewer.plain import cell
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, code, link, quiet, shown, spaced, status, strong

NAMED = 50
"""Groups, retries and unmatched lines told one by one; the rest is counted."""
_OVERLAP = {
    True: "ran in parallel: two intervals of the log overlap",
    False: "ran one after the other: no two intervals of the log overlap",
    None: "whether they ran in parallel is unknown: times are missing",
}


def file_rows(run: Run, times: Timeline) -> list[Row]:
    """What the run's own file records of time."""
    recorded = len(times.moments)
    if not recorded:
        rows: list[Row] = [("times", [quiet("no message of this file has a time")])]
    else:
        last = times.moments[-1]
        line: list[Segment] = [
            f"{recorded:,} of {len(run.messages):,} messages ",
            status("recorded", "When the message was recorded, as the file says; not when its work began."),
            quiet(f" · first {times.moments[0].at.isoformat()} · "),
            f"{seconds_words(last.seconds)} to the last",
        ]
        rows = [("times", line)]
    if times.backwards:
        some = spaced([link(index) for index in times.backwards[:12]])
        more = quiet(f" and {len(times.backwards) - 12:,} more" if len(times.backwards) > 12 else "")
        rows.append(
            ("time went back", [*some, more, quiet(" recorded earlier than the message before: not put right")])
        )
    took = [(request.seconds, request) for request in run.requests if request.seconds is not None]
    if took:
        slowest = max(took, key=lambda one: one[0])
        rows.append(
            (
                "model calls",
                [
                    f"{seconds_words(sum(seconds for seconds, _ in took))} in all ",
                    status(f"recorded for {len(took):,} of {len(run.requests):,}", "As the file says."),
                    quiet(" · slowest "),
                    f"request {slowest[1].k:,}, {seconds_words(slowest[0])} ",
                    link(slowest[1].message_index),
                ],
            )
        )
    return rows


def join_rows(joined: LogJoin, unread: list[str]) -> list[Row]:
    """Overlap, retries, and what matched nothing on either side."""
    timed = [call for call in joined.calls if call.lines]
    rows: list[Row] = [
        ("joined", [strong(f"{len(timed):,} of {len(joined.calls):,}"), " calls have lines in the log, by call id"])
    ]
    for group in joined.together[:NAMED]:
        line: list[Segment] = [
            link(group.message_index),
            quiet(f" {counted(len(group.calls), 'call')} issued together "),
            _OVERLAP[group.overlap],
        ]
        if group.finish_gap_seconds is not None:
            line.append(quiet(f" · finished {seconds_words(group.finish_gap_seconds)} apart"))
        rows.append(("together", line))
    retried = [call for call in joined.calls if call.attempts > 1]
    for call in retried[:NAMED]:
        words = f" {call.attempts:,} attempts in the log, {counted(call.results, 'result')} in the list"
        rows.append(("retried", [link(call.message_index, call.block), " ", code(call.tool), strong(words)]))
    rows += _unmatched(joined)
    rows += [("not read", [shown(sentence)]) for sentence in unread[:NAMED]]
    if len(unread) > NAMED:
        rows.append(("", [quiet(f"and {len(unread) - NAMED:,} more lines not read")]))
    return rows


def _unmatched(joined: LogJoin) -> list[Row]:
    rows: list[Row] = []
    for call in joined.unmatched_calls[:NAMED]:
        rows.append(
            (
                "not in the log",
                [link(call.message_index, call.block), " ", code(call.tool), quiet(f" {call.tool_use_id or 'no id'}")],
            )
        )
    if len(joined.unmatched_calls) > NAMED:
        rows.append(("", [quiet(f"and {len(joined.unmatched_calls) - NAMED:,} more calls not in the log")]))
    for line in joined.unmatched_lines[:NAMED]:
        rows.append(
            ("not in the run", [f"line {line.line:,} of the log: call ", code(line.call_id or "without an id")])
        )
    if len(joined.unmatched_lines) > NAMED:
        rows.append(("", [quiet(f"and {len(joined.unmatched_lines) - NAMED:,} more lines not in the run")]))
    return rows or [("unmatched", [quiet("nothing: every call has a line, every line a call")])]


def calls_frame(joined: LogJoin) -> pd.DataFrame:
    """A row a call of the run, with what the log says of it."""
    return pd.DataFrame(
        {
            "call": [f"[{call.message_index}].{call.block}" for call in joined.calls],
            "tool": [cell(call.tool) for call in joined.calls],
            "call id": [cell(call.tool_use_id) for call in joined.calls],
            "seconds": [call.seconds for call in joined.calls],
            "attempts": pd.array([call.attempts for call in joined.calls], dtype="Int64"),
            "results": pd.array([call.results for call in joined.calls], dtype="Int64"),
            "outcomes": [cell(_outcomes(call)) for call in joined.calls],
            "start": [call.start.isoformat() if call.start else None for call in joined.calls],
            "end": [call.end.isoformat() if call.end else None for call in joined.calls],
        }
    )


def _outcomes(call: CallTiming) -> str:
    return " · ".join(line.outcome for line in call.lines if line.outcome)


def gaps_frame(run: Run, times: Timeline) -> pd.DataFrame:
    """A row a message with a time, the longest wait before it first."""
    found = sorted(times.moments, key=lambda one: -(one.gap or 0.0))
    return pd.DataFrame(
        {
            "message": [f"[{one.message_index}]" for one in found],
            "by": [" and ".join(who.who for who in run.messages[one.message_index].producers) for one in found],
            "seconds since the message before": [one.gap for one in found],
            "seconds since the first": [one.seconds for one in found],
            "recorded at": [one.at.isoformat() for one in found],
        }
    )


def seconds_words(seconds: float) -> str:
    """`128 ms`, `4.20 s`, `3 min 5 s`, `2 h 4 min`."""
    if abs(seconds) < 1:
        return f"{seconds * 1000:,.0f} ms"
    if abs(seconds) < 60:
        return f"{seconds:,.2f} s"
    whole = round(seconds)
    if abs(whole) < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"
