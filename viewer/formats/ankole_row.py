"""One row of a conversation: the items that a request sent, then those of the response, or a checkpoint."""

from typing import Any

import msgspec

from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, count, listing, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Reply
from viewer.formats.shapes.response_blocks import blocks, content_part
from viewer.formats.shapes.response_items import stop_of
from viewer.formats.shapes.response_log import PARAMETERS
from viewer.model.block import Block, Text, ToolResult, ToolUse, Unknown
from viewer.model.request import NOT_STORED, Field, recorded
from viewer.model.usage import Usage

Row = dict[str, Any]
_PARAMETERS = frozenset(PARAMETERS)
_CALLERS = frozenset({"user", "system", "developer"})
_CLIENT_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output"})
_FROM_CHECKPOINT = "from the last checkpoint on: its compaction artifact is the list that later requests saw"
_NOT_EXPORTED = "a checkpoint stands before it, whose compaction artifact is not in this export: the summary is missing"


class Rows:
    """Maps the rows of one path through a conversation."""

    def __init__(self, builder: RunBuilder, artifacts: dict[str, Row]) -> None:
        self.checkpoints: list[tuple[int, str]] = []
        """Index of a message, and the artifact that it was read from."""
        self.by_gateway: list[str] = []
        """Calls whose results the gateway wrote."""
        self._builder, self._artifacts = builder, artifacts
        self._prompts: list[Any] = []
        self._given: dict[str, Any] = {}
        self._told: set[str] = set()
        self._rows = 0

    def entries(self, row: Any) -> Entry | tuple[Entry, ...]:
        """What a row is."""
        kind, content = mapping(row)["type"], listing(row["content"])
        when = timestamp(row.get("inserted_at"))
        if kind in ("checkpoint", "compaction"):
            return self._checkpoint(content, when)
        if kind != "message":
            raise ValueError(f"rows of type {text(kind)!r} are not known")
        metadata = mapping(row.get("metadata") or {})
        sent, leading = _sent(content, metadata), 0
        while not self._builder.messages and leading < sent and _is_prompt(content[leading]):
            self._prompts.append(content[leading].get("content"))
            leading += 1
        if metadata.get("tool_result_journal") is not True:
            self._fields(metadata)
        self._rows += 1
        closed = set(listing(metadata.get("recovered_interrupted_tool_call_ids") or []))
        made: list[Entry] = [self._input(item, when, closed) for item in content[leading:sent]]
        made.extend(self._response(content[sent:], metadata, when))
        if not made:
            return Fields() if leading else Aside("row without items", "neither a request nor a response is in it")
        return tuple(made)

    def _fields(self, metadata: Row) -> None:
        """Fields of the request, which no later one inherits; a prompt that is an item of the list stays on it."""
        parts = [*([] if metadata.get("instructions") is None else [metadata["instructions"]]), *self._prompts]
        named = _PARAMETERS.intersection(metadata)
        given: dict[str, Any] = {
            "system": parts[0] if len(parts) == 1 else parts or None,
            "tools": metadata.get("tools"),
            "parameters": {key: metadata[key] for key in PARAMETERS if key in named and metadata[key] is not None}
            or None,
        }
        if given == self._given:
            return
        self._given = given
        self._told.update(name for name, value in given.items() if value is not None)
        found: dict[str, Field | None] = {
            name: recorded(value) if value is not None else NOT_STORED if name in self._told else None
            for name, value in given.items()
        }
        self._builder.fields(**found)

    def _input(self, item: Any, when: str | None, closed: set[Any]) -> Entry:
        """An item that the request sent."""
        kind = mapping(item).get("type")
        if kind is None and "role" not in item:
            return Input((Unknown("item_reference", item),), who="caller", timestamp=when)
        if type(kind) is str and (kind.endswith("_output") or kind == "mcp_approval_response"):
            (made,) = _blocks(item)
            if item.get("call_id") in closed and type(made) is ToolResult:
                self.by_gateway.append(str(item["call_id"]))
                made = msgspec.structs.replace(made, is_error=True)
            return Input((made,), timestamp=when)
        if kind in (None, "message"):
            role = item["role"]
            if role != "assistant":
                return Input(_blocks(item), "user" if role == "user" else "system", "caller", when)
        # What the model once wrote and the caller sends along, such as the start of a list that was kept elsewhere.
        return Reply(_blocks(item), f"sent with row {self._rows}", timestamp=when)

    def _response(self, items: list[Any], metadata: Row, when: str | None) -> list[Entry]:
        """One reply, in parts only where results of the client stand among its items."""
        made: list[Entry] = []
        part: list[Block] = []
        for item in items:
            if _is_sent(item):
                if part:
                    made.append(Reply(tuple(part), timestamp=when))
                    part = []
                made.append(self._input(item, when, set()))
            else:
                part.extend(_blocks(item))
        if part:
            made.append(_reply(tuple(part), metadata, when))
        return made

    def _checkpoint(self, content: list[Any], when: str | None) -> Entry:
        """The list starts anew with what the artifact holds: kept messages, the summary, kept items."""
        key = str(mapping(content[0]).get("id")).removeprefix("cmp_") if content else ""
        artifact = self._artifacts.get(key)
        if artifact is None:
            return Compacted(_NOT_EXPORTED, (), when, known=False)
        stored = mapping(artifact["content"])
        summary = stored.get("summary")
        words = summary.get("text") if type(summary) is dict else None
        made: list[Block] = []
        for item in listing(stored.get("output") or []):
            is_summary = type(item) is dict and item.get("type") == "compaction" and type(words) is str
            made.extend((Text(str(words)),) if is_summary else _kept(item))
        if type(words) is str and Text(words) not in made:
            made.insert(0, Text(words))
        if made:
            self.checkpoints.append((len(self._builder.messages), key))
        return Compacted(_FROM_CHECKPOINT, tuple(made), when)


