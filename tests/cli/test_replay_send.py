"""`replay send` on the command line, against a local server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from bundles import bundled, refund_bundle
from click.testing import CliRunner, Result
from messages import call, model, result, run_of, user
from wire_server import KEY, KEY_VARIABLE, Answer, WireServer, says, serving

from viewer.cli import main
from viewer.cli.replay_send import results_path, runs_path
from viewer.replay.bundle import bundle_json
from viewer.replay.swap import Replacement


@pytest.fixture
def server() -> Iterator[WireServer]:
    with serving(lambda *_: Answer(says("anthropic_messages", "done"))) as made:
        yield made


@pytest.fixture
def bundle(tmp_path: Path, server: WireServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    (tmp_path / "e.toml").write_text(
        "[endpoints.local]\nprotocol='anthropic_messages'\n"
        f"base_url='{server.endpoint('anthropic_messages').base_url}'\nkey_variable='{KEY_VARIABLE}'\n"
        "[endpoints.other]\nprotocol='openai_chat'\nbase_url='https://x.example'\n",
        encoding="utf-8",
    )
    path = tmp_path / "b.json"
    path.write_bytes(bundle_json(refund_bundle()))
    return path


def _send(bundle: Path, *more: str) -> Result:
    words = ["--endpoints", str(bundle.parent / "e.toml"), "--max-tokens", "50", "--samples", "2", *more]
    return CliRunner().invoke(main, ["replay", "send", str(bundle), *words])


def test_samples_are_taken_and_the_cost_is_told_before(bundle: Path, server: WireServer) -> None:
    done = _send(bundle)
    assert done.exit_code == 0, done.stderr
    before, _, after = done.stderr.partition("[1/4]")
    assert "endpoint local" in before
    assert "4 samples (control and swapped), 0 done before" in before
    assert "at least 4 requests of about" in before
    assert "cost: about $" in before
    assert "[4/4]" in after
    assert "4 samples were added, 0 are left" in done.stdout
    assert len(server.received) == 4
    assert results_path(bundle).exists()
    assert len(runs_path(results_path(bundle)).read_bytes().splitlines()) == 4


def test_json_is_one_object_and_a_second_call_has_nothing_to_do(bundle: Path, server: WireServer) -> None:
    (line,) = _send(bundle, "--json").stdout.splitlines()
    made = json.loads(line)
    assert (made["finished"], made["failed"], made["left"], made["stopped_because"]) == (4, 0, 0, None)
    assert made["arms"] == ["control", "swapped"]
    assert made["dollars"] > 0
    assert made["runs"] == str(bundle.parent / "b.runs.jsonl")
    again = _send(bundle, "--json")
    assert json.loads(again.stdout)["finished"] == 0
    assert len(server.received) == 4


def test_a_dry_run_sends_nothing_and_makes_no_file(bundle: Path, server: WireServer) -> None:
    before = set(bundle.parent.iterdir())
    made = json.loads(_send(bundle, "--dry-run", "--json", "--no-control").stdout)
    assert (made["requests"], made["most_requests"], made["arms"]) == (2, 16, ["swapped"])
    assert made["dollars"] < made["most_dollars"]
    assert _send(bundle, "--dry-run").stdout.startswith("endpoint local")
    assert (server.received, set(bundle.parent.iterdir())) == ([], before)


def test_samples_that_are_left_exit_with_2_and_a_sentence(bundle: Path, server: WireServer) -> None:
    server.script = lambda *_: Answer({"error": {"message": "no such model"}}, 404)
    done = _send(bundle, "--concurrency", "1")
    assert done.exit_code == 2
    assert "4 samples are left (the endpoint answers 404: no such model): the same command goes on" in done.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--endpoint", "none"], "has no endpoint 'none'; it has local, other"),
        (["--endpoint", "other"], "takes openai_chat"),
        (["--max-cost", "0.000001"], "is over the limit"),
        (["--samples", "0"], "0 is not in the range"),
    ],
)
def test_what_cannot_be_sent_exits_with_2(bundle: Path, server: WireServer, words: list[str], reason: str) -> None:
    done = _send(bundle, *words)
    assert done.exit_code == 2
    assert reason in done.stderr
    assert server.received == []


def test_without_any_endpoint_it_says_where_to_write_one(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_ENDPOINTS", str(bundle.parent / "none.toml"))
    done = CliRunner().invoke(main, ["replay", "send", str(bundle)])
    assert done.exit_code == 2
    assert "no endpoint is configured: write" in done.stderr


def test_a_provider_run_tool_needs_leave_by_name(bundle: Path, server: WireServer) -> None:
    tools = [{"type": "web_search_20250305", "name": "web_search"}]
    run = run_of(user("go"), model(call("a")), user(result("a")), model("done"), model="m", tools=tools)
    bundle.write_bytes(bundle_json(bundled(run, Replacement(2, 0, "down"))))
    refused = _send(bundle)
    assert refused.exit_code == 2
    assert "each has to be allowed (--allow-server-tool web_search)" in refused.stderr
    assert server.received == []
    assert _send(bundle, "--allow-server-tool", "web_search").exit_code == 0
    assert server.received[0].body["tools"] == tools
