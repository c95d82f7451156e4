"""One recorded execution of one agent on one task."""

from typing import Any, Literal

import msgspec

from viewer.model.message import Message
from viewer.model.request import Request, RequestFields
from viewer.model.source import RecordArray, Source
from viewer.model.usage import Usage

Outcome = Literal["success", "failure", "unknown"]
EndingKind = Literal["success", "failure", "unknown", "censored", "open"]
CutBy = Literal["steps", "money", "time", "tokens", "crash", "abort"]


class Ending(msgspec.Struct, frozen=True):
    """How a run ended, and by which rule of its format we say so."""

    kind: EndingKind
    """`censored`: cut before its own end, so its step count is a lower bound. `open`: no end is stored."""
    rule: str
    """The format's rule, in words."""
    cut_by: CutBy | None = None
    cap: float | None = None
    """The recorded limit, in its own unit; None: not recorded."""
    cap_unit: str | None = None


class Problem(msgspec.Struct, frozen=True):
    """A record that could not be mapped; the raw record stays readable in the source."""

    record: int
    reason: str
    after_message: int
    """Index of the message before it, -1 at the start: where a list shows it in place."""
    raw: Any = None


class SetAside(msgspec.Struct, frozen=True, gc=False):
    """A record that is neither message nor problem, and why."""

    record: int
    kind: str
    why: str


class ParentLink(msgspec.Struct, frozen=True):
    """What started a sub-agent's run."""

    run_id: str
    message_index: int | None = None
    """The message that holds the tool_use; None: the file does not link it."""
    tool_use_id: str | None = None
    rule: str = ""
    """How the link was found, or why there is none."""
    in_source: bool = True
    """False: the run that started it is in another file."""


class Branch(msgspec.Struct, frozen=True):
    """Messages that were recorded but that the next request would not present: a path left behind."""

    at: int
    """Index of the last message shared with the main list, -1: none."""
    messages: tuple[Message, ...]
    """Indexes go on from `at`, since that is what a request on this branch could see."""
    requests: tuple[Request, ...]
    why: str


class Stated(msgspec.Struct, frozen=True):
    """A total as the file states it, shown beside ours and never in its place."""

    scope: Literal["run", "turn", "step", "sub-tree"]
    where: str
    """The place in the file that states it."""
    usage: Usage | None = None
    cost: float | None = None
    """US dollars."""
    steps: int | None = None
    metrics: dict[str, Any] = {}


class Run(msgspec.Struct, frozen=True):
    """Everything a source says of one run. Nothing changes it after it is read."""

    run_id: str
    source: Source
    format: str
    messages: tuple[Message, ...]
    requests: tuple[Request, ...]
    records: tuple[RecordArray, ...]
    """Every number they span stands in exactly one of messages, request_fields, set_aside, problems of this
    run, its branches, or (where runs share an array) its sub-runs."""
    label: str | None = None
    """The kind of task, as the file names it."""
    task: str | None = None
    models: tuple[str, ...] = ()
    attributes: dict[str, Any] = {}
    """The file's own identifiers and tags, verbatim."""
    outcome: Outcome = "unknown"
    exit_status: str | None = None
    """Why the run ended in the harness's words; never mixed with a stop_reason."""
    ending: Ending = Ending("unknown", "the format records no ending")
    started_at: str | None = None
    ended_at: str | None = None
    request_fields: tuple[RequestFields, ...] = (RequestFields(),)
    sub_runs: tuple["Run", ...] = ()
    parent: ParentLink | None = None
    branches: tuple[Branch, ...] = ()
    stated: tuple[Stated, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    """What decoding met: a byte order mark, gzip, a cut tail."""
    alternates: bool = False
    """True: the format promises that loop and model messages alternate, so parity can be checked."""


def walk(run: Run) -> list[Run]:
    """The run and all its sub-runs, parents first."""
    found = [run]
    for sub_run in run.sub_runs:
        found.extend(walk(sub_run))
    return found
