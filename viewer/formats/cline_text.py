"""Calls and results that Cline and Roo Code write as text: <read_file>…</read_file>, [read_file for …] Result: …."""

import re
from typing import Any

from viewer.model.block import Block, Text, ToolResult, ToolUse

TOOLS = (
    "access_mcp_resource", "act_mode_respond", "apply_diff", "apply_patch", "ask_followup_question",
    "attempt_completion", "browser_action", "codebase_search", "condense", "edit_file", "execute_command",
    "fetch_instructions", "focus_chain", "generate_explanation", "generate_image", "insert_content",
    "list_code_definition_names", "list_files", "load_mcp_documentation", "new_rule", "new_task",
    "plan_mode_respond", "read_file", "replace_in_file", "report_bug", "run_slash_command", "search_and_replace",
    "search_files", "summarize_task", "switch_mode", "update_todo_list", "use_mcp_tool", "use_skill",
    "use_subagents", "web_fetch", "web_search", "write_to_file",
)  # fmt: skip
_OPENING = re.compile(r"^[ \t]*<(" + "|".join(TOOLS) + r")>", re.MULTILINE)
_PARAMETER = re.compile(r"\s*<(\w+)>")
_RESULT = re.compile(r"\[(\w+)[^\n]*\] Result:[ \t]*\n?")
_OTHER_NAMES = {"subagents": "use_subagents"}
"""Of tools, where a result names one by another word than the call."""
_INJECTED = ("<environment_details>", "[ERROR] You did not use a tool", "[TASK RESUMPTION]")


def calls_in(words: str) -> list[Block]:
    """The words of a reply, with the calls in them as blocks of their own."""
    made: list[Block] = []
    unclosed: set[str] = set()
    start = 0
    for opening in _OPENING.finditer(words):
        name = opening[1]
        if opening.start() < start or name in unclosed:
            continue
        end = words.find(f"</{name}>", opening.end())
        if end < 0:
            unclosed.add(name)  # nor does any later one close
            continue
        if words[start : opening.start()].strip():
            made.append(Text(words[start : opening.start()]))
        made.append(ToolUse(None, name, _parameters(words[opening.end() : end]), from_text=True))
        start = end + len(name) + 3
    if words[start:].strip() or not made:
        made.append(Text(words[start:]))
    return made


def _parameters(inner: str) -> Any:
    """The elements inside a call; the text as it is, where it holds anything else."""
    found: dict[str, str] = {}
    at = 0
    while match := _PARAMETER.match(inner, at):
        name = match[1]
        closing = f"</{name}>"
        # What is written to a file may hold the same tag.
        end = inner.rfind(closing, match.end()) if name == "content" else inner.find(closing, match.end())
        if end < 0 or name in found:
            return inner
        found[name] = inner[match.end() : end]
        at = end + len(closing)
    return inner if inner[at:].strip() else found


def is_injected(words: str) -> bool:
    """Whether the client wrote the words, not a person."""
    return words.startswith(_INJECTED)


def results_in(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of a user's message, with each result that is written as text made one block.

    A result takes the parts that follow it, up to the next one or to what the client adds.
    """
    made: list[Block] = []
    name: str | None = None
    parts: list[Any] = []
    for block in blocks:
        head = _RESULT.match(block.text) if type(block) is Text else None
        told = _OTHER_NAMES.get(head[1], head[1]) if head is not None else None
        if head is not None and told in TOOLS:
            _close(made, name, parts)
            name, parts = told, []
            rest = block.text[head.end() :] if type(block) is Text else ""
            if rest:
                parts.append(rest)
        elif name is not None and type(block) is Text and not block.text.startswith("<"):
            parts.append(block.text)
        else:
            _close(made, name, parts)
            name, parts = None, []
            made.append(block)
    _close(made, name, parts)
    return tuple(made)


def _close(made: list[Block], name: str | None, parts: list[Any]) -> None:
    if name is not None:
        content = parts[0] if len(parts) == 1 else [{"type": "text", "text": part} for part in parts] or ""
        made.append(ToolResult(None, content, None, name, from_text=True))
