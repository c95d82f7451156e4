"""What the file does not say of a run: absent from this one, or unknowable from any message list."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from viewer.analysis.control import client_calls
from viewer.analysis.requests import FIELD_NAMES, FieldName, fields_at
from viewer.counted import counted
from viewer.model.block import Thinking, ToolResult
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens


@dataclass(frozen=True)
class NotInFile:
    """One gap. Its words are ours, never the file's."""

    what: str
    status: Literal["absent", "unknowable"]
    """`absent`: another file of this run might hold it. `unknowable`: no message list holds it."""
    note: str


_FIELDS: dict[FieldName, tuple[str, str]] = {
    "system": ("system prompt", "not stored; the rules the model followed are missing here"),
    "tools": ("tool schemas", "not stored; which tools were offered, and how they were described, is missing here"),
    "parameters": ("request parameters", "not stored; limits, sampling and thinking options are missing here"),
}


def not_in_file(run: Run) -> tuple[NotInFile, ...]:
    """The gaps of a run, those that a review meets first ahead."""
    return (
        *_request_fields(run),
        *_end(run),
        *_timing(run),
        *_usage(run),
        *_thinking(run),
        *_smaller(run),
        *_unknowable(run),
    )


def _request_fields(run: Run) -> Iterator[NotInFile]:
    for name in FIELD_NAMES:
        what, note = _FIELDS[name]
        if all(getattr(fields, name).status == "not_stored" for fields in run.request_fields):
            yield NotInFile(what, "absent", note)
        elif any(getattr(fields, name).status == "not_stored" for fields in run.request_fields):
            without = [
                request.k
                for request in run.requests
                if getattr(fields_at(run, request.message_index), name).status == "not_stored"
            ]
            if without:
                yield NotInFile(f"{what} of {_requests(without, run)}", "absent", note)


def _end(run: Run) -> Iterator[NotInFile]:
    if any("what followed is not in this file" in note for note in run.notes):
        yield NotInFile("the end of the file", "absent", "the file is cut: messages after the last one may be missing")


def _timing(run: Run) -> Iterator[NotInFile]:
    timed = any(message.timestamp for message in run.messages)
    measured = any(request.seconds is not None for request in run.requests)
    if not timed and not measured:
        when = "the start of the run is recorded, but not when" if run.started_at else "no date, no time of"
        yield NotInFile("timing", "absent", f"{when} any message or request; logs joined by call id can add it")


def _usage(run: Run) -> Iterator[NotInFile]:
    sizes = [request.k for request in run.requests if prompt_tokens(request.usage) is None]
    replies = [request.k for request in run.requests if request.usage is None or request.usage.output_tokens is None]
    missing = [("input and output tokens", sizes)] if sizes == replies else []
    for what, numbers in missing or [("input tokens", sizes), ("output tokens", replies)]:
        if numbers:
            yield NotInFile(
                f"{what} of {_requests(numbers, run)}", "absent", "not recorded; nothing is put in its place"
            )


def _thinking(run: Run) -> Iterator[NotInFile]:
    blocks = [block for message in run.messages for block in message.blocks if type(block) is Thinking]
    empty = sum(1 for block in blocks if not block.text and not block.redacted)
    encrypted = sum(1 for block in blocks if block.redacted)
    if empty:
        yield NotInFile(
            f"text of {counted(empty, 'thinking block')}",
            "absent",
            "a thinking block is present; no text was returned: the request did not ask for it or the provider did "
            "not return it; the stored list cannot say which",
        )
    if encrypted:
        yield NotInFile(
            f"text of {counted(encrypted, 'encrypted thinking block')}", "absent", "the provider returned it encrypted"
        )
    if not blocks and run.requests:
        yield NotInFile(
            "thinking", "unknowable", "no thinking block is stored; that does not tell whether the model thought"
        )


def _smaller(run: Run) -> Iterator[NotInFile]:
    if not run.models:
        yield NotInFile("model", "absent", "the file names none")
    reasons = [request.k for request in run.requests if request.stop_reason is None]
    if reasons:
        yield NotInFile(
            f"stop_reason of {_requests(reasons, run)}", "absent", "not recorded; control is read from the blocks"
        )
    if run.outcome == "unknown":
        yield NotInFile("outcome", "absent", "the file holds no verdict on the task")
    results = [
        block
        for message in run.messages
        for block in message.blocks
        if type(block) is ToolResult and block.executed_by != "provider"
    ]
    unflagged = sum(1 for block in results if block.is_error is None)
    if unflagged:
        yield NotInFile(
            f"error flag of {unflagged:,} of {counted(len(results), 'tool result')}",
            "absent",
            "no flag is recorded, which is not the same as no error",
        )


def _unknowable(run: Run) -> Iterator[NotInFile]:
    calls = [client_calls(message) for message in run.messages if message.role == "assistant"]
    if any(count > 1 for count in calls):
        yield NotInFile(
            "overlap of calls issued together",
            "unknowable",
            "the list says that they were issued together; whether they ran in parallel only logs can tell",
        )
    if any(calls):
        yield NotInFile(
            "retries inside a tool", "unknowable", "a call that was tried several times shows one result in the list"
        )
    if run.requests:
        yield NotInFile(
            "intent",
            "unknowable",
            "text is written for the user, arguments are the decision; of why, the list holds only what came before",
        )


def _requests(numbers: list[int], run: Run) -> str:
    """`every request`, `request 2`, `requests 2–4, 7`."""
    if len(numbers) == len(run.requests):
        return "every request" if len(numbers) > 1 else "the only request"
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [f"{first:,}" if first == last else f"{first:,}–{last:,}" for first, last in spans[:6]]
    more = f" and {sum(last - first + 1 for first, last in spans[6:]):,} more" if len(spans) > 6 else ""
    return f"{'request' if len(numbers) == 1 else 'requests'} {', '.join(words)}{more}"
