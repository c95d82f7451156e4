"""`?find=ID`: opens the one run that holds an identifier, or lists those that do."""

import streamlit as st

from viewer.index.rows import RunRow
from viewer.plain import one_line
from viewer.ui import runs_list, runs_table, trouble
from viewer.ui.catalog import Catalog

FIND = "find"


_PLACES = "id, an attribute, the id of a call or an argument of one"


def open_found(catalog: Catalog) -> bool:
    """Answer `?find=ID`; False: the URL does not ask for one."""
    wanted = st.query_params.get(FIND, "").strip()
    if not wanted:
        return False
    reading = catalog.progress().state == "reading"  # before the question: it may end meanwhile
    found = outermost(catalog.rows_of_identifier(wanted))
    if len(found) == 1 and not reading:
        st.switch_page("pages/run.py", query_params=runs_list.link(found[0].key, ""))
    if found:
        st.markdown(f"**{len(found):,} runs hold this identifier** as their {_PLACES}:")
    elif reading:
        st.markdown("**Looking for the run that holds this identifier:**")
    else:
        st.markdown(f"**No run holds this identifier** as its {_PLACES}:")
    st.code(one_line(wanted), language=None)
    if reading:
        trouble.draw_waiting(catalog, until=lambda: False)
    if found and (key := runs_table.draw(found, key="found_table")) is not None:
        st.switch_page("pages/run.py", query_params=runs_list.link(key, ""))
    st.page_link("pages/runs.py", label="All runs", icon=":material/list:", query_params={})
    return True


def outermost(rows: tuple[RunRow, ...]) -> list[RunRow]:
    """The rows without sub-runs of runs that are among them: what a parent holds, its sub-runs often repeat."""
    held = {(row.uri, row.run_id) for row in rows}
    return [row for row in rows if row.parent_run_id is None or (row.uri, row.parent_run_id) not in held]
