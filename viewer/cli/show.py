"""`show`: one run, message by message, or the part that a position names."""

import click

from viewer.cli.address import run_at
from viewer.cli.ledger import head, messages, part
from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.counted import counted
from viewer.formats.registry import FORMATS
from viewer.model.position import parse_position
from viewer.show import show as shown


@click.command()
@click.argument("run")
@click.argument("position", required=False)
@click.option(
    "--format",
    "format_name",
    type=click.Choice([format.name for format in FORMATS]),
    metavar="FORMAT",
    help="Read the file as this format.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, of the whole run.")
@click.option("--full", is_flag=True, help="Do not shorten long texts.")
@click.option("--reveal", is_flag=True, help="Show values that look like credentials.")
def show(run: str, position: str | None, format_name: str | None, as_json: bool, full: bool, reveal: bool) -> None:
    """Show one run: every message with its four facts.

    POSITION shows a part of it: [3], [0-6], [3].1 or a value such as [2].0:[0].total_cents.
    """
    found = run_at(run, format_name)
    if as_json:
        write_json(shown(found))
        return
    if position is None:
        write_lines(head(found))
        write_lines(messages(found, 0, len(found.messages) - 1, full=full, reveal=reveal))
        return
    try:
        write_lines(part(found, parse_position(position), reveal=reveal))
    except ValueError as error:
        raise CannotDo(str(error)) from error
    except LookupError as error:
        raise CannotDo(f"{position}: nothing stands there; {_extent(len(found.messages))}") from error


def _extent(messages: int) -> str:
    if messages == 0:
        return "the run has no messages"
    return f"the run has {counted(messages, 'message')}, the last at [{messages - 1}]"
