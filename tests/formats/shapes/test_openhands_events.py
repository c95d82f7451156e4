"""Single events of OpenHands as entries."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Fields, Input, Reply
from viewer.formats.shapes.openhands_events import Events
from viewer.model.block import Text, Thinking, ToolUse, Unknown


def entry(event: dict[str, Any]) -> Any:
    return Events(RunBuilder())(Record(1, event))


def action(kind: str, source: str = "agent", **args: Any) -> dict[str, Any]:
    return {"id": 4, "source": source, "action": kind, "args": args, "message": "what the screen said"}


def test_a_call_is_named_as_the_model_named_it() -> None:
    message = {
        "content": None,
        "reasoning_content": "hm",
        "tool_calls": [{"id": "c", "function": {"name": "str_replace_editor", "arguments": '{"path": "a"}'}}],
    }
    about = {
        "tool_call_id": "c",
        "function_name": "x",
        "model_response": {"id": "r", "choices": [{"message": message}]},
    }
    made = entry({**action("edit", path="a"), "tool_call_metadata": about})
    assert isinstance(made, Reply)
    assert made.blocks == (Thinking("hm"), ToolUse("c", "str_replace_editor", {"path": "a"}))
    assert made.key == "r"


def test_a_call_that_the_response_lacks_takes_the_metadata_s_name() -> None:
    made = entry({**action("run", command="ls"), "tool_call_metadata": {"tool_call_id": "c", "function_name": "bash"}})
    assert isinstance(made, Reply)
    assert made.blocks == (ToolUse("c", "bash", {"command": "ls"}),)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (action("message", content="hello"), "hello"),
        (action("finish", final_thought="over"), "over"),
        (action("finish"), "what the screen said"),
        (action("think", thought="so"), "so"),
    ],
)
def test_words_without_a_response_are_the_action_s_own(event: dict[str, Any], words: str) -> None:
    made = entry(event)
    assert isinstance(made, Reply)
    assert made.blocks == (Text(words),)


def test_pictures_of_the_caller_stay_raw() -> None:
    made = entry(action("message", "user", content="see", image_urls=["data:image/png;base64,AA=="]))
    assert isinstance(made, Input)
    assert made.blocks == (Text("see"), Unknown("image_url", "data:image/png;base64,AA=="))


def test_the_system_event_is_a_request_field() -> None:
    made = entry(action("system", content="rules", tools=[{"n": 1}]))
    assert isinstance(made, Fields)
    assert made.system is not None and made.system.value == "rules"
    assert made.tools is not None and made.tools.value == [{"n": 1}]


def test_an_empty_event_is_set_aside() -> None:
    assert isinstance(entry(action("null")), Aside)


def test_an_error_that_nothing_caused_is_the_loop_s() -> None:
    made = entry({"id": 1, "source": "environment", "observation": "error", "content": "no model", "extras": {}})
    assert isinstance(made, Input)
    assert (made.who, made.blocks) == ("loop", (Text("no model"),))


@pytest.mark.parametrize("broken", [3, {"action": 3, "args": {}}, {"action": "run", "source": "agent"}, {"id": 1}])
def test_what_is_no_event_raises(broken: Any) -> None:
    with pytest.raises((TypeError, KeyError)):
        entry(broken)
