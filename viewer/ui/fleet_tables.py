"""Tables and the chart of the Fleet page."""

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from viewer.index.fleet import DayCounts, Growth, ToolCounts, Totals
from viewer.plain import cell
from viewer.ui.charts import BAR_COLOUR


def tools_frame(tools: Sequence[ToolCounts], carried: Mapping[str, int] | None) -> pd.DataFrame:
    """A row a tool."""
    made = pd.DataFrame(
        {
            "tool": [cell(one.tool) for one in tools],
            "runs": [one.runs for one in tools],
            "calls": [one.calls for one in tools],
            "errors": [one.errors for one in tools],
            "error rate": [_share(one.errors, one.calls - one.unflagged - one.unanswered) for one in tools],
            "no flag": [one.unflagged for one in tools],
            "unanswered": [one.unanswered for one in tools],
            "median bytes": pd.array([one.median_bytes for one in tools], dtype="Int64"),
            "95 % of results up to": pd.array([one.p95_bytes for one in tools], dtype="Int64"),
            "largest": pd.array([one.most_bytes for one in tools], dtype="Int64"),
            "tokens added": pd.array([one.tokens for one in tools], dtype="Int64"),
            "known for calls": [one.tokens_of for one in tools],
        }
    )
    if carried is not None:
        made["tokens downstream"] = pd.array([carried.get(one.tool) for one in tools], dtype="Int64")
    if any(one.about for one in tools):
        made = made.rename(
            columns={name: f"{name}, about" for name in ("runs", "median bytes", "95 % of results up to")}
        )
    return made


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def findings_frame(found: Sequence[tuple[str, int]], runs: int) -> pd.DataFrame:
    """A row a code."""
    return pd.DataFrame(
        {
            "finding": [code for code, _ in found],
            "runs": [count for _, count in found],
            "of all": [_share(count, runs) for _, count in found],
        }
    )


def days_frame(days: Sequence[DayCounts]) -> pd.DataFrame:
    """The table behind the chart of days."""
    return pd.DataFrame(
        {
            "day": [one.day.isoformat() for one in days],
            "runs": [one.runs for one in days],
            "failed": [one.failed for one in days],
            "cut or open": [one.cut for one in days],
            "requests": [one.requests for one in days],
            "input tokens": pd.array([_whole(one.input_tokens) for one in days], dtype="Int64"),
            "output tokens": pd.array([_whole(one.output_tokens) for one in days], dtype="Int64"),
            "cost, $": pd.Series([one.cost for one in days], dtype="float64"),
        }
    )


def _whole(value: int | None) -> int | None:
    return None if value is None else int(value)


def growth_frame(found: Sequence[Growth]) -> pd.DataFrame:
    """A row a run."""
    return pd.DataFrame(
        {
            "label": [cell(one.label) for one in found],
            "file": [cell(one.source) for one in found],
            "requests": [one.requests for one in found],
            "first prompt": [one.first for one in found],
            "last prompt": [one.last for one in found],
            "tokens a request": [round(one.a_request) for one in found],
        }
    )


def totals_frame(found: Totals) -> pd.DataFrame:
    """The sums, each with what it rests on."""
    known = found.requests - found.requests_without_usage
    of = f"{known:,} of {found.requests:,} requests"
    rows = [
        ("runs", f"{found.runs:,}", ""),
        ("requests", f"{found.requests:,}", ""),
        ("tool calls of the client", f"{found.tool_calls:,}", f"{found.errors:,} results flagged as errors"),
        ("input tokens", _text(found.input_tokens), of),
        ("of them read from a cache", _text(found.cached_tokens), of),
        ("output tokens", _text(found.output_tokens), of),
        (
            "cost, US dollars", "—" if found.cost is None else f"{found.cost:,.2f}",
            f"as stated by {found.runs_with_cost:,} of {found.runs:,} runs",
        ),
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["total", "sum", "known for"])


def _text(value: int | None) -> str:
    return "—" if value is None else f"{int(value):,}"


def days_figure(days: Sequence[DayCounts]) -> go.Figure:
    """Runs a day, and under it the input tokens of their runs."""
    has_tokens = any(one.input_tokens for one in days)
    figure = make_subplots(rows=2 if has_tokens else 1, shared_xaxes=True, vertical_spacing=0.08)
    x = [one.day for one in days]
    custom = [one.day.isoformat() for one in days]
    figure.add_bar(
        row=1, col=1, x=x, y=[one.runs for one in days], customdata=custom, marker={"color": BAR_COLOUR},
        hovertemplate="%{customdata}: %{y:,} runs<extra></extra>",
    )  # fmt: skip
    figure.update_yaxes(title="runs", tickformat=",d", row=1, col=1)
    if has_tokens:
        figure.add_bar(
            row=2, col=1, x=x, y=[one.input_tokens for one in days], customdata=custom, marker={"color": BAR_COLOUR},
            hovertemplate="%{customdata}: %{y:,} input tokens<extra></extra>",
        )  # fmt: skip
        figure.update_yaxes(title="input tokens", tickformat=".3~s", row=2, col=1)
    figure.update_xaxes(title="day on which runs started, UTC", row=2 if has_tokens else 1, col=1)
    figure.update_layout(
        height=360 if has_tokens else 240, showlegend=False, bargap=0.15, margin={"l": 8, "r": 8, "t": 8, "b": 8}
    )
    return figure
