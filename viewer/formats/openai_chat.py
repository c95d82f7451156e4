"""OpenAI Chat Completions: a list of {"role", "content", "tool_calls"}, a request body, a response, chunks, both."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record, as_records
from viewer.decode.scan import Key
from viewer.formats.base import Format, Growing, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import number_or_none, whole_or_none
from viewer.formats.entries import Aside, Entry
from viewer.formats.shapes.calls import Conversations
from viewer.formats.shapes.chunks import join_chunks
from viewer.formats.shapes.head import ending_by_messages, head_facts
from viewer.formats.shapes.heads import Head, heads, run_without_head
from viewer.formats.shapes.message_rows import row_id_key
from viewer.formats.shapes.openai_calls import PARAMETERS, WIRE, add_fields, call_of, is_call
from viewer.formats.shapes.openai_messages import detect_messages, entry_of_message, usage
from viewer.formats.shapes.openai_stream import gathered, is_chunk
from viewer.model.position import json_path
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage, total

NAME = "openai_chat"
_BODY_SIGNS = frozenset(
    {
        "frequency_penalty", "presence_penalty", "response_format", "max_completion_tokens", "logit_bias", "logprobs",
        "top_logprobs", "stream_options", "parallel_tool_calls", "functions", "function_call", "reasoning_effort", "n",
        "seed",
    }
)  # fmt: skip
_BROKEN_OFF = Ending("open", "the stream of the last reply stops before it names its end")
_MODELS = ("gpt-", "chatgpt-", "o1", "o3", "o4")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim responses, chunks, bodies and lists whose fields or roles are the Chat Completions API's."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(20))
        found = (_detect_call(value) for value in values)
        match = next((match for match in found if match is not None), None) or detect_messages(values)
    elif isinstance(decoded.value, list):
        match = (_detect_call(decoded.value[0]) if decoded.value else None) or detect_messages(decoded.value)
    elif _is_stored_list(decoded.value):
        match = _detect_call(decoded.value["data"][0])
    else:
        match = _detect_call(decoded.value)
    return match if match is not None and match.strength else None


def _is_stored_list(value: Any) -> bool:
    """Stored completions as the API lists them."""
    if type(value) is not dict or value.get("object") != "list" or type(value.get("data")) is not list:
        return False
    first = value["data"][0] if value["data"] else None
    return type(first) is dict and first.get("object") == "chat.completion"


def _detect_call(value: Any) -> Match | None:
    if type(value) is not dict:
        return None
    if is_chunk(value):
        return Match(3, "`choices` of stream chunks")
    call = call_of(value)
    request, response = call.get("request"), call.get("response", call)
    if type(response) is dict:
        choices = response.get("choices")
        if type(choices) is list and choices and type(choices[0]) is dict and type(choices[0].get("message")) is dict:
            return Match(3, "`choices` that hold a message: a response")
        if type(choices) is list and response.get("object") == "chat.completion":
            return Match(3, "`object` is chat.completion")
        error = response.get("error")
        is_google = type(error) is dict and type(error.get("status")) is str and type(error.get("code")) is int
        if type(error) is dict and "message" in error and ("code" in error or "param" in error) and not is_google:
            return Match(1, "`error` with message and code: a refused call")
    body = request if type(request) is dict else call
    messages = body.get("messages")
    return _detect_body(body, messages) if type(messages) is list else None


def _detect_body(body: dict[str, Any], messages: list[Any]) -> Match | None:
    tools = body.get("tools")
    if type(tools) is list and any(type(tool) is dict and type(tool.get("function")) is dict for tool in tools):
        return Match(3, "`messages` beside `tools` that wrap a `function`")
    requests = body.get("requests")
    if type(requests) is list and requests and type(requests[0]) is dict and "prompt_tokens" in requests[0]:
        return Match(3, "`messages` beside `requests` with `prompt_tokens`")
    match = detect_messages(messages)
    if match is None or match.strength > 1:
        return match
    model = body.get("model")
    if type(model) is str and model.startswith(_MODELS):
        return Match(2, f"`messages` for the model {model}")
    signs = sorted(_BODY_SIGNS.intersection(body))
    return Match(2, f"`messages` beside `{signs[0]}`") if signs else match


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run of a list or body; of logged calls, one run as long as each request extends the last."""
    name = _row_id_key(decoded)
    if name is not None:
        for head in heads(decoded):
            yield _read_row(head, name) if isinstance(head, Head) else run_without_head(head, NAME)
        return
    if isinstance(decoded, JsonRecords):
        records = decoded.records
    elif isinstance(decoded.value, list):
        records = list(decoded.records())
    elif _is_stored_list(decoded.value):
        records = list(decoded.records("data"))
        yield from _read_calls(records, "data", alone={record.number for record in records})
        return
    elif "messages" in decoded.value and call_of(decoded.value) is decoded.value:
        yield _read_document(decoded, decoded.value)
        return
    else:
        records = as_records(decoded).records
    if any(is_call(record.value) for record in records if type(record) is Record):
        yield from _read_calls(records)
    else:
        lines = _Messages()
        lines.add(records)
        yield from lines.runs()


def _row_id_key(decoded: JsonDocument | JsonRecords) -> str | None:
    if isinstance(decoded, JsonRecords):
        return row_id_key(list(decoded.values(50)))
    return row_id_key(decoded.value) if type(decoded.value) is list else None


