"""The group of commands; a word that is no command is a path to open."""

import io
import sys

import click

from viewer.cli.diff import diff
from viewer.cli.export import export
from viewer.cli.formats import formats
from viewer.cli.mine import mine
from viewer.cli.open_app import open_app
from viewer.cli.output import CannotDo
from viewer.cli.replay import replay
from viewer.cli.retell import retell
from viewer.cli.show import show
from viewer.cli.summary import summary
from viewer.cli.timing import timing
from viewer.cli.where import where
from viewer.errors import RunFileError


class _DefaultOpen(click.Group):
    """`trajectory-viewer PATH…` is `trajectory-viewer open PATH…`, and `--mine` is the command `mine`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if not args or (args[0] not in own and args[0] not in self.commands):
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


for command in (open_app, summary, show, retell, where, diff, timing, export, replay, mine, formats):
    main.add_command(command)
