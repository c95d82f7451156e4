"""Parts of Gemini contents."""

import pytest

from viewer.formats.shapes.gemini_parts import blocks, stop_of, usage
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def test_dumps_with_snake_case_and_nulls_read_as_the_api_writes() -> None:
    part = {"text": None, "thought": None, "function_call": {"id": None, "name": "f", "args": {"a": 1}}}
    assert (
        blocks([part]) == blocks([{"functionCall": {"name": "f", "args": {"a": 1}}}]) == (ToolUse(None, "f", {"a": 1}),)
    )


def test_a_thought_is_thinking() -> None:
    assert blocks([{"text": "hm", "thought": True, "thoughtSignature": "s"}]) == (Thinking("hm", "s"),)
    assert blocks([{"text": "hm", "thoughtSignature": "s"}]) == (Text("hm"),)


@pytest.mark.parametrize(
    ("response", "content", "is_error"),
    [
        ({"output": "12"}, "12", None),
        ({"error": "gone"}, "gone", True),
        ({"output": "12", "error": "late"}, {"output": "12", "error": "late"}, None),
        ({"return_value": "cars"}, {"return_value": "cars"}, None),
        (None, None, None),
    ],
)
def test_an_error_key_flags_a_result(response: object, content: object, is_error: bool | None) -> None:
    part = {"functionResponse": {"name": "f", "response": response}}
    assert blocks([part]) == (ToolResult(None, content, is_error, "f"),)


def test_media_are_kept_with_their_part() -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "AA"}}
    paper = {"fileData": {"mimeType": "application/pdf", "fileUri": "gs://a/b"}}
    assert blocks([picture, paper]) == (Image("image/png", picture), Document("application/pdf", paper))


def test_a_part_of_no_known_kind_is_kept_raw() -> None:
    assert blocks([{"hologram": 1}, {}]) == (Unknown("hologram", {"hologram": 1}), Unknown("empty part", {}))


def test_tokens_of_thoughts_and_tool_prompts_are_counted_beside_the_others() -> None:
    raw = {
        "promptTokenCount": 100,
        "cachedContentTokenCount": 60,
        "toolUsePromptTokenCount": 5,
        "candidatesTokenCount": 7,
        "thoughtsTokenCount": 11,
    }
    assert usage(raw) == Usage(45, 60, None, 18)
    assert usage({"prompt_token_count": 3}) == Usage(3, None, None, None)


def test_stop_with_a_call_is_a_stop_for_the_tool() -> None:
    assert stop_of("STOP", (ToolUse(None, "f", {}),)) == ("tool_use", "STOP")
    assert stop_of("STOP", (Text("a"),)) == ("end_turn", "STOP")
    assert stop_of("MALFORMED_FUNCTION_CALL", ()) == ("unknown", "MALFORMED_FUNCTION_CALL")
    assert stop_of(None, ()) == (None, None)
