"""pi sessions: lines, trees, compactions, single messages."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.pi import FORMAT
from viewer.formats.registry import matches
from viewer.model.run import Run

USAGE = {"input": 8, "output": 3, "cacheRead": 50, "cacheWrite": 20, "totalTokens": 81}


def said(words: str, stop: str = "stop") -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": words}], "usage": USAGE, "stopReason": stop}


def asked(words: str) -> dict[str, Any]:
    return {"role": "user", "content": words}


def line(id: str, parent: str | None, message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "id": id, "parentId": parent, "message": message}


def one(*lines: Any) -> Run:
    (run,) = read_values({"type": "session", "version": 3, "id": "s", "cwd": "/"}, *lines, lines=True)
    assert unaccounted((run,)) == []
    return run


def texts(run: Run) -> list[str]:
    return [getattr(message.blocks[0], "text", "") for message in run.messages]


def test_cache_reads_and_writes_are_no_part_of_the_input() -> None:
    usage = sample("pi/session_v1.jsonl").requests[1].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens) == (4, 900, 80)


def test_a_line_that_cannot_be_read_leaves_its_call_unanswered_and_nothing_else() -> None:
    run = sample("pi/session_v1.jsonl")
    assert [problem.record for problem in run.problems] == [5]
    assert summary(run).unanswered_calls == 1


def test_after_a_compaction_the_kept_entries_and_the_summary_are_visible() -> None:
    for name in ("pi/session_v1.jsonl", "pi/session_v3.jsonl"):
        context = sample(name).requests[-1].context
        assert context is not None and context.status == "derived"
    first = sample("pi/session_v1.jsonl").requests[-1].context
    assert first is not None and first.ranges == ((4, 9),), (
        "records 8 to 13: record 7, which was kept first, is no message"
    )


def test_a_compaction_that_kept_nothing_leaves_its_summary_only() -> None:
    compaction = {"type": "compaction", "id": "c", "parentId": "b", "summary": "so far", "firstKeptEntryId": "gone"}
    run = one(
        line("a", None, asked("1")),
        line("b", "a", said("2")),
        compaction,
        line("d", "c", asked("3")),
        line("e", "d", said("4")),
    )
    context = run.requests[-1].context
    assert context is not None and context.ranges == ((2, 3),)


def test_a_path_that_was_left_is_a_branch_with_its_replies_counted() -> None:
    run = sample("pi/session_v3.jsonl")
    assert [(branch.at, len(branch.requests)) for branch in run.branches] == [(3, 1)]
    assert summary(run).model_requests == 5
    assert run.models == ("claude-opus-4-5", "gpt-5.1")


def test_a_new_root_is_the_main_path_if_it_is_the_newest() -> None:
    run = one(
        line("a", None, asked("1")), line("b", "a", said("2")), line("c", None, asked("3")), line("d", "c", said("4"))
    )
    assert texts(run) == ["3", "4"]
    assert [branch.at for branch in run.branches] == [-1]


def test_a_parent_that_is_not_in_the_file_is_noted() -> None:
    run = one(line("a", None, asked("1")), line("b", "zz", said("2")))
    assert texts(run) == ["1", "2"]
    assert "records 3" in run.notes[0]


@pytest.mark.parametrize(
    ("stop", "kind", "cut_by"),
    [("aborted", "censored", "abort"), ("error", "censored", "crash"), ("stop", "unknown", None)],
)
def test_the_last_reply_tells_the_ending(stop: str, kind: str, cut_by: str | None) -> None:
    ending = one(line("a", None, asked("1")), line("b", "a", said("2", stop))).ending
    assert (ending.kind, ending.cut_by) == (kind, cut_by)


def test_an_aborted_reply_that_was_followed_up_does_not_end_the_run() -> None:
    run = one(line("a", None, asked("1")), line("b", "a", said("2", "aborted")), line("c", "b", asked("3")))
    assert run.ending.kind == "open"


def test_a_single_message_and_a_list_of_messages_are_runs() -> None:
    (single,) = read_values(said("hello"))
    (several,) = read_values([asked("hi"), said("hello")])
    (document,) = read_values({"messages": [asked("hi"), said("hello")]})
    assert [len(run.requests) for run in (single, several, document)] == [1, 1, 1]
    assert {run.format for run in (single, several, document)} == {"pi"}


def test_an_entry_of_an_unknown_type_is_a_problem() -> None:
    run = one({"type": "hologram", "id": "a", "parentId": None})
    assert [problem.record for problem in run.problems] == [2]


@pytest.mark.parametrize(
    "text",
    [
        b'{"type": "message", "id": "1", "message": {"role": "user", "content": "hello"}}\n{"type": "x"}\n',
        b'[{"role": "assistant", "content": "hi", "stop_reason": "end_turn"}]',
        b'{"type": "session", "id": "1"}\n{"type": "session"}\n',
        b'{"messages": 3}',
    ],
)
def test_other_content_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]


def test_words_in_the_place_of_openclaw_s_model_are_no_replies_and_a_reset_starts_the_list_anew() -> None:
    run = sample("pi/openclaw.jsonl")
    assert [aside.record for aside in run.set_aside if aside.kind == "delivery mirror"] == [9]
    assert (summary(run).model_requests, summary(run).unanswered_calls, run.notes) == (3, 0, ())
    context = run.requests[-1].context
    assert context is not None and (context.ranges, context.rule) == (((5, 5),), "from the last reset on")


def test_a_result_that_follows_its_call_stands_behind_the_reply() -> None:
    call = {"role": "assistant", "content": [{"type": "toolCall", "id": "t", "name": "f", "arguments": {}}]}
    result = {"role": "toolResult", "toolCallId": "t", "content": "ok"}
    run = one(line("a", None, asked("1")), line("b", "a", call), line("c", "t", result), line("d", "c", said("4")))
    assert ([len(message.records) for message in run.messages], run.branches, run.notes) == ([1, 1, 1, 1], (), ())


def test_after_a_step_back_the_list_goes_on_from_its_target() -> None:
    back = {"type": "leaf", "id": "l", "parentId": "b", "targetId": "a"}
    run = one(line("a", None, asked("1")), line("b", "a", said("2")), back, line("c", "l", said("3")))
    assert texts(run) == ["1", "3"]
    assert [texts_of.at for texts_of in run.branches] == [0]
