"""`export`: a run as a file for other programs or for people."""

import sys
from pathlib import Path

import click

from viewer.cli.address import run_at
from viewer.cli.output import CannotDo, write_text
from viewer.export.targets import TARGETS, target
from viewer.masking import masked
from viewer.plain import visible


@click.command()
@click.argument("run")
@click.option("--to", "name", type=click.Choice([one.name for one in TARGETS]), required=True, help="What to write.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A new file; without it, stdout.")
@click.option("--reveal", is_flag=True, help="Do not mask values that look like credentials in readable exports.")
def export(run: str, name: str, out: Path | None, reveal: bool) -> None:
    """Write a run in another form; what that form cannot hold is listed on stderr."""

    def shown(text: str) -> str:
        return visible(text if reveal else masked(text).text)

    made = target(name).write(run_at(run), shown)
    for loss in made.losses:
        click.echo(visible(f"not in the export: {loss.position + ' ' if loss.position else ''}{loss.text}"), err=True)
    if out is None:
        sys.stdout.buffer.write(made.text)
        sys.stdout.buffer.flush()
        return
    try:
        with open(out, "xb") as file:
            file.write(made.text)
    except FileExistsError as error:
        raise CannotDo(f"{out} exists: name a new file") from error
    except OSError as error:
        raise CannotDo(f"{out} cannot be written: {error.strerror}") from error
    write_text(f"{out}: {len(made.text):,} bytes")
