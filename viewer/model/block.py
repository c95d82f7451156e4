"""The parts of a message. Match on them with `match`: mypy names a kind that was forgotten."""

from typing import Any, Literal

import msgspec

ExecutedBy = Literal["client", "provider", "unknown"]
"""Who ran a tool: your loop, the model's provider inside its own reply, or not told by the file."""


class Text(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="text"):
    """Words: of a caller, or of the model, which then wrote them for the user."""

    text: str


class Thinking(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="thinking"):
    """A thinking block. Without text the file cannot say whether the model thought."""

    text: str | None
    """None or "": a block is present but no text was returned."""
    signature: str | None = None
    redacted: bool = False
    """True: the provider returned it encrypted."""


class ToolUse(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="tool_use"):
    """The model's request to call a tool. The effect, if any, happens at its result."""

    id: str | None
    """The file's own call id: may repeat, be empty or None. Pair by `analysis.pairing`, never by a dict."""
    name: str
    input: Any
    """The arguments as the file holds them: mostly an object; text where they were not valid JSON."""
    executed_by: ExecutedBy = "client"
    from_text: bool = False
    """True: an action written as plain text, which the harness parsed."""


class ToolResult(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="tool_result"):
    """What came back from a tool."""

    tool_use_id: str | None
    content: Any
    """As stored: text, a list of content parts, an object, or None where the file has none."""
    is_error: bool | None = None
    """None: the file records no error flag, which is not the same as no error."""
    name: str | None = None
    executed_by: ExecutedBy = "client"
    from_text: bool = False


class Image(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="image"):
    """A picture, as the file stores it; a URL in it is shown as text and never fetched."""

    media_type: str | None
    raw: Any


class Document(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="document"):
    """An attached document or other file, as stored."""

    media_type: str | None
    raw: Any


class Unknown(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="unknown"):
    """A part whose kind this version does not know, kept whole."""

    kind: str
    raw: Any


Block = Text | Thinking | ToolUse | ToolResult | Image | Document | Unknown
