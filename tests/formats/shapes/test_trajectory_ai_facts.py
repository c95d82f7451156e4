"""What stands beside a trajectory: endings, stated totals, token counts in any API's words."""

from typing import Any

import pytest

from viewer.decode.document import Cut, JsonDocument
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Input, Reply
from viewer.formats.shapes.heads import Head
from viewer.formats.shapes.trajectory_ai_facts import ending, notes_on_error, stated, stated_steps, usage
from viewer.model.block import Text
from viewer.model.usage import Usage


def head(cut: Cut | None = None, **value: Any) -> Head:
    return Head(JsonDocument(name="x", value=value, text=b""), (), value, cut)


@pytest.mark.parametrize(
    ("reason", "kind", "cut_by"),
    [
        ("ENV_DONE", "unknown", None),
        ("MISSING_SUBMIT", "unknown", None),
        ("TIMEOUT", "censored", "time"),
        ("MAX_STEPS", "censored", "steps"),
        ("TRUNCATION", "censored", "tokens"),
        ("STALE", "censored", "abort"),
        ("CANCELLED", "censored", "abort"),
        ("ERROR", "censored", "crash"),
        ("SANDBOX_LOST", "censored", "crash"),
        ("LIMIT_REACHED", "censored", None),
    ],
)
def test_the_reason_tells_the_ending(reason: str, kind: str, cut_by: str | None) -> None:
    told = ending(head(), reason, RunBuilder())
    assert (told.kind, told.cut_by) == (kind, cut_by)
    assert reason in told.rule


def test_without_a_reason_an_error_and_then_the_list_tells_the_ending() -> None:
    builder = RunBuilder()
    builder.add(Input((Text("go"),)), 1)
    assert ending(head(error="boom"), None, builder).kind == "censored"
    assert ending(head(), "NONE", builder).kind == "open"
    builder.add(Reply((Text("done"),)), 2)
    assert ending(head(), None, builder).kind == "unknown"


def test_a_run_that_the_file_ends_in_is_open_whatever_it_states() -> None:
    assert ending(head(Cut(5, (), "ends")), "ENV_DONE", RunBuilder()).kind == "open"


def test_a_reason_and_an_error_that_contradict_each_other_are_named() -> None:
    assert notes_on_error(head(), "ERROR") == ("`termination_reason` is ERROR, yet `error` is empty",)
    assert notes_on_error(head(error="x"), "ENV_DONE") == ("`termination_reason` is ENV_DONE, yet `error` is set",)
    assert notes_on_error(head(error="x"), "ERROR") == ()
    assert notes_on_error(head(error="x"), "SANDBOX_LOST") == notes_on_error(head(), "SANDBOX_LOST") == ()
    assert notes_on_error(head(), "ENV_DONE") == notes_on_error(head(error="x"), None) == ()


def test_totals_are_kept_as_stated() -> None:
    (made,) = stated({"steps": 3, "cost": 0.5, "calls": 2, "rate": None}, "`metrics`", "steps", "cost")
    assert (made.scope, made.steps, made.cost, made.metrics) == ("run", 3, 0.5, {"calls": 2})
    assert stated({"steps": None}, "`metrics`", "steps") == stated(None, "`metrics`") == stated([1], "`metrics`") == ()


def test_steps_state_their_own_rewards_and_remarks() -> None:
    steps = [{"reward": 0.5}, {"trainable_status": "not_trainable"}, {"info": {"a": 1}, "reward": None}, 5]
    assert [(one.scope, one.where, one.metrics) for one in stated_steps(steps)] == [
        ("step", "step 1", {"reward": 0.5}),
        ("step", "step 3", {"info": {"a": 1}}),
    ]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            {"input_tokens": 7, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 3, "output_tokens": 5},
            Usage(7, 90, 3, 5),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 90}},
            Usage(10, 90, None, 5),
        ),
        ({"prompt_tokens": 100, "completion_tokens": 5, "cache_read_input_tokens": 90}, Usage(10, 90, None, 5)),
        (
            {"input_tokens": 100, "output_tokens": 5, "input_token_details": {"cache_read": 90, "cache_creation": 3}},
            Usage(7, 90, 3, 5),
        ),
        (
            {"input_tokens": 100, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 90}},
            Usage(10, 90, None, 5),
        ),
        ({"input_tokens": 100, "output_tokens": 5}, Usage(100, None, None, 5)),
        ({}, None),
        (None, None),
    ],
)
def test_cached_tokens_are_counted_once_in_whatever_words(raw: Any, expected: Usage | None) -> None:
    assert usage(raw) == expected
