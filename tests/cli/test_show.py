"""`show`: the whole run as JSON or text, or what stands at a position."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import SAMPLES, sample, shown

from viewer.cli import main

REFUND = SAMPLES / "refund/refund.json"


def output(*words: str | Path) -> str:
    done = CliRunner().invoke(main, ["show", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_is_one_object_on_one_line_and_the_same_as_the_goldens_hold() -> None:
    text = output(REFUND, "--json")
    assert text.count("\n") == 1
    made = json.loads(text)
    (expected,) = shown((sample("refund/refund.json"),))
    assert made == expected
    contract = {"run_id", "key", "format", "attributes", "request_fields", "messages", "findings", "not_in_file"}
    assert contract <= set(made)
    for message in made["messages"]:
        facts = {"index", "role", "producers", "records", "hash", "blocks", "visible", "control", "request", "usage"}
        assert facts <= set(message)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("[2].0:[0].total_cents", "8900\n"),
        ("[5].0:amount_cents", "8900\n"),
        ("[1].1:customer_id", "cus_8123\n"),
        ("[2].0:[0]", '{"id": "4471", "status": "shipped", "total_cents": 8900, "placed": "41d ago"}\n'),
    ],
)
def test_a_position_with_a_path_shows_that_value_alone(position: str, expected: str) -> None:
    assert output(REFUND, position) == expected


def test_a_position_of_a_message_a_range_or_a_block_shows_just_that() -> None:
    assert [line[:3] for line in output(REFUND, "[3]").splitlines() if line.startswith("[")] == ["[3]"]
    assert [line[:3] for line in output(REFUND, "[2–4]").splitlines() if line.startswith("[")] == ["[2]", "[3]", "[4]"]
    assert output(REFUND, "[7].0").splitlines()[0] == "  .0 text"


@pytest.mark.parametrize(
    "position", ["[8]", "[0-8]", "[1].9", "[0].0:x", "[2].0:[0].nothing", "[2].0:[0].total_cents.x"]
)
def test_a_position_where_nothing_stands_says_so(position: str) -> None:
    done = CliRunner().invoke(main, ["show", str(REFUND), position])
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{position}: nothing stands there; the run has 8 messages, the last at [7]" in done.stderr


def test_what_is_not_nested_too_deep_to_be_read_is_not_too_deep_to_be_shown(tmp_path: Path) -> None:
    start = '{"messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": '
    readable = []
    for depth in (100, 600, *range(740, 800, 4), 900, 980, 5000, 100_000):
        path = tmp_path / f"{depth}.json"
        path.write_text(start + "[" * depth + "]" * depth + "}]}]}")
        line = json.loads(CliRunner().invoke(main, ["summary", "--json", str(path)]).stdout)
        if "error" in line:
            assert "nested deeper" in line["error"]
            continue
        readable.append(depth)
        assert output(path, "--full").endswith("]\n")
        assert json.loads(output(path, "--json"))["messages"]
    assert {100, 600} <= set(readable)
    assert 100_000 not in readable
