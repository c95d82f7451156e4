"""Factory Droid sessions: chained lines, a compaction that kept messages, totals beside the session."""

from pathlib import Path, PurePath
from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.formats.droid import heads
from viewer.model.run import Run


def line(id: str, parent: str | None, role: str, words: str, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": [{"type": "text", "text": words}]}
    return {"type": "message", "id": id, "parentId": parent, "message": message, **more}


def one(*values: Any) -> Run:
    (run,) = read_values({"type": "session_start", "id": "s", "title": "t", "cwd": "/"}, *values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_the_first_message_may_name_the_session_as_its_parent() -> None:
    run = one(line("a", "s", "user", "1"), line("b", "a", "assistant", "2"))
    assert (len(run.messages), run.branches, run.notes, run.run_id) == (2, (), (), "s")


def test_a_path_that_was_left_is_a_branch() -> None:
    run = sample("droid/session.jsonl")
    assert [(branch.at, len(branch.requests)) for branch in run.branches] == [(3, 1)]


def test_after_a_compaction_the_messages_that_it_kept_stay_visible() -> None:
    context = sample("droid/session.jsonl").requests[-1].context
    assert context is not None and (context.status, context.ranges) == ("derived", ((4, 7),))


@pytest.mark.parametrize(("index", "removed", "kept"), [(1, 2, 2), (2, 2, 2), (0, 2, None)])
def test_the_anchor_is_the_last_removed_or_the_first_kept_message(index: int, removed: int, kept: int | None) -> None:
    anchor = {"id": "b" if index == 1 else "c", "index": index}
    run = one(
        line("a", None, "user", "1"),
        line("b", "a", "assistant", "2"),
        line("c", "b", "user", "3"),
        {"type": "compaction_state", "summaryText": "so far", "anchorMessage": anchor, "removedCount": removed},
        line("d", "c", "assistant", "4"),
    )
    context = run.requests[-1].context
    assert context is not None
    assert context.ranges == (() if kept is None else ((kept, 3),))
    assert context.status == ("unknown" if kept is None else "derived")


def test_totals_and_model_come_from_the_settings_beside_the_session() -> None:
    source = next(one for one in load.sources([SAMPLES / "droid"]) if one.name == "session.jsonl")
    (run,) = load.runs(source)
    (stated,) = run.stated
    assert run.models == ("claude-sonnet-4-5",)
    assert stated.usage is not None
    assert (stated.usage.input_tokens, stated.usage.cache_read_input_tokens, stated.usage.output_tokens) == (
        40,
        5200,
        95,
    )
    assert all(request.usage is None for request in run.requests)


def test_damaged_totals_cost_no_run(tmp_path: Path) -> None:
    for name in ("session.jsonl", "session.settings.json"):
        (tmp_path / name).write_bytes((SAMPLES / "droid" / name).read_bytes())
    (tmp_path / "session.settings.json").write_text('{"model": 5, "tokenUsage": {"inputTokens": "many"}}')
    (run,) = load.runs(next(load.sources([tmp_path])))
    assert len(run.requests) == 4 and run.stated[0].usage is not None
    assert run.stated[0].usage.input_tokens is None


@pytest.mark.parametrize(
    ("word", "kind", "cut_by"),
    [("success", "unknown", None), ("cancelled", "censored", "abort"), ("error", "censored", "crash")],
)
def test_the_outcome_of_the_last_turn_tells_the_ending(word: str, kind: str, cut_by: str | None) -> None:
    end = {"type": "agent_turn_outcome", "resultKind": word}
    run = one(line("a", None, "user", "1"), line("b", "a", "assistant", "2"), end)
    assert (run.ending.kind, run.ending.cut_by, run.exit_status) == (kind, cut_by, word)
    later = one(line("a", None, "user", "1"), end, line("b", "a", "assistant", "2"))
    assert (later.ending.kind, later.exit_status) == ("unknown", None)


def test_a_line_of_an_unknown_type_is_set_aside_and_one_with_a_message_a_problem() -> None:
    run = one({"type": "hologram"}, {"type": "hologram", "message": {}})
    assert [aside.kind for aside in run.set_aside] == ["session_start", "hologram"]
    assert [problem.record for problem in run.problems] == [3]


def test_the_settings_of_a_session_are_named_after_it() -> None:
    assert heads(PurePath("a/b.jsonl")) == (PurePath("a/b.settings.json"),)
    assert heads(PurePath("a/b.json")) == ()


def test_a_message_line_of_pi_is_not_claimed() -> None:
    assert "droid" not in claims({"type": "session", "id": "1", "cwd": "/"}, {"type": "session", "id": "2"}, lines=True)
