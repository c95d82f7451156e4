"""`open`: the app in a browser."""

import os

import click

from viewer.cli.output import CannotDo
from viewer.policy_file import read_policy


@click.command("open")
@click.argument("paths", nargs=-1)
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--headless", is_flag=True, help="Do not open a browser.")
@click.option("--policy", metavar="FILE", help="TOML: which tools write, and what each needs to have read.")
@click.pass_context
def open_app(context: click.Context, paths: tuple[str, ...], port: int, headless: bool, policy: str | None) -> None:
    """Open the app on files and folders (default: the sample runs)."""
    for path in paths:
        if not os.path.exists(path):
            kind = "is no command, and no file or folder" if context.meta.get("opened_by_default") else "does not exist"
            raise CannotDo(f"{path}: {kind}: check its spelling")
    if policy is not None:
        read_policy(policy)
    from viewer.ui.launch import launch  # only here: the other commands start without Streamlit

    launch(paths, port=port, headless=headless, policy=policy)
