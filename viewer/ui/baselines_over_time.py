"""Small charts of cases over time; a mark opens its run beside the accepted path."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from viewer.baselines.matrix import MatrixRow
from viewer.ui import charts
from viewer.ui.baselines_charts import over_time, over_time_frame


def draw_over_time(rows: Sequence[MatrixRow], key: str) -> None:
    """The small charts, and the table behind them."""
    cases = {one.checked.key: row.case for row in rows for one in row.runs}
    st.plotly_chart(
        over_time(rows), key=key, theme="streamlit", config=charts.config(), selection_mode="points",
        on_select=lambda: _run_chosen(key, cases), alt="Drift and calls of each case by the start of its runs",
    )  # fmt: skip
    with st.expander("The charts as a table", key=f"{key}_table", on_change="rerun") as opened:
        if opened.open:
            st.dataframe(over_time_frame(rows), key=f"{key}_rows", hide_index=True, lazy=False, placeholder="—")


def _run_chosen(key: str, cases: dict[str, str | None]) -> None:
    chosen: Any = st.session_state.get(key)
    for point in (chosen or {}).get("selection", {}).get("points", ()):
        run = point.get("customdata")
        run = run[0] if isinstance(run, list) else run
        case = cases.get(run) if isinstance(run, str) else None
        if case is not None:
            st.query_params["case"], st.query_params["run"] = case, run
            return
