"""`index`: tables of many runs: build them, take runs out, compare them with their sources, export them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.cli.review_store import database
from viewer.counted import counted
from viewer.index.table_names import EXPORTED, TableName
from viewer.plain import visible

if TYPE_CHECKING:
    from viewer.index.build import Progress
    from viewer.index.store import Store

# What reads and writes is imported by the commands that need it: most refreshes find nothing changed.


class _DefaultBuild(click.Group):
    """`index PATH… --into DIR` is `index build PATH… --into DIR`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
            args = ["build", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_DefaultBuild)
def index() -> None:
    """Tables of many runs, which the app, pandas, DuckDB and Spark read. `index PATH… --into DIR` builds them."""


_INTO = click.option("--into", "--index", "into", required=True, metavar="DIR|URL", help="The index.")


@index.command()
@click.argument("paths", nargs=-1, required=True)
@_INTO
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes that read.")
@click.option("--scheduler", metavar="tcp://…", help="Read on the workers of a Dask cluster instead.")
@click.option("--again", is_flag=True, help="Try what was unreadable once more.")
@click.option("--rebuild", is_flag=True, help="Delete the tables first.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def build(
    paths: tuple[str, ...], into: str, jobs: int, scheduler: str | None, again: bool, rebuild: bool, as_json: bool
) -> None:
    """Read what is new or changed under files, folders and prefixes into the tables of an index."""
    from viewer.index.unchanged import look, sources_before

    before = None if again or rebuild else sources_before(into, paths, look(paths))
    if before is not None:
        _write_built(into, {"sources": before, "unchanged": before}, as_json)
        return
    from viewer.index.build import Build
    from viewer.index.cluster import Cluster
    from viewer.index.rebuild import remove_tables

    if rebuild:
        remove_tables(into)
    reading = Cluster(scheduler) if scheduler else None
    made = Build(paths, into, jobs=jobs, reading=reading, again=again)
    bar = _Bar(hidden=as_json)
    try:
        done = made.run(bar.told)
    finally:
        bar.close()
        if reading is not None:
            reading.close()
    _write_built(into, asdict(done), as_json)


def _write_built(into: str, done: dict[str, Any], as_json: bool) -> None:
    names = ("sources", "unchanged", "read", "runs", "unreadable", "seconds")
    counts = {name: done.get(name, 0) for name in names}
    if as_json:
        write_json({"into": into, **counts, "stopped": done.get("stopped", False)})
        return
    write_lines(
        [
            f"{counted(counts['sources'], 'source')}: {counts['unchanged']:,} unchanged, {counts['read']:,} read "
            f"({counted(counts['runs'], 'run')}, {counts['unreadable']:,} unreadable) in {counts['seconds']:,.1f} s"
        ]
    )


class _Bar:
    """A progress bar on stderr, where that is a terminal."""

    def __init__(self, hidden: bool) -> None:
        self._shown = sys.stderr.isatty() and not hidden

    def told(self, progress: "Progress") -> None:
        """Draw it."""
        if self._shown and progress.bytes_to_read:
            share = progress.bytes_read / progress.bytes_to_read
            bar = "█" * round(30 * share)
            click.echo(
                f"\r{bar:░<30} {share:4.0%}  {progress.read:,} of {progress.to_read:,} sources", nl=False, err=True
            )

    def close(self) -> None:
        """Leave the line."""
        if self._shown:
            click.echo(err=True)


@index.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN|PATH…")
@_INTO
@database
@click.option("--bundles", multiple=True, type=click.Path(path_type=Path), help="Where bundles may quote them.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a run.")
def forget(runs: tuple[str, ...], into: str, db: str | None, bundles: tuple[Path, ...], as_json: bool) -> None:
    """Take runs out of the tables and their files: a file, a folder, FILE#RUN_ID, or the key of a run."""
    from viewer.cli.index_quotes import quotes
    from viewer.index.forget import forget as forgotten
    from viewer.index.forget import found

    store = _store(into)
    rows = []
    for address in runs:
        named = found(store, address)
        if not named:
            raise CannotDo(f"{address}: the index holds no such run or path")
        rows += named
    rows = list(dict.fromkeys(rows))
    sentences = forgotten(store, rows)
    for row in rows:
        if as_json:
            write_json({"uri": row.uri, "run_id": row.run_id, "key": row.key})
    if not as_json:
        write_lines([f"{counted(len(rows), 'row')} of runs forgotten", *sentences])
    for line in quotes([row.key for row in rows if row.key], db, bundles):
        click.echo(visible(f"still there: {line}"), err=True)
    for uri in sorted({row.uri for row in rows if Path(row.uri).exists()}):
        click.echo(f"{visible(uri)} is still there: the next refresh of its folder reads it again", err=True)


@index.command()
@click.argument("paths", nargs=-1)
@_INTO
@click.option("--repair", is_flag=True, help="Take out what is gone, incomplete or left by a writer that died.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def audit(paths: tuple[str, ...], into: str, repair: bool, as_json: bool) -> None:
    """Compare every row with its source, and the tables with each other. With PATH, also look for new sources."""
    from viewer.index.audit import audit as audited

    made = audited(_store(into), paths, repair)
    if as_json:
        write_json(asdict(made))
        return
    lines = [f"{made.runs:,} runs, {made.unreadable:,} unreadable sources"]
    for name in ("new", "changed", "gone", "incomplete", "twice"):
        uris: list[str] = getattr(made, name)
        if uris:
            lines += [f"{len(uris):,} {name}:", *(f"  {uri}" for uri in uris[:20])]
            lines += [f"  and {len(uris) - 20:,} more"] if len(uris) > 20 else []
    if made.without_run:
        lines.append(f"rows of {made.without_run:,} runs were left by a writer that died; no reader sees them")
    if repair:
        lines.append("repaired; new and changed sources are for `index PATH…` to read")
    write_lines(lines)


@index.command("export")
@click.argument("table", type=click.Choice(EXPORTED))
@_INTO
@click.option("--csv", "as_csv", is_flag=True, help="As CSV; values that look like credentials are masked.")
@click.option("--parquet", "as_parquet", is_flag=True, help="As Parquet, with every value as stored.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A new file; without it, stdout.")
@click.option("--reveal", is_flag=True, help="Do not mask in CSV.")
def export_command(table: TableName, into: str, as_csv: bool, as_parquet: bool, out: Path | None, reveal: bool) -> None:
    """Write one table as CSV or Parquet."""
    if as_csv == as_parquet:
        raise CannotDo("choose --csv or --parquet")
    from viewer.index.export_table import write_csv, write_parquet
    from viewer.index.reader import open_index
    from viewer.masking import masked

    with open_index(into) as reader, _opened(out) as file:
        if as_parquet:
            rows = write_parquet(reader, table, file)
        else:
            rows = write_csv(reader, table, file, (lambda text: text) if reveal else (lambda text: masked(text).text))
    if out is not None:
        write_lines([f"{out}: {rows:,} rows"])


@contextmanager
def _opened(out: Path | None) -> Iterator[BinaryIO]:
    if out is None:
        yield sys.stdout.buffer
        return
    try:
        with open(out, "xb") as file:
            yield file
    except FileExistsError as error:
        raise CannotDo(f"{out} exists: name a new file") from error
    except OSError as error:
        raise CannotDo(f"{out} cannot be written: {error.strerror}") from error


def _store(into: str) -> "Store":
    """An index that is there already.

    Raises:
        RunFileError: there is none.
    """
    from viewer.index.reader import open_index
    from viewer.index.store import Store

    open_index(into).close()
    return Store(into)
