"""Messages of a Cline or Roo Code task: Anthropic blocks, AI SDK parts, calls and results written as text."""

from collections.abc import Callable
from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.cline_text import calls_in, is_injected, results_in
from viewer.formats.convert import count, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Piece, Reply
from viewer.formats.shapes.anthropic_blocks import blocks as anthropic_blocks
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.usage import Usage

_PARENTS = ("condenseParent", "truncationParent")
_NO_REPLY = Aside("reasoning without a reply", "no reply follows it: it was broken off")


def hidden_before(messages: list[Any]) -> int:
    """How many messages from the first on a later summary or marker takes the place of."""
    found = 0
    for message in messages:
        if type(message) is not dict or not any(type(message.get(key)) is str for key in _PARENTS):
            break
        found += 1
    return found


class Messages:
    """Maps the messages of a task in order."""

    def __init__(self, builder: RunBuilder, hidden: int) -> None:
        self._builder = builder
        self._hidden = hidden
        self._reasoning: list[Block] = []

    def entry(self, record: Record) -> Entry:
        """What a message is."""
        message = mapping(record.value)
        if message.get("type") == "reasoning" and "role" not in message:
            self._reasoning.extend(_reasoning_item(message))
            return Piece()
        role, when = text(message["role"]), timestamp(message.get("ts"))
        made = _blocks(message["content"])
        if message.get("isTruncationMarker") is True:
            self.break_off()
            return Compacted("the client cut messages from the requests that follow", made, when, known=False)
        if message.get("isSummary") is True:
            self.break_off()
            return self._summary(made, when, record.number)
        if role == "assistant":
            return self._reply(message, made, when)
        self.break_off()
        if role not in ("user", "tool"):
            raise ValueError(f"role {role!r} is none of user, assistant, tool")
        return _input(results_in(made), when)

    def break_off(self) -> None:
        """Reasoning that waits for its reply waits in vain."""
        if self._reasoning:
            self._builder.give_up_pieces(_NO_REPLY)
            self._reasoning.clear()

    def _summary(self, made: tuple[Block, ...], when: str | None, number: int) -> Compacted:
        if self._hidden >= number - 1:
            return Compacted("from the last summary on", made, when)
        return Compacted("a summary stands in the place of some of the messages before it", made, when, known=False)

    def _reply(self, message: dict[str, Any], made: tuple[Block, ...], when: str | None) -> Reply:
        before = tuple(self._reasoning)
        self._reasoning.clear()
        thought = message.get("reasoning_content")
        if thought and not before:
            before = (Thinking(text(thought)),)
        if not any(type(block) is ToolUse for block in made):
            made = tuple([one for block in made for one in (calls_in(block.text) if type(block) is Text else (block,))])
        told = message.get("modelInfo")
        model = told.get("modelId") if type(told) is dict else None
        return Reply((*before, *made), None, _usage(message.get("metrics")), model=text_or_none(model), timestamp=when)


def _input(made: tuple[Block, ...], when: str | None) -> Input:
    """Words of a person, results, or only what the client wrote."""
    others = [block for block in made if type(block) is not ToolResult]
    by_client = all(type(block) is Text and is_injected(block.text) for block in others)
    return Input(made, who="loop" if by_client and made else None, timestamp=when)


def _reasoning_item(item: dict[str, Any]) -> list[Block]:
    signature = text_or_none(item.get("encrypted_content"))
    parts = [text(mapping(part)["text"]) for part in listing(item.get("summary") or [])]
    if not parts:
        return [Thinking(None, signature, redacted=True)]
    return [Thinking(parts[0], signature), *(Thinking(part) for part in parts[1:])]


def _blocks(content: Any) -> tuple[Block, ...]:
    if type(content) is not list:
        return anthropic_blocks(content)
    return tuple([block for part in content for block in _part(part)])


def _part(part: Any) -> tuple[Block, ...]:
    kind = part.get("type") if type(part) is dict else None
    read = _AI_SDK.get(kind) if type(kind) is str else None
    return anthropic_blocks([part]) if read is None else (read(part),)


def _call(part: dict[str, Any]) -> Block:
    return ToolUse(text_or_none(part.get("toolCallId")), text(part["toolName"]), part.get("input", part.get("args")))


def _result(part: dict[str, Any]) -> Block:
    output = part.get("output", part.get("result"))
    kind = output.get("type") if type(output) is dict else None
    failed = kind in ("error-text", "error-json")
    content = output["value"] if type(output) is dict and {"type", "value"} == output.keys() else output
    name = text_or_none(part.get("toolName"))
    return ToolResult(text_or_none(part.get("toolCallId")), content, True if failed else None, name)


def _reasoning(part: dict[str, Any]) -> Block:
    return Thinking(text_or_none(part.get("text")))


_AI_SDK: dict[str, Callable[[dict[str, Any]], Block]] = {
    "tool-call": _call,
    "tool-result": _result,
    "reasoning": _reasoning,
}


def _usage(metrics: Any) -> Usage | None:
    """`prompt` excludes the cache; `cached` is reads and writes in one number, so that neither is known but for 0."""
    tokens = metrics.get("tokens") if type(metrics) is dict else None
    if type(tokens) is not dict:
        return None
    cached = 0 if tokens.get("cached") == 0 else None
    return Usage(count(tokens.get("prompt")), cached, cached, count(tokens.get("completion")))
