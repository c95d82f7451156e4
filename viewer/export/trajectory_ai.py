"""A run as a file of the trajectory.ai SDK: cumulative steps of flat messages.

The role tells who wrote a message; where it would tell wrong, `metadata` says who did.
"""

import json
from typing import Any

from viewer.export.exported import Exported, anthropic_usage, json_export, note_common_losses
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.replay.built import Losses


def trajectory_ai_document(run: Run) -> Exported:
    """A snapshot of the list at the first user message, after every result, and after each reply without a call."""
    losses = Losses()
    note_common_losses(run, losses)
    messages = _messages(run, losses)
    steps = _steps(messages)
    calls = sum(len(message["tool_calls"] or ()) for message in messages)
    failures = sum(1 for message in messages if message["tool_response"] and message["tool_response"]["error"])
    made = {
        "task": {
            "id": run.task or run.run_id,
            "data_source": "trajectory-viewer",
            "conversation_id": run.run_id,
            "num_turns": max((request.turn for request in run.requests), default=0),
            "num_steps": len(steps),
            "total_tokens": None,
            "total_cost": None,
        },
        "steps": [
            {"messages": step, "reward": None, "info": None, "trainable_status": "not_trainable"} for step in steps
        ],
        "reward": None,
        "metrics": {
            "steps": len(steps),
            "num_tool_calls": calls,
            "num_tool_failures": failures,
            "tool_error_rate": failures / calls if calls else 0.0,
        },
        "execution_metrics": None,
        "reference_trajectory": None,
        "telemetry": None,
        "idx": None,
        "error": None,
        "trace_id": None,
        "model_id": run.models[0] if run.models else None,
    }
    return json_export(made, losses)


def _messages(run: Run, losses: Losses) -> list[dict[str, Any]]:
    requests = {request.message_index: request for request in run.requests}
    made: list[dict[str, Any]] = []
    first = run.request_fields[0]
    if first.system.status == "recorded":
        made.append(_message("system", _text_of(first.system.value)))
    if first.tools.status == "recorded":
        losses.add("tool schemas are left out: this format keeps only name, description and parameters")
    names: dict[str | None, ToolUse] = {}
    for message in run.messages:
        for number, block in enumerate(message.blocks):
            if isinstance(block, ToolUse):
                names[block.id] = block
            elif not isinstance(block, Text | Thinking | ToolResult):
                losses.add("a block that is no text is left out", message.index, number)
        producers = {producer.who for producer in message.producers}
        if message.role == "assistant":
            made.append(_reply(message, requests.get(message.index), losses))
            if "model" not in producers:
                made[-1]["metadata"] = {"who": message.producers[0].who}
            continue
        made.extend(
            _result(block, names.get(block.tool_use_id)) for block in message.blocks if isinstance(block, ToolResult)
        )
        words = [block.text for block in message.blocks if isinstance(block, Text)]
        if words or not any(isinstance(block, ToolResult) for block in message.blocks):
            made.append(_message(message.role, "\n".join(words) if words else None))
            if "caller" not in producers:
                made[-1]["metadata"] = {"who": "loop"}
    return made


def _message(role: str, content: str | None) -> dict[str, Any]:
    return {
        "role": role,
        "content": content,
        "tool_calls": None,
        "tool_response": None,
        "tool_definitions": None,
        "usage": None,
        "finish_reason": None,
        "metadata": None,
        "reasoning": None,
        "trainable_status": "not_trainable",
    }


def _reply(message: Message, request: Request | None, losses: Losses) -> dict[str, Any]:
    words = [block.text for block in message.blocks if isinstance(block, Text)]
    made = _message("assistant", "\n".join(words) if words else None)
    calls = []
    for number, block in enumerate(message.blocks):
        if isinstance(block, ToolUse):
            if block.executed_by == "provider":
                losses.add("a tool that the provider ran is left out", message.index, number)
                continue
            arguments = block.input if isinstance(block.input, dict) else {"input": block.input}
            calls.append({"name": block.name, "arguments": arguments, "id": block.id})
    made["tool_calls"] = calls or None
    thinking = [block.text for block in message.blocks if isinstance(block, Thinking) and block.text]
    made["reasoning"] = "\n".join(thinking) or None
    if request is not None:
        made["finish_reason"] = request.stop_reason_recorded or request.stop_reason
        made["usage"] = anthropic_usage(request.usage) if request.usage is not None else None
    return made


def _result(block: ToolResult, call: ToolUse | None) -> dict[str, Any]:
    text = _text_of(block.content)
    made = _message("tool", text)
    made["tool_response"] = {
        "id": block.tool_use_id or "",
        "name": call.name if call else block.name or "",
        "arguments": call.input if call and isinstance(call.input, dict) else {},
        "response": text,
        "error": "tool_error" if block.is_error else None,
        "metadata": None,
    }
    return made


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(part, dict) and "text" in part for part in value):
        return "\n".join(str(part["text"]) for part in value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _steps(messages: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    ends: list[int] = []
    answered = False
    for number, message in enumerate(messages):
        role = message["role"]
        answered = answered or role == "assistant"
        first_input = role == "user" and not answered and not ends
        if first_input or role == "tool" or (role == "assistant" and not message["tool_calls"]):
            ends.append(number + 1)
    if messages and (not ends or ends[-1] != len(messages)):
        ends.append(len(messages))
    return [messages[:end] for end in ends]
