"""A run as an Agent Trajectory Interchange Format document: results stand in the step that asked for them."""

from typing import Any

from viewer.analysis.pairing import Pairing, pair
from viewer.export.exported import Exported, json_export, note_common_losses
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens
from viewer.replay.built import Losses

VERSION = "ATIF-v1.6"


def atif_document(run: Run) -> Exported:
    """System, user and agent steps, numbered from 1."""
    losses = Losses()
    note_common_losses(run, losses)
    if any(request.stop_reason for request in run.requests):
        losses.add("stop reasons are left out: this format has none")
    pairing = pair(run.messages)
    requests = {request.message_index: request for request in run.requests}
    steps: list[dict[str, Any]] = []
    system = run.request_fields[0].system
    if system.status == "recorded":
        steps.append({"source": "system", "message": _plain(system.value)})
    for message in run.messages:
        request = requests.get(message.index)
        if request is not None:
            steps.append(_agent_step(run, message, request, pairing, losses))
        else:
            steps.extend(_other_step(message, pairing, losses))
    for number, step in enumerate(steps, 1):
        step["step_id"] = number
    agent: dict[str, Any] = {"name": run.format, "version": "unknown"}
    if run.models:
        agent["model_name"] = run.models[0]
    tools = run.request_fields[0].tools
    if tools.status == "recorded":
        agent["tool_definitions"] = tools.value
    made = {"schema_version": VERSION, "session_id": run.run_id, "agent": agent, "steps": steps}
    return json_export(made, losses)


def _agent_step(run: Run, message: Message, request: Request, pairing: Pairing, losses: Losses) -> dict[str, Any]:
    step: dict[str, Any] = {"source": "agent", "message": _words(message)}
    if message.timestamp:
        step["timestamp"] = message.timestamp
    if request.model:
        step["model_name"] = request.model
    thinking = [block.text for block in message.blocks if type(block) is Thinking and block.text]
    if thinking:
        step["reasoning_content"] = "\n".join(thinking)
    calls: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for number, block in enumerate(message.blocks):
        match block:
            case ToolUse(executed_by="provider") | ToolResult():
                losses.add("a tool that the provider ran is left out", message.index, number)
            case ToolUse(call_id, name, arguments):
                calls.append(_call(call_id, name, arguments, losses, message.index, number))
                answer = pairing.answers.get((message.index, number))
                if answer is not None:
                    results.append(_result(run, answer, call_id, losses))
            case Text() | Thinking():
                pass
            case _:
                losses.add("a block that is no text is left out", message.index, number)
    if calls:
        step["tool_calls"] = calls
    if results:
        step["observation"] = {"results": results}
    metrics = _metrics(request)
    if metrics:
        step["metrics"] = metrics
    return step


def _call(call_id: str | None, name: str, arguments: Any, losses: Losses, message: int, block: int) -> dict[str, Any]:
    if not isinstance(arguments, dict):
        losses.add("arguments that are no object are wrapped in one", message, block)
        arguments = {"input": arguments}
    return {"tool_call_id": call_id or f"{message}.{block}", "function_name": name, "arguments": arguments}


def _result(run: Run, place: tuple[int, int], call_id: str | None, losses: Losses) -> dict[str, Any]:
    block = run.messages[place[0]].blocks[place[1]]
    made: dict[str, Any] = {}
    if call_id:
        made["source_call_id"] = call_id
    if isinstance(block, ToolResult):
        if block.is_error is not None:
            losses.add("the error flag is left out: this format has none", *place)
        if block.content is not None:
            made["content"] = _plain(block.content)
    return made


def _other_step(message: Message, pairing: Pairing, losses: Losses) -> list[dict[str, Any]]:
    """A caller's or system's words; results stand with their calls, those without one are lost."""
    for number, block in enumerate(message.blocks):
        if isinstance(block, ToolResult):
            if (message.index, number) not in pairing.calls:
                losses.add("a result without a call is left out", message.index, number)
        elif not isinstance(block, Text):
            losses.add("a block that is no text is left out", message.index, number)
    words = _words(message)
    if not any(isinstance(block, Text) for block in message.blocks):
        return []
    step: dict[str, Any] = {"source": "system" if message.role == "system" else "user", "message": words}
    if message.timestamp:
        step["timestamp"] = message.timestamp
    return [step]


def _words(message: Message) -> str:
    return "\n".join(block.text for block in message.blocks if isinstance(block, Text))


def _plain(value: Any) -> Any:
    """Text of a text, of text parts joined; else the value itself."""
    if isinstance(value, list) and value and all(isinstance(part, dict) and "text" in part for part in value):
        return "\n".join(str(part["text"]) for part in value)
    return value


def _metrics(request: Request) -> dict[str, int]:
    usage = request.usage
    made: dict[str, int] = {}
    prompt = prompt_tokens(usage)
    if prompt is not None:
        made["prompt_tokens"] = prompt
    if usage is not None and usage.output_tokens is not None:
        made["completion_tokens"] = usage.output_tokens
    if usage is not None and usage.cache_read_input_tokens is not None:
        made["cached_tokens"] = usage.cache_read_input_tokens
    return made
