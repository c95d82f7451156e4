"""Events of `gemini --output-format stream-json`: init, message (with deltas), tool_use, tool_result, error, result."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import count, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Piece, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.run import Ending, Stated
from viewer.model.usage import Usage


class Stream:
    """Takes the events of one run; what the model writes until results or words come is one reply."""

    def __init__(self, builder: RunBuilder) -> None:
        self.attributes: dict[str, Any] = {}
        self.result: dict[str, Any] | None = None
        self.stated: tuple[Stated, ...] = ()
        self._builder = builder
        self._texts: list[str] = []
        self._replies = 0
        self._in_reply = False
        self._model: str | None = None
        self._when: str | None = None

    def entry(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What one event is."""
        event = mapping(record.value)
        when = timestamp(event.get("timestamp"))
        match text(event["type"]):
            case "init":
                self._model = text_or_none(event.get("model"))
                self.attributes = {key: one for key, one in event.items() if key not in ("type", "timestamp")}
                return Aside("init", "session and model, not a message")
            case "message" if event["role"] == "assistant":
                return self._said(text(event["content"]), when, more=event.get("delta") is True)
            case "message" if event["role"] == "user":
                words = Input((Text(text(event["content"])),), timestamp=when)
                self._end_reply()
                return words
            case "tool_use":
                use = ToolUse(text_or_none(event.get("tool_id")), text(event["tool_name"]), event.get("parameters"))
                self.flush()
                return self._reply((use,), when)
            case "tool_result":
                result = _result(event)
                self._end_reply()
                return Input((result,), timestamp=when)
            case "error":
                return Aside(f"error ({event.get('severity')})", str(event.get("message")))
            case "result":
                self.stated = _stated(event.get("stats"))
                self._end_reply()
                self.result = event
                return Aside("result", "how the run ended, and its totals")
            case kind:
                raise ValueError(f"events of type {kind!r} are not known")

    def flush(self) -> None:
        """Add the text of the deltas so far."""
        last = self._builder.last_piece
        if last is not None:
            made = (Text("".join(self._texts)),)
            self._texts = []
            self._builder.add(self._reply(made, self._when), last)

    def _said(self, words: str, when: str | None, *, more: bool) -> Entry:
        if more:
            self._when = self._when if self._texts else when
            self._texts.append(words)
            return Piece()
        self.flush()
        return self._reply((Text(words),), when)

    def _reply(self, made: tuple[Text | ToolUse, ...], when: str | None) -> Reply:
        if not self._in_reply:
            self._replies += 1
            self._in_reply = True
        return Reply(made, f"reply {self._replies}", model=self._model, timestamp=when)

    def _end_reply(self) -> None:
        self.flush()
        self._in_reply = False

    def ending(self) -> Ending:
        """By the `result` event; without one the stream was cut."""
        if self.result is None:
            return Ending("open", "no `result` event ends the stream")
        kind = self.exit_status()
        if self.result.get("status") != "error":
            return ending_by_messages(self._builder)
        if kind is not None and "TurnLimit" in kind:
            return Ending("censored", f"`result` is an error: {kind}", "steps")
        if kind is not None and ("Cancel" in kind or "Abort" in kind):
            return Ending("censored", f"`result` is an error: {kind}", "abort")
        return Ending("censored", f"`result` is an error: {kind or 'of no recorded type'}", "crash")

    def exit_status(self) -> str | None:
        """The type of the final error, else the status."""
        if self.result is None:
            return None
        error = self.result.get("error")
        found = error.get("type") if type(error) is dict else self.result.get("status")
        return found if type(found) is str else None


def _stated(stats: Any) -> tuple[Stated, ...]:
    """The totals of the `result` event: `input_tokens` includes `cached`."""
    if stats is None:
        return ()
    whole, cached = count(mapping(stats).get("input_tokens")), count(stats.get("cached"))
    full_rate = None if whole is None else whole - (cached or 0)
    usage = Usage(full_rate, cached, None, count(stats.get("output_tokens")))
    return (Stated("run", "result.stats", usage, metrics=stats),)


def _result(event: dict[str, Any]) -> ToolResult:
    """What came back, or the error in its place; some results have neither."""
    status = event.get("status")
    flag = status == "error" if status in ("success", "error") else None
    output, error = event.get("output"), event.get("error")
    content = output if error is None else error if output is None else {"output": output, "error": error}
    return ToolResult(text_or_none(event.get("tool_id")), content, flag)
