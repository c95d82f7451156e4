"""Blocks of OpenAI Responses items: messages, reasoning, calls of client and provider tools, and their outputs."""

from collections.abc import Callable
from typing import Any

from viewer.formats.convert import arguments, count, listing, mapping, text, text_or_none
from viewer.model.block import Block, Document, ExecutedBy, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage

SIGNS = frozenset({
    "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
    "web_search_call", "file_search_call", "code_interpreter_call", "computer_call", "computer_call_output",
    "local_shell_call", "local_shell_call_output", "shell_call", "shell_call_output", "apply_patch_call",
    "apply_patch_call_output", "image_generation_call", "mcp_call", "mcp_list_tools", "mcp_approval_request",
    "mcp_approval_response", "tool_search_call", "tool_search_output",
})  # fmt: skip
"""Item types that tell this shape from other vendors'; `message`, `reasoning` and `compaction` would not."""
PART_SIGNS = frozenset({"input_text", "output_text", "input_image", "input_file"})
"""Types of a message's content parts that do."""


def blocks(item: dict[str, Any]) -> tuple[Block, ...]:
    """The blocks of one item; a type that is not known is kept whole."""
    kind = item.get("type", "message" if "role" in item else None)
    read = READERS.get(kind) if type(kind) is str else None
    return (Unknown(str(kind), item),) if read is None else read(item)


def _message(item: dict[str, Any]) -> tuple[Block, ...]:
    content = item["content"]
    if type(content) is str:
        return (Text(content),)
    return tuple([content_part(part) for part in listing(content)])


def content_part(part: Any) -> Block:
    """A part of a message's content."""
    if type(part) is not dict:
        return Unknown("not an object", part)
    match part.get("type"):
        case "input_text" | "output_text" | "text":
            return Text(text(part["text"]))
        case "refusal":
            return Text(text(part["refusal"]))
        case "input_image":
            return Image(None, part)
        case "input_file":
            return Document(None, part)
        case kind:
            return Unknown(str(kind), part)


def _reasoning(item: dict[str, Any]) -> tuple[Block, ...]:
    """Its own text where the model gives it, and the summary; else the block tells only that it reasoned."""
    signature = text_or_none(item.get("encrypted_content"))
    parts = [*listing(item.get("content") or []), *listing(item.get("summary") or [])]
    if not parts:
        return (Thinking(None, signature, redacted=signature is not None),)
    texts = [text(part["text"]) for part in parts]
    return (Thinking(texts[0], signature), *(Thinking(one) for one in texts[1:]))


def _function_call(item: dict[str, Any]) -> tuple[Block, ...]:
    return (ToolUse(text_or_none(item.get("call_id")), text(item["name"]), arguments(item.get("arguments"))),)


def _custom_call(item: dict[str, Any]) -> tuple[Block, ...]:
    return (ToolUse(text_or_none(item.get("call_id")), text(item["name"]), item.get("input")),)


def _built_in(name: str, *keys: str) -> Callable[[dict[str, Any]], tuple[Block, ...]]:
    """A vendor's own tool that the client runs: its input stands under one of the keys."""

    def read(item: dict[str, Any]) -> tuple[Block, ...]:
        call_id = text_or_none(item.get("call_id"))
        value = next((item[key] for key in keys if item.get(key) is not None), None)
        return (ToolUse(call_id if call_id is not None else text_or_none(item.get("id")), name, value, _runner(item)),)

    return read


def _runner(item: dict[str, Any]) -> ExecutedBy:
    """A shell in a hosted container and a tool search at the server are run by the provider."""
    if item.get("execution") == "server":
        return "provider"
    environment = item.get("environment")
    if type(environment) is dict and str(environment.get("type")).startswith("container"):
        return "provider"
    return "client"


def _hosted(name: str, inputs: tuple[str, ...], results: tuple[str, ...] = ()) -> Callable[[Any], tuple[Block, ...]]:
    """A tool that ran at the provider, with its result (where stored) in the same item."""

    def read(item: dict[str, Any]) -> tuple[Block, ...]:
        item_id = text_or_none(item.get("id"))
        use = ToolUse(item_id, name, {key: item[key] for key in inputs if item.get(key) is not None}, "provider")
        found = next((item[key] for key in results if item.get(key) is not None), None)
        return (use,) if found is None else (use, ToolResult(item_id, found, executed_by="provider"))

    return read


