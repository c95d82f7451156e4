"""Exports read back by our own readers give the same facts; what a target cannot hold is listed."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from conftest import sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.export.exported import Exported
from viewer.export.wire import anthropic_document, canonical_document, openai_document
from viewer.model.block import Image, Text, ToolResult
from viewer.model.run import Run

REFUND = sample("refund/refund.json")
FAILED = sample("refund/policy_lookup_fails.json")
Target = Callable[[Run], Exported]


def _again(exported: Exported, tmp_path: Path) -> Run:
    path = tmp_path / f"run{exported.suffix}"
    path.write_bytes(exported.text)
    (run,) = load.runs(next(load.sources([path])))
    return run


@pytest.mark.parametrize("target", [canonical_document, anthropic_document, openai_document])
def test_an_export_read_back_has_the_same_counts_and_identity(target: Target, tmp_path: Path) -> None:
    again = _again(target(REFUND), tmp_path)
    assert summary(again) == summary(REFUND)
    assert (again.run_id, again.label, again.task, again.models, again.outcome) == (
        REFUND.run_id,
        REFUND.label,
        REFUND.task,
        REFUND.models,
        REFUND.outcome,
    )


@pytest.mark.parametrize("target", [canonical_document, anthropic_document])
def test_blocks_and_requests_come_back_as_they_were(target: Target, tmp_path: Path) -> None:
    again = _again(target(FAILED), tmp_path)
    assert [message.blocks for message in again.messages] == [message.blocks for message in FAILED.messages]
    assert [(one.usage, one.stop_reason) for one in again.requests] == [
        (one.usage, one.stop_reason) for one in FAILED.requests
    ]


def test_the_chat_api_has_no_error_flag_and_says_so(tmp_path: Path) -> None:
    exported = openai_document(FAILED)
    (failed,) = [
        (message.index, number)
        for message in FAILED.messages
        for number, block in enumerate(message.blocks)
        if isinstance(block, ToolResult) and block.is_error
    ]
    assert f"[{failed[0]}].{failed[1]}" in [loss.position for loss in exported.losses]
    assert summary(_again(exported, tmp_path)).error_results == 0


def test_what_a_target_cannot_hold_is_listed() -> None:
    first = msgspec.structs.replace(REFUND.messages[0], blocks=(Text("see"), Image("image/png", {"odd": 1})))
    run = msgspec.structs.replace(REFUND, messages=(first, *REFUND.messages[1:]), attributes={"trace": "t-1"})
    losses = [(loss.position, loss.text) for loss in anthropic_document(run).losses]
    assert ("[0].1", "an attachment that this API has no form for is left out") in losses
    assert (None, "attributes are left out") in losses


def test_half_characters_are_replaced_and_counted() -> None:
    first = msgspec.structs.replace(REFUND.messages[0], blocks=(Text("ok \udcb2 end"),))
    run = msgspec.structs.replace(REFUND, messages=(first, *REFUND.messages[1:]))
    exported = anthropic_document(run)
    assert "\N{REPLACEMENT CHARACTER}" in exported.text.decode()
    assert any("half character" in loss.text for loss in exported.losses)
