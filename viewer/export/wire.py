"""A run as a document of the Anthropic Messages or OpenAI Chat Completions API, with its usages beside."""

from typing import Any

from viewer.export.exported import (
    Exported,
    anthropic_usage,
    head,
    json_export,
    note_common_losses,
    openai_usage,
)
from viewer.formats import canonical
from viewer.model.request import RequestFields
from viewer.model.run import Run
from viewer.replay import anthropic_request, openai_request
from viewer.replay.built import Api, Losses, stored_as
from viewer.replay.tool_schemas import parameters_for, tools_for


def canonical_document(run: Run) -> Exported:
    """Our own format: nothing of the run is lost but the records it was read from."""
    losses = Losses()
    if run.set_aside or run.problems:
        losses.add("records that are no messages stay in the source")
    if run.branches:
        losses.add("branches are written and not read back")
    return json_export(canonical.document(run), losses)


def anthropic_document(run: Run) -> Exported:
    """Messages with blocks; usage and stop reason stand on each reply."""
    losses = Losses()
    note_common_losses(run, losses)
    made = head(run) | _fields(run, "anthropic_messages", losses)
    native = stored_as(run) == "anthropic_messages"
    requests = {request.message_index: request for request in run.requests}
    messages: list[dict[str, Any]] = []
    for message in run.messages:
        one = anthropic_request.message_for(message, native, losses)
        if one is None:
            continue
        request = requests.get(message.index)
        if request is not None:
            if request.stop_reason is not None:
                one["stop_reason"] = request.stop_reason_recorded if native else request.stop_reason
            if request.usage is not None:
                one["usage"] = anthropic_usage(request.usage)
            if request.model is not None:
                one["model"] = request.model
        if message.timestamp is not None:
            one["timestamp"] = message.timestamp
        messages.append(one)
    return json_export({**made, "messages": messages}, losses)


def openai_document(run: Run) -> Exported:
    """Messages with tool_calls; usages stand in a list of their own, one a reply."""
    losses = Losses()
    note_common_losses(run, losses)
    made = head(run) | _fields(run, "openai_chat", losses)
    native = stored_as(run) == "openai_chat"
    first = run.request_fields[0]
    messages: list[dict[str, Any]] = []
    if first.system.status == "recorded":
        messages += openai_request.system_messages(first.system.value, losses)
    for message in run.messages:
        messages += openai_request.messages_for(message, native, losses)
    if any(request.stop_reason for request in run.requests):
        losses.add("stop reasons are left out: a list of messages has no place for them")
    if any(message.timestamp for message in run.messages):
        losses.add("timestamps are left out")
    if any(request.usage and request.usage.cache_creation_input_tokens for request in run.requests):
        losses.add("cache writes are counted as full-rate input: this API does not tell them apart")
    if any(request.usage is not None for request in run.requests):
        made["requests"] = [None if one.usage is None else openai_usage(one.usage) for one in run.requests]
    return json_export({**made, "messages": messages}, losses)


def _fields(run: Run, api: Api, losses: Losses) -> dict[str, Any]:
    """The first request fields in the API's form."""
    fields: RequestFields = run.request_fields[0]
    if len(run.request_fields) > 1:
        losses.add("later changes of the request fields are left out")
    native = stored_as(run) == api
    made = parameters_for(api, fields.parameters.value, native, losses)
    if fields.system.status == "recorded" and api == "anthropic_messages":
        made["system"] = anthropic_request.system_for(fields.system.value, losses)
    tools = tools_for(api, fields.tools.value, native, losses)
    if tools is not None:
        made["tools"] = tools
    return made
