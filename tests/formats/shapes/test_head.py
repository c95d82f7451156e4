"""What stands beside a message list: named facts, endings, and attributes that are never guessed."""

from typing import Any

import pytest

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Input, Reply
from viewer.formats.shapes.head import ending_by_messages, ending_of, head_facts, outcome_of, run_id_of
from viewer.model.block import Text, ToolResult, ToolUse

CALL, RESULT, WORDS = ToolUse("t", "f", {}), ToolResult("t", "r"), Text("a")


def built(*entries: Reply | Input) -> RunBuilder:
    builder = RunBuilder()
    for record, entry in enumerate(entries, 1):
        builder.add(entry, record)
    return builder


ENDED = built(Input((WORDS,)), Reply((WORDS,), model="in-the-list"))


def test_fields_with_a_meaning_are_facts_and_all_others_attributes() -> None:
    head = {
        "id": "r",
        "label": "refund",
        "task": "t",
        "outcome": "success",
        "tenant": "acme",
        "skipped": 1,
        "ended_at": "x",
    }
    facts = head_facts(head, ENDED, skip=("skipped",))
    assert facts.pop("ending").kind == "success"
    assert facts == {
        "label": "refund",
        "task": "t",
        "ended_at": "x",
        "outcome": "success",
        "exit_status": "success",
        "attributes": {"tenant": "acme"},
    }


def test_a_field_of_another_kind_than_expected_is_kept_as_an_attribute() -> None:
    head = {"id": {"a": 1}, "label": 5, "task": ["x"], "outcome": {"status": "good"}, "model": None, "started_at": 7}
    facts = head_facts(head, ENDED, skip=())
    assert facts["attributes"] == head
    assert facts["outcome"] == "unknown"
    assert "exit_status" not in facts


def test_the_head_s_model_counts_only_where_no_reply_names_one() -> None:
    assert "models" not in head_facts({"model": "of-the-head"}, ENDED, skip=())
    assert head_facts({"model": "of-the-head"}, built(), skip=())["models"] == ("of-the-head",)


@pytest.mark.parametrize(
    ("head", "run_id"),
    [
        ({"id": "a", "run_id": "b"}, "a"),
        ({"run_id": "b"}, "b"),
        ({"id": 0}, "0"),
        ({"id": ""}, ""),
        ({"id": True}, ""),
        ({}, ""),
    ],
)
def test_the_run_s_own_id_is_text_or_a_number(head: dict[str, Any], run_id: str) -> None:
    assert run_id_of(head) == run_id


@pytest.mark.parametrize(
    ("word", "outcome"), [("success", "success"), ("failure", "failure"), ("max_steps", "unknown"), (1, "unknown")]
)
def test_an_outcome_is_what_the_file_says_and_nothing_else(word: Any, outcome: str) -> None:
    assert outcome_of(word) == outcome


@pytest.mark.parametrize(
    ("head", "ending"),
    [
        ({"outcome": "success"}, ("success", None, None, None)),
        ({"outcome": "failure"}, ("failure", None, None, None)),
        ({"outcome": "max_steps", "iteration_cap": 5}, ("censored", "steps", 5.0, "requests")),
        ({"outcome": "max_steps"}, ("censored", "steps", None, None)),
        ({"outcome": "max_steps", "iteration_cap": True}, ("censored", "steps", None, None)),
        ({"outcome": "max_steps", "iteration_cap": 10**400}, ("censored", "steps", None, None)),
        ({"outcome": "timeout", "iteration_cap": 5}, ("censored", "time", None, None)),
        ({"outcome": "error"}, ("censored", "crash", None, None)),
        ({"outcome": "aborted"}, ("censored", "abort", None, None)),
        ({"outcome": "splendid"}, ("unknown", None, None, None)),
        ({}, ("unknown", None, None, None)),
    ],
)
def test_an_ending_follows_from_the_verdict_and_the_cap_is_the_file_s(
    head: dict[str, Any], ending: tuple[Any, ...]
) -> None:
    found = ending_of(head, ENDED)
    assert (found.kind, found.cut_by, found.cap, found.cap_unit) == ending


@pytest.mark.parametrize(
    ("builder", "kind"),
    [
        (built(), "unknown"),
        (ENDED, "unknown"),
        (built(Input((WORDS,))), "open"),
        (built(Input((WORDS,)), Reply((CALL,))), "open"),
        (built(Input((WORDS,)), Reply((CALL,)), Input((RESULT,))), "open"),
        (built(Input((WORDS,)), Reply((ToolUse("s", "search", {}, "provider"), WORDS))), "unknown"),
    ],
)
def test_a_list_alone_is_open_where_something_is_still_due(builder: RunBuilder, kind: str) -> None:
    assert ending_by_messages(builder).kind == kind
