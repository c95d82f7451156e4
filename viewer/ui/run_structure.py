"""The shape of a run: its turns, its sub-runs and branches, where what the model saw changed, and the task."""

from collections.abc import Callable

import streamlit as st

from viewer.analysis.structure import turns
from viewer.model.run import Run
from viewer.ui import run_choice
from viewer.ui.components import kit
from viewer.ui.open_message import row_chosen, rows_open
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row, branch_rows, sub_run_rows, task_rows
from viewer.ui.run_segments import Segment, link, quiet, shown, spans, status
from viewer.ui.structure_turns import ACTION, MOST, open_turns, step_count_rows, turn_rows, turns_frame

_TURNS, _OPEN = "structure_turns_table", "structure_open_turns"


@st.fragment
def draw(facts: RunFacts, run: Run) -> None:
    """All parts that the run has; one that it lacks says so in a line."""
    run_choice.full_rerun_if_asked()
    found = turns(facts.run)
    state = st.session_state.get(_OPEN)
    toggled = set(state[1]) if state and state[0] == facts.key else set[int]()
    parts: list[tuple[str, list[Row]]] = [
        ("Task", task_rows(run) if run.task else [("task", [quiet("the file names none")])]),
        ("Turns", [*step_count_rows(run, found), *turn_rows(facts, found, open_turns(found, toggled))]),
        ("What the model saw changed at", change_rows(facts)),
        ("Sub-runs", sub_run_rows(run) or [("sub-runs", [quiet("none is stored in this file")])]),
        ("Branches", branch_rows(run) or [("branches", [quiet("no path that was left is stored")])]),
    ]
    for title, rows in parts:
        key = f"structure_{title.split(' ')[0].lower()}"
        act = _act_for(key, facts.key)
        kit.draw("lines", {"title": title, "rows": rows}, key=key, on_act_change=act, on_open_change=open_for(key))
    if len(found) > MOST:
        rows_open(_TURNS, [turn.first_message for turn in found])
        st.dataframe(
            turns_frame(found),
            key=_TURNS,
            hide_index=True,
            lazy=False,
            on_select=lambda: row_chosen(_TURNS),
            selection_mode="single-row",
            placeholder="—",
            height=420,
            row_height=28,
            alt="Turns, one a row",
        )


def _act_for(key: str, run_key: str) -> Callable[[], None]:
    """A turn opens or closes; all else as in the head."""

    def act() -> None:
        asked = (st.session_state.get(key) or {}).get("act") or {}
        match asked.get("name"), asked.get("value"):
            case name, int(number) if name == ACTION:
                state = st.session_state.get(_OPEN)
                known: list[int] = state[1] if state and state[0] == run_key else []
                kept = [one for one in known if one != number]
                st.session_state[_OPEN] = [run_key, kept if number in known else [*known, number]]
            case _:
                act_for(key)()

    return act


def change_rows(facts: RunFacts) -> list[Row]:
    """Requests that no longer held what the one before held, or whose request fields changed."""
    rows: list[Row] = []
    for view in facts.views:
        line: list[Segment] = []
        if view.removed:
            line += [quiet("no longer held "), *spans(view.removed)]
            rule = view.context.rule or view.context.reason or ""
            line += [" ", status(view.context.status, rule)]
        if view.changed:
            names = ", ".join(
                {"system": "system prompt", "tools": "tool schemas"}.get(one.name, one.name) for one in view.changed
            )
            line += [" · " if line else "", shown(f"changed: {names}")]
        if line:
            rows.append((f"request {view.request.k}", [link(view.request.message_index), " ", *line]))
        if len(rows) == MOST:
            rows.append(("", [quiet("and more")]))
            break
    return rows or [("request fields", [quiet("nothing that is recorded: each request held all messages before it")])]
