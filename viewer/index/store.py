"""Writes the tables of an index so that readers, other writers and a sudden death do no harm."""

from collections.abc import Sequence

import pyarrow as pa
from deltalake import CommitProperties, DeltaTable, Transaction, WriterProperties, write_deltalake
from deltalake.exceptions import CommitFailedError, TableNotFoundError

from viewer.errors import RunFileError
from viewer.index.batch import Batch
from viewer.index.reader import IndexReader, StorageOptions, address, delta_table, open_index
from viewer.index.tables import SCHEMAS, TABLES, description

_WRITER = "trajectory-viewer"
"""Two commits of `runs` on the same state collide by this name, so that the later one looks again."""
_TRIES = 50
PROPERTIES = WriterProperties(compression="ZSTD", compression_level=1, max_row_group_size=128 * 1024)
RUNS_PROPERTIES = WriterProperties(compression="ZSTD", compression_level=1, max_row_group_size=8 * 1024)
"""Of runs a page of a list is read, whose rows stand anywhere: every one of them costs its whole group."""
_CONFIGURATION = {"delta.dataSkippingStatsColumns": "run_row"}
"""No text of a run may stand in the log, where `forget` cannot reach it."""


class Store:
    """An index that is written to: rows of requests and calls first, those of runs last, in one commit.

    What is replaced goes in the commit that brings what replaces it.
    """

    def __init__(self, folder: str, options: StorageOptions | None = None) -> None:
        """Open it, or make it.

        Raises:
            IndexVersionError: its tables are of a version that this program does not know.
        """
        self.folder = address(folder)
        self.options = options
        for name in TABLES:
            try:
                delta_table(self.folder, name, options)
            except TableNotFoundError:
                self._create(name)
        self._runs = delta_table(self.folder, "runs", options)
        self._reader: IndexReader | None = None

    def _create(self, name: str) -> None:
        DeltaTable.create(
            f"{self.folder}/{name}",
            schema=SCHEMAS[name],
            mode="ignore",
            name=name,
            description=description(name),
            configuration=_CONFIGURATION,
            storage_options=self.options,
        )

    @property
    def is_new(self) -> bool:
        """Whether no run was ever written to it."""
        return self._runs.version() == 0

    def reader(self) -> IndexReader:
        """A reader of the state that the last commit was made on, or a later one."""
        if self._reader is None:
            self._reader = open_index(self.folder, self.options)
        else:
            self._reader.refresh()
        return self._reader

    def close(self) -> None:
        """Give the reader's connection back."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def write(self, batch: Batch, replaced: Sequence[int] = ()) -> list[int]:
        """Add the rows of a batch, in place of those of the sources `replaced` (their `source_id`).

        Sources that another writer added meanwhile stay as that one wrote them.

        Returns:
            The `run_row` of rows in `requests` and `calls` that have no run any more.
        """
        made = batch.tables()
        # Questions about calls nearly always name a tool: whoever asks for one leaves out the others in whole blocks.
        calls = made.calls.combine_chunks().sort_by([("tool", "ascending"), ("run_row", "ascending")])
        for name, table in (("requests", made.requests), ("calls", calls)):
            if table.num_rows:
                write_deltalake(
                    f"{self.folder}/{name}",
                    table,
                    mode="append",
                    storage_options=self.options,
                    writer_properties=PROPERTIES,
                )
        return self._commit_runs(made.runs, tuple(replaced))

    def remove(self, source_ids: Sequence[int]) -> list[int]:
        """Take the runs of sources away; the `run_row` of those that were."""
        return self._commit_runs(SCHEMAS["runs"].empty_table(), tuple(source_ids)) if source_ids else []

    def _commit_runs(self, runs: pa.Table, replaced: tuple[int, ...]) -> list[int]:
        gone: list[int] = []
        old = self.rows_of(replaced)
        for _ in range(_TRIES):
            try:
                if old:
                    self._replace(runs, replaced)
                elif runs.num_rows:
                    self._append(runs)
                return gone + old
            except CommitFailedError:
                self._runs.update_incremental()
                old = self.rows_of(replaced)
                known = self._known(runs, replaced)
                taken = [place in known for place in runs.column("source_id").to_pylist()]
                gone += runs.filter(pa.array(taken, pa.bool_())).column("run_row").to_pylist()
                runs = runs.filter(pa.array([not one for one in taken], pa.bool_()))
        raise RunFileError(self.folder, "is written to by others without a pause: try again")

    def remove_rows(self, run_rows: Sequence[int]) -> None:
        """Take single runs away."""
        condition = f"run_row IN ({', '.join(map(str, run_rows))})"
        for _ in range(_TRIES if run_rows else 0):
            try:
                self._runs.delete(condition, writer_properties=RUNS_PROPERTIES, commit_properties=self._turn())
                return
            except CommitFailedError:
                self._runs.update_incremental()

    def rows_of(self, source_ids: Sequence[int]) -> list[int]:
        """The `run_row` of all rows of some sources."""
        if not source_ids:
            return []
        sql = "SELECT run_row FROM stored_runs WHERE source_id IN (SELECT unnest(?::BIGINT[]))"
        return [row for (row,) in self.reader().rows(sql, [list(source_ids)])]

    def _known(self, runs: pa.Table, replaced: tuple[int, ...]) -> set[int]:
        """Those sources of new rows that others wrote meanwhile."""
        new = set(runs.column("source_id").to_pylist()) - set(replaced)
        sql = "SELECT DISTINCT source_id FROM stored_runs WHERE source_id IN (SELECT unnest(?::BIGINT[]))"
        return {row for (row,) in self.reader().rows(sql, [list(new)])}

    def _append(self, runs: pa.Table) -> None:
        write_deltalake(
            self._runs, runs, mode="append", writer_properties=RUNS_PROPERTIES, commit_properties=self._turn()
        )

    def _replace(self, runs: pa.Table, replaced: tuple[int, ...]) -> None:
        condition = f"source_id IN ({', '.join(map(str, replaced))})"
        if not runs.num_rows:
            self._runs.delete(condition, writer_properties=RUNS_PROPERTIES, commit_properties=self._turn())
            return
        write_deltalake(
            self._runs,
            runs,
            mode="overwrite",
            predicate=condition,
            writer_properties=RUNS_PROPERTIES,
            commit_properties=self._turn(),
        )

    def _turn(self) -> CommitProperties:
        last = self._runs.transaction_version(_WRITER) or 0
        return CommitProperties(app_transactions=[Transaction(_WRITER, last + 1)], max_commit_retries=0)
