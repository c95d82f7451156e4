"""The results file of a replay: JSON lines, each on the disk before the next is begun; a later call goes on with it.

The first line says what is sampled: which bundle, where, how. Each further line is a finished sample or a failure.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from viewer.decode.json_value import JsonError, parse
from viewer.errors import RunFileError
from viewer.json_lines import json_line
from viewer.replay.send_endpoints import CannotSend, Protocol
from viewer.written import Written, first_problem, published

Arm = Literal["swapped", "control"]
StopKind = Literal["ended", "needs_live_tool", "step_cap", "cut_short"]
FORMAT: Literal["trajectory-viewer-replay"] = "trajectory-viewer-replay"
VERSION: Literal[1] = 1


class ResultsHead(Written):
    """The first line. Samples of anything else do not belong in this file."""

    format: Literal["trajectory-viewer-replay"] = FORMAT
    version: Literal[1] = VERSION
    bundle: str = Field(description="sha256 over the hashes of the bundle.")
    endpoint: str
    base_url: str
    protocol: Protocol
    model: str = Field(description="As requested.")
    set: dict[str, Any] = Field(description="Parameters that were given for the replay, in both arms.")
    step_cap: int
    server_tools: list[str] = Field(description="Provider-run tools that were allowed.")
    created_at: str


class RecordedAnswer(Written):
    """A call that a result of the run answered. No tool was called."""

    tool_use_id: str | None
    tool: str
    arguments: Any
    position: str = Field(description="Of the result in the run.")
    number: int = Field(description="Which recorded result of this call it is, from 1.")
    content: Any
    is_error: bool | None


class SampleStep(Written):
    """One request with its reply, and the recorded results that were given to it."""

    reply: dict[str, Any] = Field(description="As the API sent it.")
    attempts: int
    seconds: float
    answers: list[RecordedAnswer] = Field(default_factory=list)


class LiveCall(Written):
    """A call that the run holds no result of: going on would need a live tool."""

    tool: str
    arguments: Any


class Sample(Written):
    """One finished sample of an arm."""

    kind: Literal["sample"] = "sample"
    arm: Arm
    sample: int = Field(description="From 1, in its arm.")
    stop: StopKind
    live_calls: list[LiveCall] = Field(default_factory=list, description="What `needs_live_tool` would have to call.")
    steps: list[SampleStep]
    started_at: str


class Failure(Written):
    """A sample that got no usable answer. A later call tries it again."""

    kind: Literal["failure"] = "failure"
    arm: Arm
    sample: int
    why: str
    status: int | None = Field(default=None, description="Of the endpoint's refusal.")
    text: str
    steps: list[SampleStep] = Field(description="What was answered, and has to be paid, before it failed.")
    started_at: str


class Results(Written):
    """What a results file holds."""

    head: ResultsHead
    samples: list[Sample]
    failures: list[Failure]

    def of(self, arm: Arm) -> list[Sample]:
        """The samples of an arm in order."""
        return sorted((one for one in self.samples if one.arm == arm), key=lambda one: one.sample)

    def steps(self) -> list[SampleStep]:
        """All steps that got a reply, those of failures too: all have to be paid."""
        return [
            *(step for one in self.samples for step in one.steps),
            *(step for one in self.failures for step in one.steps),
        ]

    def open_failures(self) -> list[Failure]:
        """Those whose sample no later call finished; the last of each."""
        done = {(one.arm, one.sample) for one in self.samples}
        last = {(one.arm, one.sample): one for one in self.failures}
        return [one for place, one in last.items() if place not in done]


def read_results(path: Path) -> Results | None:
    """The results in a file; None where there is none, or not even a first line. A torn last line does not count.

    Raises:
        RunFileError: it is no such file, or a line of it is damaged.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a results file") from error
    lines = content[: _end_of_whole_lines(content)].splitlines()
    if not lines:
        return None
    samples: dict[tuple[Arm, int], Sample] = {}
    failures: list[Failure] = []
    head: ResultsHead | None = None
    for number, line in enumerate(lines, 1):
        try:
            value, _ = parse(line)
            if head is None:
                head = ResultsHead.model_validate(value)
            elif isinstance(value, dict) and value.get("kind") == "failure":
                failures.append(Failure.model_validate(value))
            else:
                sample = Sample.model_validate(value)
                samples.setdefault((sample.arm, sample.sample), sample)
        except JsonError as error:
            raise RunFileError(f"{path}:{number}", f"is no JSON: {error.reason}") from error
        except ValidationError as error:
            raise RunFileError(f"{path}:{number}", f"is no line of replay results: {first_problem(error)}") from error
    assert head is not None  # there was a first line
    return Results(head=head, samples=list(samples.values()), failures=failures)


def _end_of_whole_lines(content: bytes) -> int:
    """Behind the last line end: a line without one was cut while it was written."""
    return content.rfind(b"\n") + 1


class ResultsWriter:
    """Appends to a results file; each line is on the disk when `add` returns."""

    def __init__(self, file: IO[bytes], path: Path, torn: Path | None) -> None:
        self._file, self._path = file, path
        self.torn = torn
        """Where the torn last line of an earlier call was put; None: there was none."""

    def add(self, line: ResultsHead | Sample | Failure) -> None:
        """Append one line.

        Raises:
            RunFileError: it cannot be written, such as to a full disk; the next call sets the torn line aside.
        """
        try:
            self._file.write(json_line(line.model_dump(mode="json")))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise RunFileError(str(self._path), f"cannot be written ({error.strerror})") from error


@contextmanager
def results_writer(path: Path) -> Iterator[ResultsWriter]:
    """Opens a results file to append to it; a torn last line goes to a file beside it.

    Raises:
        CannotSend: another call is writing it.
        RunFileError: it cannot be written.
    """
    with _opened(path) as file:
        _lock(file, path)
        file.seek(0)
        content = file.read()
        end = _end_of_whole_lines(content)
        torn = None
        if end < len(content):
            torn = path.with_name(path.name + ".torn")
            with open(torn, "ab") as aside:
                aside.write(content[end:] + b"\n")
            file.truncate(end)
        yield ResultsWriter(file, path, torn)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("a+b")
    except OSError as error:
        raise RunFileError(str(path), f"cannot be written ({error.strerror})") from error


def _lock(file: IO[bytes], path: Path) -> None:
    """Two calls at once would take the same samples twice. The system lets go of it however a call ends."""
    try:
        import fcntl
    except ImportError:
        return  # Windows: there a second call is not noticed
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise CannotSend(f"{path} is being written by another call: wait for it, or name another file") from error


def results_schema() -> dict[str, Any]:
    """The JSON Schema of a line, as it is published."""
    lines: TypeAdapter[ResultsHead | Sample | Failure] = TypeAdapter(ResultsHead | Sample | Failure)
    return published(lines.json_schema())


def same_head(one: ResultsHead, other: ResultsHead) -> str | None:
    """Which field makes samples of the two not comparable; None: they belong together."""
    for name in ("bundle", "endpoint", "base_url", "protocol", "model", "set", "step_cap", "server_tools"):
        if json.dumps(getattr(one, name), sort_keys=True) != json.dumps(getattr(other, name), sort_keys=True):
            return name
    return None
