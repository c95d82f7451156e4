"""Step counts of millions of runs as a few ten thousand cells: one query, and all further questions are arithmetic."""

import threading
from dataclasses import dataclass

import numpy as np

from viewer.analysis.caps.cells import FAILURE, UNKNOWN, Bools, Cells, Counts, Ints, Pooled, TaskGroups, Units
from viewer.index import cube_query
from viewer.index.cube_cells import Narrowed, Table, cells, joined, pooled_and_grouped, table
from viewer.index.cube_query import CubeQuestion, Held, Query
from viewer.index.query_limit import limited_rows, limited_table
from viewer.index.reader import IndexReader


@dataclass(frozen=True)
class Distribution:
    """Runs by their steps, of one selection."""

    steps: Ints
    """Ascending, from 1."""
    runs: Ints
    never_started: int


class Cube:
    """The cells of one question; it is asked once, and again only for what no cell holds."""

    def __init__(self, reader: IndexReader, asked: CubeQuestion) -> None:
        self.asked = asked
        self._reader = reader
        self._held = Held(*limited_rows(reader, *_words(cube_query.held(asked)))[0])
        found = limited_table(reader, *_words(cube_query.cube(asked, self._held)))
        self._table, self._groups = pooled_and_grouped(found)
        self._has_tasks = not self._table.alone.all()
        # Of runs with one turn the cells say all, and of most indexes no other query is needed.
        self._units = None if self._table.one_turn.all() else self._ask(cube_query.units(asked, self._held))
        self._by_task: Table | None = None
        self._tasks: int | None = None
        self._most_trials: int | None = None
        self._lock = threading.Lock()

    def values(self, name: str, sub_agents: bool = False) -> tuple[str | None, ...]:
        """The values of a dimension, most runs first, those of as many by name."""
        column, chosen = self._table.dimensions[name], self._table.chosen({}, sub_agents)
        sizes = np.bincount(column.codes[chosen], self._table.runs[chosen], len(column.values))
        order = sorted(np.flatnonzero(sizes), key=lambda place: (-sizes[place], column.values[place] or ""))
        return tuple(column.values[place] for place in order)

    def distribution(self, narrowed: Narrowed | None = None, sub_agents: bool = False) -> Distribution:
        """Runs by steps: what a histogram and an ECDF draw."""
        chosen = self._table.chosen(narrowed or {}, sub_agents)
        counted = np.bincount(self._table.steps[chosen], self._table.runs[chosen]).astype(np.int64)
        steps = np.flatnonzero(counted)
        steps = steps[steps > 0]
        return Distribution(steps, counted[steps], int(counted[0]) if len(counted) else 0)

    def counts(self, narrowed: Narrowed | None = None, sub_agents: bool = False, with_tokens: bool = False) -> Counts:
        """All that the table of caps of a selection is made of; tokens are asked for, which takes longer."""
        kept = narrowed or {}
        chosen = self._table.chosen(kept, sub_agents) & (self._table.steps > 0)
        alone = chosen & self._table.alone
        made = cells(self._table, alone, with_groups=False)
        if self._has_tasks:
            named = cells(self._table, chosen & ~alone, with_groups=False)
            # What neither succeeded nor was cut is in no share, so that its task does not matter.
            made = joined(made, named.where((named.kind == FAILURE) | (named.kind == UNKNOWN)))
            made = joined(made, self._shared(kept, sub_agents))
        tokens = self._tokens(kept, sub_agents) if with_tokens else None
        return Counts(
            made, self._unit_cells(kept, sub_agents, chosen), tokens, self._pooled(chosen, bool(kept) or sub_agents)
        )

    def ready_for_changes(self) -> None:
        """Fetch the cells by task and dimension, so that no further change along a dimension asks the index."""
        with self._lock:
            if self._by_task is not None or not self._has_tasks:
                return
            self._by_task = self._ask(cube_query.tasks(self.asked, self._held, True, {}), in_order_of_tasks=True)
            self.count_tasks()

    def count_tasks(self) -> None:
        """Count the tasks and their trials, which sentences name and the widest intervals rest on."""
        if self._has_tasks and self._tasks is None:
            found = limited_rows(self._reader, *_words(cube_query.trials(self.asked, self._held)))
            self._tasks, self._most_trials = found[0]

    def _ask(self, query: Query, in_order_of_tasks: bool = False) -> Table:
        return table(limited_table(self._reader, *_words(query)), in_order_of_tasks)

    def _shared(self, narrowed: Narrowed, sub_agents: bool) -> Cells:
        if not narrowed:
            return cells(self._groups, self._groups.chosen({}, sub_agents), with_groups=True)
        if self._by_task is not None:
            return cells(self._by_task, self._by_task.chosen(narrowed, sub_agents), with_groups=True)
        found = self._ask(cube_query.tasks(self.asked, self._held, False, narrowed), in_order_of_tasks=True)
        return cells(found, found.chosen({}, sub_agents), with_groups=True)

    def _unit_cells(self, narrowed: Narrowed, sub_agents: bool, chosen: Bools) -> Units:
        of, whole = self._table, chosen & self._table.one_turn
        ended = ~of.dimensions["ending"].is_among(("censored", "open"))
        made = Units(of.steps, ended, of.runs, of.weight, of.squares).where(whole)
        if self._units is None:
            return made
        of, chosen = self._units, self._units.chosen(narrowed, sub_agents)
        turns = Units(of.steps, of.ended, of.runs, of.weight, of.squares).where(chosen)
        return Units(*(np.concatenate(pair) for pair in zip(made.columns(), turns.columns(), strict=True)))

    def _tokens(self, narrowed: Narrowed, sub_agents: bool) -> Ints | None:
        query = cube_query.tokens(self.asked, self._held, narrowed, sub_agents)
        found = limited_rows(self._reader, *_words(query))
        if not found:
            return None
        made = np.zeros(max(place for place, _ in found), np.int64)
        for place, size in found:
            made[place - 1] = min(int(size), 2**62)
        return made

    def _pooled(self, chosen: Bools, is_part: bool) -> Pooled:
        of = self._table
        caps = np.unique(of.cap[chosen])
        several = []
        for name in ("model", "format"):
            column = of.dimensions[name]
            held = np.unique(column.codes[chosen])
            several.append(tuple(sorted(value for place in held if (value := column.values[place]) is not None)))
        money = int(of.runs[chosen & of.money].sum())
        groups = None
        if self._has_tasks:
            is_counted = self._tasks is not None and not is_part
            alone = int(of.runs[chosen & of.alone].sum())
            groups = TaskGroups((self._tasks or 0) + alone if is_counted else None, self._most_trials)
        return Pooled(tuple(caps[~np.isnan(caps)].tolist()), several[0], several[1], money, groups)


def _words(query: Query) -> tuple[str, tuple[object, ...]]:
    return query.sql, tuple(query.parameters)
