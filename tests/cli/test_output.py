"""JSON lines, and text with nothing invisible in it."""

import click
import pytest
from click.testing import CliRunner

from viewer.cli.output import CannotDo, write_json, write_lines, write_text


@click.command()
def both() -> None:
    write_text("a\x1b[31mb\ud800")
    write_text("two\r\nlines\rand a return")
    write_lines(["one\nline\r\t", "other"])
    write_json({"ü": "\ud800"})


def test_text_is_escaped_and_json_is_utf8() -> None:
    done = CliRunner().invoke(both)
    assert done.stdout_bytes == (
        b"a\\u001b[31mb\\ud800\n"
        b"two\r\nlines\\u000dand a return\n"
        b"one\xe2\x8f\x8eline\xe2\x90\x8d\xe2\x87\xa5\nother\n"
        b'{"\\u00fc":"\\ud800"}\n'
    )


def test_what_cannot_be_done_quotes_a_file_safely() -> None:
    with pytest.raises(CannotDo) as caught:
        raise CannotDo("\x1b[2J.json: is cut")
    assert caught.value.format_message() == "\\u001b[2J.json: is cut"
    assert caught.value.exit_code == 2
