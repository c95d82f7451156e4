"""The four-sentence drill: what was visible, what the message is, who produced it, why control moved. Facts only."""

import json
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from viewer.analysis.context import Visible, visible
from viewer.analysis.control import Control, control
from viewer.analysis.pairing import Pairing, pair
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.position import Position
from viewer.model.run import Run

Slot = Literal["visible", "is", "producer", "control"]
FACTS_SHOWN = 12
"""Values named of one result; the rest is counted."""
TEXT_SHOWN = 160
"""Characters quoted of one text; the rest is counted."""
ALL_TOLD = 40
"""Messages of a run up to which each retelling repeats all that was visible; beyond it tells what was new."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True)
class Sentence:
    """One slot of the drill; an empty slot says that it is empty, and why."""

    slot: Slot
    text: str
    positions: tuple[str, ...]
    empty: bool = False


@dataclass(frozen=True)
class Retelling:
    """The sentences of one message, visible first."""

    message_index: int
    sentences: tuple[Sentence, ...]


def retell(run: Run, index: int) -> Retelling:
    """Retell one message of a run."""
    return _Teller(run).message(index)


def retell_run(run: Run) -> tuple[Retelling, ...]:
    """Retell every message of a run."""
    return retell_part(run, 0, len(run.messages) - 1)


def retell_part(run: Run, first: int, last: int) -> tuple[Retelling, ...]:
    """Retell a range of messages, both ends included."""
    teller = _Teller(run)
    return tuple(teller.message(message.index) for message in run.messages[first : last + 1])


class _Teller:
    """Holds what all sentences of a run need."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.pairing: Pairing = pair(run.messages)
        self.visible: tuple[Visible, ...] = visible(run, self.pairing)
        self.control: tuple[Control, ...] = control(run)
        self.requests = {request.message_index: request for request in run.requests}
        self.replies = [request.message_index for request in run.requests]

    def message(self, index: int) -> Retelling:
        message = self.run.messages[index]
        return Retelling(
            index, (self._saw(message), self._is(message), self._producer(message), self._control(message))
        )

    def _saw(self, message: Message) -> Sentence:
        saw = self.visible[message.index]
        if saw.status == "unknown":
            return Sentence("visible", f"What was visible is not known: {saw.reason}.", (), empty=True)
        moment = "When it was produced" if saw.at == "produced" else "When it was acted on"
        if not saw.ranges:
            return Sentence("visible", f"{moment}, no message was visible.", (), empty=True)
        whole = len(self.run.messages) <= ALL_TOLD
        before = 0 if whole else self._before(message.index)
        ranges = ", ".join(_range(first, last) for first, last in saw.ranges)
        told = [
            f"{_at(one)} {self._short(one)}"
            for one in self.run.messages[before : saw.ranges[-1][1] + 1]
            if any(first <= one.index <= last for first, last in saw.ranges)
        ]
        new = "" if whole else f"; new since the request before: [{before}] on"
        text = f"{moment}, the model could see {ranges} ({_status(saw)}{new}): {'; '.join(told)}."
        return Sentence("visible", text, tuple(_range(first, last) for first, last in saw.ranges))

    def _before(self, index: int) -> int:
        """The message that answered the request before this one's."""
        earlier = bisect_left(self.replies, index)
        return self.replies[earlier - 1] if earlier else 0

    def _short(self, message: Message) -> str:
        return f"{_who(message)}: {', '.join(self._fact(message, n, block) for n, block in enumerate(message.blocks))}"

    def _fact(self, message: Message, number: int, block: Block) -> str:
        match block:
            case Text(text):
                return f"text {_quoted(text)}"
            case Thinking(text):
                return "a thinking block" if text else "a thinking block without text"
            case ToolUse():
                return f"a tool_use {block.name} {_facts(block.input)}"
            case ToolResult():
                return f"{self._result_name(message, number, block)} {_facts(_content(block))}"
            case Image():
                return "an image"
            case Document():
                return "a document"
            case Unknown():
                return f"a part of unknown kind {block.kind!r}"

    def _result_name(self, message: Message, number: int, block: ToolResult) -> str:
        call = self.pairing.calls.get((message.index, number))
        error = ", flagged as an error," if block.is_error else ""
        if call is None:
            return f"a result without a call{error}"
        asked = self.run.messages[call[0]].blocks[call[1]]
        return f"the result of {asked.name if isinstance(asked, ToolUse) else 'a call'}{error}"

    def _is(self, message: Message) -> Sentence:
        kind = {"user": "a user message", "assistant": "an assistant message", "system": "a system message"}
        held = [self._fact(message, number, block) for number, block in enumerate(message.blocks)]
        if not held:
            return Sentence("is", f"Message {message.index} is {kind[message.role]} without content.", (), empty=True)
        calls = sum(1 for block in message.blocks if isinstance(block, ToolUse))
        together = f" ({calls} calls issued together)" if calls > 1 else ""
        positions = tuple(str(Position(message.index, number)) for number in range(len(message.blocks)))
        text = f"Message {message.index} is {kind[message.role]} with {'; '.join(held)}{together}."
        return Sentence("is", text, positions)

    def _producer(self, message: Message) -> Sentence:
        request = self.requests.get(message.index)
        where = (_at(message),)
        if request is not None:
            model = f" of {request.model}" if request.model else ""
            return Sentence("producer", f"It was produced by the {_ordinal(request.k)} model call{model}.", where)
        return Sentence("producer", f"It was produced by {_who(message)}.", where)

    def _control(self, message: Message) -> Sentence:
        moved = self.control[message.index]
        words = {"loop": "to the loop", "model": "to the model"}
        if moved.to in words:
            return Sentence("control", f"Control moved {words[moved.to]}, because {moved.why}.", (_at(message),))
        if moved.to == "end":
            return Sentence("control", f"Control moved nowhere further: {moved.why}.", (_at(message),))
        return Sentence("control", f"Where control moved is not in the list: {moved.why}.", (_at(message),), empty=True)


