"""LangChain dumps in their three forms."""

import json

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.langchain import FORMAT
from viewer.formats.registry import matches


def test_cache_reads_and_writes_are_taken_out_of_the_input() -> None:
    usage = sample("langchain/constructors.json").requests[0].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens) == (80, 300, 120)


def test_the_vendors_own_counts_do_where_langchain_gives_none() -> None:
    usage = sample("langchain/state.json").requests[0].usage
    assert usage is not None
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (26, 64, 12)


def test_calls_that_content_and_vendor_repeat_are_counted_once() -> None:
    assert summary(sample("langchain/constructors.json")).tool_calls == 3
    assert summary(sample("langchain/state.json")).tool_calls == 1
    assert summary(sample("langchain/type_and_data.json")).tool_calls == 1


def test_the_status_flags_a_result() -> None:
    assert summary(sample("langchain/constructors.json")).error_results == 2


def test_a_late_system_message_stays_and_opens_new_request_fields() -> None:
    run = sample("langchain/state.json")
    assert [message.role for message in run.messages][3] == "system"
    assert [(fields.first_message, fields.system.status) for fields in run.request_fields] == [
        (0, "not_stored"),
        (3, "recorded"),
    ]


def test_what_a_state_holds_beside_its_messages_are_attributes() -> None:
    assert sample("langchain/state.json").attributes == {"thread": "t9"}


def test_each_state_of_a_list_or_line_is_a_run() -> None:
    ask = {"type": "human", "content": "go", "additional_kwargs": {}}
    states = [{"id": name, "messages": [ask, {"type": "ai", "content": "ok"}]} for name in ("a", "b")]
    listed = read_values([*states, {"id": "c"}])
    assert [(run.run_id, len(run.messages), len(run.problems)) for run in listed] == [
        ("a", 2, 0),
        ("b", 2, 0),
        ("", 0, 1),
    ]
    on_lines = read_values(*states)
    assert [run.run_id for run in on_lines] == ["a", "b"]
    assert [problem for run in (*listed, *on_lines) for problem in unaccounted((run,))] == []


def test_lines_with_counts_are_no_responses_of_another_vendor() -> None:
    counts = {"input_tokens": 3, "output_tokens": 1, "total_tokens": 4}
    decoded = decode(json.dumps({"type": "ai", "content": "ok", "usage_metadata": counts}).encode(), "x")
    assert [format.name for format, match, _ in matches(decoded) if match.strength == 3] == ["langchain"]


def test_lines_of_messages_are_a_run() -> None:
    lines = ({"type": "human", "content": "hello"}, {"type": "ai", "content": "hi", "tool_calls": []})
    (run,) = read_values(*lines, lines=True)
    assert (run.format, len(run.messages)) == ("langchain", 2)


@pytest.mark.parametrize(
    "text",
    [
        b'[{"type": "user", "content": "hello"}]',
        b'[{"type": "system", "content": "hello"}]',
        b'[{"lc": 1, "type": "constructor", "id": ["a", "PromptTemplate"], "kwargs": {"content": "x"}}]',
        b'[{"role": "user", "type": "human", "content": "hello"}]',
        b'[{"type": "human"}]',
    ],
)
def test_other_content_is_not_claimed(text: bytes) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(text, "run"))]
