"""Python's own text for values."""

import pytest

from viewer.decode.python_text import fields, literal


def test_a_dict_s_text_is_that_dict() -> None:
    assert literal("{'city': 'Oslo', 'days': 3, 'exact': None, 'at': [1.5, True]}") == {
        "city": "Oslo",
        "days": 3,
        "exact": None,
        "at": [1.5, True],
    }


@pytest.mark.parametrize("text", ["", "open('x')", "{'a': ", "[" * 200 + "]" * 200, "a b", "x" * 4_000_001, "\x00"])
def test_what_is_no_literal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"literal|malformed"):
        literal(text)


def test_the_fields_of_an_object_are_read_and_what_is_no_literal_stays_text() -> None:
    text = (
        "role='assistant' content=\"it's [odd] 'x'=1\" name=None tool_calls=[{'id': 'c1', 'n': ')]'}] "
        "metrics=Metrics(time=1.5, timer=<Timer object at 0x1>) created_at=17 timer=<Timer object at 0x2> last=True"
    )
    found = fields(text)
    assert found["role"] == "assistant"
    assert found["content"] == "it's [odd] 'x'=1"
    assert found["name"] is None
    assert found["tool_calls"] == [{"id": "c1", "n": ")]"}]
    assert found["metrics"] == "Metrics(time=1.5, timer=<Timer object at 0x1>)"
    assert (found["created_at"], found["timer"], found["last"]) == (17, "<Timer", True)


def test_escapes_in_a_field_are_undone() -> None:
    assert fields(r"content='a\n\'b\' \\ é' role='tool'") == {"content": "a\n'b' \\ é", "role": "tool"}


@pytest.mark.parametrize("text", ["role='cut", "role=[1, 'x", "role=", "a=)b=(", "no fields", ""])
def test_cut_text_is_read_as_far_as_it_goes(text: str) -> None:
    assert all(isinstance(value, str) for value in fields(text).values())