def _who(message: Message) -> str:
    names = {"model": "the model", "loop": "the loop", "caller": "the caller"}
    return " and ".join(
        names[producer.who] + (f" (request {producer.k})" if producer.k else "") for producer in message.producers
    )


def _ordinal(k: int) -> str:
    return _ORDINALS[k - 1] if k <= len(_ORDINALS) else f"{k:,}th"


def _at(message: Message) -> str:
    return str(Position(message.index))


def _range(first: int, last: int) -> str:
    return str(Position(first)) if first == last else str(Position(first, last=last))


def _status(saw: Visible) -> str:
    return f"{saw.status}: {saw.rule}" if saw.rule else saw.status


def _quoted(text: str) -> str:
    if len(text) <= TEXT_SHOWN:
        return json.dumps(text, ensure_ascii=False)
    return f"{json.dumps(text[:TEXT_SHOWN], ensure_ascii=False)} and {len(text) - TEXT_SHOWN:,} more characters"


def _content(block: ToolResult) -> Any:
    content = block.content
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0], dict) and "text" in content[0]:
        content = content[0]["text"]
    if isinstance(content, str) and content[:1] in ("{", "["):
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            return content
    return content


def _facts(value: Any) -> str:
    """Scalars of a value with their names, in order, the first of them."""
    if value is None:
        return "without content"
    if isinstance(value, str):
        return _quoted(value)
    found: list[str] = []
    pending: list[tuple[str, Any]] = [("", value)]
    while pending:
        name, one = pending.pop()
        if isinstance(one, dict) and one:
            pending.extend((str(key), part) for key, part in reversed(one.items()))
        elif isinstance(one, list) and one:
            pending.extend((name, part) for part in reversed(one))
        else:
            shown = f"{one:,}" if isinstance(one, int) and not isinstance(one, bool) else json.dumps(one, default=str)
            found.append(f"{name} {shown}" if name else shown)
    more = f", {len(found) - FACTS_SHOWN} more values" if len(found) > FACTS_SHOWN else ""
    return "{" + ", ".join(found[:FACTS_SHOWN]) + more + "}"


def as_markdown(run: Run, shown: Callable[[str], str]) -> str:
    """The whole run retold, as Markdown that shows every text of the run literally.

    Args:
        run: the run.
        shown: masks credentials and makes invisible characters visible; it sees each sentence as it is.
    """
    lines = ["# Retelling", ""]
    for told in retell_run(run):
        lines += [f"## [{told.message_index}]", ""]
        for sentence in told.sentences:
            mark = "(empty) " if sentence.empty else ""
            cited = f" {' '.join(sentence.positions)}" if sentence.positions else ""
            lines.append(f"- {mark}{literal(shown(sentence.text))}{literal(cited)}")
        lines.append("")
    return "\n".join(lines)


def literal(text: str) -> str:
    """Text that Markdown shows as it is: every mark of it escaped, no line break, no link made of it."""
    escaped = "".join(f"\\{letter}" if letter in "\\`*_{}[]()#+-.!|<>&~$:/@" else letter for letter in text)
    return " ".join(escaped.split())
