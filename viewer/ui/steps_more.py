"""Below the chart of the Steps page: groups, the table of caps, runs beyond the cap, tasks, and the axis of money."""

from collections.abc import Callable

import streamlit as st

from viewer.analysis.caps.cells import counted
from viewer.analysis.caps.incidence import ASSUMPTION, incidence_share
from viewer.analysis.caps.money import money_table
from viewer.analysis.caps.periods import difference
from viewer.analysis.caps.running import still_running
from viewer.analysis.caps.table import CapTable
from viewer.analysis.caps.trials import by_task, pass_all
from viewer.index.outcome_join import JoinedOutcomes
from viewer.index.step_groups import StepGroup
from viewer.plain import visible
from viewer.ui import charts, runs_list, runs_table, steps_links
from viewer.ui.catalog import Catalog
from viewer.ui.steps_answer import StepAnswer
from viewer.ui.steps_choices import StepChoices
from viewer.ui.steps_figures import MOST_GROUPS, axis_of, ended_figure, groups_histogram
from viewer.ui.steps_tables import (
    caps_frame,
    groups_frame,
    histogram_frame,
    noted,
    pass_frame,
    running_frame,
    tasks_frame,
)

_GROUPS, _MOST_BEYOND = "steps_groups", 200
_COUNTS = ("runs", "tasks", "censored", "open", "longest")


def draw(catalog: Catalog, chosen: StepChoices, found: StepAnswer, cap: int | None) -> None:
    """All sections, each closed until it is asked for, but for the groups."""
    if found.groups:
        _draw_groups(found)
    if found.whole is None:
        return
    group, table = found.whole
    named = [(one.name, one.counts) for one, _ in found.groups] or [("all runs", group.counts)]
    _section("What would every cap cut and save?", "steps_caps", lambda: _draw_caps(group, table))
    if cap is not None:
        _section("Which runs go beyond the cap?", "steps_beyond", lambda: _draw_beyond(catalog, chosen, found, cap))
    _section("How many of those still going succeed later?", "steps_later", lambda: _draw_running(group, table))
    _section(
        "What share has ended after so many requests?", "steps_ended",
        lambda: charts.draw(ended_figure(named, found.unit), "steps_ended_chart", "Share ended by number of requests"),
    )  # fmt: skip
    _section("How do the trials of a task compare?", "steps_tasks", lambda: _draw_tasks(group))
    _section("What would a cap of money cut?", "steps_money", lambda: _draw_money(chosen, group))


def _section(question: str, key: str, draw_it: Callable[[], None]) -> None:
    with st.expander(question, key=key, on_change="rerun") as opened:
        if opened.open:
            draw_it()


def draw_joined(joined: JoinedOutcomes) -> None:
    """What the outcomes from outside met, and what found no partner on either side."""
    st.text(visible(joined.said))
    if joined.unmatched_runs or joined.unmatched_names:
        with st.expander("Without a partner", key="steps_unmatched", on_change="rerun") as opened:
            if opened.open:
                st.markdown("Runs that the file does not name:")
                st.code(visible("\n".join(joined.unmatched_runs[:500]) or "none"), language=None)
                st.markdown("Names in the file that no run here has:")
                st.code(visible("\n".join(joined.unmatched_names[:500]) or "none"), language=None)


def _draw_groups(found: StepAnswer) -> None:
    st.header("How do the groups differ?")
    if len(found.groups) > 1:
        st.markdown(f"{len(found.groups):,} groups; tick two of them to compare their requests.")
    shown = [one for one, _ in found.groups if len(one.counts.cells.steps)]
    if shown:
        made = groups_histogram([(one.name, one.counts) for one in shown])
        figure = charts.steps_figure(made)
        figure.update_xaxes(title=axis_of(found.unit), row=len(made.series), col=1)
        charts.draw(figure, "steps_groups_chart", "Runs by number of requests, a band a group")
        with st.expander("This chart as a table", key="steps_groups_table", on_change="rerun") as opened:
            if opened.open:
                st.dataframe(histogram_frame(made, "group"), key="steps_group_bars", hide_index=True, lazy=False)
        if len(shown) > MOST_GROUPS:
            st.markdown(f"The {len(shown) - MOST_GROUPS + 1:,} smallest groups stand together in the chart.")
    number = st.column_config.NumberColumn
    chosen = st.dataframe(
        groups_frame([table for _, table in found.groups]), key=_GROUPS, hide_index=True, lazy=False,
        on_select="rerun", selection_mode="multi-row", placeholder="—",
        height=runs_table.height(min(len(found.groups), 12)), row_height=runs_table.ROW_HEIGHT,
        column_config={name: number(name, format="localized") for name in _COUNTS},
        alt="Groups of runs, one a row",
    )  # fmt: skip
    ticked = [one for one in chosen["selection"]["rows"] if one < len(found.groups)]
    if len(ticked) == 2:
        _draw_difference(*(found.groups[place][0] for place in sorted(ticked)))


def _draw_difference(first: StepGroup, second: StepGroup) -> None:
    if first.runs is None or second.runs is None:
        st.markdown("**Too many runs to compare one by one.** Narrow the filter.")
        return
    made = difference(first.runs, second.runs, (f"“{first.name}”", f"“{second.name}”"))
    if made is None:
        st.markdown("**One of the two holds no run with a request.**")
        return
    st.code(visible(made.sentence), language=None, wrap_lines=True)
    st.markdown(noted(made.notes))


