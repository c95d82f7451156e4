"""Events of a Copilot CLI session: messages, reasoning, calls as they run, compactions, the end of the session."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.convert import count, listing, mapping, number_or_none, text, text_or_none, timestamp, whole_or_none
from viewer.formats.entries import Aside, Compacted, Entry, Input, Measured, Piece, Reply
from viewer.formats.shapes.call_streams import CallStream
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Document, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

_ASIDES = {
    "session.start": "what the session is, not a message",
    "session.resume": "the session was opened again",
    "session.model_change": "the user chose another model",
    "session.shutdown": "the end of the session, with its totals",
    "session.error": "an error of the client or the provider",
    "assistant.turn_start": "a step of the loop begins",
    "assistant.turn_end": "a step of the loop ends",
    "tool.execution_start": "a call that a reply holds is being run",
    "tool.execution_partial_result": "a piece of a result; the whole of it follows",
    "tool.user_requested": "the user asked for a command; its result follows",
    "abort": "the turn was broken off",
}
_NO_REPLY = Aside("reasoning without a reply", "no reply follows it: it was broken off")


class Events:
    """Maps the events of one agent in order."""

    def __init__(self, stream: CallStream) -> None:
        self._call = stream.call
        self._builder = stream.builder
        self._start: dict[str, Any] = {}
        self._model: str | None = None
        self._reasoning: list[str] = []
        self._stopped: tuple[int, Ending] | None = None
        """The record that last broke the session off, and how."""
        self._shutdown: dict[str, Any] = {}

    def entry(self, record: Record) -> Entry:
        """What an event is. Those of unknown types are set aside under their own type."""
        event = mapping(record.value)
        kind, data = text(event["type"]), mapping(event["data"])
        when = timestamp(event.get("timestamp"))
        match kind:
            case "assistant.message":
                return self._reply(data, when)
            case "assistant.reasoning":
                self._reasoning.append(text(data["content"]))
                return Piece()
            case "assistant.usage":
                return Measured(kind, "the figures of the reply", _usage(data), _seconds(data))
            case "user.message":
                self.break_off()
                return Input(_words(data), timestamp=when)
            case "system.message":
                words = text(data["content"])
                return system_entry(self._builder, words, (Text(words),), when)
            case "tool.execution_complete":
                return _result(data, when)
            case "session.truncation":
                return Compacted(
                    "the client cut messages from the requests that follow; which, is not told", known=False
                )
            case "session.compaction_complete":
                return _compaction(data, when)
            case _:
                self._note(kind, data, record.number)
                return Aside(kind, _ASIDES.get(kind, "the client's own, no part of the conversation"))

    def _note(self, kind: str, data: dict[str, Any], number: int) -> None:
        """What events that are no messages tell of the run."""
        if kind == "session.start":
            self._start = self._start or data
            self._model = text_or_none(data.get("selectedModel"))
        elif kind == "session.model_change":
            self._model = text_or_none(data.get("newModel"))
        elif kind == "abort":
            self._stopped = (number, Ending("censored", f"abort: {data.get('reason')}", "abort"))
            self._builder.end_turn()
        elif kind == "session.error":
            self._stopped = (number, Ending("censored", f"session.error: {data.get('errorType')}", "crash"))
        elif kind == "session.shutdown":
            self._shutdown = data
            if data.get("shutdownType") == "error":
                self._stopped = (number, Ending("censored", "`shutdownType` is error", "crash"))

    def break_off(self) -> None:
        """Reasoning that waits for its reply waits in vain."""
        if self._reasoning:
            self._builder.give_up_pieces(_NO_REPLY)
            self._reasoning.clear()

    def _reply(self, data: dict[str, Any], when: str | None) -> Reply:
        """The reasoning stands in the message, or before it in an event of its own, or in both."""
        made: list[Block] = []
        reasoning, opaque = data.get("reasoningText"), text_or_none(data.get("reasoningOpaque"))
        if reasoning:
            made.append(Thinking(text(reasoning), opaque))
        elif self._reasoning:
            made.extend(Thinking(words) for words in self._reasoning)
        elif opaque or data.get("encryptedContent"):
            made.append(Thinking(None, opaque or text_or_none(data.get("encryptedContent")), redacted=True))
        self._reasoning.clear()
        if data.get("content"):
            made.append(Text(text(data["content"])))
        for call in listing(data.get("toolRequests") or []):
            made.append(
                ToolUse(text_or_none(mapping(call).get("toolCallId")), text(call["name"]), call.get("arguments"))
            )
        written = count(data.get("outputTokens"))
        return Reply(
            tuple(made),
            text_or_none(data.get("messageId")) or None,
            None if written is None else Usage(output_tokens=written),
            model=text_or_none(data.get("model")) or self._model,
            timestamp=when,
        )

    def run(self, format: str, array: RecordArray) -> Run:
        """The run of these events."""
        status = self._shutdown.get("shutdownType")
        return self._builder.finish(
            run_id=self._call or str(self._start.get("sessionId") or ""),
            format=format,
            records=(array,),
            attributes=self._start,
            exit_status=status if type(status) is str else None,
            ending=self._ending(),
            stated=_stated(self._shutdown.get("modelMetrics")),
        )

    def _ending(self) -> Ending:
        last = max((number for message in self._builder.messages[-1:] for number in message.records), default=0)
        if self._stopped is not None and self._stopped[0] > last:
            return self._stopped[1]
        return ending_by_messages(self._builder)


def _words(data: dict[str, Any]) -> tuple[Block, ...]:
    """What the model was sent: the client may add to what the user typed."""
    sent = data.get("transformedContent")
    words = Text(sent if type(sent) is str and sent else text(data["content"]))
    return (words, *(Document(None, one) for one in listing(data.get("attachments") or [])))


def _result(data: dict[str, Any], when: str | None) -> Input:
    if data.get("isUserRequested") is True:
        return Input((Unknown("command of the user", data),), who="caller", timestamp=when)
    worked, error, result = data.get("success"), data.get("error"), data.get("result")
    content = result.get("content", result) if type(result) is dict else result
    if content is None and type(error) is dict:
        content = error.get("message", error)
    flag = None if type(worked) is not bool else not worked
    return Input((ToolResult(text_or_none(data.get("toolCallId")), content, flag),), timestamp=when)


def _compaction(data: dict[str, Any], when: str | None) -> Entry:
    if data.get("success") is False:
        return Aside("compaction", "it failed: the list stayed as it was")
    summary = data.get("summaryContent")
    made = (Text(summary),) if type(summary) is str and summary else ()
    before, removed = data.get("preCompactionMessagesLength"), data.get("messagesRemoved")
    if made and (removed is None or removed == before):
        return Compacted("from the last compaction's summary on", made, when)
    return Compacted("a compaction: which of the messages before it were kept is not told", made, when, known=False)


def _usage(data: dict[str, Any]) -> Usage:
    """`inputTokens` includes what was read from and written to the cache."""
    whole, read, written = (count(data.get(f"{kind}Tokens")) for kind in ("input", "cacheRead", "cacheWrite"))
    inside = (read or 0) + (written or 0)
    fresh = whole - inside if whole is not None and inside <= whole else whole
    return Usage(fresh, read, written, count(data.get("outputTokens")))


def _seconds(data: dict[str, Any]) -> float | None:
    duration = number_or_none(data.get("duration"))
    return None if duration is None else duration / 1000


def _stated(metrics: Any) -> tuple[Stated, ...]:
    """The totals of each model, as the end of the session tells them."""
    found: list[Stated] = []
    for model, one in metrics.items() if type(metrics) is dict else ():
        counted = one.get("usage") if type(one) is dict else None
        if type(counted) is not dict:
            continue
        known = {name: whole_or_none(value) for name, value in counted.items()}
        requests = one.get("requests")
        steps = whole_or_none(requests.get("count")) if type(requests) is dict else None
        found.append(Stated("run", f"`modelMetrics` of {model}", _usage(known), steps=steps, metrics=one))
    return tuple(found)
