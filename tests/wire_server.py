"""A local server that speaks the wire protocols of the three APIs, for tests that send."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from viewer.replay.send_endpoints import Endpoint, Protocol

PATHS: dict[Protocol, str] = {
    "anthropic_messages": "/v1/messages",
    "openai_chat": "/v1/chat/completions",
    "openai_responses": "/v1/responses",
}
KEY = "key-of-this-endpoint-1"
KEY_VARIABLE = "WIRE_SERVER_KEY"


@dataclass
class Answer:
    """What the server answers to one request."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    cut_after: int | None = None
    """Bytes of the body that are sent before the connection is closed."""


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: Any


class WireServer(ThreadingHTTPServer):
    """Answers by a script: a function of the request and how many came before it."""

    daemon_threads = True

    def __init__(self, script: Callable[[Received, int], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.received: list[Received] = []
        self.lock = threading.Lock()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone away in the middle is part of some tests."""

    def endpoint(self, protocol: Protocol, **more: Any) -> Endpoint:
        host = f"http://127.0.0.1:{self.server_address[1]}"
        base_url = host if protocol == "anthropic_messages" else host + "/v1"
        return Endpoint("local", protocol, base_url, KEY_VARIABLE, **more)


class _Handler(BaseHTTPRequestHandler):
    server: WireServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        one = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        with self.server.lock:
            before = len(self.server.received)
            self.server.received.append(one)
        answer = self.server.script(one, before)
        content = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        self.send_response(answer.status)
        self.send_header("content-type", answer.kind)
        self.send_header("content-length", str(len(content)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content[: answer.cut_after])
        if answer.cut_after is not None:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(script: Callable[[Received, int], Answer]) -> Iterator[WireServer]:
    """A server of its own for the time of a test."""
    made = WireServer(script)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield made
    finally:
        made.shutdown()
        thread.join()
        made.server_close()


def says(protocol: Protocol, text: str, output_tokens: int = 7) -> dict[str, Any]:
    """A reply of words."""
    return reply(protocol, text, [], output_tokens)


def asks(protocol: Protocol, *calls: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    """A reply that asks for tools, each by id, name and arguments."""
    return reply(protocol, "", list(calls), 7)


def reply(protocol: Protocol, text: str, calls: list[tuple[str, str, dict[str, Any]]], output: int) -> dict[str, Any]:
    words = {name: json.dumps(arguments) for _, name, arguments in calls}
    match protocol:
        case "anthropic_messages":
            content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
            content += [{"type": "tool_use", "id": i, "name": name, "input": given} for i, name, given in calls]
            return {
                "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
                "content": content, "stop_reason": "tool_use" if calls else "end_turn",
                "usage": {"input_tokens": 100, "output_tokens": output},
            }  # fmt: skip
        case "openai_chat":
            made = [
                {"id": i, "type": "function", "function": {"name": name, "arguments": words[name]}}
                for i, name, _ in calls
            ]
            message = {"role": "assistant", "content": text or None, "refusal": None, "annotations": []}
            return {
                "id": "c_1", "object": "chat.completion", "model": "gpt-4o",
                "choices": [{
                    "index": 0, "message": {**message, **({"tool_calls": made} if made else {})},
                    "finish_reason": "tool_calls" if made else "stop",
                }],
                "usage": {"prompt_tokens": 100, "completion_tokens": output, "total_tokens": 100 + output},
            }  # fmt: skip
        case "openai_responses":
            items: list[dict[str, Any]] = []
            if text:
                part = {"type": "output_text", "text": text, "annotations": []}
                items.append({"type": "message", "id": "m_1", "role": "assistant", "content": [part]})
            items += [
                {"type": "function_call", "id": "f_" + i, "call_id": i, "name": name, "arguments": words[name]}
                for i, name, _ in calls
            ]
            return {
                "id": "r_1", "object": "response", "status": "completed", "model": "gpt-4o", "output": items,
                "usage": {"input_tokens": 100, "output_tokens": output, "total_tokens": 100 + output},
            }  # fmt: skip


def streamed(protocol: Protocol, whole: dict[str, Any]) -> bytes:
    """The same reply as server-sent events."""
    events: list[dict[str, Any] | str] = []
    match protocol:
        case "anthropic_messages":
            events.append({"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}})
            for index, block in enumerate(whole["content"]):
                if block["type"] == "text":
                    begun = {"type": "text", "text": ""}
                    deltas = [{"type": "text_delta", "text": one} for one in _halves(block["text"])]
                else:
                    begun = {**block, "input": {}}
                    halves = _halves(json.dumps(block["input"]))
                    deltas = [{"type": "input_json_delta", "partial_json": one} for one in halves]
                events.append({"type": "content_block_start", "index": index, "content_block": begun})
                events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
                events.append({"type": "content_block_stop", "index": index})
            end = {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"]}, "usage": whole["usage"]}
            events += [end, {"type": "message_stop"}]
        case "openai_chat":
            choice = whole["choices"][0]
            message = choice["message"]
            head = {"id": "c_1", "object": "chat.completion.chunk", "model": whole["model"]}
            deltas = [{"role": "assistant", "content": ""}]
            deltas += [{"content": one} for one in _halves(message["content"] or "")]
            for index, call in enumerate(message.get("tool_calls", [])):
                first, second = _halves(call["function"]["arguments"])
                deltas.append(
                    {"tool_calls": [{**call, "index": index, "function": {**call["function"], "arguments": first}}]}
                )
                deltas.append({"tool_calls": [{"index": index, "function": {"arguments": second}}]})
            events += [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
            events.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
            events += [{**head, "choices": [], "usage": whole["usage"]}, "[DONE]"]
        case "openai_responses":
            events.append({"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}})
            events.append({"type": "response.completed", "response": whole})
    lines = [one if isinstance(one, str) else json.dumps(one) for one in events]
    return "".join(f"data: {line}\n\n" for line in lines).encode()


def _halves(text: str) -> tuple[str, str]:
    return text[: len(text) // 2], text[len(text) // 2 :]
