"""Thread items of a job's turn as `ankole_chatml` messages: what the control plane shows of each stored item."""

import json
import re
from collections.abc import Callable
from typing import Any

Item = dict[str, Any]
Messages = list[dict[str, Any]]
LOCAL, HOSTED = "local_dynamic", "provider_hosted"
_COLLABORATION = {
    "spawnAgent": "spawn_agent",
    "sendInput": "send_message",
    "resumeAgent": "followup_task",
    "wait": "wait_agent",
    "closeAgent": "interrupt_agent",
}
_NO_NAME = re.compile(r"[^A-Za-z0-9_]")


def chatml(item: Item) -> Messages:
    """The messages of an item, arguments as values and not as text; none for one that is stored for replay only."""
    kind = item["type"]
    project = _PROJECTIONS.get(kind) if type(kind) is str else None
    return [] if project is None else project(item)


def spawned_threads(item: Item) -> list[str]:
    """The threads that a collaboration call names, where it spawns agents."""
    if item.get("type") != "collabAgentToolCall" or item.get("tool") != "spawnAgent":
        return []
    threads = item.get("receiverThreadIds")
    return [one for one in threads if type(one) is str] if type(threads) is list else []


def _user(item: Item) -> Messages:
    parts = [part for part in item.get("content") or [] if type(part) is dict]
    content: Any = parts
    if all(part.get("type") == "text" for part in parts):
        content = "".join(_string(part.get("text")) for part in parts)
    return [{"id": item.get("clientId") or item.get("id"), "role": "user", "content": content}]


def _hook(item: Item) -> Messages:
    return [{"id": item.get("id"), "role": "developer", "content": _json(item.get("fragments"))}]


def _agent(item: Item) -> Messages:
    return _said(item, item.get("text"), item.get("phase") or "assistant")


def _said(item: Item, words: Any, phase: str) -> Messages:
    return [{"id": item.get("id"), "role": "assistant", "content": _string(words), "metadata": {"phase": phase}}]


def _reasoning(item: Item) -> Messages:
    summary = "\n".join(part for part in item.get("summary") or [] if type(part) is str and part)
    return _said(item, summary, "reasoning_summary") if summary else []


def _command(item: Item) -> Messages:
    told = {"status": item.get("status"), "exit_code": item.get("exitCode"), "duration_ms": item.get("durationMs")}
    given = {"command": item.get("command"), "cwd": item.get("cwd")}
    return _pair(item, "shell", given, _string(item.get("aggregatedOutput")), told)


def _file_change(item: Item) -> Messages:
    return _pair(item, "apply_patch", {"changes": item.get("changes")}, "", {"status": item.get("status")})


def _mcp(item: Item) -> Messages:
    server, tool = item.get("server"), item.get("tool")
    namespace = item.get("namespace")
    if not namespace and type(server) is str and server:
        namespace = server if server.startswith("mcp__") else f"mcp__{_NO_NAME.sub('_', server)}"
    name = item.get("name") or _NO_NAME.sub("_", tool if type(tool) is str and tool else "mcp_tool")
    told = {"status": item.get("status"), "duration_ms": item.get("durationMs")}
    return _pair(item, name, item.get("arguments"), item.get("result") or item.get("error") or "", told, namespace)


def _dynamic(item: Item) -> Messages:
    tool, namespace = item.get("tool") or "dynamic_tool", item.get("namespace")
    if tool == "request_user_input" and item.get("status") == "inProgress":
        return [_call(item, tool, item.get("arguments"), namespace, {"status": "pending_user_input"})]
    told = {
        "status": item.get("status"),
        "success": item.get("success"),
        "duration_ms": item.get("durationMs"),
        "execution_mechanism": LOCAL,
    }
    return _pair(item, tool, item.get("arguments"), item.get("contentItems") or "", told, namespace)


def _collaboration(item: Item) -> Messages:
    tool = item.get("tool")
    receivers, prompt = item.get("receiverThreadIds"), item.get("prompt")
    given: Item = {"receiver_thread_ids": receivers}
    if tool == "spawnAgent":
        found = {"prompt": prompt, "model": item.get("model"), "reasoning_effort": item.get("reasoningEffort")}
        given = {key: value for key, value in found.items() if value is not None}
    elif tool == "sendInput" and prompt is not None:
        given["input"] = prompt
    states = item.get("agentsStates")
    states = states if type(states) is dict else {}
    threads = dict.fromkeys(one for one in [*(receivers or []), *states] if type(one) is str)
    agents = [{"thread_id": thread, **_state(states.get(thread))} for thread in threads]
    name = _COLLABORATION.get(tool, tool) if type(tool) is str else ""
    outcome = {"status": item.get("status"), "agents": agents}
    return _pair(item, name, given, outcome, {"status": item.get("status")}, "collaboration")


def _state(state: Any) -> Item:
    found = state if type(state) is dict else {}
    return {key: found[key] for key in ("status", "message") if found.get(key) is not None}


def _web_search(item: Item) -> Messages:
    given = {"query": item.get("query"), "action": item.get("action")}
    return _pair(item, "web_search", given, "", {"status": "completed", "execution_mechanism": HOSTED})


def _silent(name: str, given: Callable[[Item], Any]) -> Callable[[Item], Messages]:
    """A tool whose item holds no result."""
    return lambda item: _pair(item, name, given(item), "", {"status": "completed"})


def _pair(item: Item, name: str, given: Any, result: Any, told: Item, namespace: Any = None) -> Messages:
    answer = {
        "id": f"{item.get('id')}:result",
        "role": "tool",
        "tool_call_id": item.get("id"),
        "name": name,
        "content": result if type(result) is str else _json(result),
        "metadata": told,
    }
    if namespace:
        answer["namespace"] = namespace
    return [_call(item, name, given, namespace, None), answer]


def _call(item: Item, name: str, given: Any, namespace: Any, metadata: Item | None) -> dict[str, Any]:
    function = {"name": name, "arguments": {} if given is None else given}
    if namespace:
        function["namespace"] = namespace
    made = {
        "id": f"{item.get('id')}:call",
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": item.get("id"), "type": "function", "function": function}],
    }
    return made if metadata is None else {**made, "metadata": metadata}


def _string(value: Any) -> str:
    return value if type(value) is str else ""


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


_PROJECTIONS: dict[str, Callable[[Item], Messages]] = {
    "userMessage": _user,
    "hookPrompt": _hook,
    "agentMessage": _agent,
    "plan": lambda item: _said(item, item.get("text"), "plan"),
    "reasoning": _reasoning,
    "commandExecution": _command,
    "fileChange": _file_change,
    "mcpToolCall": _mcp,
    "dynamicToolCall": _dynamic,
    "collabAgentToolCall": _collaboration,
    "webSearch": _web_search,
    "imageView": _silent("view_image", lambda item: {"path": item.get("path")}),
    "sleep": _silent("sleep", lambda item: {"duration_ms": item.get("durationMs")}),
    "imageGeneration": _silent("image_generation", lambda item: item),
    "contextCompaction": _silent("context_compaction", lambda item: {}),
    "enteredReviewMode": lambda item: _said(item, item.get("review"), "entered_review_mode"),
    "exitedReviewMode": lambda item: _said(item, item.get("review"), "exited_review_mode"),
}
