"""When did things happen? The file's own times, and the loop's log joined to the run by call id."""

import hashlib
from typing import Any

import streamlit as st

from viewer.analysis.logs import LogJoin, join
from viewer.analysis.timeline import Timeline, timeline
from viewer.errors import RunFileError
from viewer.log_file import read_log_text
from viewer.plain import visible
from viewer.ui import charts, run_choice
from viewer.ui.components import kit
from viewer.ui.open_message import mark_chosen, row_chosen, rows_open
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row
from viewer.ui.timing_charts import intervals_figure, longest_waits, slowest_calls, waits_figure
from viewer.ui.timing_lines import calls_frame, file_rows, gaps_frame, join_rows

LARGEST = 50
"""Megabytes of a log."""
MOST = 5_000
"""Rows of a table."""
_WAITS, _GAPS, _INTERVALS, _CALLS = "timing_waits", "timing_gaps", "timing_intervals", "timing_calls"


@st.fragment
def draw(facts: RunFacts) -> None:
    """The file's times, then the log."""
    run_choice.full_rerun_if_asked()
    times = timeline(facts.run)
    _lines("timing_lines", file_rows(facts.run, times))
    if len(times.moments) > 1:
        _draw_waits(facts, times)
    has_intervals = _draw_log(facts)
    if has_intervals or len(times.moments) > 1:
        charts.draw_image_choice()


def _lines(key: str, rows: list[Row]) -> None:
    kit.draw("lines", {"rows": rows}, key=key, on_act_change=act_for(key), on_open_change=open_for(key))


def _draw_waits(facts: RunFacts, times: Timeline) -> None:
    drawn = longest_waits(times)
    binned = len(times.moments) > len(drawn) + 1
    said = f"**How long before each message was recorded?** n = {len(times.moments):,} messages; a click opens one."
    if binned:
        said += " Each bar is the longest wait of several."
    st.markdown(said)
    st.plotly_chart(
        waits_figure(drawn),
        key=_WAITS,
        theme="streamlit",
        config=charts.config(),
        on_select=lambda: mark_chosen(_WAITS),
        selection_mode="points",
        alt=f"Seconds before each of {len(times.moments)} messages; the table below holds the same numbers.",
    )
    frame = gaps_frame(facts.run, times).head(MOST)
    _table(frame, _GAPS, [int(text.strip("[]")) for text in frame["message"]], "Messages by the wait before them")


def _draw_log(facts: RunFacts) -> bool:
    """The log, where one is given; whether its calls are a chart."""
    st.markdown(
        "**Join the loop's log.** JSON lines or CSV with call id, start, end, attempt, outcome: only it tells "
        "durations, overlap and retries. It stays in this session."
    )
    upload = st.file_uploader(
        "Log of the dispatcher",
        type=["jsonl", "ndjson", "json", "csv", "log", "txt"],
        key=f"timing_log_{facts.key}",
        max_upload_size=LARGEST,
        label_visibility="collapsed",
    )
    if upload is None:
        return False
    try:
        joined, unread = _joined(facts, upload.getvalue(), _names())
    except RunFileError as error:
        st.markdown("**The log cannot be joined.**")
        st.text(visible(str(error)))
        return False
    _lines("timing_joined", join_rows(joined, unread))
    drawn = slowest_calls(joined)
    if drawn:
        total = sum(1 for call in joined.calls if call.seconds is not None)
        st.markdown(f"**When did the calls run?** {len(drawn):,} of {total:,} timed calls; a click opens the request.")
        st.plotly_chart(
            intervals_figure(drawn),
            key=_INTERVALS,
            theme="streamlit",
            config=charts.config(),
            on_select=lambda: mark_chosen(_INTERVALS),
            selection_mode="points",
            alt=f"Intervals of {len(drawn)} calls; the table below holds all.",
        )
    _table(
        calls_frame(joined).head(MOST), _CALLS, [call.message_index for call in joined.calls[:MOST]], "Calls, one a row"
    )
    return bool(drawn)


def _names() -> tuple[tuple[str, str], ...]:
    """The names that this log has for our fields, where the reader gave any."""
    with st.expander("The fields of this log have other names"):
        one, two, three, four, five = st.columns(5)
        given = {
            "call_id": one.text_input("Call id", key="timing_field_id", placeholder="call_id"),
            "start": two.text_input("Start", key="timing_field_start", placeholder="start"),
            "end": three.text_input("End", key="timing_field_end", placeholder="end"),
            "attempt": four.text_input("Attempt", key="timing_field_attempt", placeholder="attempt"),
            "outcome": five.text_input("Outcome", key="timing_field_outcome", placeholder="outcome"),
        }
    return tuple((field, name) for field, name in given.items() if name)


def _joined(facts: RunFacts, data: bytes, names: tuple[tuple[str, str], ...]) -> tuple[LogJoin, list[str]]:
    return _joined_of(facts.key, facts.run.source.version, hashlib.sha256(data).hexdigest(), names, facts, data)


@st.cache_resource(show_spinner=False, max_entries=2, scope="session")
def _joined_of(
    key: str, version: str, digest: str, names: tuple[tuple[str, str], ...], _facts: RunFacts, _data: bytes
) -> tuple[LogJoin, list[str]]:
    try:
        text = _data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RunFileError("the log", "is no UTF-8 text: a log is JSON lines or CSV") from error
    lines, unread = read_log_text("the log", text, dict(names))
    return join(_facts.run, lines), unread


def _table(frame: Any, key: str, messages: list[int], alt: str) -> None:
    rows_open(key, messages)
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        lazy=False,
        on_select=lambda: row_chosen(key),
        selection_mode="single-row",
        column_config={"seconds": st.column_config.NumberColumn(format="%.3f")},
        placeholder="—",
        row_height=28,
        height=min(360, 40 + 28 * max(1, len(frame))),
        alt=alt,
    )
