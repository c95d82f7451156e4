"""Two runs compared."""

import msgspec
from conftest import sample

from viewer.analysis.compare import compare
from viewer.model.block import ToolUse
from viewer.model.request import RequestFields, recorded
from viewer.model.run import Run

REFUND = sample("refund/refund.json")


def _with_call(run: Run, index: int, block: int, call: ToolUse) -> Run:
    message = run.messages[index]
    blocks = (*message.blocks[:block], call, *message.blocks[block + 1 :])
    changed = msgspec.structs.replace(message, blocks=blocks)
    return msgspec.structs.replace(run, messages=(*run.messages[:index], changed, *run.messages[index + 1 :]))


def test_a_run_does_not_differ_from_itself() -> None:
    found = compare(REFUND, REFUND)
    assert (found.fields, found.first_divergence) == ((), None)
    assert found.sentence == "the same calls with the same arguments in all 4 steps"
    assert [(row.left_tokens, row.right_tokens) for row in found.rows][2] == (2690, 2690)


def test_a_changed_argument_is_named_by_its_path() -> None:
    other = _with_call(REFUND, 5, 0, ToolUse("toolu_01Gh", "issue_refund", {"order_id": "4471", "amount_cents": 4450}))
    found = compare(REFUND, other)
    assert found.first_divergence == 2
    (difference,) = found.rows[2].arguments
    assert (difference.tool, difference.path, difference.before, difference.after) == (
        "issue_refund",
        "amount_cents",
        8900,
        4450,
    )
    assert "the same tools are called with other arguments" in found.sentence


def test_another_tool_is_a_changed_step() -> None:
    other = _with_call(REFUND, 3, 1, ToolUse("toolu_01Ef", "ask_human", {}))
    assert compare(REFUND, other).rows[1].change == "changed"


def test_request_fields_that_differ_come_first() -> None:
    other = msgspec.structs.replace(REFUND, request_fields=(RequestFields(system=recorded("be brief")),))
    (difference,) = compare(REFUND, other).fields
    assert (difference.name, difference.left.status, difference.right.value) == ("system", "not_stored", "be brief")


def test_the_same_call_answered_otherwise_is_named_though_the_step_is_the_same() -> None:
    found = compare(REFUND, sample("refund/policy_lookup_fails.json"))
    row = found.rows[1]
    assert row.change == "same"
    assert [(one.tool, one.left, one.right) for one in row.results] == [("lookup_policy", "[4].0", "[4].0")]
    assert [one.results for one in found.rows[:1]] == [()]


def test_a_result_that_only_one_side_has_is_a_difference() -> None:
    cut = msgspec.structs.replace(REFUND, messages=REFUND.messages[:6], requests=REFUND.requests[:3])
    (result,) = compare(REFUND, cut).rows[2].results
    assert (result.left, result.right) == ("[6].0", None)


def test_other_words_of_a_reply_are_told_apart_from_other_calls() -> None:
    rows = compare(REFUND, sample("refund/policy_lookup_fails.json")).rows
    assert [(row.change, row.other_words) for row in rows][3] == ("same", True)
    assert not any(row.other_words for row in compare(REFUND, REFUND).rows)
