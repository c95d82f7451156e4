"""What the commands write: JSON lines, or text in which nothing of a run can command a terminal."""

import re
import sys
from collections.abc import Iterable
from itertools import islice
from typing import Any

import click

from viewer.json_lines import json_line
from viewer.plain import one_line, visible

_AT_ONCE = 500
_RETURN_ALONE = re.compile(r"\r(?!\n)")


class CannotDo(click.ClickException):
    """A sentence on stderr and exit status 2 (contracts.md)."""

    exit_code = 2

    def format_message(self) -> str:
        """The sentence, which may quote a file."""
        return whole_line(self.message)


def write_json(value: Any) -> None:
    """One object on one line."""
    sys.stdout.buffer.write(json_line(value))
    sys.stdout.buffer.flush()


def write_raw(lines: Iterable[bytes]) -> None:
    """Lines that are JSON already."""
    for line in lines:
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def whole_line(text: str) -> str:
    """The text on one line: a name with a line break in it must not look like two."""
    return text if text.isprintable() else one_line(text, len(text))


def write_text(text: str) -> None:
    """Text of one line or several, with every invisible character escaped."""
    click.echo(_RETURN_ALONE.sub(r"\\u000d", visible(text)))


def write_lines(lines: Iterable[str]) -> None:
    """Lines, each kept on one, written some at a time."""
    rest = iter(lines)
    while some := list(islice(rest, _AT_ONCE)):
        click.echo("\n".join(map(whole_line, some)))
