"""A bundle is sent: both arms, limits, interruptions; and a second call goes on."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from bundles import bundled, refund_bundle
from messages import call, model, result, run_of, user
from wire_server import KEY, KEY_VARIABLE, PATHS, Answer, Received, WireServer, says, serving

from viewer.replay.bundle import Bundle, bundle_json
from viewer.replay.send import Progress, Sent, send
from viewer.replay.send_endpoints import CannotSend, Protocol
from viewer.replay.send_plan import SendOptions, plan
from viewer.replay.send_results import Results, read_results
from viewer.replay.swap import Replacement

A: Protocol = "anthropic_messages"
SOON = {"retry-after-ms": "1"}
QUICK = SendOptions(samples=3, model="m", max_tokens=50, retries=1)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)


def _bundle(protocol: Protocol = A) -> Bundle:
    run = run_of(user("go"), model(call("a")), user(result("a", "up")), model("done"))
    return bundled(run, Replacement(2, 0, "down"), protocol)


def _send(server: WireServer, file: Path, options: SendOptions = QUICK, protocol: Protocol = A, **more: Any) -> Sent:
    prices = {"input_dollars": Decimal("0.0001"), "output_dollars": Decimal("0.001")}
    return send(plan(_bundle(protocol), server.endpoint(protocol, **prices), options), file, **more)


def _read(file: Path) -> Results:
    found = read_results(file)
    assert found is not None
    return found


def _is_swapped(one: Received) -> bool:
    return "down" in json.dumps(one.body)


@pytest.mark.parametrize("protocol", PATHS)
def test_each_arm_gets_its_samples_in_turn(tmp_path: Path, protocol: Protocol) -> None:
    file = tmp_path / "r.jsonl"
    told: list[Progress] = []
    with serving(lambda *_: Answer(says(protocol, "done"))) as server:
        made = _send(server, file, replace(QUICK, concurrency=1), protocol, on_progress=told.append)
    assert made == Sent(6, 0, 0, None, None)
    assert [_is_swapped(one) for one in server.received] == [False, True] * 3
    found = _read(file)
    assert [one.sample for one in found.of("control")] == [one.sample for one in found.of("swapped")] == [1, 2, 3]
    assert [(one.finished, one.all) for one in told] == [(number, 6) for number in range(1, 7)]
    assert told[-1].spent == 6 * (100 * Decimal("0.0001") + 7 * Decimal("0.001"))
    assert KEY not in file.read_text(encoding="utf-8")


def test_no_more_requests_are_under_way_than_allowed(tmp_path: Path) -> None:
    at_once, most, lock = 0, 0, threading.Lock()

    def script(_: Received, __: int) -> Answer:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.03)
        with lock:
            at_once -= 1
        return Answer(says(A, "done"))

    with serving(script) as server:
        _send(server, tmp_path / "r.jsonl", replace(QUICK, samples=6, concurrency=3))
    assert most == 3


def test_a_second_call_takes_only_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with serving(lambda *_: Answer(says(A, "done"))) as server:
        _send(server, file, replace(QUICK, samples=1))
        assert len(server.received) == 2
        endless = _send(server, file, replace(QUICK, samples=1))
        assert (endless.finished, endless.left, len(server.received)) == (0, 0, 2)
        _send(server, file)
        assert len(server.received) == 6
    assert Counter(one.arm for one in _read(file).samples) == {"control": 3, "swapped": 3}


def test_failed_samples_are_told_and_tried_again_by_the_next_call(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    whole = Answer(says(A, "done"))
    bad = [Answer(b"{"), Answer({}, 500, SOON), whole, Answer(says(A, "x"), cut_after=9)]

    def script(_: Received, before: int) -> Answer:
        return bad[before] if before < len(bad) else whole

    with serving(script) as server:
        made = _send(server, file, replace(QUICK, concurrency=1, retries=0))
        assert (made.finished, made.failed, made.left, made.why) == (3, 3, 3, None)
        assert [one.why for one in _read(file).open_failures()] == ["malformed", "status", "cut"]
        again = _send(server, file, replace(QUICK, concurrency=1, retries=0))
    assert (again.finished, again.left) == (3, 0)
    assert _read(file).open_failures() == []


@pytest.mark.parametrize("status", [400, 401, 307])
def test_what_no_further_request_could_mend_stops_the_call(tmp_path: Path, status: int) -> None:
    with serving(lambda *_: Answer({"error": {"message": "no"}}, status)) as server:
        made = _send(server, tmp_path / "r.jsonl", replace(QUICK, concurrency=1, samples=9))
    assert (made.finished, made.left, len(server.received)) == (0, 18, 1)
    assert str(status) in str(made.why)


def test_the_limit_of_cost_ends_the_call_and_counts_what_earlier_calls_spent(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    # A reply is taken to cost about 0.02; each costs 0.05 and could cost 0.0564.
    options = replace(QUICK, samples=5, max_cost=Decimal("0.3"), concurrency=2)
    with serving(lambda *_: Answer(says(A, "done", output_tokens=40))) as server:
        made = _send(server, file, options)
        assert "limit of cost was reached" in str(made.why)
        assert (made.finished, made.left) == (5, 5)
        sent = len(server.received)
        with pytest.raises(CannotSend, match="spent before"):
            _send(server, file, options)
        assert len(server.received) == sent
        assert _send(server, file, replace(options, max_cost=Decimal(1))).left == 0
    assert len(_read(file).samples) == 10


def test_a_stop_lets_requests_under_way_end_and_begins_no_more(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    told: list[Progress] = []
    with serving(lambda *_: Answer(says(A, "done"))) as server:
        made = _send(
            server, file, replace(QUICK, concurrency=1), on_progress=told.append, is_stopped=lambda: len(told) == 2
        )
    assert (made.finished, made.left, made.why, len(server.received)) == (2, 4, "it was stopped", 2)
    assert len(_read(file).samples) == 2


def test_without_the_key_nothing_is_sent_and_no_file_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    with serving(lambda *_: Answer(says(A, "done"))) as server:
        with pytest.raises(CannotSend, match="is not set"):
            _send(server, tmp_path / "r.jsonl")
        assert server.received == []
    assert list(tmp_path.iterdir()) == []


def test_killed_in_the_middle_it_keeps_what_was_finished_and_a_second_call_completes(tmp_path: Path) -> None:
    bundle, file = tmp_path / "b.json", tmp_path / "r.jsonl"
    bundle.write_bytes(bundle_json(refund_bundle()))
    hold = threading.Event()

    def script(_: Received, before: int) -> Answer:
        if before >= 5:
            hold.wait(240)
        return Answer(says(A, "done"))

    with serving(script) as server:
        endpoints = tmp_path / "e.toml"
        endpoints.write_text(
            f"[endpoints.local]\nprotocol='{A}'\nbase_url='{server.endpoint(A).base_url}'\n"
            f"key_variable='{KEY_VARIABLE}'\n",
            encoding="utf-8",
        )
        words = ["replay", "send", str(bundle), "--samples", "6", "--max-tokens", "50", "--concurrency", "2"]
        words += ["--endpoints", str(endpoints), "--endpoint", "local", "--results", str(file), "--json"]
        command = [sys.executable, "-c", "from viewer.cli import main; main()", *words]
        first = subprocess.Popen(command, env={**os.environ, KEY_VARIABLE: KEY}, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while len(server.received) < 7 and time.monotonic() < until:
            time.sleep(0.02)
        first.kill()
        first.wait(10)
        kept = file.read_bytes()
        assert len(_read(file).samples) == 5
        # What a kill in the middle of a write leaves behind.
        file.write_bytes(kept + b'{"kind":"sample","arm":"sw')
        hold.set()
        done = subprocess.run(
            command, env={**os.environ, KEY_VARIABLE: KEY}, capture_output=True, check=True, timeout=240
        )
    assert json.loads(done.stdout)["finished"] == 7
    assert file.read_bytes().startswith(kept)
    assert Counter((one.arm, one.sample) for one in _read(file).samples) == {
        (arm, number): 1 for arm in ("control", "swapped") for number in range(1, 7)
    }
    assert (tmp_path / "r.jsonl.torn").exists()
