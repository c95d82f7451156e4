"""Short ways to write Anthropic messages in tests, and the run that they make."""

from typing import Any

from conftest import read_values

from viewer.model.run import Run


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(call_id: str | None, name: str = "bash", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def result(call_id: str | None, content: Any = "ok", **flags: bool) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, **flags}


def user(*parts: dict[str, Any] | str) -> dict[str, Any]:
    return {"role": "user", "content": [text(part) if isinstance(part, str) else part for part in parts]}


def model(*parts: dict[str, Any] | str, **head: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [text(part) if isinstance(part, str) else part for part in parts], **head}


def run_of(*messages: dict[str, Any], **head: Any) -> Run:
    (run,) = read_values({**head, "messages": list(messages)}, format="anthropic_messages")
    return run
