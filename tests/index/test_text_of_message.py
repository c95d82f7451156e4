import pytest
from conftest import sample

from viewer.index.text_of_message import holds, message_text, snippet
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.message import Message

SECRET = "sk-abcdefghijklmnop1234567890"


def test_texts_calls_and_results_are_words() -> None:
    texts = [message_text(message) for message in sample("refund/refund.json").messages]
    assert "issue_refund" in texts[5] and "8900" in texts[5]
    assert texts[7]


def test_text_that_no_encoding_holds_is_found_around_it() -> None:
    blocks = (
        Text("ok \udcb2 end"),
        ToolUse("1", "t", {"a": "\ud800 b"}),
        ToolResult("1", [{"type": "text", "text": "c"}]),
    )
    made = message_text(Message(0, "user", (), blocks, (1,)))
    made.encode()
    assert "end" in made and made.endswith("c")


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (
            "x" * 100 + " Lost  Shipment " + "y" * 100,
            "lost shipment",
            "…" + "x" * 59 + " Lost  Shipment " + "y" * 59 + "…",
        ),
        ("short", "nothing", "short"),
        ("a\nb", "b", "a⏎b"),
    ],
)
def test_a_snippet_is_one_line_around_the_words(text: str, words: str, line: str) -> None:
    assert snippet(text, words) == line


def test_a_snippet_masks_credentials_also_at_its_edge() -> None:
    found = snippet(f"{SECRET}{'.' * 45} refund", "refund")
    assert SECRET[-8:] not in found and "masked" in found


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("a lost_Shipment", "lost shipment", True),
        ("lost shipments", "lost ship", True),
        ("almost", "most", False),
        ("x", "…", False),
    ],
)
def test_words_hold_as_the_full_text_finds_them(text: str, words: str, found: bool) -> None:
    assert holds(text, words) is found
