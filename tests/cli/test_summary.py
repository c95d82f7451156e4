"""`summary`: a line for every run and for every file that cannot be read."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from conftest import SAMPLES

from viewer.cli import main

KEYS = [
    *("source", "run_id", "parent_run_id", "key", "format", "model_requests", "requests_without_usage", "turns"),
    *("tool_calls", "tool_results", "unanswered_calls", "orphan_results", "error_results", "usage", "problems"),
    *("set_aside", "model", "outcome", "ending", "exit_status"),
]


def summary(*words: str | Path) -> Result:
    done = CliRunner().invoke(main, ["summary", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done


def lines(*words: str | Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in summary("--json", *words).stdout.splitlines()]


def test_a_line_is_as_the_contract_says() -> None:
    (line,) = lines(SAMPLES / "refund/refund.json")
    assert list(line) == KEYS
    assert line == {
        "source": str(SAMPLES / "refund/refund.json"),
        "run_id": "refund-4471",
        "parent_run_id": None,
        "key": line["key"],
        "format": "anthropic_messages",
        "model_requests": 4,
        "requests_without_usage": 1,
        "turns": 1,
        "tool_calls": 4,
        "tool_results": 4,
        "unanswered_calls": 0,
        "orphan_results": 0,
        "error_results": 0,
        "usage": {
            "input_tokens": 7040,
            "cache_read_input_tokens": None,
            "cache_creation_input_tokens": None,
            "output_tokens": None,
        },
        "problems": 0,
        "set_aside": 0,
        "model": "claude-sonnet-5",
        "outcome": "success",
        "ending": "success",
        "exit_status": "success",
    }
    assert len(line["key"]) == 16


def test_an_unreadable_file_hides_no_other_run(tmp_path: Path) -> None:
    good = '{"messages": [{"role": "user", "content": "a"}]}'
    for name, content in (
        ("a.json", good),
        ("b.json", "{oops}"),
        ("c.json", ""),
        ("d.json", "[" * 10**5),
        ("e.json", good),
    ):
        (tmp_path / name).write_text(content)
    found = lines(tmp_path)
    assert ["error" if "error" in line else line["model_requests"] for line in found] == [
        0,
        "error",
        "error",
        "error",
        0,
    ]
    assert [set(line) for line in found if "error" in line] == [{"source", "error"}] * 3
    assert summary(tmp_path).stdout.splitlines()[-1] == "2 runs, 3 unreadable"


def test_as_text_there_is_one_line_a_run_with_its_address() -> None:
    head, line, foot = summary(SAMPLES / "refund/refund.json").stdout.splitlines()
    assert head.split() == ["requests", "calls", "errors", "input", "output", "outcome", "run"]
    assert line.split() == ["4", "4", "0", "7,040", "—", "success", f"{SAMPLES / 'refund/refund.json'}#refund-4471"]
    assert foot == "1 run, 0 unreadable"


def test_memory_is_that_of_one_file_however_many_there_are(tmp_path: Path) -> None:
    document = {
        "messages": [{"role": "user", "content": "x" * 2_000_000}, {"role": "user", "content": "y" * 2_000_000}]
    }

    def peak(files: int) -> int:
        folder = tmp_path / str(files)
        folder.mkdir()
        for number in range(files):
            (folder / f"{number}.json").write_text(json.dumps(document))
        tracemalloc.start()
        assert len(lines(folder)) == files
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(8) < peak(2) * 1.3


def test_several_processes_give_the_same_lines_in_the_same_order() -> None:
    folder = str(SAMPLES / "distribution")
    one = CliRunner().invoke(main, ["summary", "--json", folder])
    two = CliRunner().invoke(main, ["summary", "--json", "--jobs", "2", folder])
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout != ""
