"""The fallback: any list of role and content."""

import json

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.decode.decoder import decode
from viewer.formats.plain import FORMAT
from viewer.formats.registry import matches
from viewer.model.block import Text, Thinking, ToolResult, ToolUse, Unknown

HELLO = {"role": "Human", "content": "hello"}
HI = {"role": "AI", "content": "hi"}


def test_it_never_ties_with_a_format_of_its_own() -> None:
    for source in load.sources([SAMPLES]):
        strengths = {format.name: match.strength for format, match, _ in matches(load.decode_source(source))}
        mine = strengths.pop("plain", None)
        assert mine in (None, 0)
        assert not strengths or max(strengths.values()) > 0, source.name


def test_roles_are_told_by_their_common_names() -> None:
    run = sample("plain/support_chat.json")
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant", "user"]
    assert run.request_fields[0].system.value == "Answer politely."


def test_what_is_not_understood_stays_raw_and_a_role_that_is_not_known_is_a_problem() -> None:
    run = sample("plain/support_chat.json")
    assert run.messages[1].blocks == (
        Text("I look it up."),
        Unknown("chart", {"type": "chart", "points": [1, 2]}),
        ToolUse("k1", "track", {"parcel": 77}),
    )
    assert run.messages[4].blocks == (Unknown("content that is no text", {"emoji": "thanks"}),)
    assert [(problem.record, problem.raw["role"]) for problem in run.problems] == [(6, "narrator")]


def test_a_result_keeps_its_id_and_flag() -> None:
    (result,) = sample("plain/support_chat.json").messages[2].blocks
    assert result == ToolResult("k1", {"place": "depot"}, False)


def test_the_list_is_found_two_levels_deep() -> None:
    run = sample("plain/support_chat.json")
    assert [array.path for array in run.records] == ["log.turns"]


def test_each_line_that_holds_a_list_is_a_run() -> None:
    runs = read_values({"chat": [HELLO, HI]}, {"note": "no list here"}, {"chat": [HI]}, lines=True)
    assert [len(run.messages) for run in runs] == [2, 1]
    assert [problem.record for problem in runs[0].problems] == [2]
    assert unaccounted(runs) == []


def test_each_entry_that_holds_a_list_is_a_run() -> None:
    runs = read_values([{"chat": [HELLO, HI]}, 3, {"chat": [HELLO]}])
    assert [(run.records[0].path, len(run.messages)) for run in runs] == [("[0].chat", 2), ("[2].chat", 1)]


def test_lines_of_messages_are_one_run() -> None:
    (run,) = read_values(HELLO, HI, "a bare line", lines=True)
    assert (len(run.messages), [problem.record for problem in run.problems]) == (2, [3])


@pytest.mark.parametrize("text", [b"{}", b"[]", b'"role"', b'{"role": "user"}', b'{"a": {"b": {"c": [1]}}}', b"1\n2\n"])
def test_content_without_such_a_list_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]


def test_messages_of_training_sets_say_from_and_value() -> None:
    said = [
        {"from": "system", "value": "Be kind."},
        {"from": "human", "value": "go"},
        {"from": "function_call", "value": '{"name": "weigh", "arguments": {"unit": "kg"}}'},
        {"from": "observation", "value": "3"},
        {"from": "gpt", "value": "3 kg"},
    ]
    (run,) = read_values([{"conversations": said}])
    assert run.request_fields[0].system.value == "Be kind."
    assert [message.blocks for message in run.messages[1:3]] == [
        (ToolUse(None, "weigh", {"unit": "kg"}),),
        (ToolResult(None, "3", None),),
    ]
    assert len(run.requests) == 2 and unaccounted((run,)) == []


def test_calls_and_results_in_tags_are_calls_and_results() -> None:
    called = '<think>\nhow heavy\n</think>\nOne moment.\n<tool_call>\n{"name": "weigh", "arguments": {}}\n</tool_call>'
    back = '<tool_response>\n{"tool_call_id": "c", "name": "weigh", "content": "3"}\n</tool_response>'
    (run,) = read_values([{"from": "gpt", "value": called}, {"from": "tool", "value": back}])
    assert run.messages[0].blocks == (
        Thinking("\nhow heavy\n"),
        Text("\nOne moment.\n"),
        ToolUse(None, "weigh", {}, from_text=True),
    )
    assert run.messages[1].blocks == (ToolResult("c", "3", None, "weigh", from_text=True),)


def test_a_list_may_be_text_and_what_was_asked_may_stand_apart_from_what_was_answered() -> None:
    for entry in (
        {"id": 1, "messages": json.dumps([HELLO, HI])},
        {"prompt": [HELLO], "completion": [HI]},
        {"trajectory": [{"role": "user", "text": "hello"}, {"role": "ai", "text": "hi"}]},
    ):
        for runs in (read_values(entry), read_values([entry]), read_values(entry, entry)[:1]):
            assert [message.role for message in runs[0].messages] == ["user", "assistant"]


def test_addresses_are_no_roles() -> None:
    decoded = decode(json.dumps([{"from": "a@b.example", "value": 3}]).encode(), "x")
    assert matches(decoded) == []


def test_fields_around_a_list_become_attributes() -> None:
    (run,) = read_values({"id": 7, "log": {"turns": [HELLO, HI], "note": "x"}, "other": [{"a": 1}]})
    assert run.attributes == {"id": 7, "log": {"note": "x"}, "other": [{"a": 1}]}
    rows = read_values({"chat": [HELLO, HI], "score": 1}, {"chat": [HI]}, lines=True)
    assert [row.attributes for row in rows] == [{"score": 1}, {}]


def test_fields_of_a_message_that_are_not_read_stay_raw_or_are_named() -> None:
    (run,) = read_values([{**HELLO, "weight": 1, "seen": None}, {**HI, "weight": 2, "response": {"x": 1}}])
    assert run.messages[0].blocks == (Text("hello"),)
    assert run.messages[1].blocks == (Text("hi"), Unknown("fields beside role and content", {"response": {"x": 1}}))
    assert run.notes == ("fields of messages that are not read, with how many messages have them: weight (2)",)


def test_entries_without_a_list_beside_those_that_have_one_are_named() -> None:
    runs = read_values([{"chat": [HELLO]}, {"verdict": "good"}, {"chat": [HI]}])
    assert [run.notes for run in runs] == [("entries without a list of role and content, which are not read: 2",), ()]


def test_parts_without_a_type_are_told_by_their_keys() -> None:
    parts = [{"text": "hi"}, {"toolUse": {"toolUseId": "t", "name": "f", "input": {}}}]
    (run,) = read_values([{"role": "Bot", "content": parts}], format="plain")
    assert run.messages[0].blocks == (Text("hi"), ToolUse("t", "f", {}))
