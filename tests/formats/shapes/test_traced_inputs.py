"""What traced calls were asked."""

from typing import Any

import pytest

from viewer.formats.shapes.traced_inputs import asked, held_above, speaks, with_ids

HI = {"role": "user", "content": "hi"}


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ("hi", ["hi"]),
        ('[{"role": "user", "content": "hi"}]', [HI]),
        ([HI], [HI]),
        ([[HI]], [HI]),
        ([["user", "hi"]], [["user", "hi"]]),
        (HI, [HI]),
        ({"messages": [HI], "model": "m"}, [HI]),
        ({"messages": [[HI]]}, [HI]),
        ({"input": {"messages": [HI]}}, [HI]),
        ({"prompt": "hi"}, ["hi"]),
        ({"prompts": ["hi"]}, ["hi"]),
        ({"contents": "hi", "model": "m"}, ["hi"]),
        ({"args": ["hi"], "kwargs": {}}, ["hi"]),
        ({"args": [], "kwargs": {"messages": [HI]}}, [HI]),
        ({"lc": 1, "type": "constructor", "id": ["x", "ChatPromptValue"], "kwargs": {"messages": [HI]}}, [HI]),
        ({"topic": "sea"}, [{"role": "user", "content": {"topic": "sea"}}]),
        ({"content": "role"}, None),
        (None, None),
        ("", None),
        ({}, None),
        ([], None),
        ({"input": {"input": {"input": {"input": {"input": {"input": "x"}}}}}}, None),
    ],
)
def test_messages_are_found_wherever_a_framework_puts_them(value: Any, messages: Any) -> None:
    assert asked(value).messages == messages


def test_instructions_tools_and_parameters_stand_beside_the_messages() -> None:
    for body in (
        {"messages": [HI], "system": "S", "tools": [1], "temperature": 0, "model": "m", "stream": None},
        {"input": [HI], "instructions": "S", "tools": [1], "temperature": 0, "model": "m"},
        {"contents": [HI], "config": {"system_instruction": "S", "tools": [1], "temperature": 0}, "model": "m"},
    ):
        found = asked(body)
        assert (found.messages, found.system, found.tools, found.parameters) == ([HI], ("S",), [1], {"temperature": 0})


def test_a_text_with_roles_is_divided_and_known_as_text() -> None:
    found = asked("system: be short\nuser: a\nuser: b: c\nassistant: d")
    assert found.as_text
    assert not found.has_roles
    assert found.messages is not None
    assert [one["role"] for one in found.messages] == ["system", "user", "user", "assistant"]
    assert found.messages[2]["content"] == "b: c"


def test_a_role_in_the_middle_of_a_text_divides_nothing() -> None:
    assert asked("please say\nuser: x").messages == ["please say\nuser: x"]


def test_a_result_named_by_its_tool_takes_the_id_of_the_first_open_call_of_that_name() -> None:
    calls = [
        {"id": one, "function": {"name": name, "arguments": "{}"}} for one, name in (("a", "f"), ("b", "g"), ("c", "f"))
    ]
    results = [{"role": name, "content": "7", "additional_kwargs": {}} for name in ("g", "f", "f", "h")]
    made = with_ids([HI, {"role": "assistant", "tool_calls": calls}, *results])
    assert [one.get("tool_call_id") for one in made[2:]] == ["b", "a", "c", None]
    assert with_ids([HI]) == [HI]


def test_messages_of_a_span_above_are_taken_where_they_say_the_same() -> None:
    text = "System: be brief\nHuman: hi"
    held = [{"type": "system", "content": "be brief"}, {"type": "human", "content": "hi"}]
    other = [{"type": "human", "content": "something else"}]
    assert held_above([{"x": 1}, {"messages": other}, {"messages": held}], text) == held
    assert held_above([{"messages": other}], text) is None
    assert held_above([{"messages": held[1:]}], text) is None, "it says less than the text"
    assert held_above([{"a": 1}] * 6 + [{"messages": held}], text) is None


def test_words_must_stand_in_the_text_in_their_order() -> None:
    assert speaks([{"role": "user", "content": "a"}, {"role": "user", "content": "b"}], "a b")
    assert not speaks([{"role": "user", "content": "b"}, {"role": "user", "content": "a"}], "a b")
