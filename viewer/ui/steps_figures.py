"""Figures of the Steps page: the histogram with the cap, what the cap cuts and saves, groups, and shares ended."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from viewer.analysis.caps.cells import Counts
from viewer.analysis.caps.quantiles import curve
from viewer.analysis.caps.table import CapTable
from viewer.analysis.steps import StepHistogram, step_histogram
from viewer.ui.charts import BAR_COLOUR, MOST_BARS, plotly_text

CUT_COLOUR = "#b8741a"
"""3.5:1 or more against both themes."""
_PATTERN = {"fillmode": "overlay", "fgcolor": "#ffffff", "size": 6, "solidity": 0.3, "shape": "/"}
ENDED, CUT = "ended", "cut or open, so that their steps are lower bounds"
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "solid", "dash")
MOST_GROUPS = 8
_MARGIN = {"l": 8, "r": 8, "t": 26, "b": 8}


def histogram(counts: Counts) -> StepHistogram:
    """Runs by steps, in so many bins that the chart stays quick; a series for those that were cut."""
    cells, pairs = counts.cells, {}
    for name, chosen in ((ENDED, ~cells.is_cut), (CUT, cells.is_cut)):
        found = np.bincount(cells.steps[chosen], cells.runs[chosen])
        pairs.update({(name, int(steps)): int(found[steps]) for steps in np.flatnonzero(found)})
    return step_histogram(pairs, MOST_BARS)


def groups_histogram(groups: Sequence[tuple[str, Counts]]) -> StepHistogram:
    """Runs by steps and group; the smallest groups stand together."""
    pairs: dict[tuple[str | None, int], int] = {}
    for name, counts in groups:
        found = np.bincount(counts.cells.steps, counts.cells.runs) if len(counts.cells.steps) else np.zeros(0)
        pairs.update({(name, int(steps)): int(found[steps]) for steps in np.flatnonzero(found)})
    return step_histogram(pairs, MOST_BARS, MOST_GROUPS)


def main_figure(made: StepHistogram, table: CapTable, cap: int | None, shares_of: Counts | None = None) -> go.Figure:
    """The histogram; under it, on the same axis, the share of successes cut and what is saved.

    Args:
        made: the bins.
        table: what each cap does.
        cap: where the line stands.
        shares_of: the runs whose cumulative share is drawn in place of the bins.
    """
    has_shares = any(one.bounds is not None for one in table.caps)
    rows = 3 if has_shares else 2
    heights = [0.56, 0.22, 0.22] if has_shares else [0.7, 0.3]
    figure = make_subplots(rows=rows, shared_xaxes=True, vertical_spacing=0.09, row_heights=heights)
    if shares_of is None:
        _add_bars(figure, made)
    else:
        _add_cumulative(figure, shares_of)
    if has_shares:
        _add_shares(figure, table)
    _add_saved(figure, table, rows)
    last = max(made.longest or 0, 12)
    figure.update_xaxes(range=[0, last + 0.5 * made.width + 0.5], tickformat=",d")
    figure.update_xaxes(title=axis_of(table.unit), row=rows)
    if cap is not None:
        figure.add_vline(x=cap + 0.5, line={"color": CUT_COLOUR, "width": 2, "dash": "dash"})
        figure.add_annotation(
            x=cap + 0.5, y=1, xref="x", yref="paper", yanchor="bottom", showarrow=False, text=f"cap {cap:,}"
        )
    figure.update_layout(
        height=560 if has_shares else 430, margin=_MARGIN, barmode="stack", bargap=0, hovermode="closest",
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.01, "x": 1, "xanchor": "right"},
    )  # fmt: skip
    return figure


def axis_of(unit: str) -> str:
    """What the axis of steps counts."""
    return f"requests of {'the longest turn of a run' if unit == 'turn' else 'a run'}"


def _add_bars(figure: go.Figure, made: StepHistogram) -> None:
    for number, series in enumerate(made.series):
        marks = [mark for mark in made.marks if mark.series == number]
        is_cut = series.labels[0] == CUT
        said = f"from %{{customdata:,}} requests on: %{{y:,}} runs {'cut or open' if is_cut else 'ended'}"
        figure.add_bar(
            row=1, col=1, name=series.labels[0],
            x=[(mark.first + mark.last) / 2 for mark in marks], y=[mark.runs for mark in marks],
            width=[made.width * 0.9] * len(marks), customdata=[mark.first for mark in marks],
            marker={"color": CUT_COLOUR if is_cut else BAR_COLOUR, "pattern": _PATTERN if is_cut else {}},
            hovertemplate=f"{said}<extra></extra>",
        )  # fmt: skip
    figure.update_yaxes(title="runs", tickformat=",d", row=1, col=1)


def _add_cumulative(figure: go.Figure, counts: Counts) -> None:
    """The ECDF; where runs were cut it lies between two curves, since their steps are lower bounds."""
    cells = counts.cells
    size = int(cells.steps.max(initial=0)) + 1
    ended = np.bincount(cells.steps[~cells.is_cut], cells.weight[~cells.is_cut], size).cumsum()
    cut = np.bincount(cells.steps[cells.is_cut], cells.weight[cells.is_cut], size).cumsum()
    total = max(float(ended[-1] + cut[-1]), 1e-300)
    curves = [(ENDED, ended / total, BAR_COLOUR, "solid")]
    if cut[-1] > 0:
        curves.append(("ended, cut or open", (ended + cut) / total, CUT_COLOUR, "dash"))
    places = _thinned(size)
    for name, shares, colour, dash in curves:
        figure.add_scatter(
            row=1, col=1, x=places, y=shares[places].tolist(), mode="lines", name=name,
            line={"color": colour, "width": 2, "shape": "hv", "dash": dash},
            hovertemplate=f"up to %{{x:,}} requests: %{{y:.1%}} of runs {name}<extra></extra>",
        )  # fmt: skip
    figure.update_yaxes(title="share of runs", tickformat=".0%", range=[0, 1.02], row=1, col=1)


def _add_shares(figure: go.Figure, table: CapTable) -> None:
    known = [one for one in table.caps if one.bounds is not None and one.interval is not None]
    x = [one.cap for one in known]
    band = {"mode": "lines", "line": {"width": 0}, "showlegend": False, "hoverinfo": "skip"}
    figure.add_scatter(row=2, col=1, x=x, y=[one.interval[1] for one in known if one.interval], **band)
    figure.add_scatter(
        row=2, col=1, x=x, y=[one.interval[0] for one in known if one.interval], fill="tonexty",
        fillcolor="rgba(59,130,196,0.25)", **band,
    )  # fmt: skip
    for place, name in ((1, "at most"), (0, "at least")):
        figure.add_scatter(
            row=2, col=1, x=x, y=[one.bounds[place] for one in known if one.bounds], mode="lines",
            line={"color": BAR_COLOUR, "width": 1.5, "shape": "hv", "dash": "dot" if place else "solid"},
            showlegend=False, hovertemplate=f"cap %{{x:,}}: {name} %{{y:.2%}} of successes cut<extra></extra>",
        )  # fmt: skip
    figure.update_yaxes(title="successes cut", tickformat=".0%", rangemode="tozero", row=2, col=1)


def _add_saved(figure: go.Figure, table: CapTable, row: int) -> None:
    is_tokens = any(one.input_tokens_saved is not None for one in table.caps)
    saved = [one.input_tokens_saved if is_tokens else one.steps_saved for one in table.caps]
    what = "input tokens" if is_tokens else "requests"
    figure.add_scatter(
        row=row, col=1, x=[one.cap for one in table.caps], y=saved, mode="lines", showlegend=False,
        line={"color": BAR_COLOUR, "width": 1.5, "shape": "hv"}, fill="tozeroy", fillcolor="rgba(59,130,196,0.15)",
        hovertemplate=f"cap %{{x:,}}: %{{y:,}} {what} saved<extra></extra>",
    )  # fmt: skip
    figure.update_yaxes(title=f"{what}<br>saved", tickformat=".3~s", rangemode="tozero", row=row, col=1)


def ended_figure(groups: Sequence[tuple[str, Counts]], unit: str) -> go.Figure:
    """The share of units that had ended after so many requests: Kaplan–Meier, cut ones counted as long as seen."""
    figure = go.Figure()
    for number, (name, counts) in enumerate(groups[:MOST_GROUPS]):
        found = curve(counts.units)
        kept = _thinned(len(found.steps))
        figure.add_scatter(
            x=[0, *found.steps[kept].tolist()], y=[0.0, *(1 - found.survival[kept]).tolist()], mode="lines",
            name=plotly_text(name), line={"shape": "hv", "dash": _DASHES[number]},
            hovertemplate="%{y:.1%} had ended after %{x:,} requests<extra></extra>",
        )  # fmt: skip
    figure.update_layout(height=340, margin=_MARGIN, legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"})
    figure.update_xaxes(title=f"requests of a {unit}", tickformat=",d", rangemode="tozero")
    figure.update_yaxes(title=f"{unit}s ended", tickformat=".0%", range=[0, 1.02])
    return figure


def _thinned(size: int, most: int = 400) -> list[int]:
    """Places of a curve to draw: all, or so many of them and the last."""
    step = max(1, -(-size // most))
    return sorted({*range(0, size, step), size - 1} - {-1})
