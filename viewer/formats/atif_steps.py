"""The steps of an ATIF file: a message, the calls in it, and in the same step what came back."""

from dataclasses import dataclass
from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, count, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.request import Context
from viewer.model.usage import Usage

_COPIED = Aside("copied history", "`is_copied_context`: repeated from the run that this one goes on with")
_REPLACED = "from the last compaction on (`context_management.boundary` is replace)"
_SUMMARY_WORDS = ("summarization", "summarized", "compaction", "compacted", "condensed")


@dataclass(frozen=True)
class Reference:
    """A sub-agent's run, as a result names it."""

    message_index: int
    tool_use_id: str | None
    trajectory_id: str | None
    session_id: str | None
    path: str | None
    """The file that holds it; None: embedded in this one."""


class Steps:
    """Maps the steps of one run in order."""

    def __init__(self, builder: RunBuilder, agent_model: str | None) -> None:
        self.references: list[Reference] = []
        self._builder = builder
        self._agent_model = agent_model
        self._copied: list[int] = []
        self._compacted = False

    def entries(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What one step adds: up to a message and the loop's answer to it."""
        step = record.value
        source = step["source"]
        if step.get("is_copied_context"):
            self._copied.append(record.number)
            return _COPIED
        if source == "agent":
            return self._agent(step)
        stamp = timestamp(step.get("timestamp"))
        observed = self._observed(step, ())
        if source == "user":
            return _with(Input(blocks(step.get("message")), "user", None, stamp), observed, stamp)
        if source != "system":
            raise ValueError(f"source {source!r} is none of system, user, agent")
        rule = _compaction(step, started=bool(self._builder.requests))
        if rule is not None:
            self._compacted = True
            made = (*blocks(step.get("message")), *observed)
            return Compacted(rule, made, stamp, known=rule is _REPLACED)
        return _with(
            system_entry(self._builder, step.get("message"), blocks(step.get("message")), stamp), observed, stamp
        )

    def _agent(self, step: dict[str, Any]) -> tuple[Entry, ...]:
        made: list[Block] = []
        reasoning = text_or_none(step.get("reasoning_content"))
        if reasoning:
            made.append(Thinking(reasoning))
        made.extend(blocks(step.get("message")))
        calls = tuple(_tool_use(call) for call in listing(step.get("tool_calls") or []))
        made.extend(calls)
        stamp = timestamp(step.get("timestamp"))
        model_calls = count(step.get("llm_call_count"))
        counted = usage(step.get("metrics"))
        model = self._model(text_or_none(step.get("model_name")))
        observed = self._observed(step, calls)
        if model_calls == 0:
            return _with(Input(tuple(made), "assistant", "loop", stamp), observed, stamp)
        entry = Reply(
            tuple(made), None, counted, model=model, timestamp=stamp, attempts=model_calls, context=self._context()
        )
        return _with(entry, observed, stamp)

    def _context(self) -> Context | None:
        """Copied steps stand before the list, so that it is not all that the model saw."""
        if not self._copied or self._compacted:
            return None
        n = len(self._builder.messages)
        rule = f"0..n-1, after copied steps ({len(self._copied)}, set aside)"
        return Context(((0, n - 1),) if n else (), "derived", rule)

    def _model(self, name: str | None) -> str | None:
        """The agent's name of the model, where the step's is the same without its provider."""
        if name is None or (self._agent_model is not None and self._agent_model.endswith("/" + name)):
            return self._agent_model
        return name

    def _observed(self, step: dict[str, Any], calls: tuple[ToolUse, ...]) -> tuple[Block, ...]:
        """Results of the step's calls, by id or position; what answers no call is plain content."""
        observation = step.get("observation")
        if observation is None:
            return ()
        index = len(self._builder.messages)
        made: list[Block] = []
        for result in listing(mapping(observation).get("results") or []):
            call_id = text_or_none(result.get("source_call_id"))
            references = result.get("subagent_trajectory_ref") or []
            for reference in [references] if type(references) is dict else listing(references):
                self.references.append(
                    Reference(
                        index,
                        call_id,
                        text_or_none(reference.get("trajectory_id")),
                        text_or_none(reference.get("session_id")),
                        text_or_none(reference.get("trajectory_path")),
                    )
                )
            if call_id is not None or (calls and "content" in result):
                made.append(ToolResult(call_id, result.get("content")))
            elif result.get("content") is not None:
                made.extend(blocks(result["content"]))
        return tuple(made)


def _with(entry: Entry, observed: tuple[Block, ...], stamp: str | None) -> tuple[Entry, ...]:
    if not observed:
        return (entry,)
    has_result = any(type(block) is ToolResult for block in observed)
    return entry, Input(observed, "user", None if has_result else "loop", stamp)


def _compaction(step: dict[str, Any], *, started: bool) -> str | None:
    """How contexts go on after a system step that says that the list was shortened; None: it says no such thing."""
    extra = step.get("extra")
    management = extra.get("context_management") if type(extra) is dict else None
    if type(management) is dict and management.get("type") == "compaction":
        if management.get("boundary") == "replace":
            return _REPLACED
        return "a compaction went before, and which steps it replaced is not stored"
    words = step.get("message")
    if started and type(words) is str and any(word in words.lower() for word in _SUMMARY_WORDS):
        return "a system step says that the context was summarised; what later requests saw is not stored"
    return None


def _tool_use(call: dict[str, Any]) -> ToolUse:
    return ToolUse(
        text_or_none(call.get("tool_call_id")), text(call["function_name"]), arguments(call.get("arguments"))
    )


def blocks(message: Any) -> tuple[Block, ...]:
    """A step's message or a result's content: text, a list of parts, or null."""
    if type(message) is str:
        return (Text(message),) if message else ()
    if message is None:
        return ()
    made: list[Block] = []
    for part in listing(message):
        kind = mapping(part).get("type")
        source = part.get("source")
        media_type = source.get("media_type") if type(source) is dict else None
        if kind == "text":
            made.append(Text(text(part["text"])))
        elif kind == "image":
            made.append(Image(text_or_none(media_type), part))
        elif type(media_type) is str:
            made.append(Document(media_type, part))
        else:
            made.append(Unknown(kind if type(kind) is str else "without a type", part))
    return tuple(made)


def usage(metrics: Any) -> Usage | None:
    """Token counts of a step; `cached_tokens` is a part of `prompt_tokens`."""
    if metrics is None:
        return None
    field = mapping(metrics).get
    return of_counts(field("prompt_tokens"), field("cached_tokens"), field("completion_tokens"))


def of_counts(prompt: Any, cached: Any, completion: Any) -> Usage:
    """The three counts of the format in our meaning."""
    prompt, cached = count(prompt), count(cached)
    fresh = prompt - cached if prompt is not None and cached is not None and cached <= prompt else prompt
    return Usage(fresh, cached, None, count(completion))
