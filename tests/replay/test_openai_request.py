from conftest import sample
from messages import call, model, result, run_of, text, user

from viewer.model.run import Run
from viewer.replay.built import Losses
from viewer.replay.openai_request import messages_for, system_messages
from viewer.replay.swap import Replacement, SwappedRequest, swap


def _request(run: Run, message: int = 2, block: int = 0) -> SwappedRequest:
    made = swap(run, Replacement(message, block, "x"), "openai_chat")
    assert isinstance(made, SwappedRequest), made
    return made


def test_each_result_is_a_message_and_words_follow_the_results() -> None:
    run = run_of(
        user("go"), model("look", call("a", x=1), call("b")), user("hurry", result("a"), result("b")), model("d")
    )
    made = _request(run, 2, 1)
    assert [message["role"] for message in made.body["messages"]] == ["user", "assistant", "tool", "tool", "user"]
    assert made.body["messages"][1]["tool_calls"][0] == {
        "id": "a",
        "type": "function",
        "function": {"name": "bash", "arguments": '{"x": 1}'},
    }
    assert any("words before a tool result move behind it" in loss.text for loss in made.losses)


def test_tools_system_and_parameters_change_their_form_and_losses_are_named() -> None:
    made = _request(sample("order_status/order_status.json"))
    assert made.body["max_completion_tokens"] == 1024
    assert made.body["messages"][0]["role"] == "system"
    tool = made.body["tools"][1]
    assert (tool["type"], tool["function"]["name"]) == ("function", "get_shipment")
    assert tool["function"]["parameters"]["required"] == ["order_id"]
    assert [(loss.position, loss.text) for loss in made.losses] == [
        ("[2].0", "the error flag is left out: this API has none")
    ]


def test_thinking_is_left_out_and_said_so() -> None:
    made = _request(sample("wrong_account/wrong_account.json"), 6)
    left_out = [loss.position for loss in made.losses if loss.text.startswith("thinking is left out")]
    assert left_out == ["[1].0", "[3].0", "[5].0"]


def test_a_picture_becomes_a_data_url_and_other_results_json_text() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}}
    run = run_of(
        {"role": "user", "content": [text("see"), picture]},
        model(call("a"), call("b")),
        user(result("a", [{"id": 1}]), result("b", [text("t")])),
    )
    made = _request(run, 2, 1)
    assert made.body["messages"][0]["content"][1] == {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64,AA=="},
    }
    assert made.body["messages"][2]["content"] == '[{"id": 1}]'
    assert [loss.position for loss in made.losses] == ["[2].0"]


def test_text_parts_of_a_result_stay_a_list() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("a", [text("t")]), result("b")))
    assert _request(run, 2, 1).body["messages"][2]["content"] == [text("t")]


def test_system_prompts_keep_their_number() -> None:
    losses = Losses()
    assert system_messages(["a", "b"], losses) == [
        {"role": "system", "content": "a"},
        {"role": "system", "content": "b"},
    ]
    marked = [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]
    assert system_messages(marked, losses) == [{"role": "system", "content": [text("a")]}]
    assert [loss.text for loss in losses.found] == ["cache marks of the system prompt are left out: this API has none"]


def test_a_reply_of_which_nothing_can_be_said_is_left_out_and_named() -> None:
    run = run_of(user("go"), model({"type": "thinking", "thinking": "", "signature": "s"}))
    losses = Losses()
    assert messages_for(run.messages[1], False, losses) == []
    assert losses.found[-1].position == "[1]"
