"""Messages as events of a span."""

from typing import Any

from viewer.formats.shapes.genai_events import event_messages, listed_events


def test_each_event_is_a_message_of_its_role_and_choices_are_replies() -> None:
    events: list[tuple[str, dict[str, Any]]] = [
        ("gen_ai.system.message", {"content": "s"}),
        ("gen_ai.user.message", {"content": '[{"text": "q"}]'}),
        ("gen_ai.assistant.message", {"tool_calls": '[{"id": "1", "function": {"name": "ls"}}]'}),
        ("gen_ai.tool.message", {"id": "1", "content": "r", "name": "ls"}),
        ("log line", {"content": "x"}),
        ("gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": '{"content": "a"}'}),
    ]
    assert event_messages(events) == (
        [
            {"role": "system", "content": "s"},
            {"role": "user", "content": [{"text": "q"}]},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": {"name": "ls"}}]},
            {"role": "tool", "content": "r", "tool_call_id": "1", "name": "ls"},
        ],
        [{"role": "assistant", "content": "a", "finish_reason": "stop"}],
    )


def test_a_choice_may_be_text_or_a_list_of_parts() -> None:
    _, choices = event_messages(
        [("gen_ai.choice", {"message": "a"}), ("gen_ai.choice", {"message": '[{"text": "b"}]'})]
    )
    assert [choice["content"] for choice in choices] == ["a", [{"text": "b"}]]


def test_an_event_may_hold_all_of_it_as_json_in_one_attribute() -> None:
    inputs, choices = event_messages(
        [
            ("gen_ai.user.message", {"gen_ai.event.content": '{"role": "user", "content": "q"}'}),
            ("gen_ai.choice", {"gen_ai.event.content": '{"message": {"content": "a"}, "finish_reason": "stop"}'}),
        ]
    )
    assert (inputs[0]["content"], choices[0]["content"], choices[0]["finish_reason"]) == ("q", "a", "stop")


def test_the_oldest_events_hold_whole_lists() -> None:
    inputs, choices = event_messages(
        [
            ("gen_ai.content.prompt", {"gen_ai.prompt": '[{"role": "user", "content": "q"}]'}),
            ("gen_ai.content.completion", {"gen_ai.completion": "a"}),
        ]
    )
    assert inputs == [{"role": "user", "content": "q"}]
    assert choices == [{"role": "assistant", "content": "a"}]


def test_events_listed_in_an_attribute_carry_their_name_inside() -> None:
    text = '[{"event.name": "gen_ai.user.message", "content": "q"}, {"name": "x"}, 5]'
    assert listed_events(text) == [("gen_ai.user.message", {"event.name": "gen_ai.user.message", "content": "q"})]
    assert listed_events("words") == []
    assert listed_events(None) == []
