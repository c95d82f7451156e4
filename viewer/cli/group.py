"""The group of commands; a word that is no command is a path to open."""

import io
import sys
from importlib import import_module

import click

from viewer.cli.output import CannotDo
from viewer.errors import RunFileError

COMMANDS = {
    "open": "open_app",
    "summary": "summary",
    "show": "show",
    "retell": "retell",
    "where": "where",
    "diff": "diff",
    "caps": "caps",
    "index": "index",
    "timing": "timing",
    "check": "check",
    "baseline": "baseline",
    "export": "export",
    "replay": "replay",
    "review": "review",
    "mine": "mine",
    "formats": "formats",
}
"""The module below `viewer.cli` of each command, and the name in it: only the command that runs is imported."""


class _DefaultOpen(click.Group):
    """`trajectory-viewer PATH…` is `trajectory-viewer open PATH…`, and `--mine` is the command `mine`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = COMMANDS.get(cmd_name)
        if name is None:
            return None
        command: click.Command = getattr(import_module(f"viewer.cli.{name}"), name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if not args or (args[0] not in own and args[0] not in COMMANDS):
            words = args[: args.index("--")] if "--" in args else args
            args = ["mine", *(word for word in args if word != "--mine")] if "--mine" in words else ["open", *args]
            ctx.meta["opened_by_default"] = True
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except RunFileError as error:
            raise CannotDo(str(error)) from error
        except RecursionError as error:
            raise CannotDo("the run is nested deeper than this program can show") from error


@click.group(cls=_DefaultOpen, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="trajectory-viewer")
def main() -> None:
    """Read finished agent runs message by message, from the record.

    RUN is a file, or FILE#RUN_ID where a file holds several runs. Without a command, the app opens.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a Windows console may know fewer characters than a run holds
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
