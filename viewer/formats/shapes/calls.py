"""Logged API calls: request bodies that repeat the growing list, and the responses to them."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import EntryOf, RunBuilder
from viewer.formats.convert import listing
from viewer.formats.entries import Aside, Entry, Reply
from viewer.model.request import Context
from viewer.model.source import RecordArray


@dataclass(frozen=True)
class Call:
    """One logged call."""

    request: dict[str, Any] | None
    response: dict[str, Any] | None

    @staticmethod
    def of(value: Any, messages_key: str = "messages") -> "Call | None":
        """`{"request": body, "response": body}`, either of which may be missing or null."""
        if not isinstance(value, dict):
            return None
        request, response = value.get("request"), value.get("response")
        if isinstance(request, dict) and messages_key in request:
            return Call(request, response if isinstance(response, dict) else None)
        return None


@dataclass(frozen=True)
class Wire:
    """What `Conversations` must know of one vendor's API."""

    new_builder: Callable[[], RunBuilder]
    add_fields: Callable[[RunBuilder, dict[str, Any]], None]
    entry_of_message: Callable[[dict[str, Any]], Entry]
    reply_of_response: Callable[[dict[str, Any]], Reply | Aside]
    """`Aside`: the response holds no reply, such as an error."""
    message_of_response: Callable[[dict[str, Any]], dict[str, Any]]
    """The response as the next request would repeat it."""
    identity: Callable[[dict[str, Any]], Any]
    """What makes two copies of a message the same, whatever cache marks were added."""
    messages_key: str = "messages"
    """Where a request body holds its list."""
    content_key: str = "content"
    """What a message that stands in a line of its own has."""
    first_message: Callable[[list[Any]], int] = lambda messages: 0
    """How many entries of a request's list are request fields, not messages."""


@dataclass
class Conversation:
    """One run as far as it is read."""

    builder: RunBuilder
    known: list[Any] = field(default_factory=list)
    """Identities of the messages so far, as a request would list them."""
    models: dict[str, None] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)
    sent: bool = False
    """A request waits for its response."""
    notes: list[str] = field(default_factory=list)


class Conversations:
    """Sorts records of calls into runs: a request goes on with a run while it extends that run's list."""

    def __init__(self, wire: Wire) -> None:
        self.all: list[Conversation] = []
        self._wire = wire
        self._count = 0
        self._last: Conversation | None = None
        """The one that the record before went to."""
        self._by_start: dict[str, list[Conversation]] = {}
        """By the first message, since few runs share it."""

    def read(self, records: Iterable[Record | BadRecord], alone: Container[int] = ()) -> None:
        """Take all records, each in exactly one conversation.

        Args:
            records: in the order of the log.
            alone: numbers of those that go on with no other.
        """
        for record in records:
            self._count += 1
            if record.number in alone:
                conversation = self._new()
            else:
                conversation = self._conversation(record.value if isinstance(record, Record) else None)
            self._last = conversation
            builder = conversation.builder
            before = len(builder.requests)
            builder.map([record], self._entries_for(conversation))
            for position in range(before, len(builder.requests)):
                _see_all_before(builder, position)

    def _entries_for(self, conversation: Conversation) -> EntryOf:
        return lambda record: self._entries(conversation, record.value)

    def records(self) -> tuple[RecordArray, ...]:
        """The lines, which all conversations share."""
        return (RecordArray("", 1, self._count),)

    def _conversation(self, value: Any) -> Conversation:
        body = _request_of(value, self._wire.messages_key)
        if body is None:
            return self._last or self._new()
        messages = self._messages(body)
        if self._last is not None and _extends(self._last, messages):
            return self._last
        same_start = self._by_start.setdefault(repr(messages[0]) if messages else "", [])
        for earlier in reversed(same_start):
            if len(earlier.known) > 1 and _extends(earlier, messages):
                return earlier
        same_start.append(self._new())
        return self.all[-1]

    def _new(self) -> Conversation:
        self.all.append(Conversation(self._wire.new_builder()))
        return self.all[-1]

    def _messages(self, body: dict[str, Any]) -> list[Any]:
        """Identities of the messages of a request."""
        messages = body[self._wire.messages_key]
        if type(messages) is not list:
            return []
        return [
            self._wire.identity(message) if type(message) is dict else message
            for message in messages[self._wire.first_message(messages) :]
        ]

    def _entries(self, conversation: Conversation, value: Any) -> tuple[Entry, ...]:
        if not isinstance(value, dict):
            raise TypeError("an object is expected: a message, a request body or a response")
        key = self._wire.messages_key
        call = Call.of(value, key)
        if call is None and key in value:
            call = Call(value, None)
        if call is None and self._wire.content_key in value and value.get("type") != "message":
            conversation.known.append(self._wire.identity(value))
            return (self._wire.entry_of_message(value),)
        if call is None:
            call = Call(None, value)
        entries: list[Entry] = []
        known: list[Any] = []
        if call.request is not None:
            messages = listing(call.request[key])
            for message in messages[self._wire.first_message(messages) + len(conversation.known) :]:
                entries.append(self._wire.entry_of_message(message))
                known.append(self._wire.identity(message))
            self._wire.add_fields(conversation.builder, call.request)
            model = call.request.get("model")
            if isinstance(model, str):
                conversation.models[model] = None
            conversation.sent = True
        if call.response is not None:
            answer = self._answer(conversation, call.response)
            if isinstance(answer, Reply):
                known.append(self._wire.identity(self._wire.message_of_response(call.response)))
            elif entries:
                conversation.notes.append(f"a response held no reply: {answer.why}")
            if isinstance(answer, Reply) or not entries:
                entries.append(answer)
        conversation.known.extend(known)
        return tuple(entries) or (Aside("request", "repeats the list before it and has no response"),)

    def _answer(self, conversation: Conversation, response: dict[str, Any]) -> Reply | Aside:
        reply = self._wire.reply_of_response(response)
        if not isinstance(reply, Reply) or not conversation.sent:
            return reply
        conversation.sent = False
        return msgspec.structs.replace(reply, context=_OWN_LIST)


_OWN_LIST = Context((), "recorded", "the request's own message list is in the file")


def _see_all_before(builder: RunBuilder, position: int) -> None:
    """The request's list is all that stands before its reply, whose index is known only now."""
    request = builder.requests[position]
    if request.context is _OWN_LIST and request.message_index:
        ranges = ((0, request.message_index - 1),)
        builder.requests[position] = msgspec.structs.replace(
            request, context=msgspec.structs.replace(_OWN_LIST, ranges=ranges)
        )


def _extends(conversation: Conversation, messages: list[Any]) -> bool:
    return messages[: len(conversation.known)] == conversation.known


def _request_of(value: Any, messages_key: str) -> dict[str, Any] | None:
    call = Call.of(value, messages_key)
    if call is not None:
        return call.request
    return value if isinstance(value, dict) and messages_key in value else None
