"""`summary`: one line a run, over as many files as there are."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import TYPE_CHECKING, Any

import click

from viewer import load
from viewer.cli.output import write_json, write_lines
from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.formats.registry import FORMATS
from viewer.index.rows import RunRow, rows
from viewer.model.source import Source
from viewer.shares import shares

if TYPE_CHECKING:
    from viewer.index.filter_line.tree import Node

_HEAD = f"{'requests':>8} {'calls':>6} {'errors':>6} {'input':>12} {'output':>9}  {'outcome':<8} run"


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--where", "line", metavar="FILTER", help="Only the runs that a filter line lets through; also of an index."
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice([format.name for format in FORMATS]),
    metavar="FORMAT",
    help="Read every file as this format.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a run.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read.")
def summary(paths: tuple[str, ...], line: str | None, format_name: str | None, as_json: bool, jobs: int) -> None:
    """Count requests, calls and tokens of every run."""
    runs = unreadable = 0
    if line is None:
        found = _all_lines(list(load.sources(paths)), format_name, jobs)
    else:
        found = _lines_where(paths, line, format_name)
    if not as_json:
        write_lines([_HEAD])
    for lines in found:
        for one in lines:
            runs += "error" not in one
            unreadable += "error" in one
            if as_json:
                write_json(one)
            else:
                write_lines([_text(one)])
    if not as_json:
        write_lines([f"{counted(runs, 'run')}, {unreadable:,} unreadable"])


def _all_lines(sources: list[Source], format_name: str | None, jobs: int) -> Iterator[list[dict[str, Any]]]:
    """The lines of each source, in the order given, however many processes read them."""
    if jobs == 1 or len(sources) < 2:
        yield from (lines_of(source, format_name) for source in sources)
        return
    with ProcessPoolExecutor(min(jobs, len(sources))) as pool:
        for made in pool.map(_lines_of_all, shares(sources, jobs), repeat(format_name)):
            yield from made


def _lines_where(paths: tuple[str, ...], line: str, format_name: str | None) -> Iterator[list[dict[str, Any]]]:
    """The lines of the runs that pass, of files and of indexes."""
    from viewer.cli import summary_where  # DuckDB takes a while to import, and only a filter needs it

    return _passing_lines(paths, summary_where.filter_tree(line), format_name)


def _passing_lines(
    paths: tuple[str, ...], tree: "Node | None", format_name: str | None
) -> Iterator[list[dict[str, Any]]]:
    from viewer.cli import summary_where  # as above

    files = [path for path in paths if not summary_where.is_index(path)]
    for path in paths:
        if summary_where.is_index(path):
            yield from ([_line(row)] for row in summary_where.passing_rows_of_index(path, tree))
    for share in shares(list(load.sources(files)), 1):
        rows_of_share = summary_where.passing_rows(share, format_name, tree)
        yield [
            _line(row) if isinstance(row, RunRow) else {"source": row.uri, "error": row.reason} for row in rows_of_share
        ]


def _lines_of_all(sources: list[Source], format_name: str | None) -> list[list[dict[str, Any]]]:
    return [lines_of(source, format_name) for source in sources]


def lines_of(source: Source, format_name: str | None) -> list[dict[str, Any]]:
    """The lines of a source; its runs are gone when the next one is read."""
    try:
        with load.collector_paused():  # until the runs are gone again, so that there is nothing to look through
            return [_line(row) for row in rows(load.runs(source, format_name))]
    except RunFileError as error:
        return [{"source": source.uri, "error": str(error)}]
    except RecursionError:
        return [{"source": source.uri, "error": f"{source.name}: is nested deeper than this program reads"}]


def _line(row: RunRow) -> dict[str, Any]:
    return {
        "source": row.uri,
        "run_id": row.run_id,
        "parent_run_id": row.parent_run_id,
        "key": row.key,
        "format": row.format,
        "model_requests": row.model_requests,
        "requests_without_usage": row.requests_without_usage,
        "turns": row.turns,
        "tool_calls": row.tool_calls,
        "tool_results": row.tool_results,
        "unanswered_calls": row.unanswered_calls,
        "orphan_results": row.orphan_results,
        "error_results": row.error_results,
        "usage": {
            "input_tokens": row.input_tokens,
            "cache_read_input_tokens": row.cache_read_input_tokens,
            "cache_creation_input_tokens": row.cache_creation_input_tokens,
            "output_tokens": row.output_tokens,
        },
        "problems": row.problems,
        "set_aside": row.set_aside,
        "model": row.model,
        "outcome": row.outcome,
        "ending": row.ending,
        "exit_status": row.exit_status,
    }


def _text(line: dict[str, Any]) -> str:
    if "error" in line:
        return f"unreadable  {line['error']}"
    usage = line["usage"]
    read = [usage[name] for name in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")]
    known = [count for count in read if count is not None]
    address = f"{line['source']}#{line['run_id']}"
    return (
        f"{line['model_requests']:8,} {line['tool_calls']:6,} {line['error_results']:6,} "
        f"{_tokens(sum(known) if known else None):>12} {_tokens(usage['output_tokens']):>9}  "
        f"{line['outcome']:<8} {address}"
    )


def _tokens(count: int | None) -> str:
    return "—" if count is None else f"{count:,}"
