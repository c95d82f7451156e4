"""The command line: the same questions as the app, answered as text or JSON lines."""

import sys
from collections.abc import Iterator

import click
import msgspec

from viewer import load
from viewer.errors import RunFileError
from viewer.formats.registry import FORMATS, matches
from viewer.index.rows import RunRow, rows
from viewer.json_lines import json_line
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.show import show as show_run


class _DefaultOpen(click.Group):
    """`trajectory-viewer PATH…` is `trajectory-viewer open PATH…`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["open", *args]
        return super().resolve_command(ctx, args)


@click.group(cls=_DefaultOpen, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="trajectory-viewer")
@click.pass_context
def main(context: click.Context) -> None:
    """Read finished agent runs message by message, from the record."""
    if context.invoked_subcommand is None:
        context.invoke(open_app, paths=())


@main.command("open")
@click.argument("paths", nargs=-1)
@click.option("--port", type=int, default=8501, show_default=True)
@click.option("--headless", is_flag=True, help="Do not open a browser.")
def open_app(paths: tuple[str, ...], port: int = 8501, headless: bool = False) -> None:
    """Open the app on files and folders (default: the sample runs)."""
    from viewer.ui.launch import launch

    launch(paths, port=port, headless=headless)


@main.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--format", "format_name", help="Read every file as this format.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a run.")
def summary(paths: tuple[str, ...], format_name: str | None, as_json: bool) -> None:
    """Count requests, calls and tokens of every run."""
    for source, found in _each(paths, format_name):
        if isinstance(found, RunFileError):
            _print_line({"source": source.uri, "error": str(found)}, as_json)
            continue
        for row in rows(found):
            _print_line(_summary_line(row), as_json)


def _summary_line(row: RunRow) -> dict[str, object]:
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


def _print_line(line: dict[str, object], as_json: bool) -> None:
    if as_json:
        sys.stdout.buffer.write(json_line(line))
    elif "error" in line:
        click.echo(f"unreadable  {line['error']}")
    else:
        click.echo(
            f"{line['run_id']}  {line['format']}  {line['model_requests']} requests  {line['tool_calls']} calls  "
            f"{line['error_results']} errors  {line['outcome']}  {line['source']}"
        )


@main.command("show")
@click.argument("run")
@click.option("--format", "format_name", help="Read the file as this format.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def show_command(run: str, format_name: str | None, as_json: bool) -> None:
    """Show one run (`path` or `path#run_id`): every message with its four facts."""
    made = show_run(_one_run(run, format_name))
    if as_json:
        sys.stdout.buffer.write(json_line(made))
        return
    click.echo(msgspec.json.format(json_line(made)).decode())


@main.command()
@click.option("--explain", "explain", metavar="FILE", help="Which formats claim this file, and by which sign.")
@click.option("--json", "as_json", is_flag=True)
def formats(explain: str | None, as_json: bool) -> None:
    """List the formats, or say how a file's format is told."""
    if explain is None:
        for format in FORMATS:
            if as_json:
                sys.stdout.buffer.write(json_line({"name": format.name, "title": format.title}))
            else:
                click.echo(f"{format.name:24}{format.title}")
        return
    try:
        source = next(load.sources([explain]))
        claims = matches(load.decode_source(source))
    except RunFileError as error:
        raise _CannotDo(str(error)) from error
    for format, match, _ in claims:
        line = {"name": format.name, "strength": match.strength, "sign": match.sign}
        if as_json:
            sys.stdout.buffer.write(json_line(line))
        else:
            click.echo(f"{format.name:24}strength {match.strength}: {match.sign}")
    if not claims and not as_json:
        click.echo("no format claims this file")


class _CannotDo(click.ClickException):
    """A sentence on stderr and exit status 2 (contracts.md)."""

    exit_code = 2


def _each(paths: tuple[str, ...], format_name: str | None) -> Iterator[tuple[Source, tuple[Run, ...] | RunFileError]]:
    try:
        for source in load.sources(paths):
            try:
                yield source, load.runs(source, format_name)
            except RunFileError as error:
                yield source, error
    except RunFileError as error:
        raise _CannotDo(str(error)) from error


def _one_run(address: str, format_name: str | None) -> Run:
    """The run at `path` or `path#run_id`; the last `#` divides, unless a file has that very name."""
    path, _, wanted = address.rpartition("#")
    if not path or load.exists(address):
        path, wanted = address, ""
    found = [
        run
        for _, read in _each((path,), format_name)
        if not isinstance(read, RunFileError)
        for root in read
        for run in walk(root)
    ]
    if not found:
        errors = [str(read) for _, read in _each((path,), format_name) if isinstance(read, RunFileError)]
        raise _CannotDo(errors[0] if errors else f"{path}: holds no run")
    if wanted:
        for run in found:
            if run.run_id == wanted:
                return run
        raise _CannotDo(f"{path}: holds no run {wanted!r}; it has {', '.join(run.run_id for run in found[:20])}")
    roots = [run for run in found if run.parent is None]
    if len(roots) != 1:
        raise _CannotDo(f"{path}: holds {len(found)} runs: name one as {path}#{found[0].run_id}")
    return roots[0]