def _sent(content: list[Any], metadata: Row) -> int:
    """How many items of a row its request sent; where no number is stored, those that only a request holds."""
    stored = metadata.get("request_item_count")
    if type(stored) is int:
        return max(0, min(stored, len(content)))
    for position, item in enumerate(content):
        if not _is_sent(item):
            return position
    return len(content)


def _is_sent(item: Any) -> bool:
    """Whether only a request holds such an item: a result of the client, or words of another role than the model's."""
    kind = mapping(item).get("type")
    return kind in _CLIENT_OUTPUTS or (kind in (None, "message") and item.get("role") in _CALLERS)


def _is_prompt(item: Any) -> bool:
    return mapping(item).get("role") in ("system", "developer")


def _reply(made: tuple[Block, ...], metadata: Row, when: str | None) -> Reply:
    response = metadata.get("response")
    status = response.get("status") if type(response) is dict else None
    reason, word = stop_of({"status": status, "incomplete_details": metadata.get("incomplete_details")}, made)
    own = text_or_none(metadata.get("stop_reason"))
    if own is not None:
        reason, word = stop_reason(own), own
    return Reply(made, None, usage(metadata.get("usage")), reason, word, _model(metadata), when)


def _model(metadata: Row) -> str | None:
    """The provider's name of the model, else the one that was asked for."""
    chosen = metadata.get("model_ref")
    names = (
        metadata.get("provider_model"),
        chosen.get("model") if type(chosen) is dict else None,
        metadata.get("request_model"),
    )
    return next((name for name in names if type(name) is str and name), None)


def usage(raw: Any) -> Usage | None:
    """Token counts in either API's words; the input includes what was cached."""
    if raw is None:
        return None
    field = mapping(raw).get
    whole, output = count(field("input_tokens", field("prompt_tokens"))), field("output_tokens")
    details = field("input_tokens_details", field("prompt_tokens_details"))
    cached = count(details.get("cached_tokens")) if type(details) is dict else None
    fresh = whole - cached if whole is not None and cached is not None and cached <= whole else whole
    return Usage(fresh, cached, None, count(field("completion_tokens") if output is None else output))


def _blocks(item: Row) -> tuple[Block, ...]:
    """The blocks of an item. Brain operations and programs are run by the gateway, inside the response."""
    kind, call_id = item.get("type"), item.get("call_id")
    if kind == "brain_call":
        name = item.get("operation")
        given = arguments(item.get("arguments"))
        return (ToolUse(text_or_none(call_id), f"brain.{name}" if name else "brain", given, "provider"),)
    if kind == "program":
        return (ToolUse(text_or_none(call_id), "program", item.get("code"), "provider"),)
    if kind in ("brain_output", "program_output"):
        return (ToolResult(text_or_none(call_id), item.get("output", item.get("result")), executed_by="provider"),)
    made = blocks(item)
    namespace = text_or_none(item.get("namespace"))
    if namespace and len(made) == 1 and type(made[0]) is ToolUse:
        return (msgspec.structs.replace(made[0], name=f"{namespace}.{made[0].name}"),)
    return made


def _kept(item: Any) -> tuple[Block, ...]:
    """An item of the list that replaces another: texts are shown; calls and results were counted where they stood."""
    if type(item) is dict and item.get("type") == "message":
        content = item["content"]
        return (Text(content),) if type(content) is str else tuple(content_part(part) for part in listing(content))
    return (Unknown(str(item.get("type")) if type(item) is dict else "not an object", item),)
