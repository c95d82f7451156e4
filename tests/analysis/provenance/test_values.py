"""Which values a message holds."""

import pytest

from viewer.analysis.provenance.values import is_searched, values
from viewer.model.block import Text, ToolUse
from viewer.model.message import Message, Producer

MODEL = (Producer("model", 1),)


def _texts(text: str) -> list[str]:
    return [value.text for value in values(Message(1, "assistant", MODEL, (Text(text),), (1,)))]


def test_each_scalar_of_an_input_is_a_value_with_its_path() -> None:
    block = ToolUse("a", "refund", {"order": {"id": "4471"}, "lines": [{"cents": 8900}], "odd key": True})
    found = values(Message(1, "assistant", MODEL, (block,), (1,)))
    assert [(str(value.at), value.text) for value in found] == [
        ("[1].0:order.id", "4471"),
        ("[1].0:lines[0].cents", "8900"),
        ('[1].0:["odd key"]', "true"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("refunded the full £89.00 today.", ["£89.00"]),
        ("moved since 21 April, so", ["21 April"]),
        ("due on April 3rd, 2026", ["April 3rd, 2026"]),
        ("at 2026-07-09T10:11:12.345Z exactly", ["2026-07-09T10:11:12.345Z"]),
        ("customer cus_8123 and order 4471", ["cus_8123", "4471"]),
        ("total of 8,900 cents", ["8,900"]),
        ("see src/index/query_12.py", ["src/index/query_12.py"]),
        ("write to a.b@example.org or https://example.org/x?y=1", ["a.b@example.org", "https://example.org/x?y=1"]),
        ("call 555-123-2002 now", ["555-123-2002"]),
        ("see **https://example.org/pull/17**", ["https://example.org/pull/17"]),
        ("nothing to see here", []),
    ],
)
def test_what_reads_like_a_value_in_text_is_one(text: str, expected: list[str]) -> None:
    assert _texts(text) == expected


def test_short_values_and_truth_values_are_not_searched() -> None:
    block = ToolUse("a", "x", {"page": 1, "two": "21", "flag": False, "none": None, "id": "447"})
    found = values(Message(1, "assistant", MODEL, (block,), (1,)))
    assert [(value.text, is_searched(value)) for value in found] == [
        ("1", False),
        ("21", False),
        ("false", False),
        ("null", False),
        ("447", True),
    ]


def test_an_input_with_and_without_depth_names_the_same_paths() -> None:
    def of(value: object) -> list[tuple[str, str | None, str | None]]:
        message = Message(1, "assistant", (Producer("model", 1),), (ToolUse("a", "f", value),), (1,))
        return [(one.text, one.at.path, one.key) for one in values(message)]

    flat = {"a": "x", "odd key": 1.5, "n": None}
    assert (
        of(flat) == of({**flat, "deep": []}) == [("x", "a", "a"), ("1.5", '["odd key"]', "odd key"), ("null", "n", "n")]
    )