def _draw_caps(group: StepGroup, table: CapTable) -> None:
    number = st.column_config.NumberColumn
    shares = ("observed", "at least", "at most", "95 % from", "to")
    st.markdown(
        f"n = {table.n:,} runs. *At least* and *at most*: the share of successes cut if every cut run had succeeded in "
        "time, and if each had succeeded too late; the 95 % limits reach from below the first to above the second."
    )
    frame = caps_frame(table)
    caps = group.counts.pooled.caps
    if len(caps) > 1 and group.runs is not None:
        strata = [counted([run for run in group.runs if run.cap == cap]).cells for cap in (*caps, None)]
        found = incidence_share(strata, len(table.caps))
        frame["by incidence"] = found.share[1:]
        st.markdown(f"By incidence: {ASSUMPTION}; {found.unseen:.1%} of runs were seen to no end.")
    st.dataframe(
        frame, key="steps_caps_table", hide_index=True, lazy=False, placeholder="—",
        height=runs_table.height(len(table.caps)), row_height=runs_table.ROW_HEIGHT,
        column_config={
            **{name: number(name, format="percent") for name in (*shares, "by incidence")},
            **{name: number(name, format="localized") for name in ("requests saved", "input tokens saved")},
        },
        alt="Caps, one a row",
    )  # fmt: skip


def _draw_beyond(catalog: Catalog, chosen: StepChoices, found: StepAnswer, cap: int) -> None:
    line = steps_links.beyond(chosen.line.line, found.unit, cap)
    rows = runs_list.first_rows(catalog, line, _MOST_BEYOND)
    st.markdown(f"{len(rows):,}{' or more' if len(rows) == _MOST_BEYOND else ''} runs go beyond a cap of {cap:,}.")
    st.page_link("pages/runs.py", label="All of them on the Runs page", query_params=steps_links.query(line))
    if rows and (key := runs_table.draw(rows, key="steps_beyond_table")) is not None:
        st.switch_page("pages/run.py", query_params=runs_list.link(key, ""))


def _draw_running(group: StepGroup, table: CapTable) -> None:
    number = st.column_config.NumberColumn
    st.markdown(
        "*At least*: none of those that were cut, are open or have no outcome succeeds; *at most*: all of them do."
    )
    st.dataframe(
        running_frame(still_running(group.counts.cells, len(table.caps))), key="steps_running", hide_index=True,
        lazy=False, placeholder="—", row_height=runs_table.ROW_HEIGHT,
        column_config={name: number(name, format="percent") for name in ("later success at least", "at most")},
        alt="Runs still going, a row for each number of requests",
    )  # fmt: skip


def _draw_tasks(group: StepGroup) -> None:
    if group.runs is None:
        st.markdown("**Too many runs to look at one by one.** Narrow the filter.")
        return
    tasks = [one for one in by_task(group.runs) if len(one.trials) > 1]
    if not tasks:
        st.markdown("**No task was tried twice** among these runs, as far as they name their task.")
        return
    st.markdown(f"{len(tasks):,} tasks with several trials. ✓ succeeded, ✗ failed.")
    if passed := pass_all(tasks):
        percent = st.column_config.NumberColumn("pass^k", format="percent", help="All of k trials succeed")
        st.dataframe(
            pass_frame(passed), key="steps_pass", hide_index=True, lazy=False, column_config={"pass^k": percent}
        )
    else:
        st.markdown("No outcome is recorded, so that pass^k cannot be told.")
    st.dataframe(
        tasks_frame(tasks), key="steps_tasks_table", hide_index=True, lazy=False, placeholder="—",
        height=runs_table.height(len(tasks)), row_height=runs_table.ROW_HEIGHT, alt="Tasks, one a row",
    )  # fmt: skip


def _draw_money(chosen: StepChoices, group: StepGroup) -> None:
    if group.runs is None:
        st.markdown("**Too many runs to look at one by one.** Narrow the filter.")
        return
    made = money_table(group.runs, loss=chosen.loss, basis=chosen.basis)
    if made is None:
        st.markdown("**None of these runs states its cost.** List prices are on each run's page.")
        return
    amounts = [
        f"{label} {'not reached' if (value := made.amount(one)[0]) is None else f'${value:,.4g}'}"
        for label, one in made.table.quantiles.items()
    ]
    st.text(f"n = {made.table.n:,} runs, {made.table.censored:,} censored in dollars: {' · '.join(amounts)}")
    if made.without:
        st.markdown(f"{made.without:,} runs state no cost.")
    st.code(made.sentence, language=None, wrap_lines=True)
    frame = caps_frame(made.table).drop(columns=["requests saved", "input tokens saved"])
    frame["cap"], frame["dollars saved"] = made.dollars, made.saved
    money, number = st.column_config.NumberColumn("cap, $", format="%.4g"), st.column_config.NumberColumn
    shares = ("observed", "at least", "at most", "95 % from", "to")
    st.dataframe(
        frame, key="steps_money_table", hide_index=True, lazy=False, placeholder="—",
        height=runs_table.height(len(frame)), row_height=runs_table.ROW_HEIGHT,
        column_config={"cap": money, **{name: number(name, format="percent") for name in shares}},
        alt="Caps of money, one a row",
    )  # fmt: skip
