"""The runs that a review declares, read: by the paths of its header, or by `--run ALIAS=RUN`."""

import os
from collections.abc import Mapping
from pathlib import Path

from viewer.cli.address import run_at
from viewer.cli.output import CannotDo
from viewer.errors import RunFileError
from viewer.model.run import Run
from viewer.reviews.lint.markdown_review import DeclaredRun


def declared_runs(
    file: Path, declared: Mapping[str, DeclaredRun], named: tuple[str, ...], roots: tuple[str, ...]
) -> dict[str, Run | str]:
    """Alias -> its run, or a sentence that says why it cannot be read.

    Args:
        file: the review; the paths of its header begin in its folder.
        declared: by its header.
        named: words `ALIAS=RUN`, whose paths begin in the current folder; they take precedence.
        roots: where else the paths of the header begin.
    """
    addresses = {
        alias: _found(run.address, [file.parent, *map(Path, roots), Path()]) for alias, run in declared.items()
    }
    for one in named:
        alias, mark, address = one.partition("=")
        if not mark or not address:
            raise CannotDo(f"{one!r} names no run: write ALIAS=RUN, as in refund=runs/refund.json")
        addresses[alias] = address
    made: dict[str, Run | str] = {}
    for alias, address in addresses.items():
        try:
            made[alias] = run_at(address)
        except RunFileError as error:
            made[alias] = str(error)
    return made


def _found(address: str, folders: list[Path]) -> str:
    """The address in the first folder that has its file; else as it stands below the review's own folder."""
    path = address.rpartition("#")[0] if "#" in address and not os.path.exists(address) else address
    for folder in folders:
        for one in (address, path):
            if (folder / one).exists():
                return str(folder / address)
    return str(folders[0] / address)
