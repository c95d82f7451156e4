"""Charts of the Baselines page: drift and calls of each case over time, and what repeated runs scatter."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from viewer.baselines.calibration import CaseNoise, Spread
from viewer.baselines.matrix import MatrixRow, RunOfCase
from viewer.plain import cell
from viewer.ui.charts import BAR_COLOUR, plotly_text

MOST = 6
"""Cases of one page of small charts."""
MOST_MARKS = 300
"""Runs of a case that are drawn, the latest ones."""
_HEIGHT, _AXIS = 96, 70
"""Pixels."""


def over_time(rows: Sequence[MatrixRow]) -> go.Figure:
    """A row of two charts a case: how far each run is from the accepted path, and how many calls it made."""
    shown = rows[:MOST]
    figure = make_subplots(
        rows=len(shown), cols=2, shared_xaxes="columns", vertical_spacing=0.3 / max(len(shown), 1),
        horizontal_spacing=0.08,
    )  # fmt: skip
    times = [_times(row.runs[-MOST_MARKS:]) for row in shown]
    by_time = all(one is not None for one in times)
    for number, (row, started) in enumerate(zip(shown, times, strict=True), 1):
        runs = row.runs[-MOST_MARKS:]
        # One axis serves all charts of a column, so all of them count runs where one cannot tell times.
        x = started if by_time else list(range(1, len(runs) + 1))
        keys = [one.checked.key for one in runs]
        drifts = [None if one.drift is None else one.drift.names.ratio for one in runs]
        what = "no accepted path" if row.furthest is None else "names changed"
        name = f"{plotly_text(row.case or runs[-1].checked.run_id)} · n = {len(row.runs):,} · {what}"
        for column, values, said, title in (
            (1, drifts, "changed by %{y:.2f}", name),
            (2, [one.checked.calls for one in runs], "%{y:,} calls", "tool calls"),
        ):
            figure.add_scatter(
                row=number, col=column, x=x, y=values, mode="lines+markers", customdata=keys,
                marker={"color": BAR_COLOUR, "size": 8}, line={"color": BAR_COLOUR, "width": 1},
                hovertemplate=f"%{{x}}: {said}<extra></extra>",
            )  # fmt: skip
            place = {"xref": "x domain", "yref": "y domain", "x": 0, "y": 1.02, "xanchor": "left", "yanchor": "bottom"}
            figure.add_annotation(row=number, col=column, text=title, showarrow=False, **place)
        figure.update_yaxes(range=[-0.08, 1.08], tickvals=[0, 0.5, 1], row=number, col=1)
        most = max((one.checked.calls for one in runs), default=0)
        figure.update_yaxes(
            range=[-0.08 * max(most, 1), 1.12 * max(most, 1)], tickvals=sorted({0, most}), tickformat=",d",
            row=number, col=2,
        )  # fmt: skip
    what = "start of the run, UTC" if by_time else "runs of a case, in order: not all of these record their start"
    figure.update_xaxes(title=what, row=len(shown))
    figure.update_xaxes(**_span(times) if by_time else {"tickformat": ",d", "rangemode": "tozero"})
    figure.update_layout(
        height=_HEIGHT * len(shown) + _AXIS, showlegend=False, margin={"l": 8, "r": 8, "t": 28, "b": 8},
        hovermode="closest",
    )  # fmt: skip
    return figure


def _span(times: Sequence[list[str] | None]) -> dict[str, Any]:
    """The axis; a few seconds around runs of one moment, where Plotly would count in microseconds."""
    moments = [pd.Timestamp(one) for listed in times for one in listed or ()]
    if not moments or max(moments) - min(moments) > pd.Timedelta(seconds=10):
        return {}
    around = pd.Timedelta(seconds=10)
    return {"range": [(min(moments) - around).isoformat(), (max(moments) + around).isoformat()]}


def _times(runs: Sequence[RunOfCase]) -> list[str] | None:
    """When they started; None where not all say so."""
    started = [one.checked.started_at for one in runs]
    parsed = pd.to_datetime(pd.Series(started, dtype="object"), errors="coerce", utc=True, format="ISO8601")
    if parsed.isna().any():
        return None
    return [str(one.isoformat()) for one in parsed]


def over_time_frame(rows: Sequence[MatrixRow]) -> pd.DataFrame:
    """The table behind the charts: a row a run."""
    return pd.DataFrame(
        [
            {
                "case": cell(row.case),
                "started": cell(one.checked.started_at),
                "run": cell(one.checked.run_id),
                "model": cell(one.checked.model),
                "names changed": None if one.drift is None else round(one.drift.names.ratio, 4),
                "calls": one.checked.calls,
                "requests": one.checked.requests,
                "violations": len(one.checked.violations),
            }
            for row in rows
            for one in row.runs
        ]
    )


def noise_figure(noise: Sequence[CaseNoise]) -> go.Figure:
    """A line a case, from the least to the most seen, with its median: calls, and drift between runs."""
    names = [f"{plotly_text(one.case)} · n = {one.n:,}" for one in noise]
    figure = make_subplots(
        rows=1, cols=2, shared_yaxes=True, horizontal_spacing=0.04,
        column_titles=["tool calls: least, median, most", "names changed between two of the runs"],
    )  # fmt: skip
    for column, spreads in ((1, [one.calls for one in noise]), (2, [one.between_runs for one in noise])):
        _add_spreads(figure, column, names, spreads)
    figure.update_yaxes(autorange="reversed", type="category")
    figure.update_xaxes(tickformat=",d", rangemode="tozero", row=1, col=1)
    figure.update_xaxes(range=[-0.03, 1.03], row=1, col=2)
    figure.update_layout(
        height=26 * len(names) + 110, showlegend=False, margin={"l": 8, "r": 8, "t": 40, "b": 8}, hovermode="closest"
    )
    return figure


def _add_spreads(figure: go.Figure, column: int, names: Sequence[str], spreads: Sequence[Spread | None]) -> None:
    x: list[float | None] = []
    y: list[str | None] = []
    for name, one in zip(names, spreads, strict=True):
        if one is not None:
            x += [one.low, one.high, None]
            y += [name, name, None]
    figure.add_scatter(
        row=1, col=column, x=x, y=y, mode="lines+markers", connectgaps=False, hoverinfo="skip",
        line={"color": BAR_COLOUR, "width": 3}, marker={"color": BAR_COLOUR, "size": 7, "symbol": "line-ns-open"},
    )  # fmt: skip
    known = [(name, one) for name, one in zip(names, spreads, strict=True) if one is not None]
    figure.add_scatter(
        row=1, col=column, x=[one.middle for _, one in known], y=[name for name, _ in known], mode="markers",
        marker={"color": BAR_COLOUR, "size": 10}, customdata=[[one.low, one.high] for _, one in known],
        hovertemplate="%{y}: %{customdata[0]:.4g} to %{customdata[1]:.4g}, median %{x:.4g}<extra></extra>",
    )  # fmt: skip


def noise_frame(noise: Sequence[CaseNoise]) -> pd.DataFrame:
    """The table behind the plots; every threshold with its n."""
    return pd.DataFrame(
        {
            "case": [cell(one.case) for one in noise],
            "n": [one.n for one in noise],
            "calls": [_told(one.calls) for one in noise],
            "requests": [_told(one.requests) for one in noise],
            "most calls seen": [one.suggested_max_calls for one in noise],
            "drift between runs": [_told(one.between_runs) for one in noise],
            "drift to the accepted path": [_told(one.to_baseline) for one in noise],
            "noise": [one.sentence() for one in noise],
        }
    )


def _told(one: Spread | None) -> str | None:
    return None if one is None else f"{one.low:.3g} – {one.middle:.3g} – {one.high:.3g}"
