"""What a loop sends, in the words of three vendors."""

from anthropic.types import TextBlock

from viewer.record.requests import as_sent


def test_anthropic_keywords_are_fields_and_messages() -> None:
    fields, sent = as_sent(
        {
            "model": "m",
            "system": "Be kind",
            "tools": [{"name": "look"}],
            "messages": [
                {"role": "user", "content": "go"},
                {"role": "assistant", "content": [TextBlock(type="text", text="Looking")]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
            ],
        }
    )
    assert fields == {"system": "Be kind", "tools": [{"name": "look"}], "parameters": {"model": "m"}}
    assert [(one.role, one.who) for one in sent] == [("user", "caller"), ("assistant", "model"), ("user", "loop")]
    assert sent[1].blocks == [{"type": "text", "text": "Looking"}]


def test_a_chat_s_leading_instructions_are_the_system_prompt_and_later_ones_a_message() -> None:
    fields, sent = as_sent(
        {
            "messages": [
                {"role": "developer", "content": "Be kind"},
                {"role": "user", "content": "go"},
                {"role": "tool", "tool_call_id": "a", "content": "x"},
                {"role": "system", "content": "Be brief"},
            ]
        }
    )
    assert fields["system"] == "Be kind"
    assert [(one.role, one.who) for one in sent] == [("user", "caller"), ("user", "loop"), ("system", "caller")]


def test_a_response_s_input_is_a_list_of_entries_or_one_text() -> None:
    assert [one.blocks for one in as_sent({"input": "go"})[1]] == [[{"type": "text", "text": "go"}]]
    outputs = [{"type": "function_call_output", "call_id": "a", "output": "x"}]
    assert as_sent({"input": outputs})[1][0].blocks[0]["tool_use_id"] == "a"
