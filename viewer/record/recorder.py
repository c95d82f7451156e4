"""One run being recorded: what the loop tells goes into a run file that is whole at every moment."""

import functools
import logging
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from viewer.record.call_log import CallLog, moment
from viewer.record.digests import Digests
from viewer.record.messages import Messages
from viewer.record.replies import Reply, read_reply
from viewer.record.requests import as_sent
from viewer.record.run_file import RunFile

LOG = logging.getLogger(__name__)
VERSION = 1
"""Of the canonical format, which `viewer.formats.canonical` reads."""
P = ParamSpec("P")
Returned = TypeVar("Returned")


@dataclass(frozen=True)
class Attempt:
    """One call of the dispatcher that runs."""

    call_id: str | None
    tool: str
    number: int
    start: datetime
    asked_by_model: bool


def _never_breaks(
    hook: Callable[Concatenate["Recorder", P], Returned],
) -> Callable[Concatenate["Recorder", P], Returned | None]:
    """A hook whose failure ends the recording and never the agent."""

    @functools.wraps(hook)
    def guarded(self: "Recorder", *args: P.args, **kwargs: P.kwargs) -> Returned | None:
        with self._lock:
            if self.broken is not None:
                return None
            try:
                return hook(self, *args, **kwargs)
            except Exception as error:  # noqa: BLE001  # whatever goes wrong in here, the agent goes on
                self.broken = f"{hook.__name__}: {type(error).__name__}: {error}"
                LOG.warning("recording stopped, the agent goes on: %s", self.broken)
                return None

    return guarded  # type: ignore[return-value]  # `wraps` names `self`, which a Concatenate takes by position only