def _program(item: dict[str, Any]) -> tuple[Block, ...]:
    """Runs at the provider; its result is an item of its own that names `call_id`."""
    call_id = text_or_none(item.get("call_id"))
    used = call_id if call_id is not None else text_or_none(item.get("id"))
    return (ToolUse(used, "program", {"code": item["code"]} if "code" in item else {}, "provider"),)


def _mcp_call(item: dict[str, Any]) -> tuple[Block, ...]:
    item_id, error = text_or_none(item.get("id")), item.get("error")
    use = ToolUse(item_id, text(item["name"]), arguments(item.get("arguments")), "provider")
    if error is None and item.get("output") is None:
        return (use,)
    if error is not None:
        return (use, ToolResult(item_id, error, True, executed_by="provider"))
    return (use, ToolResult(item_id, item["output"], executed_by="provider"))


def _approval_request(item: dict[str, Any]) -> tuple[Block, ...]:
    """The loop must answer it before the provider runs the tool: unanswered while nobody did."""
    return (ToolUse(text_or_none(item.get("id")), text(item["name"]), arguments(item.get("arguments"))),)


def _approval_response(item: dict[str, Any]) -> tuple[Block, ...]:
    given = {key: item[key] for key in ("approve", "reason") if key in item}
    return (ToolResult(text_or_none(item.get("approval_request_id")), given),)


def _image(item: dict[str, Any]) -> tuple[Block, ...]:
    made = _hosted("image_generation", ("action", "revised_prompt", "size", "quality"))(item)
    return (*made, Image("image/" + str(item.get("output_format") or "png"), item)) if item.get("result") else made


def _output(item: dict[str, Any]) -> tuple[Block, ...]:
    call_id = text_or_none(item.get("call_id"))
    status = item.get("status")
    is_error = {"failed": True, "completed": False}.get(str(status)) if "apply_patch" in item["type"] else None
    content = item.get("output", item.get("tools", item.get("result")))
    runner: ExecutedBy = "provider" if item.get("execution") == "server" else "client"
    used = call_id if call_id is not None else text_or_none(item.get("id"))
    return (ToolResult(used, content, is_error, executed_by=runner),)


READERS: dict[str, Callable[[dict[str, Any]], tuple[Block, ...]]] = {
    "message": _message,
    "reasoning": _reasoning,
    "function_call": _function_call,
    "custom_tool_call": _custom_call,
    "computer_call": _built_in("computer", "actions", "action"),
    "local_shell_call": _built_in("local_shell", "action"),
    "shell_call": _built_in("shell", "action"),
    "apply_patch_call": _built_in("apply_patch", "operation"),
    "tool_search_call": _built_in("tool_search", "arguments"),
    "web_search_call": _hosted("web_search", ("action",), ("results",)),
    "file_search_call": _hosted("file_search", ("queries",), ("results",)),
    "code_interpreter_call": _hosted("code_interpreter", ("code", "container_id"), ("outputs",)),
    "program": _program,
    "image_generation_call": _image,
    "mcp_call": _mcp_call,
    "mcp_approval_request": _approval_request,
    "mcp_approval_response": _approval_response,
    "mcp_list_tools": lambda item: (Unknown("mcp_list_tools", item),),
    **dict.fromkeys(
        (
            "function_call_output", "custom_tool_call_output", "computer_call_output", "local_shell_call_output",
            "shell_call_output", "apply_patch_call_output", "tool_search_output", "program_output",
        ),
        _output,
    ),
}  # fmt: skip
"""By the item's type; all others are kept whole."""


def usage(raw: Any) -> Usage | None:
    """Token counts: `input_tokens` includes cache reads and writes, so they are taken out of it."""
    if raw is None:
        return None
    whole = count(mapping(raw).get("input_tokens"))
    details = mapping(raw.get("input_tokens_details") or {})
    read, written = count(details.get("cached_tokens")), count(details.get("cache_write_tokens"))
    full_rate = None if whole is None else whole - (read or 0) - (written or 0)
    return Usage(full_rate, read, written, count(raw.get("output_tokens")))
