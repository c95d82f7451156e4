from typing import Any

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.ui.detail_blocks import block_file, block_payload, encoded, json_text
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text


def payload(run: Any, message: int, block: int = 0, opened: Opened | None = None) -> dict[str, Any]:
    return block_payload(derived(run, "k"), run.messages[message], block, opened or Opened())


def test_narration_is_labelled_as_written_for_the_user() -> None:
    run = sample("refund/refund.json")
    assert segments_text(payload(run, 3)["head"]) == "text written for the user"
    assert segments_text(payload(run, 0)["head"]) == "text"


def test_arguments_keep_every_digit_and_decimals_point_to_the_record() -> None:
    run = run_of(user("go"), model(call("a", "pay", id=107505301260286111, rate=0.5)))
    body = payload(run, 1)["bodies"][0]
    assert body["text"] == '{\n  "id": 107505301260286111,\n  "rate": 0.5\n}'
    assert body["json"] and body["path"] == "[1].0"
    assert body["notes"] == ["decimal numbers are as read; the raw record holds every digit"]


def test_a_result_that_is_json_text_is_shown_as_stored_and_can_be_a_tree() -> None:
    body = payload(sample("refund/refund.json"), 2)["bodies"][0]
    assert body["text"] == '[{"id":"4471","status":"shipped","total_cents":8900,"placed":"41d ago"}]'
    assert body["json"]


def test_a_result_of_parts_shows_each_by_its_kind() -> None:
    png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}
    run = run_of(
        user("go"), model(call("a")), user(result("a", [{"type": "text", "text": "x"}, picture, {"type": "odd"}]))
    )
    bodies = payload(run, 2)["bodies"]
    assert [body["kind"] for body in bodies] == ["code", "image", "code"]
    assert [body["path"] for body in bodies] == ["[2].0:[0]", "", "[2].0:[2]"]
    assert bodies[1]["base64"] == png and bodies[1]["media"] == "image/png"


def test_a_picture_with_an_address_only_is_text() -> None:
    run = run_of(user({"type": "image", "source": {"type": "url", "url": "https://evil.example/a.png"}}), model("ok"))
    body = payload(run, 0)["bodies"][0]
    assert body["kind"] == "code" and "https://evil.example/a.png" in body["text"]
    assert "never fetched" in body["notes"][0]


def test_only_a_result_of_the_clients_tool_can_be_replaced() -> None:
    run = sample("refund/refund.json")
    assert [tool["do"] for tool in payload(run, 4)["tools"]] == ["swap"]
    assert payload(run_of(user(result("zz")), model("ok")), 0)["tools"] == []


def test_an_unknown_block_is_shown_as_stored() -> None:
    made = payload(run_of(user({"type": "hologram", "x": 1}), model("ok")), 0)
    assert segments_text(made["head"]) == "unknown block hologram"
    assert '"x": 1' in made["bodies"][0]["text"]


def test_a_download_holds_what_is_stored_and_not_what_is_shown() -> None:
    run = run_of(user("KEY sk-ant-api03-abcdefghijklmnop \x1b[1m"), model(call("a", "f", n=12345678901234567890)))
    assert block_file(run.messages[0].blocks[0], None) == (b"KEY sk-ant-api03-abcdefghijklmnop \x1b[1m", "txt")
    assert block_file(run.messages[1].blocks[0], None) == (b'{\n  "n": 12345678901234567890\n}', "json")
    parts = run_of(user(result("a", [{"type": "text", "text": "x"}, {"type": "text", "text": "y"}])), model("ok"))
    assert block_file(parts.messages[0].blocks[0], 1) == (b"y", "txt")


def test_any_block_can_be_encoded_whatever_text_it_holds() -> None:
    run = sample("hostile/hostile.json")
    facts = derived(run, "k")
    for message in run.messages:
        for index in range(len(message.blocks)):
            encoded(block_payload(facts, message, index, Opened(codes={str(index)})))


def test_json_keeps_text_that_is_no_ascii() -> None:
    assert json_text({"ä": "£"}) == '{\n  "ä": "£"\n}'
