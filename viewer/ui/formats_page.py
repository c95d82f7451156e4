"""The Formats page: which formats are read, what each records, how its endings and token counts are told."""

import pandas as pd
import streamlit as st

from viewer.capabilities import CAPABILITIES, FormatRow, formats_of
from viewer.ui.launch import app_folder
from viewer.ui.runs_table import ROW_HEIGHT

_UNITS = {"turn": "requests of a turn", "run": "requests of a run", "none": "not told"}
_DOCUMENTED = " ¹"


def draw() -> None:
    """Two tables: what is recorded, and by which rules it is read."""
    rows = _rows()
    st.markdown(
        "The format of a file is told by its content, never by its name. **yes**: a sample run of this program records "
        "it. **total**: a sum of the whole run only. **–**: no sample does."
    )
    st.dataframe(
        records_frame(rows),
        key="formats_records",
        hide_index=True,
        column_config={one.name: st.column_config.TextColumn(one.name, help=one.meaning) for one in CAPABILITIES},
        row_height=ROW_HEIGHT,
        height="content",
        lazy=False,
        alt="Formats, one a row, and what each records",
    )
    st.header("Endings and token counts")
    st.table(rules_frame(rows))
    if any(row.format.from_documentation for row in rows):
        st.markdown("¹ written after the vendor's documentation; no real file was seen.")


@st.cache_resource(show_spinner="Reading the samples")
def _rows() -> tuple[FormatRow, ...]:
    """The samples are part of the program, so they are read once."""
    return formats_of(app_folder() / "sample_runs")


def records_frame(rows: tuple[FormatRow, ...]) -> pd.DataFrame:
    """What each format records."""
    columns: dict[str, list[str]] = {"format": [_title(row) for row in rows], "name": [row.format.name for row in rows]}
    for number, capability in enumerate(CAPABILITIES):
        columns[capability.name] = [row.cells[number] for row in rows]
    return pd.DataFrame(columns)


def rules_frame(rows: tuple[FormatRow, ...]) -> pd.DataFrame:
    """The rules that each format declares; our own sentences, so their marks are rendered."""
    return pd.DataFrame(
        {
            "format": [_title(row) for row in rows],
            "how an ending is told": [row.format.ending for row in rows],
            "how tokens are counted": [row.format.usage for row in rows],
            "its own cap counts": [_UNITS[row.format.cap_unit] for row in rows],
        }
    ).set_index("format")


def _title(row: FormatRow) -> str:
    return row.format.title + (_DOCUMENTED if row.format.from_documentation else "")
