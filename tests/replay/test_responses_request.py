"""Runs of other shapes as items of the Responses API, and its own items word by word."""

from typing import Any

from bundles import bundled
from conftest import SAMPLES, sample
from messages import call, model, result, run_of, text, user

from viewer import load
from viewer.model.run import Run
from viewer.replay.stored_messages import stored_messages
from viewer.replay.swap import Replacement, SwappedRequest, swap


def _swapped(run: Run, message: int = 2, block: int = 0, content: Any = "x") -> SwappedRequest:
    made = swap(run, Replacement(message, block, content), "openai_responses")
    assert isinstance(made, SwappedRequest), made
    return made


def test_calls_and_results_are_items_of_their_own_in_their_order() -> None:
    run = run_of(
        user("go"),
        model(text("one moment"), call("a", q=1), call("b")),
        user(result("a", "A"), result("b", [text("B")]), "and now?"),
        model("done"),
        system=[text("Be kind.")],
        model="m",
        max_tokens=9,
    )
    made = _swapped(run)
    assert made.body["input"] == [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "one moment"},
        {"type": "function_call", "call_id": "a", "name": "bash", "arguments": '{"q": 1}'},
        {"type": "function_call", "call_id": "b", "name": "bash", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "x"},
        {"type": "function_call_output", "call_id": "b", "output": [{"type": "input_text", "text": "B"}]},
        {"role": "user", "content": "and now?"},
    ]
    assert made.place == ("input", 4)
    assert (made.body["instructions"], made.body["max_output_tokens"]) == ("Be kind.", 9)
    assert made.losses == ()


def test_what_the_api_has_no_form_for_is_told() -> None:
    run = run_of(
        user("go"),
        model({"type": "thinking", "thinking": "hm", "signature": "s"}, call("a")),
        user({**result("a", {"n": 1}), "is_error": True}, {"type": "odd"}),
        model("done"),
        stop_sequences=["x"],
    )
    told = [(one.position, one.text.split(":")[0]) for one in _swapped(run, content={"n": 2}).losses]
    assert told == [
        ("[1].0", "thinking is left out"),
        ("[2].0", "the error flag is left out"),
        ("[2].0", "a result that is neither text nor content parts is written as JSON text"),
        ("[2].1", "a block of an unknown kind is left out"),
        (None, "parameter 'stop_sequences' is left out"),
    ]


def test_tools_get_the_flat_form() -> None:
    tools = [{"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {}}}]
    run = run_of(
        user("go"), model(call("a")), user(result("a")), model("done"), tools=tools, tool_choice={"type": "any"}
    )
    body = _swapped(run).body
    assert body["tools"] == [
        {"type": "function", "name": "f", "description": "d", "parameters": tools[0]["input_schema"], "strict": False}
    ]
    assert body["tool_choice"] == "required"


def test_items_that_the_file_has_stay_as_they_are() -> None:
    source = next(load.sources([SAMPLES / "openai_responses/items.json"]))
    decoded = load.decode_source(source)
    (run,) = load.runs(source)
    made = bundled(run, Replacement(2, 1, "full"), "openai_responses", stored=stored_messages(run, decoded))
    items = decoded.value  # type: ignore[attr-defined]
    assert made.request["input"] == [*items[:6], {**items[6], "output": "full"}]
    assert (made.block_path, made.equality) == ("input[6]", "word_by_word")


def test_its_runs_can_be_sent_to_the_other_apis_too() -> None:
    run = sample("openai_responses/items.json")
    made = swap(run, Replacement(2, 1, "full"), "anthropic_messages")
    assert isinstance(made, SwappedRequest)
    assert made.body["messages"][2]["content"][1] == {
        "type": "tool_result",
        "tool_use_id": "call_a",
        "content": "full",
    }
