"""The program as people start it: as a process, with pipes, consoles and files that are hostile."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main
from viewer.cli.group import COMMANDS

REFUND = str(SAMPLES / "refund" / "refund.json")
START = [sys.executable, "-c", "from viewer.cli import main; main()"]


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*START, *words], capture_output=True, env={**os.environ, **environment}, check=False, timeout=60
    )


def test_each_command_is_found_under_its_own_name() -> None:
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None and command.name == name


def test_summary_starts_without_what_only_other_commands_need() -> None:
    code = (
        "import sys; from viewer.cli import main; main(['summary', '--json', sys.argv[1]], standalone_mode=False);"
        "print(sorted({name.split('.')[0] for name in sys.modules} & set(sys.argv[2].split())))"
    )
    others = "streamlit pandas numpy plotly scipy pyarrow genai_prices pydantic sqlalchemy duckdb deltalake"
    done = subprocess.run([sys.executable, "-c", code, REFUND, others], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sumary"], "Error: sumary: is no command, and no file or folder: check its spelling"),
        (["open", "nowhere"], "Error: nowhere: does not exist: check its spelling"),
        (["summary", "nowhere"], "Error: nowhere: does not exist: check the path"),
        (["show", "nowhere"], "Error: nowhere: does not exist: check the path"),
        (["show", REFUND + "#none"], "holds no run 'none'; it has refund-4471"),
        (["show", REFUND, "[99]"], "Error: [99]: nothing stands there"),
        (["show", REFUND, "99"], "'99' is no position; write [3], [3].1"),
        (["formats", "--explain", "nowhere"], "Error: nowhere: does not exist"),
        (["summary", "--format", "nonsense", REFUND], "Invalid value for '--format'"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_on_stderr_and_exit_code_2(words: list[str], sentence: str) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert sentence in done.stderr


def test_a_pipe_that_closes_early_is_no_error() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -c "from viewer.cli import main; main()" show "{REFUND}" --full | head -1',
        shell=True,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.startswith(b"refund-4471")
    assert b"Traceback" not in done.stderr


def test_output_is_utf8_whatever_the_console_says() -> None:
    for encoding in ("cp1252", "ascii"):
        done = process("show", REFUND, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert done.returncode == 0
        assert "£89.00" in done.stdout.decode("utf-8")


def test_hostile_text_cannot_command_a_terminal(tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\u202eabc\x9b31m\udcb2"
    document = {
        "id": evil,
        "task": evil,
        evil: evil,
        "messages": [
            {"role": "user", "content": evil},
            {"role": "assistant", "content": [{"type": "tool_use", "id": evil, "name": evil, "input": {evil: evil}}]},
            {"role": evil, "content": evil},
        ],
    }
    path = tmp_path / "\x1b[31mred.json"
    path.write_text(json.dumps(document))
    (tmp_path / "bad\x1b[31m.json").write_text("{oops}")
    for words in (["show", str(path)], ["summary", str(tmp_path)], ["formats", "--explain", str(tmp_path)]):
        done = process(*words)
        assert done.returncode == 0
        text = done.stdout.decode("utf-8") + done.stderr.decode("utf-8")
        assert "Traceback" not in text
        assert not {one for one in text if one < " " or "\x7f" <= one < "\xa0" or one in "\u202e\udcb2"} - {"\n"}
        assert "\\u001b" in text


def test_the_version_and_the_help_of_every_command_are_printed() -> None:
    for words in (["--version"], ["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)):
        assert CliRunner().invoke(main, words).exit_code == 0
