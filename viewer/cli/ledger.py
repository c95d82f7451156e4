"""A run as lines of text: what it is, then every message with its four facts and its blocks."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from viewer.analysis.checks.registry import findings
from viewer.analysis.context import Visible, visible
from viewer.analysis.control import control
from viewer.analysis.not_in_file import not_in_file
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.counted import counted
from viewer.decode.json_value import JsonError, parse
from viewer.masking import masked, masked_part
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.position import Position, parse_json_path, value_at
from viewer.model.request import Request
from viewer.model.run import Problem, Run
from viewer.model.usage import Usage

_SHOWN_CHARACTERS = 600
_SHOWN_LINES = 12
_NO_THINKING = (
    "a thinking block is present; no text was returned: the request did not ask for it or the provider did not "
    "return it; the stored list can't say which"
)


def head(run: Run) -> Iterator[str]:
    """What the run is, what is wrong with it, and what its file does not say."""
    counts = summary(run)
    yield f"{run.run_id}  {run.format}  {', '.join(run.models)}".rstrip()
    yield _fact("source", run.source.uri)
    for name, value in (("task", run.task), ("label", run.label), ("started", run.started_at)):
        if value is not None:
            yield _fact(name, " ".join(value.split()))
    yield _fact("ending", f"{run.ending.kind}: {run.ending.rule}")
    yield _fact("outcome", run.outcome + (f" ({run.exit_status})" if run.exit_status else ""))
    yield _fact(
        "counts",
        ", ".join(
            (
                counted(len(run.messages), "message"),
                counted(counts.model_requests, "model request"),
                counted(counts.turns, "turn"),
                counted(counts.tool_calls, "call"),
                counted(counts.tool_results, "result"),
                counted(counts.error_results, "error"),
            )
        ),
    )
    yield _fact("tokens", _tokens(counts.usage) + _unknown_requests(counts.requests_without_usage))
    for key, attribute in run.attributes.items():
        yield _fact("attribute", f"{key} = {_in_one_line(attribute)}")
    for sub in run.sub_runs:
        start = sub.parent.message_index if sub.parent is not None else None
        linked = "not linked to a call" if start is None else f"started at [{start}]"
        yield _fact("sub-run", f"{sub.run_id}: {counted(len(sub.messages), 'message')}, {linked}")
    for branch in run.branches:
        yield _fact("branch", f"{counted(len(branch.messages), 'message')} after [{branch.at}]: {branch.why}")
    for note in run.notes:
        yield _fact("note", note)
    yield _fact("set aside", f"{counted(len(run.set_aside), 'record')}, {counted(len(run.problems), 'problem')}")
    for finding in findings(run, pair(run.messages)):
        yield _fact(finding.severity, f"{finding.text} ({finding.code})")
    for gap in not_in_file(run):
        yield _fact("not in file", f"{gap.what}: {gap.note}")


def _fact(name: str, value: str) -> str:
    return f"  {name:<12}{value}"


def _unknown_requests(number: int) -> str:
    return f"; {counted(number, 'request does', 'requests do')} not record them" if number else ""


def _tokens(usage: Usage | None) -> str:
    if usage is None:
        return "not recorded"
    named = (
        ("input", usage.input_tokens),
        ("cache read", usage.cache_read_input_tokens),
        ("cache write", usage.cache_creation_input_tokens),
        ("output", usage.output_tokens),
    )
    return ", ".join(f"{count:,} {name}" for name, count in named if count is not None) or "not recorded"


def messages(run: Run, first: int, last: int, *, full: bool, reveal: bool) -> Iterator[str]:
    """The messages of a range, each with its facts; problems stand where their records stood."""
    requests = {request.message_index: request for request in run.requests}
    saw = visible(run, pair(run.messages))
    moved = control(run)
    unread: dict[int, list[Problem]] = {}
    for problem in run.problems:
        unread.setdefault(problem.after_message, []).append(problem)
    if first == 0:
        yield from _problems(unread.get(-1, ()))
    for message in run.messages[first : last + 1]:
        request = requests.get(message.index)
        yield ""
        yield f"[{message.index}] {message.role}, {_records(message)}"
        yield f"     produced by  {_producers(message)}"
        yield f"     visible      {_visible(saw[message.index])}"
        yield f"     control      {moved[message.index].to}: {moved[message.index].why}"
        if request is not None:
            yield f"     tokens       {_tokens(request.usage)}{_stop(request)}"
        for number, block in enumerate(message.blocks):
            yield from _block(number, block, full=full, reveal=reveal)
        yield from _problems(unread.get(message.index, ()))


def _problems(problems: Iterable[Problem]) -> Iterator[str]:
    for problem in problems:
        yield ""
        yield f"!    record {problem.record:,} could not be mapped: {problem.reason}"


def _records(message: Message) -> str:
    named = ", ".join(f"{record:,}" for record in message.records)
    return f"{'record' if len(message.records) == 1 else 'records'} {named}"


def _producers(message: Message) -> str:
    return " and ".join(
        f"model, request {producer.k}" if producer.k is not None else producer.who for producer in message.producers
    )


def _visible(saw: Visible) -> str:
    ranges = ", ".join(f"[{low}]" if low == high else f"[{low}–{high}]" for low, high in saw.ranges) or "nothing"
    if saw.status == "unknown":
        return f"unknown: {saw.reason}"
    by = f": {saw.rule}" if saw.rule else ""
    return f"{ranges} ({saw.status}{by}{', by the next request' if saw.at == 'acted_on' else ''})"


def _stop(request: Request) -> str:
    if request.stop_reason is None:
        return "; stop reason not recorded"
    own = request.stop_reason_recorded
    return f"; stopped by {request.stop_reason}" + (f" ({own})" if own and own != request.stop_reason else "")


def _block(number: int, block: Block, *, full: bool, reveal: bool) -> Iterator[str]:
    yield f"  .{number} {_kind(block)}"
    text = block_text(block)
    head = text if full else "\n".join(text[:_SHOWN_CHARACTERS].split("\n")[:_SHOWN_LINES])
    shown = head if reveal else masked_part(text, 0, len(head)).text
    for line in shown.split("\n"):
        yield f"     {line}"
    if len(head) < len(text):
        yield f"     … the first {len(head):,} of {len(text):,} characters; --full shows all"


def _kind(block: Block) -> str:
    match block:
        case Text():
            return "text"
        case Thinking(redacted=redacted):
            return "thinking (encrypted)" if redacted else "thinking"
        case ToolUse(id=call_id, name=name, executed_by=by, from_text=from_text):
            return f"tool_use {name} {call_id or '(no id)'}{_by(by)}{' (an action in plain text)' if from_text else ''}"
        case ToolResult(tool_use_id=call_id, is_error=is_error, executed_by=by):
            flag = {True: "error", False: "no error", None: "no error flag recorded"}[is_error]
            return f"tool_result {call_id or '(no id)'}{_by(by)}, {flag}"
        case Image(media_type=media_type) | Document(media_type=media_type):
            return f"{'image' if type(block) is Image else 'document'} {media_type or 'of unknown type'}"
        case Unknown(kind=kind):
            return f"unknown kind of block: {kind}"


def _by(executed_by: str) -> str:
    return "" if executed_by == "client" else f" (executed by: {executed_by})"


def block_text(block: Block) -> str:
    """What a block holds, as text: words as they are, values as JSON."""
    match block:
        case Text(text=text):
            return text
        case Thinking(text=thought):
            return thought or _NO_THINKING
        case ToolUse(input=value):
            return value if isinstance(value, str) else _json(value)
        case ToolResult(content=content):
            return content if isinstance(content, str) else "(no content)" if content is None else _json(content)
        case Image(raw=raw) | Document(raw=raw) | Unknown(raw=raw):
            return _json(raw)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _in_one_line(value: Any) -> str:
    text = value if isinstance(value, str) else _json(value)
    text = " ".join(masked(text).text.split())
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}… {len(text):,} characters in all"


def part(run: Run, position: Position, *, reveal: bool) -> Iterator[str]:
    """What stands at a position, in full.

    Raises:
        LookupError: nothing does.
        ValueError: its path is none.
    """
    last = position.message if position.last is None else position.last
    if last >= len(run.messages):
        raise LookupError(f"the run has {len(run.messages)} messages")
    if position.block is None:
        yield from messages(run, position.message, last, full=True, reveal=reveal)
        return
    block = run.messages[position.message].blocks[position.block]
    if position.path is None:
        yield from _block(position.block, block, full=True, reveal=reveal)
        return
    try:
        value = value_at(_value(block), parse_json_path(position.path))
    except TypeError as error:
        raise LookupError(position.path) from error
    text = value if isinstance(value, str) else _json(value)
    yield from (text if reveal else masked(text).text).split("\n")


def _value(block: Block) -> Any:
    """The value that paths lead into: a call's arguments, a result's content, parsed where it is JSON in a text."""
    match block:
        case ToolUse(input=value) | ToolResult(content=value):
            try:
                return parse(value)[0] if isinstance(value, str) else value
            except JsonError:
                return value
        case _:
            return block_text(block)