class Recorder:
    """Writes `FOLDER/NAME.json` (the run) and `FOLDER/NAME.calls.csv` (the log of its calls).

    Only the dispatcher has to be wrapped (`instrument`). Each hook more makes more of the run recorded: `request`
    (system prompt, tools, parameters, messages as sent), `reply` or `stop_reason`, `caller`, `end`.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        case: str | None = None,
        label: str | None = None,
        model: str | None = None,
        attributes: dict[str, Any] | None = None,
        digest_key: bytes | None = None,
    ) -> None:
        """Start a run.

        Args:
            folder: made where it is missing.
            case: id of the case that this run is one of; checks and baselines find it by this attribute.
            label: what a list of runs shows.
            model: where no reply tells it.
            attributes: the caller's own identifiers and tags.
            digest_key: 16 bytes or more: texts and arguments are stored as HMAC digests under this key, never as such.

        Raises:
            ValueError: the key is too short.
        """
        self.broken: str | None = None
        """Why the recording stopped; None while it goes on."""
        self._lock = threading.RLock()
        self._digests = None if digest_key is None else Digests(digest_key)
        self._digested: list[dict[str, Any]] = []
        started = datetime.now(UTC)
        self.run_id = uuid.uuid4().hex
        name = f"{case or 'run'}-{started:%Y%m%dT%H%M%S}-{self.run_id[:8]}"
        name = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
        self.path = Path(folder) / f"{name}.json"
        self._messages = Messages()
        self._seen_in_request = 0
        self._head: dict[str, Any] = {
            "format": "trajectory-viewer",
            "version": VERSION,
            "run_id": self.run_id,
            "label": label,
            "models": [model] if model else [],
            "attributes": {
                "recorder": "viewer.record",
                **({"case": case} if case else {}),
                **({"digest_only": True} if digest_key else {}),
                **(attributes or {}),
            },
            "outcome": "unknown",
            "ending": {"kind": "open", "rule": "recorded without an end so far"},
            "started_at": moment(started),
            "alternates": True,
            "request_fields": {},
            "request_fields_changes": [],
        }
        self._open()

    @_never_breaks
    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = RunFile(self.path)
        self._log = CallLog(self.path.with_suffix(".calls.csv"))
        self._save()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.end()
        else:
            self.end(cut_by="crash" if isinstance(error, Exception) else "abort", exit_status=type(error).__name__)

    @_never_breaks
    def caller(self, text: str) -> None:
        """Text from outside: a prompt, an answer of a person."""
        self._messages.add("user", "caller", [{"type": "text", "text": text}])
        self._save()

    @_never_breaks
    def request(self, /, **sent: Any) -> None:
        """What the next request is made of: the keywords that the SDK gets, before it is called.

        The list of messages counts as sent: what is new in it is recorded, and tool results in it take the place of
        what the dispatcher returned, since they are what the model reads.
        """
        fields, entries = as_sent(sent)
        self._request_fields(fields)
        for entry in entries[self._seen_in_request :]:
            self._messages.sent(entry)
        self._seen_in_request = len(entries)
        self._save()

    @_never_breaks
    def reply(self, reply: Any, *, seconds: float | None = None, attempts: int | None = None) -> None:
        """What the model answered: an SDK's object or a dictionary; `seconds` and `attempts` where the loop knows."""
        read = read_reply(reply)
        self._messages.reply(read, seconds, attempts, with_blocks=True)
        if read.model and read.model not in self._head["models"]:
            self._head["models"].append(read.model)
        self._save()

    @_never_breaks
    def stop_reason(self, word: str | None) -> None:
        """For a loop that tells no more of a reply: why it stopped. The calls that follow belong to that reply."""
        self._messages.reply(Reply(stop_reason=word), None, None, with_blocks=False)
        self._save()

    @_never_breaks
    def begin(self, tool: str, arguments: Any, call_id: Callable[[], str | None] | None = None) -> Attempt:
        """The dispatcher is called; `instrument` tells it."""
        asked = self._messages.asked(tool, arguments, call_id() if call_id else None)
        if asked is None:
            self._head["attributes"].setdefault("calls_of_the_loop_itself", []).append(tool)
        found, number = asked or (None, 1)
        return Attempt(found, tool, number, datetime.now(UTC), asked is not None)

    @_never_breaks
    def returned(self, attempt: Attempt | None, value: Any) -> None:
        """The dispatcher came back; `instrument` tells it."""
        self._came_back(attempt, value, None, "returned")

    @_never_breaks
    def failed(self, attempt: Attempt | None, error: BaseException) -> None:
        """The dispatcher raised; `instrument` tells it."""
        self._came_back(attempt, f"{type(error).__name__}: {error}", True, f"raised {type(error).__name__}")

    @_never_breaks
    def end(
        self,
        outcome: str = "unknown",
        *,
        exit_status: str | None = None,
        cut_by: str | None = None,
        cap: float | None = None,
    ) -> None:
        """The run is over.

        Args:
            outcome: success, failure or unknown, by the loop's own verdict.
            exit_status: why it ended, in the loop's words.
            cut_by: steps, money, time, tokens, crash or abort, where one of them cut it.
            cap: the limit that cut it, in its own unit.
        """
        if self._head.get("ended_at"):
            return
        ending: dict[str, Any] = {"kind": "censored" if cut_by else outcome, "rule": "as the loop told its recorder"}
        self._head |= {
            "outcome": outcome,
            "exit_status": exit_status,
            "ending": ending | ({"cut_by": cut_by, "cap": cap, "cap_unit": cut_by if cap else None} if cut_by else {}),
            "ended_at": moment(datetime.now(UTC)),
        }
        if self._messages.requests and not self._messages.replies_told:
            self._head["attributes"]["requests"] = "not told to the recorder: each call stands in a request of its own"
        self._file.replace(self._head, self._stored())
        self._file.close()

    def _came_back(self, attempt: Attempt | None, value: Any, is_error: bool | None, outcome: str) -> None:
        if attempt is None:
            return
        self._log.add(attempt.call_id, attempt.tool, attempt.start, datetime.now(UTC), attempt.number, outcome)
        if attempt.asked_by_model:
            self._messages.result(attempt.call_id, attempt.tool, value, is_error)
            self._save()

    def _request_fields(self, told: dict[str, Any]) -> None:
        """System prompt, tools and parameters: those of the first request, then what differs from those before."""
        stored: dict[str, Any] = {}
        for name, value in told.items():
            if value is not None and self._digests is not None:
                stored[name] = {"status": "recorded", "value": self._digests.value(value)}
            elif value is not None:
                key = "text" if isinstance(value, str) and name == "system" else "value"
                stored[name] = {"status": "recorded", key: value}
        held = dict(self._head["request_fields"])
        for change in self._head["request_fields_changes"]:
            held |= change
        changed = {name: field for name, field in stored.items() if held.get(name) != field}
        if not changed:
            return
        if self._messages.requests == 0:
            self._head["request_fields"] |= changed
        else:
            self._head["request_fields_changes"].append({"first_message": len(self._messages.written), **changed})
        self._file.replace(self._head, self._stored())

    def _stored(self) -> list[dict[str, Any]]:
        """The messages as the file holds them; digests are made once a message."""
        if self._digests is None:
            return self._messages.written
        del self._digested[self._messages.first_changed :]
        for message in self._messages.written[len(self._digested) :]:
            blocks = [self._digests.block(block) for block in message["blocks"]]
            self._digested.append({**message, "blocks": blocks})
        return self._digested

    def _save(self) -> None:
        self._file.write(self._head, self._stored(), self._messages.first_changed)
        self._messages.first_changed = len(self._messages.written)
