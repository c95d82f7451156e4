"""A streamed answer that was recorded as one text of server-sent events, put together to the response it carried."""

from typing import Any

from viewer.formats.convert import arguments
from viewer.formats.shapes.openai_stream import is_chunk

_TEXTS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}


def answer_of_events(words: str) -> Any:
    """The response; the text itself where its events are none of an API that is known."""
    lines = [line[5:].strip() for line in words.splitlines() if line.startswith("data:")]
    events = [arguments(line) for line in lines if line and line != "[DONE]"]
    if not events or not all(type(event) is dict for event in events):
        return words
    if all(is_chunk(event) for event in events):
        return {"chunks": events}
    if type(events[-1].get("response")) is dict:
        return events[-1]["response"]
    begun = next((event.get("message") for event in events if event.get("type") == "message_start"), None)
    return _message(begun, events) if type(begun) is dict else words


def _message(begun: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """A message of the Messages API, without what its events lack."""
    message = dict(begun)
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    for event in events:
        index, kind = event.get("index"), event.get("type")
        delta, begun_block = _object(event, "delta"), _object(event, "content_block")
        if kind == "message_delta":
            message |= delta
            told = {key: count for key, count in _object(event, "usage").items() if count is not None}
            message["usage"] = _object(message, "usage") | told
        elif type(index) is not int:
            continue
        elif kind == "content_block_start":
            blocks[index] = dict(begun_block)
        elif index in blocks:
            _go_on(blocks[index], delta)
            if delta.get("type") == "input_json_delta":
                inputs[index] = inputs.get(index, "") + str(delta.get("partial_json", ""))
    for index, held in inputs.items():
        if held:
            blocks[index]["input"] = arguments(held)
    message["content"] = [blocks[index] for index in sorted(blocks)]
    return message


def _go_on(block: dict[str, Any], delta: dict[str, Any]) -> None:
    kind = delta.get("type")
    if kind == "citations_delta":
        held = block.get("citations")
        block["citations"] = [*(held if type(held) is list else []), delta.get("citation")]
    elif type(kind) is str and kind in _TEXTS:
        key = _TEXTS[kind]
        block[key] = str(block.get(key) or "") + str(delta.get(key, ""))


def _object(event: dict[str, Any], key: str) -> dict[str, Any]:
    held = event.get(key)
    return held if type(held) is dict else {}