def _read_row(head: Head, name: str) -> Run:
    if type(head.value.get("messages")) is not list:
        return run_without_head(head.lacking("no `messages`"), NAME)
    run = _read_document(head.document, head.value, head.path)
    own = head.value.get(name)
    return msgspec.structs.replace(run, run_id=str(own)) if type(own) in (str, int) else run


def follow(decoded: JsonRecords) -> Growing | None:
    """Map messages as they come; logged calls are read whole."""
    return _Messages()


class _Messages:
    """Messages a line or entry."""

    def __init__(self) -> None:
        self._builder = RunBuilder(one_result_per_record=True)
        self._count = 0

    def add(self, records: Sequence[Record | BadRecord]) -> bool:
        self._count += len(records)
        self._builder.map(records, lambda record: entry_of_message(record.value, self._builder))
        return not any(is_call(record.value) for record in records if type(record) is Record)

    def runs(self) -> list[Run]:
        array = RecordArray("", 1, self._count)
        return [_finish(self._builder, array, ending=ending_by_messages(self._builder))]


def _read_document(document: JsonDocument, head: dict[str, Any], path: tuple[Key, ...] = ()) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    add_fields(builder, {key: value for key, value in head.items() if key != "messages"})
    builder.map(document.records(*path, "messages"), lambda record: entry_of_message(record.value, builder))
    arrays = [RecordArray(json_path((*path, "messages")), 1, len(head["messages"]))]
    facts = head_facts(head, builder, skip=("messages", "requests", "usage", "tools", "functions", *PARAMETERS))
    requests = head.get("requests")
    if type(requests) is list:
        first = arrays[0].count + 1
        arrays.append(RecordArray(json_path((*path, "requests")), first, len(requests)))
        facts |= _measure(builder, document.records(*path, "requests", first=first), arrays[-1])
    elif type(head.get("usage")) is dict:
        facts["stated"] = (Stated("run", "usage", _usage_of_head(head["usage"])),)
    return _finish(builder, *arrays, run_id=str(head.get("id") or head.get("run_id") or ""), **facts)


def _usage_of_head(raw: dict[str, Any]) -> Usage | None:
    details = raw.get("prompt_tokens_details")
    counts = {key: whole_or_none(raw.get(key)) for key in ("prompt_tokens", "completion_tokens")}
    cached = whole_or_none(details.get("cached_tokens")) if type(details) is dict else None
    return usage({**counts, "cached_tokens": cached})


def _measure(builder: RunBuilder, records: Iterable[Record | BadRecord], array: RecordArray) -> dict[str, Any]:
    """Usages in a list of their own: the k-th belongs to the k-th reply, unless there are more or fewer."""
    replies = len(builder.requests)
    matched = replies == array.count
    aside = Aside("usage", "tokens of one reply, " + ("in the same order" if matched else "of which one is not told"))
    unplaced: list[Usage] = []

    def entry(record: Record) -> Entry:
        raw = record.value
        if raw is not None:
            seconds = number_or_none(raw.get("latency_s"))
            counted = usage(raw.get("usage", raw))
            if matched:
                builder.measure(record.number - array.first, counted, seconds)
            elif counted is not None:
                unplaced.append(counted)
        return aside

    builder.map(records, entry)
    if matched:
        return {}
    note = f"`requests` holds {array.count:,} usages beside {replies:,} replies: none is put on a reply"
    return {"notes": (note,), "stated": (Stated("run", "requests", total(unplaced)),)}


def _read_calls(records: list[Record | BadRecord], path: str = "", alone: Set[int] = frozenset()) -> Iterator[Run]:
    streams = gathered(records)
    conversations = Conversations(WIRE)
    conversations.read(
        (Record(one.number, call_of(one.value)) if type(one) is Record else one for one in streams.records),
        alone=alone or {one.number for one in streams.records if type(one) is Record and _is_of_batch(one.value)},
    )
    for number, conversation in enumerate(conversations.all, 1):
        builder = conversation.builder
        join_chunks(builder, streams.numbers)
        broken_off = bool(builder.messages) and builder.messages[-1].records[0] in streams.broken_off
        yield _finish(
            builder,
            RecordArray(path, 1, len(records)),
            run_id="" if len(conversations.all) == 1 else str(number),
            ending=_BROKEN_OFF if broken_off else ending_by_messages(builder),
            models=builder.models() or tuple(conversation.models),
            notes=tuple(conversation.notes),
        )


def _is_of_batch(value: Any) -> bool:
    """A line of a batch's input or output, which has nothing to do with the lines around it."""
    return type(value) is dict and "custom_id" in value and ("body" in value or "response" in value)


def _finish(builder: RunBuilder, *arrays: RecordArray, run_id: str = "", **facts: Any) -> Run:
    return builder.finish(run_id=run_id, format=NAME, records=arrays, alternates=True, **facts)


FORMAT = Format(
    NAME,
    "OpenAI Chat Completions",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="by `outcome` where a harness wrote one; else open while a reply or result is due, unknown otherwise",
    usage="`prompt_tokens` less its cached and cache-written tokens; completion tokens as they are, with reasoning",
    line_signs=frozenset({"choices", "error", "messages", "request", "response", "body", "role"}),
    alternates=True,
    one_result_per_record=True,
    follow=follow,
)
