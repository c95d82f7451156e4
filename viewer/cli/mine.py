"""`mine`, or `--mine`: the runs that agents left on this machine, listed before any is read, then opened."""

import os
import sys
from pathlib import Path

import click

from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.discovery import Found, Place, Platform, found, usual_places
from viewer.policy_file import read_policy


@click.command("mine")
@click.option("--list", "only_list", is_flag=True, help="List the places and open nothing.")
@click.option("--json", "as_json", is_flag=True, help="The list as one JSON object a place; opens nothing.")
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--headless", is_flag=True, help="Do not open a browser.")
@click.option("--policy", metavar="FILE", help="TOML or YAML: which tools write, what they need, what is allowed.")
def mine(only_list: bool, as_json: bool, port: int, headless: bool, policy: str | None) -> None:
    """List the runs that agents left on this machine, and open them."""
    if policy is not None:
        read_policy(policy)
    places = usual_places(Path.home(), _platform(), os.environ, Path.cwd())
    held = found(places)
    if as_json:
        for one in held:
            write_json(_as_json(one))
        return
    if not held:
        raise CannotDo(f"no agent's runs are in the {len(places)} usual places: {', '.join(_agents(places))}")
    write_lines(_lines(held))
    if only_list:
        return
    from viewer.ui.launch import launch  # only here: the list is there before Streamlit is imported

    paths = tuple(str(path) for one in held for path in one.paths)
    launch(paths, port=port, headless=headless, policy=policy)


def _platform() -> Platform:
    if sys.platform == "darwin":
        return "macos"
    return "windows" if sys.platform == "win32" else "linux"


def _agents(places: tuple[Place, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.agent for place in places))


def _as_json(one: Found) -> dict[str, object]:
    return {
        "agent": one.place.agent,
        "place": str(one.place),
        "files": one.files,
        "bytes": one.bytes,
        "paths": [str(path) for path in one.paths],
    }


def _lines(held: tuple[Found, ...]) -> list[str]:
    """A line a place, and the sum."""
    files, size = sum(one.files for one in held), sum(one.bytes for one in held)
    rows = [
        *((one.place.agent, one.files, one.bytes, str(one.place)) for one in held),
        ("all", files, size, f"{len(held):,} place{'s' if len(held) > 1 else ''}"),
    ]
    names, counts, sizes = max(len(row[0]) for row in rows), len(f"{files:,}"), len(f"{size:,}")
    return [
        f"{agent:<{names}}  {count:>{counts},} file{'s' if count > 1 else ' '}  {held_bytes:>{sizes},} bytes  {place}"
        for agent, count, held_bytes, place in rows
    ]
