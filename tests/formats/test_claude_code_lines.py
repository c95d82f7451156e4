"""What one line of a Claude Code transcript is."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.claude_code_lines import entry, is_reply
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.model.block import Text
from viewer.model.usage import Usage


def of(**line: Any) -> Entry:
    return entry(Record(1, line))


def user(content: Any, **line: Any) -> Entry:
    return of(type="user", message={"role": "user", "content": content}, **line)


def test_a_line_of_a_reply_is_a_piece_under_the_reply_id() -> None:
    usage = {"input_tokens": 1, "cache_read_input_tokens": 2, "cache_creation_input_tokens": 3, "output_tokens": 4}
    message = {"id": "m1", "model": "claude-x", "content": [{"type": "text", "text": "hi"}], "usage": usage}
    made = of(type="assistant", message=message, timestamp="2026-01-01T00:00:00Z")
    assert made == Reply((Text("hi"),), "m1", Usage(1, 2, 3, 4), model="claude-x", timestamp="2026-01-01T00:00:00Z")


def test_a_reply_without_an_id_is_whole_in_itself() -> None:
    made = of(type="assistant", message={"content": "hi"}, requestId="r1")
    assert isinstance(made, Reply) and made.key is None


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ({"message": {"model": "<synthetic>", "content": "No response requested."}}, "synthetic"),
        ({"message": {"model": "<synthetic>", "content": "API Error"}, "isApiErrorMessage": True}, "API error"),
        ({"message": {"model": "claude-x", "content": "API Error"}, "isApiErrorMessage": True}, "API error"),
    ],
)
def test_the_clients_words_in_the_models_place_are_no_reply(line: dict[str, Any], kind: str) -> None:
    made = of(type="assistant", **line)
    assert isinstance(made, Aside) and made.kind == kind
    assert not is_reply(line)


def test_injected_text_is_the_loops() -> None:
    made = user([{"type": "text", "text": "Caveat"}], isMeta=True)
    assert isinstance(made, Input) and made.who == "loop"


def test_a_result_marked_as_meta_is_a_result_all_the_same() -> None:
    made = user([{"type": "tool_result", "tool_use_id": "a", "content": "ok"}], isMeta=True)
    assert isinstance(made, Input) and made.who is None


def test_an_interrupt_is_the_clients_note_and_ends_the_turn() -> None:
    made = user([{"type": "text", "text": "[Request interrupted by user]"}])
    assert isinstance(made, Input) and made.who == "loop" and made.ends_turn


def test_words_that_only_mention_an_interrupt_are_the_callers() -> None:
    made = user("[Request interrupted by user] means what?")
    assert isinstance(made, Input) and made.who is None and not made.ends_turn


def test_a_compaction_summary_opens_the_list_anew() -> None:
    made = user("Summary", isCompactSummary=True)
    assert isinstance(made, Compacted) and made.known and made.blocks == (Text("Summary"),)


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ({"subtype": "compact_boundary"}, True),
        ({"subtype": "compact_boundary", "compactMetadata": {"preservedSegment": {"headUuid": "u1"}}}, False),
        ({"subtype": "microcompact_boundary"}, False),
    ],
)
def test_a_boundary_tells_whether_later_contexts_are_known(line: dict[str, Any], known: bool) -> None:
    made = of(type="system", **line)
    assert isinstance(made, Compacted) and made.known is known


def test_other_system_lines_are_set_aside_under_their_subtype() -> None:
    made = of(type="system", subtype="turn_duration")
    assert isinstance(made, Aside) and made.kind == "system: turn_duration"


def test_a_type_that_is_not_known_is_set_aside_under_its_name() -> None:
    made = of(type="new-thing", value=1)
    assert isinstance(made, Aside) and made.kind == "new-thing"


@pytest.mark.parametrize(
    "value",
    [
        42,
        {"silly": "this"},
        {"type": "user", "message": "error"},
        {"type": "user", "message": {"role": "user", "contenst": []}},
        {"type": "robot", "message": {"content": "hi"}},
        {"type": "assistant", "message": {"content": "hi", "usage": {"input_tokens": "many"}}},
    ],
)
def test_a_line_that_cannot_be_mapped_raises(value: Any) -> None:
    with pytest.raises((TypeError, KeyError, ValueError)):
        entry(Record(1, value))


def test_words_that_were_queued_while_the_agent_worked_are_sent_and_stand_in_no_other_line() -> None:
    def queued(**attachment: Any) -> Entry:
        return of(type="attachment", attachment={"type": "queued_command", **attachment})

    assert queued(prompt="also the tests", commandMode="prompt") == Input((Text("also the tests"),), who="caller")
    assert queued(prompt="<task-notification>", commandMode="task-notification") == Input(
        (Text("<task-notification>"),), who="loop"
    )
    assert isinstance(queued(prompt=None), Aside)
    assert isinstance(of(type="attachment", attachment={"type": "hook_success"}), Aside)
