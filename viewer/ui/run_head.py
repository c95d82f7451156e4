"""The head of a run: what it is, how it ended, what is found in it and what is not, where it came from."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from viewer.analysis.summary import main_model
from viewer.counted import counted
from viewer.model.run import Run
from viewer.ui import run_choice, runs_list
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts, parent_key
from viewer.ui.run_head_lists import LISTS, list_rows
from viewer.ui.run_segments import Segment, alarm, button, code, heading, prose, quiet, shown, status, strong
from viewer.ui.run_source import source_segments

Row = tuple[str, list[Segment]]
_KEY = "run_head_lines"
_OPEN = "run_head_open"


@st.fragment
def draw(facts: RunFacts, run: Run) -> None:
    """The head, with lists that open in place."""
    run_choice.full_rerun_if_asked()
    is_open = st.session_state.get(_OPEN)
    rows = head_rows(facts, run, is_open)
    kit.draw("lines", {"rows": rows}, key=_KEY, on_act_change=act_for(_KEY), on_open_change=open_for(_KEY))


def head_rows(facts: RunFacts, run: Run, is_open: str | None) -> list[Row]:
    """All lines of the head."""
    rows: list[Row] = [("run", _facts_line(facts, run))]
    if run.parent is not None:
        rows.append(("sub-run", _parent(run)))
    if facts.run is not run:
        line = [strong("a branch"), quiet(" that left the list; "), button("main", 0, "back to the main list")]
        rows.append(("branch", line))
    rows.append(("ending", _ending(run)))
    absent: list[Segment] = []
    for gap in facts.gaps:
        absent += ([quiet(" · ")] if absent else []) + [status(gap.what, gap.note)]
    rows.append(("not in this file", absent or [quiet("nothing that a run could hold")]))
    rows.append(("source", source_segments(run, facts.key)))
    counts = list_counts(facts, run)
    buttons: list[Segment] = []
    for name, count in counts.items():
        buttons += ([" "] if buttons else []) + [button("list", name, f"{'▾' if name == is_open else '▸'} {count}")]
    neighbours = _neighbours(facts)
    buttons += [quiet("  ·  "), *neighbours] if buttons and neighbours else neighbours
    if buttons:
        rows.append(("open", buttons))
    if is_open in counts:
        rows += list_rows(is_open, facts, run)
    return rows


def list_counts(facts: RunFacts, run: Run) -> dict[str, str]:
    """The lists that are not empty, each with its count in words."""
    return {name: words for name, count in LISTS.items() if (words := count(facts, run))}


def _facts_line(facts: RunFacts, run: Run) -> list[Segment]:
    counts = facts.counts
    model = main_model(run)
    line: list[Segment] = [heading(run.label or run.run_id)]
    if model:
        line += [" · ", code(model)]
    line += [
        f" · {counted(counts.model_requests, 'step')}{_on_branches(facts.run)}"
        f" · {counted(len(facts.run.messages), 'message')} · {counted(counts.tool_calls, 'call')} · "
    ]
    errors = counted(counts.error_results, "error")
    line.append(alarm(errors) if counts.error_results else errors)
    if counts.turns > 1:
        line.append(f" · {counted(counts.turns, 'turn')}")
    line += [" · outcome ", strong(run.outcome)]
    if run.label and run.run_id:
        line += [" · ", quiet("id "), code(run.run_id)]
    return line


def _on_branches(run: Run) -> str:
    count = sum(len(branch.requests) for branch in run.branches)
    return f" ({count:,} of them on branches)" if count else ""


def _neighbours(facts: RunFacts) -> list[Segment]:
    """Buttons to the runs before and after this one in the list that it was opened from."""
    found = runs_list.neighbours(facts.key.partition("-")[0])
    if found.position is None or found.total < 2:
        return []
    line: list[Segment] = []
    if found.previous:
        line.append(button("run", found.previous, "‹ previous"))
    line.append(quiet(f" {found.position:,} of {found.total:,} "))
    if found.next:
        line.append(button("run", found.next, "next ›"))
    return line


def _ending(run: Run) -> list[Segment]:
    ending = run.ending
    line: list[Segment] = [strong(ending.kind)]
    if ending.cut_by:
        cap = "" if ending.cap is None else f" at {ending.cap:,g} {ending.cap_unit or ''}".rstrip()
        line.append(f" · cut by {ending.cut_by}{shown(cap)}")
    if run.exit_status:
        line += [quiet(" · exit status "), code(run.exit_status)]
    return [*line, quiet(" · "), *prose(ending.rule)]


def _parent(run: Run) -> list[Segment]:
    parent = run.parent
    if parent is None:
        return []
    at = "" if parent.message_index is None else f" at [{parent.message_index}]"
    value = {"key": parent_key(run), "message": parent.message_index}
    line: list[Segment] = [quiet("started by "), code(parent.run_id), " "]
    if parent.in_source:
        line += [button("parent", value, f"back to its call{at}"), " "]
    return [*line, *prose(parent.rule)]


def open_for(key: str) -> Callable[[], None]:
    """What a position does that is clicked in the lines of this key: the ledger opens at it."""

    def opened() -> None:
        message = _sent(key, "open").get("message")
        if type(message) is int:
            st.session_state["view"] = "Ledger"
            run_choice.go(message)
            run_choice.ask_full_rerun()

    return opened


def act_for(key: str) -> Callable[[], None]:
    """What the buttons of the lines of this key do."""
    return lambda: _act(_sent(key, "act"))


def _sent(key: str, name: str) -> dict[str, Any]:
    return (st.session_state.get(key) or {}).get(name) or {}


def _act(asked: dict[str, Any]) -> None:
    """A button; what it sends comes from the browser, so it is checked."""
    match asked.get("name"), asked.get("value"):
        case "list", str(name):
            st.session_state[_OPEN] = None if st.session_state.get(_OPEN) == name else name
        case "parent", {"key": str(key), "message": message}:
            run_choice.open_run(key, message if type(message) is int else None)
        case "sub_run", str(key):
            run_choice.open_run(key)
        case "branch", int(number):
            run_choice.open_run(st.query_params.get("run", ""), branch=number)
        case "main", _:
            run_choice.open_run(st.query_params.get("run", ""))
        case "record", int(record):
            st.session_state["view"] = "Ledger"
            run_choice.go_record(record)
            run_choice.ask_full_rerun()
        case "run", str(key):
            run_choice.open_run(key)
        case "sha256", _:
            st.session_state["run_sha256"] = True
        case _:
            pass
