"""A stream of the Vercel AI SDK put together: the chunks of a step are one reply, then the results of its calls."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, count, mapping, stop_reason, text, text_or_none
from viewer.formats.entries import Aside, Entry, Input, Piece, Reply
from viewer.formats.shapes.any_part import any_part
from viewer.formats.shapes.genai_usage import usage_of
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.request import Context
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

KINDS = frozenset({
    "start-step", "finish-step", "tool-input-start", "tool-input-delta", "tool-input-available",
    "tool-output-available", "tool-output-error", "reasoning-start", "text-start",
})  # fmt: skip
"""Types of chunks that no other stream has."""
_FRAMES = {
    "start": "the stream begins",
    "finish": "the stream ends",
    "message-metadata": "what the application says of the message",
    "raw": "the provider's own chunk, which others repeat",
}
_PIECE = Piece()
_NOT_IN_FILE = Context((), "unknown", reason="the request is not in this file: a stream holds what was answered only")


class Chunks:
    """Takes the chunks of one stream in order."""

    def __init__(self) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self._blocks: dict[str, list[Any]] = {}
        """By the id of a part: its kind, what it is called, and the pieces of it, in the order of their start."""
        self._results: list[tuple[int, Entry]] = []
        self._names: dict[str, tuple[str, bool]] = {}
        """Of calls: the tool, and whether the provider runs it."""
        self._broken: Ending | None = None
        self._finished = False
        self._attributes: dict[str, Any] = {}

    def run(self, format: str, records: list[Record | BadRecord], array: RecordArray) -> Run:
        """The run that the chunks make; a reply that the stream breaks off in is kept as far as it came."""
        self.builder.map(records, self._entry)
        last = self.builder.last_piece
        if last is not None:
            if self._blocks:
                self.builder.add(self._reply(None, None, None), last)
            else:
                self.builder.give_up_pieces(Aside("step", "the stream ends before a part of its reply"))
        self._add_results()
        return self.builder.finish(
            run_id=str(self._attributes.pop("message_id", "")),
            format=format,
            records=(array,),
            attributes=self._attributes,
            ending=self._ending(),
        )

    def _ending(self) -> Ending:
        if self._broken is not None:
            return self._broken
        if not self._finished:
            return Ending("open", "the stream has no finish chunk")
        return ending_by_messages(self.builder)

    def _entry(self, record: Record) -> Entry | tuple[()]:
        """What one chunk is: most are pieces of the reply that their step makes."""
        chunk = mapping(record.value)
        kind = text(chunk["type"])
        if kind == "text-delta":  # nearly all chunks of a stream are these
            part = self._blocks.get(f"text {chunk.get('id')}")
            words = chunk.get("delta")
            if part is not None and type(words) is str:
                part[2].append(words)
                return _PIECE
        if kind == "finish-step":
            return self._step(record.number, chunk)
        if kind in _FRAMES:
            self._finished = kind == "finish"
            self._told(chunk)
            return Aside(kind, _FRAMES[kind])
        if kind == "error" or kind == "abort":
            said = text_or_none(chunk.get("errorText", chunk.get("reason")))
            self._broken = Ending(
                "censored", f"an {kind} chunk ended the stream", "crash" if kind == "error" else "abort"
            )
            return Aside(kind, said or f"an {kind} without words")
        if kind.startswith("tool-output") or kind in ("tool-result", "tool-error"):
            return self._output(record.number, chunk, kind)
        self._piece(record.number, chunk, kind)
        return _PIECE

    def _told(self, chunk: dict[str, Any]) -> None:
        if type(chunk.get("messageId")) is str:
            self._attributes["message_id"] = chunk["messageId"]
        if type(chunk.get("messageMetadata")) is dict:
            self._attributes |= chunk["messageMetadata"]

    def _piece(self, number: int, chunk: dict[str, Any], kind: str) -> None:
        """Adds a chunk to the part it belongs to."""
        if kind.startswith("tool-input") or kind == "tool-call":
            self._input(number, chunk, kind)
        elif kind.startswith(("text", "reasoning")):
            what = "text" if kind.startswith("text") else "reasoning"
            part = self._blocks.setdefault(f"{what} {chunk.get('id')}", [what, "", []])
            if kind.endswith("-delta"):
                part[2].append(text(chunk["delta"] if "delta" in chunk else chunk["text"]))
        elif kind not in ("start-step", "tool-approval-request"):
            self._blocks[f"other {len(self._blocks)}"] = ["other", kind, chunk]

    def _input(self, number: int, chunk: dict[str, Any], kind: str) -> None:
        call_id = text(chunk["toolCallId"] if "toolCallId" in chunk else chunk["id"])
        key = f"call {call_id}"
        part = self._blocks.get(key)
        if part is None:
            part = self._blocks[key] = ["call", call_id, []]
        if type(chunk.get("toolName")) is str:
            self._names[call_id] = (chunk["toolName"], chunk.get("providerExecuted") is True)
        if kind == "tool-input-delta":
            part[2].append(text(chunk["inputTextDelta"] if "inputTextDelta" in chunk else chunk["delta"]))
        elif "input" in chunk:
            part[2] = ["", chunk["input"]]
        if kind == "tool-input-error":
            # The loop answers a call that it could not read with the error.
            self._results.append((number, Input((ToolResult(call_id, chunk.get("errorText"), True),))))

    def _output(self, number: int, chunk: dict[str, Any], kind: str) -> Entry | tuple[()]:
        """A result, which stands behind the reply of its step; a preliminary one is not what the model reads."""
        if chunk.get("preliminary") is True:
            return Aside("preliminary output", "a later chunk holds the output that the model read")
        call_id = text(chunk["toolCallId"])
        name, by_provider = self._names.get(call_id, (None, False))
        failed = kind in ("tool-output-error", "tool-output-denied", "tool-error")
        content = chunk.get("errorText", chunk.get("error")) if failed else chunk.get("output", chunk.get("result"))
        result = ToolResult(call_id, content, failed, name, "provider" if by_provider else "client")
        if by_provider:
            self._blocks[f"result {call_id}"] = ["result", call_id, result]
            return _PIECE
        if not self._blocks:
            return Input((result,))  # a step of its own, as adapters of other frameworks write it
        self._results.append((number, Input((result,))))
        return ()

    def _step(self, number: int, chunk: dict[str, Any]) -> Entry | tuple[()]:
        word = text_or_none(chunk.get("finishReason"))
        response = chunk.get("response")
        model = text_or_none(response.get("modelId")) if type(response) is dict else None
        # A step is one call of a model by the SDK's own word, even where a framework's adapter wrote no part of it.
        self.builder.add(self._reply(usage(chunk.get("usage")), word, model), number)
        self._add_results()
        return ()

    def _add_results(self) -> None:
        results, self._results = self._results, []
        for number, entry in results:
            self.builder.add(entry, number)

    def _reply(self, counted: Usage | None, word: str | None, model: str | None) -> Reply:
        """The reply of the parts so far."""
        parts, self._blocks = self._blocks, {}
        made = tuple([self._block(*part) for part in parts.values()])
        return Reply(made, None, counted, stop_reason(word), word, model, context=_NOT_IN_FILE)

    def _block(self, kind: str, name: str, held: Any) -> Block:
        if kind == "text":
            return Text("".join(held))
        if kind == "reasoning":
            return Thinking("".join(held) or None)
        if kind == "call":
            tool, by_provider = self._names.get(name, ("", False))
            given = held[1] if len(held) == 2 and held[0] == "" else arguments("".join(held))
            return ToolUse(name, tool, given, "provider" if by_provider else "client")
        return held if type(held) is ToolResult else any_part(held)


def usage(raw: Any) -> Usage | None:
    """Token counts of a step: `inputTokens` includes cache reads and writes; the newest layout names each."""
    if raw is None:
        return None
    field = mapping(raw).get
    details = field("inputTokenDetails")
    told: dict[str, Any] = details if type(details) is dict else {}
    read = count(told.get("cacheReadTokens", field("cachedInputTokens")))
    return usage_of(
        count(field("inputTokens")), read, count(told.get("cacheWriteTokens")), count(field("outputTokens"))
    )
