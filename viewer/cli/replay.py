"""`replay`: a bundle made of a run and one replaced result, and a bundle checked; sending has files of its own."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from viewer import load
from viewer.cli.address import opened_at, run_at
from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.cli.replay_compare import compare_command
from viewer.cli.replay_send import send_command
from viewer.decode.json_value import JsonError, parse
from viewer.model.block import ToolResult
from viewer.model.position import Position
from viewer.model.run import Run
from viewer.replay.built import APIS, Api, api_of
from viewer.replay.bundle import Bundle, read_bundle
from viewer.replay.check import check_bundle
from viewer.replay.make import Credentials, Why, draft_bundle
from viewer.replay.prefix import Refusal
from viewer.replay.stored_messages import stored_messages
from viewer.replay.supplied import SuppliedField, read_system, read_tools
from viewer.replay.swap import Replacement

_TOGETHER = 1 << 20
"""Bytes that are written at once."""
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def replay() -> None:
    """Replace one tool result and get the next request as a bundle; check it, send it, compare what came back."""


replay.add_command(send_command)
replay.add_command(compare_command)


@replay.command()
@click.argument("run")
@click.option("--message", type=int, required=True, help="The message that holds the result.")
@click.option("--tool-use-id", required=True, help="Which of its results.")
@click.option("--content-file", type=_FILE, help="What the tool is to have answered; JSON where the run holds JSON.")
@click.option("--text", help="The same, given here.")
@click.option("--error", is_flag=True, help="Flag the result as an error; without it, the flag stays as stored.")
@click.option("--mask", is_flag=True, help="Mask values that look like credentials; the request is no longer equal.")
@click.option("--include-secrets", is_flag=True, help="Keep values that look like credentials.")
@click.option("--api", type=click.Choice(APIS), help="Whose request; without it, that of the run's format.")
@click.option("--system-file", type=_FILE, help="The system prompt, where the run lacks it.")
@click.option("--tools-file", type=_FILE, help="Tool schemas as a JSON list, where the run lacks them.")
@click.option("--current-system-file", type=_FILE, help="The system prompt in use now: does the run's own differ?")
@click.option("--current-tools-file", type=_FILE, help="The tool schemas in use now, as a JSON list: do they differ?")
@click.option("--author", help="Who makes it.")
@click.option("--reason", help="What for.")
@click.option("--out", type=_FILE, required=True, help="A new file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def make(
    run: str,
    message: int,
    tool_use_id: str,
    content_file: Path | None,
    text: str | None,
    error: bool,
    mask: bool,
    include_secrets: bool,
    api: Api | None,
    system_file: Path | None,
    tools_file: Path | None,
    current_system_file: Path | None,
    current_tools_file: Path | None,
    author: str | None,
    reason: str | None,
    out: Path,
    as_json: bool,
) -> None:
    """Write the bundle of one replaced result."""
    if (content_file is None) == (text is None):
        raise CannotDo("give either --content-file F or --text S")
    if mask and include_secrets:
        raise CannotDo("give either --mask or --include-secrets")
    with load.collector_paused():
        opened = opened_at(run)
    found = opened.run
    block = _result_at(found, message, tool_use_id)
    given = text if text is not None else _file_text(content_file)
    replacement = Replacement(message, block, _content(found, message, block, given), True if error else None)
    supplied = _fields(system_file, tools_file)
    current = _fields(current_system_file, current_tools_file)
    credentials: Credentials = "mask" if mask else "include" if include_secrets else "refuse"
    with load.collector_paused():
        made = draft_bundle(
            found,
            replacement,
            api or api_of(found),
            stored_messages(found, opened.decoded),
            Why(datetime.now(UTC).isoformat(timespec="seconds"), author, reason),
            credentials,
            supplied,
            current,
        )
    if isinstance(made, Refusal):
        raise CannotDo(f"no bundle can be made: {made.reason}")
    try:
        with open(out, "xb", buffering=_TOGETHER) as file:
            file.writelines(made.pieces())
            size = file.tell()
    except FileExistsError as problem:
        raise CannotDo(f"{out} exists: name a new file") from problem
    except OSError as problem:
        raise CannotDo(f"{out} cannot be written: {problem.strerror}") from problem
    if as_json:
        write_json(_summary(made.slim, out, size))
    else:
        write_lines(_lines(made.slim, out, size))


@replay.command()
@click.argument("bundle", type=_FILE)
@click.option("--run", help="The run it was made of: is it still the same?")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a finding.")
def check(bundle: Path, run: str | None, as_json: bool) -> None:
    """Check a bundle: its hashes, its calls, its credentials. Exit status 1 where something is wrong."""
    found = check_bundle(read_bundle(bundle), run_at(run) if run is not None else None)
    if as_json:
        for one in found:
            write_json(one)
    else:
        write_lines(f"{one.severity} {one.code}: {one.text}" for one in found)
        if not found:
            write_lines([f"{bundle}: nothing is off"])
    if any(one.severity == "error" for one in found):
        sys.exit(1)


def _result_at(run: Run, message: int, tool_use_id: str) -> int:
    if not 0 <= message < len(run.messages):
        raise CannotDo(f"there is no message [{message}]: the run has {len(run.messages)}, counted from 0")
    results = [
        (number, block.tool_use_id)
        for number, block in enumerate(run.messages[message].blocks)
        if type(block) is ToolResult
    ]
    chosen = [number for number, one in results if one == tool_use_id]
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        raise CannotDo(f"[{message}] holds {len(chosen)} results of {tool_use_id!r}: no API takes such a list")
    names = ", ".join(str(one) for _, one in results[:10]) or "none"
    raise CannotDo(f"[{message}] holds no result of {tool_use_id!r}; it has {names}")


def _fields(system: Path | None, tools: Path | None) -> tuple[SuppliedField, ...]:
    return (
        *([read_system(system)] if system is not None else []),
        *([read_tools(tools)] if tools is not None else []),
    )


def _file_text(path: Path | None) -> str:
    assert path is not None  # the options were checked
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise CannotDo(f"{path} cannot be read ({error.strerror}): name a file") from error
    except UnicodeDecodeError as error:
        raise CannotDo(f"{path} is no UTF-8 text") from error


def _content(run: Run, message: int, block: int, given: str) -> Any:
    """JSON where the stored content is no text and what is given reads as JSON, else the text."""
    stored = run.messages[message].blocks[block]
    if type(stored) is ToolResult and stored.content is not None and not isinstance(stored.content, str):
        try:
            return parse(given)[0]
        except JsonError:
            return given
    return given


def _summary(made: Bundle, out: Path, size: int) -> dict[str, Any]:
    kept = ("position", "tool_use_id", "api", "sent", "discarded", "equality", "credentials", "warnings")
    return {
        "bundle": str(out),
        "bytes": size,
        **{name: getattr(made, name) for name in kept},
        "losses": [one.model_dump() for one in made.losses],
        "masked": [one.model_dump() for one in made.masked],
        "original_hash": made.original.hash,
        "replacement_hash": made.replacement.hash,
        "unchanged_hash": made.unchanged_hash,
    }


def _lines(made: Bundle, out: Path, size: int) -> list[str]:
    sent = " ".join(str(Position(first, last=last)) for first, last in made.sent)
    left = "nothing" if made.discarded is None else str(Position(made.discarded[0], last=made.discarded[1]))
    return [
        f"{out}: {size:,} bytes",
        f"replaced {made.position}, sent {sent}, discarded {left}, the rest {made.equality.replace('_', ' ')}",
        *(f"warning: {one}" for one in made.warnings),
        *(f"not as stored: {one.position or 'request fields'}: {one.text}" for one in made.losses),
        *(f"masked: {one.path}: {one.label}" for one in made.masked),
    ]
