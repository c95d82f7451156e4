"""A run as text: its facts, its four columns, its blocks, and nothing hidden."""

import json
from pathlib import Path
from typing import Any

from conftest import sample

from viewer import load
from viewer.cli.ledger import head, messages
from viewer.model.run import Run


def run_of(tmp_path: Path, *stored: Any, **fields: Any) -> Run:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"messages": stored, **fields}))
    (run,) = load.runs(next(load.sources([path])))
    return run


def text(run: Run, *, full: bool = False, reveal: bool = False) -> str:
    return "\n".join(messages(run, 0, len(run.messages) - 1, full=full, reveal=reveal))


CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {"a": 1}}


def test_the_third_message_of_the_refund_has_its_four_facts_and_its_blocks() -> None:
    run = sample("refund/refund.json")
    assert list(messages(run, 3, 3, full=False, reveal=False)) == [
        "",
        "[3] assistant, record 4",
        "     produced by  model, request 2",
        "     visible      [0–2] (derived: 0..n-1)",
        "     control      loop: the message holds a tool_use",
        "     tokens       not recorded; stopped by tool_use",
        "  .0 text",
        "     No scan in over a month. Let me check the policy.",
        "  .1 tool_use lookup_policy toolu_01Ef",
        '     {"topic": "lost_shipment"}',
    ]


def test_the_head_tells_what_the_run_is_and_what_its_file_lacks() -> None:
    told = "\n".join(head(sample("refund/refund.json")))
    assert "8 messages, 4 model requests, 1 turn, 4 calls, 4 results, 0 errors" in told
    assert "7,040 input; 1 request does not record them" in told
    assert "not in file system prompt" in told


def test_a_long_text_says_how_much_of_it_is_shown_and_full_shows_all(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"role": "user", "content": "x" * 70_000}, {"role": "user", "content": "a\n" * 50})
    assert "… the first 600 of 70,000 characters; --full shows all" in text(run)
    assert "… the first 23 of 100 characters; --full shows all" in text(run)
    assert "x" * 70_000 in text(run, full=True)
    assert "…" not in text(run, full=True)


def test_a_record_that_could_not_be_mapped_stands_in_its_place(tmp_path: Path) -> None:
    bad = {"role": "user", "content": 7}
    run = run_of(tmp_path, {"role": "assistant", "content": [CALL]}, bad, {"role": "user", "content": "b"})
    told = text(run)
    assert told.index("[0] assistant") < told.index("!    record 2 could not be mapped") < told.index("[1] user")
    assert "1 problem" in "\n".join(head(run))


def test_a_result_tells_whether_an_error_flag_was_recorded(tmp_path: Path) -> None:
    results = [
        {"type": "tool_result", "tool_use_id": "t1", "content": "r", **flag} for flag in ({}, {"is_error": True})
    ]
    run = run_of(tmp_path, {"role": "assistant", "content": [CALL]}, {"role": "user", "content": results})
    assert ".0 tool_result t1, no error flag recorded" in text(run)
    assert ".1 tool_result t1, error" in text(run)


def test_thinking_without_text_is_described_honestly(tmp_path: Path) -> None:
    run = run_of(
        tmp_path, {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "s"}, CALL]}
    )
    assert "a thinking block is present; no text was returned" in text(run)


def test_credentials_are_masked_unless_they_are_asked_for(tmp_path: Path) -> None:
    key = "sk-" + "abcdEFGH1234" * 4
    run = run_of(tmp_path, {"role": "user", "content": f"my key is {key}"})
    assert key not in text(run)
    assert key in text(run, reveal=True)


def test_blocks_of_an_unknown_kind_are_shown_whole(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"role": "assistant", "content": [{"type": "hologram", "beam": 7}, CALL]})
    assert "unknown kind of block: hologram" in text(run)
    assert '{"type": "hologram", "beam": 7}' in text(run)


def test_findings_and_ending_are_in_the_head(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"role": "user", "content": "a"}, {"role": "assistant", "content": [CALL]})
    told = "\n".join(head(run))
    assert "never answered" in told
    assert "ending      open" in told
