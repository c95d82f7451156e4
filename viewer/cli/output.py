"""What the commands write: JSON lines, or text in which nothing of a run can command a terminal."""

import sys
from collections.abc import Iterable
from itertools import islice
from typing import Any

import click

from viewer.json_lines import json_line
from viewer.ui.plain import visible

_AT_ONCE = 500


class CannotDo(click.ClickException):
    """A sentence on stderr and exit status 2 (contracts.md)."""

    exit_code = 2

    def format_message(self) -> str:
        """The sentence, which may quote a file."""
        return visible(self.message)


def write_json(value: Any) -> None:
    """One object on one line."""
    sys.stdout.buffer.write(json_line(value))
    sys.stdout.buffer.flush()


def write_text(line: str) -> None:
    """One line, or several, with every invisible character escaped."""
    click.echo(visible(line))


def write_lines(lines: Iterable[str]) -> None:
    """Many lines, written some at a time."""
    rest = iter(lines)
    while some := list(islice(rest, _AT_ONCE)):
        write_text("\n".join(some))
