"""The editor's content: text as typed, JSON checked, lists stay lists."""

import pytest
from bundles import one_call, refund

from viewer.model.block import ToolResult
from viewer.replay.alternatives import Alternative
from viewer.ui.replay_editor import (
    AS_STORED,
    EDITED,
    Content,
    NotJson,
    content_of,
    difference,
    field_key,
    kind_of,
    start_text,
    starts,
    stored_words,
)
from viewer.ui.run_facts import RunFacts, derived

NOTHING: frozenset[str] = frozenset()


def _facts() -> RunFacts:
    return derived(refund(), "0" * 16)


def _result(facts: RunFacts, message: int) -> ToolResult:
    block = facts.run.messages[message].blocks[0]
    assert isinstance(block, ToolResult)
    return block


@pytest.mark.parametrize("value", [[], [{"id": "4471"}], {"n": 2**70}, 1, None, [1.0, "é"]])
def test_what_is_json_is_read_digit_by_digit(value: object) -> None:
    assert content_of(stored_words(value) or "null", True) == Content(value)


@pytest.mark.parametrize(("text", "line"), [("[1,\n2,\n", "line 3"), ("{'a': 1}", "line 1"), ("[1] [2]", "line 1")])
def test_what_is_no_json_gets_the_line_and_a_reason(text: str, line: str) -> None:
    made = content_of(text, True)
    assert isinstance(made, NotJson)
    assert made.reason.startswith(line)
    assert content_of(text, False) == Content(text)


def test_a_number_that_json_does_not_know_is_refused() -> None:
    assert isinstance(content_of("[NaN]", True), NotJson)


def test_only_what_is_no_text_is_edited_as_json() -> None:
    assert [kind_of(one) for one in ("x", None, [], {})] == ["Text", "Text", "JSON", "JSON"]


@pytest.mark.parametrize("content", ["x" * (EDITED + 1), "key sk-ant-api03-abcdefghijklmnopqrst", "a\u202eb"])
def test_a_content_that_a_field_cannot_show_leaves_it_empty_with_the_reason(content: str) -> None:
    made = start_text(content, NOTHING)
    assert made.text == ""
    assert made.why


def test_the_field_can_start_from_ready_answers_and_from_the_tools_other_results() -> None:
    facts = _facts()
    other = Alternative("a result of another run, [2].0", "x", None)
    found = starts(facts, (4, 0), _result(facts, 4), other)
    assert list(found)[:2] == [AS_STORED, "an error"]
    assert found[other.title] is other
    assert found[AS_STORED].content == _result(facts, 4).content
    assert field_key(facts, (4, 0)).endswith("_4_0")


def test_the_difference_has_each_changed_line_and_none_for_the_same() -> None:
    assert difference("a\nb", "a\nb") == ""
    assert difference("a\nb", "a\nc").splitlines()[-2:] == ["-b", "+c"]


def test_a_stored_list_is_shown_as_json() -> None:
    run = one_call([{"type": "text", "text": "x"}])
    block = run.messages[2].blocks[0]
    assert isinstance(block, ToolResult)
    assert stored_words(block.content).startswith("[\n")
