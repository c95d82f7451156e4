import json

from conftest import SAMPLES, read_values
from messages import call, model, result, user

from viewer import load
from viewer.decode.decoder import decode
from viewer.replay.stored_messages import blocks_match, stored_messages
from viewer.replay.swap import Replacement, SwappedRequest, swap


def test_cache_marks_citations_and_tools_of_the_provider_survive_only_word_by_word() -> None:
    marked = {"type": "text", "text": "go", "cache_control": {"type": "ephemeral"}}
    search = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    body = {
        "max_tokens": 5,
        "messages": [
            {"role": "user", "content": [marked]},
            {**model(search, found, call("a")), "id": "msg_1", "usage": {"input_tokens": 3}},
            user(result("a")),
        ],
    }
    (run,) = read_values(body)
    stored = stored_messages(run, decode(json.dumps(body).encode(), "run"))
    made = swap(run, Replacement(2, 0, "x"), "anthropic_messages", stored)
    assert isinstance(made, SwappedRequest)
    assert made.body["messages"][0] == {"role": "user", "content": [marked]}
    assert made.body["messages"][1] == model(search, found, call("a"))
    assert made.losses == ()
    without = swap(run, Replacement(2, 0, "x"), "anthropic_messages")
    assert isinstance(without, SwappedRequest)
    assert [loss.position for loss in without.losses] == ["[1].0", "[1].1"]


def test_logged_calls_hold_no_list_of_messages_so_the_run_is_used() -> None:
    line = {"request": {"messages": [user("go")], "max_tokens": 5}, "response": model("done", type="message")}
    text = json.dumps(line).encode() + b"\n" + json.dumps(line).encode()
    decoded = decode(text, "run.jsonl")
    from viewer.formats.registry import choose

    chosen, view = choose(decoded, "anthropic_messages")
    run = next(iter(chosen.read(view)))
    stored = stored_messages(run, view)
    assert stored is None or stored.of(run.messages[0].records) is None


def test_a_lone_response_holds_no_list_either() -> None:
    response = {**model("done", stop_reason="end_turn"), "type": "message", "id": "msg_1"}
    (run,) = read_values(response)
    assert stored_messages(run, decode(json.dumps(response).encode(), "run")) is None


def test_a_record_that_is_no_message_is_not_taken() -> None:
    source = next(load.sources([SAMPLES / "broken" / "unread_record.json"]))
    (run,) = load.runs(source)
    stored = stored_messages(run, load.decode_source(source))
    assert stored is not None
    assert stored.of((1,)) == [{"role": "user", "content": "Where is my order 4471?"}]
    assert stored.of((3,)) is None
    assert stored.of(()) is None


def test_messages_inside_the_lines_of_claude_code_are_taken_word_by_word() -> None:
    """A reply's pieces stand on lines of their own; they are sent as the one message that they were."""
    for source in load.sources([SAMPLES / "claude_code"]):
        decoded = load.decode_source(source)
        for run in load.runs(source):
            stored = stored_messages(run, decoded)
            for message in run.messages if stored is not None else ():
                found = stored.of(message.records)
                if found is None or not blocks_match(message, found, "anthropic_messages"):
                    continue
                (one,) = found
                assert set(one) == {"role", "content"}
                assert one["role"] == message.role
                if len(message.records) > 1:
                    pieces = [decoded.records[number - 1].value["message"]["content"] for number in message.records]
                    assert one["content"] == [part for piece in pieces for part in piece]
                    return
    raise AssertionError("no sample holds a reply in pieces")
