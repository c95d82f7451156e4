"""What each format records, as its samples prove it: the table of README and of the app."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from viewer import load
from viewer.errors import RunFileError
from viewer.formats.base import Format
from viewer.formats.registry import FORMATS
from viewer.model.block import ToolResult
from viewer.model.run import Run, walk

YES, TOTAL, NO = "yes", "total", "–"
"""A sample records it; records a sum of the whole run only; no sample does, which is no proof that no file does."""


@dataclass(frozen=True)
class Capability:
    """A thing that a format may record."""

    name: str
    meaning: str
    cell: Callable[[Run], str]


@dataclass(frozen=True)
class FormatRow:
    """A format, and what was found in its samples for each capability."""

    format: Format
    samples: int
    """Runs of it among the samples."""
    cells: tuple[str, ...]
    """One for each of `CAPABILITIES`."""


def _yes(found: bool) -> str:
    return YES if found else NO


def _messages(run: Run) -> str:
    return _yes(bool(run.messages or run.branches))


def _system(run: Run) -> str:
    return _yes(any(fields.system.status == "recorded" for fields in run.request_fields))


def _tools(run: Run) -> str:
    return _yes(any(fields.tools.status == "recorded" for fields in run.request_fields))


def _usage(run: Run) -> str:
    if any(request.usage is not None and request.usage.input_tokens is not None for request in run.requests):
        return YES
    return TOTAL if any(stated.usage is not None for stated in run.stated) else NO


def _cache(run: Run) -> str:
    if any(request.usage is not None and request.usage.cache_read_input_tokens is not None for request in run.requests):
        return YES
    totals = (stated.usage for stated in run.stated if stated.usage is not None)
    return TOTAL if any(total.cache_read_input_tokens is not None for total in totals) else NO


def _stop_reason(run: Run) -> str:
    return _yes(any(request.stop_reason is not None for request in run.requests))


def _timestamps(run: Run) -> str:
    return _yes(any(message.timestamp for message in run.messages))


def _errors(run: Run) -> str:
    blocks = (block for message in run.messages for block in message.blocks)
    return _yes(any(type(block) is ToolResult and block.is_error is not None for block in blocks))


def _sub_agents(run: Run) -> str:
    return _yes(bool(run.sub_runs) or run.parent is not None)


def _exact_request(run: Run) -> str:
    return _yes(any(request.context is not None and request.context.status == "recorded" for request in run.requests))


CAPABILITIES: tuple[Capability, ...] = (
    Capability("messages", "what was said, called and returned", _messages),
    Capability("system prompt", "the instructions of the requests", _system),
    Capability("tool schemas", "which tools were offered, and how they were described", _tools),
    Capability("usage", "input tokens of each request; total: of the whole run only", _usage),
    Capability("cache", "how many input tokens were read from the cache", _cache),
    Capability("stop reason", "why a reply ended", _stop_reason),
    Capability("timestamps", "when a message was recorded", _timestamps),
    Capability("errors", "whether a tool failed, as a flag and not as text", _errors),
    Capability("sub-agents", "runs that a run started", _sub_agents),
    Capability("exact request", "the messages of each request, not told by a rule", _exact_request),
)


def formats_of(samples: Path) -> tuple[FormatRow, ...]:
    """A row for every format, in the order of the registry, out of the sample runs in a folder."""
    found: dict[str, list[Run]] = {}
    for source in load.sources([samples]):
        try:
            roots = load.runs(source)
        except RunFileError:
            continue  # a damaged sample, put there to be refused
        for root in roots:
            for run in walk(root):
                found.setdefault(run.format, []).append(run)
    return tuple(_row(format, found.get(format.name, [])) for format in FORMATS)


def _row(format: Format, runs: list[Run]) -> FormatRow:
    cells = []
    for capability in CAPABILITIES:
        told = {capability.cell(run) for run in runs}
        cells.append(YES if YES in told else TOTAL if TOTAL in told else NO)
    return FormatRow(format, len(runs), tuple(cells))
