"""Logged calls of the OpenAI Responses API: request bodies, responses, stream events, bare items; sorted into runs."""

from collections.abc import Iterable
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping
from viewer.formats.entries import Aside, Entry, Reply
from viewer.formats.shapes.response_items import Items, reply_of
from viewer.formats.shapes.response_stream import ResponseStream, is_event
from viewer.model.request import Context, recorded
from viewer.model.source import RecordArray

PARAMETERS = (
    "temperature", "top_p", "max_output_tokens", "max_tool_calls", "tool_choice", "parallel_tool_calls", "reasoning",
    "text", "truncation", "store", "include", "stream", "stream_options", "service_tier", "background", "prompt",
    "prompt_cache_key", "prompt_cache_retention", "top_logprobs", "context_management", "frequency_penalty",
    "presence_penalty",
)  # fmt: skip
"""Of a request or of the response that repeats them."""
_NOT_IN_FILE = Context((), "unknown", reason="the request's input is not in this file")
_KEPT = Context((), "unknown", reason="the request goes on with a conversation that the provider keeps")


def parts_of(value: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Request and response of one logged call; both None where it is neither."""
    request, response = value.get("request"), value.get("response")
    if is_of_batch(value):
        if type(value.get("body")) is dict:
            return parts_of(value["body"])
        response = response.get("body") if type(response) is dict else None
    if type(request) is dict and "input" in request:
        return request, response if type(response) is dict else None
    if type(response) is dict and type(response.get("output")) is list and not is_event(value):
        return request if type(request) is dict else None, response
    if type(value.get("output")) is list and value.get("type") is None:
        return (value if "input" in value else None), value
    if "input" in value and value.get("type") is None:
        return value, None
    return None, None


def is_of_batch(value: dict[str, Any]) -> bool:
    """Whether a value is a line of a batch's input or output, which has nothing to do with the lines around it."""
    return "custom_id" in value and ("body" in value or "response" in value)


def input_items(request: dict[str, Any]) -> list[Any]:
    """The items that a request sends; a text is one of the user's."""
    given = request.get("input")
    if given is None:
        return []
    return [{"role": "user", "content": given}] if type(given) is str else listing(given)


def add_fields(builder: RunBuilder, body: dict[str, Any]) -> None:
    """Instructions, tools and parameters of a request or response."""
    parameters = {key: body[key] for key in PARAMETERS if body.get(key) is not None}
    instructions = body.get("instructions")
    builder.fields(
        system=None if instructions is None else recorded(instructions),
        tools=recorded(body["tools"]) if type(body.get("tools")) is list else None,
        parameters=recorded(parameters) if parameters else None,
    )


def unknown_context(head: dict[str, Any], *, has_input: bool = True) -> Context | None:
    """Why a request's context is not in the file; None: nothing speaks against it."""
    previous = head.get("previous_response_id")
    if previous is not None:
        return Context((), "unknown", reason=f"previous_response_id {previous} names a response not in this run")
    if head.get("conversation") is not None:
        return _KEPT
    return None if has_input else _NOT_IN_FILE


def listed_context(builder: RunBuilder) -> Context:
    """The list so far, which the file shows as what a request sent."""
    last = len(builder.messages) - 1
    return Context(((0, last),) if last >= 0 else (), "recorded", "the request's own input is in the file")


class Chain:
    """One run as far as it is read."""

    def __init__(self) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self.last_id: Any = None
        self.known: list[Any] = []
        """Identities of the items so far, as a request would list them; without reasoning, which clients leave out."""
        self.head: dict[str, Any] = {}
        """The last response, or the last request where there is none."""
        self.broken = False
        """Whether an error event came and no response after it."""
        self._items = Items()
        self._stream = ResponseStream(self._items)
        self._sent: Context | None = _NOT_IN_FILE
        """Of the request that waits for its response; None: the list so far is what it sent."""

    def entries(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What one logged line is."""
        value = mapping(record.value)
        request, response = parts_of(value)
        if request is None and response is None:
            return self._event(value) if is_event(value) else self._item(value)
        made = [] if request is None else self._requested(request)
        reply = None if response is None else self._answer(response)
        for entry in made:
            self.builder.add(entry, record.number)
        if reply is None:
            return () if made else Aside("request", "repeats the list before it and has no response")
        return self._seen(reply)

    def close(self) -> None:
        """The reply of a stream that was cut off."""
        last = self.builder.last_piece
        if last is not None:
            self.builder.add(self._seen(self._stream.rest()), last)

    def new_items(self, items: list[Any]) -> int | None:
        """Place of the first item that the list so far lacks; None: the request does not repeat that list."""
        at = 0
        for place, item in enumerate(items):
            if type(item) is dict and item.get("type") == "reasoning" and self.known:
                continue
            if at == len(self.known):
                return place
            if identity(item) != self.known[at]:
                return None
            at += 1
        return len(items) if at == len(self.known) else None

    def _requested(self, request: dict[str, Any]) -> list[Entry]:
        items = input_items(request)
        chained = self.last_id is not None and request.get("previous_response_id") == self.last_id
        items = items[0 if chained else self.new_items(items) or 0 :]
        made = [self._items.entry(mapping(item)) for item in items]
        add_fields(self.builder, request)
        self.known.extend(identity(item) for item in items if item.get("type") != "reasoning")
        self.head = request
        self._sent = None if chained else unknown_context(request)
        return made

    def _answer(self, response: dict[str, Any]) -> Reply:
        made = tuple(block for item in listing(response.get("output") or []) for block in self._items.output(item))
        reply = reply_of(response, made)
        self._from_response(response)
        self._answered(response)
        return reply

    def _from_response(self, response: dict[str, Any]) -> None:
        """What a response repeats of its request, where the request itself is not in the file."""
        if self._sent is _NOT_IN_FILE:
            add_fields(self.builder, response)
            if self.last_id is None or response.get("previous_response_id") != self.last_id:
                self._sent = unknown_context(response, has_input=False)

    def _answered(self, response: dict[str, Any]) -> None:
        self._items.reply_ended()
        self.known.extend(
            identity(item)
            for item in response.get("output") or ()
            if type(item) is dict and item.get("type") != "reasoning"
        )
        self.last_id, self.head = response.get("id"), response

    def _event(self, event: dict[str, Any]) -> Entry | tuple[Entry, ...]:
        response = event.get("response")
        begins = event["type"] == "response.created"
        if begins and self._stream.is_open and self.builder.last_piece is not None:
            self.close()
        entry = self._stream.entry(event)
        self.broken = event["type"] == "error" or (self.broken and not begins)
        if type(response) is dict and (begins or type(entry) is Reply):
            self._from_response(response)
            self.head = response
        if type(entry) is Reply:
            self._answered(mapping(event["response"]))
            return self._seen(entry)
        return entry

    def _item(self, item: dict[str, Any]) -> Entry:
        entry = self._items.entry(item)
        self.known.append(identity(item))
        return entry

    def _seen(self, reply: Reply) -> Reply:
        """The reply with the context of its request."""
        context, self._sent = self._sent, _NOT_IN_FILE
        return msgspec.structs.replace(reply, context=context or listed_context(self.builder))


class ResponseLog:
    """Sorts lines into runs: a request goes on with a run that it repeats or whose last response it names."""

    def __init__(self) -> None:
        self.chains: list[Chain] = []
        self._count = 0

    def read(self, records: Iterable[Record | BadRecord]) -> None:
        """Take all records, each in exactly one run."""
        for record in records:
            self._count += 1
            chain = self._chain(record.value if type(record) is Record else None)
            chain.builder.map([record], chain.entries)
        for chain in self.chains:
            chain.close()

    def records(self) -> tuple[RecordArray, ...]:
        """The lines, which all runs share."""
        return (RecordArray("", 1, self._count),)

    def _chain(self, value: Any) -> Chain:
        if type(value) is dict:
            if is_of_batch(value):
                return self._new()
            request, response = parts_of(value)
            head = request if request is not None else response
            if head is None and value.get("type") == "response.created":
                head = value.get("response")
            if type(head) is dict:
                found = self._of_call(head, request)
                if found is not None:
                    return found
        return self.chains[-1] if self.chains else self._new()

    def _of_call(self, head: dict[str, Any], request: dict[str, Any] | None) -> Chain | None:
        previous = head.get("previous_response_id")
        if previous is not None:
            return next((chain for chain in reversed(self.chains) if chain.last_id == previous), None) or self._new()
        if request is None:
            return None
        items = request.get("input")
        if type(items) is list:
            for chain in reversed(self.chains):
                if chain.known and chain.new_items(items) is not None:
                    return chain
        return self._new()

    def _new(self) -> Chain:
        self.chains.append(Chain())
        return self.chains[-1]


def identity(item: Any) -> Any:
    """What makes two copies of an item the same, whatever ids, status and annotations a client adds or drops."""
    if type(item) is not dict:
        return item
    kind = item.get("type", "message")
    if kind == "message":
        content = item.get("content")
        if type(content) is list:
            content = "".join(str(part.get("text", part)) if type(part) is dict else str(part) for part in content)
        return item.get("role"), content
    if item.get("call_id") is not None:
        return kind, item["call_id"]
    return kind, item.get("id")
