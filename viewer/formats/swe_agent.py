"""SWE-agent .traj: {"history": what the model was shown, "trajectory": one entry a step, "info", "replay_config"}."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.decode.scan import Key
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, number_or_none, whole_or_none
from viewer.formats.swe_agent_context import place_contexts
from viewer.formats.swe_agent_ending import ending_of
from viewer.formats.swe_agent_entries import Reader
from viewer.formats.swe_agent_rows import detect_rows, read_rows
from viewer.model.position import json_path
from viewer.model.request import Field, recorded
from viewer.model.run import Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "swe_agent"
_NOT_ATTRIBUTES = ("exit_status", "model_stats", "edited_files30", "edited_files50", "edited_files70")


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim documents with the harness's lists and its `info`, and rows of runs."""
    rows = detect_rows(decoded)
    if rows is not None or isinstance(decoded, JsonRecords):
        return rows
    value = decoded.value
    attempts = value.get("attempts")
    head = attempts[0] if type(attempts) is list and attempts else value
    steps, history = head.get("trajectory"), head.get("history")
    if type(steps) is list and steps and type(steps[0]) is dict and "response" in steps[0] and "action" in steps[0]:
        return Match(3, "`trajectory` of steps with `action` and `response`")
    if type(steps) is list and type(history) is list:
        return Match(3, "`trajectory` beside `history`")
    if type(history) is list and "role" in history[0] and ("agent" in history[0] or "message_type" in history[0]):
        return Match(2, "`history` of messages with this harness's fields")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run, or one for each attempt of a run that was tried several times, or one a row."""
    if isinstance(decoded, JsonRecords) or detect_rows(decoded) is not None:
        yield from read_rows(decoded, NAME)
        return
    attempts = decoded.value.get("attempts")
    if type(attempts) is not list or not attempts:
        yield _run(decoded, decoded.value, ())
        return
    for number, attempt in enumerate(attempts):
        if type(attempt) is dict:
            yield _run(decoded, attempt, ("attempts", number))


def _run(document: JsonDocument, head: dict[str, Any], path: tuple[Key, ...]) -> Run:
    history, steps = _list(head, "history"), _list(head, "trajectory")
    builder = RunBuilder()
    reader = Reader(builder, history, steps)
    config = _config(head)
    builder.fields(parameters=_parameters(config))
    arrays = [RecordArray(json_path((*path, "history")), 1, len(history))]
    if history:
        builder.map(document.records(*path, "history"), reader.entry_of_message)
    if steps:
        arrays.append(RecordArray(json_path((*path, "trajectory")), len(history) + 1, len(steps)))
        builder.map(document.records(*path, "trajectory", first=arrays[1].first), reader.entry_of_step)
    place_contexts(builder, reader.replies, history, steps)
    details = head.get("info")
    details = details if type(details) is dict else {}
    attributes = {key: value for key, value in details.items() if key not in _NOT_ATTRIBUTES}
    status = details.get("exit_status")
    problem = _within(config, "problem_statement", "id")
    model = _within(config, "agent", "model", "name")
    return builder.finish(
        run_id=f"attempt {path[-1]}" if path else problem if type(problem) is str else "",
        format=NAME,
        records=tuple(array for array in arrays if array.count) or tuple(arrays),
        task=problem if type(problem) is str else None,
        models=(model,) if type(model) is str else (),
        attributes={"environment": head["environment"], **attributes} if "environment" in head else attributes,
        exit_status=status if type(status) is str else None,
        ending=ending_of(status, _within(config, "agent", "model", "per_instance_cost_limit")),
        branches=tuple(reader.branches),
        stated=_stated(details.get("model_stats")),
        alternates=True,
    )


def _list(head: dict[str, Any], key: str) -> list[Any]:
    return head[key] if type(head.get(key)) is list else []


def _config(head: dict[str, Any]) -> Any:
    """An object, or the same as JSON text."""
    return arguments(head.get("replay_config"))


def _within(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if type(value) is dict else None
    return value


def _parameters(config: Any) -> Field | None:
    model = _within(config, "agent", "model")
    return recorded(model) if type(model) is dict else None


def _stated(stats: Any) -> tuple[Stated, ...]:
    """Totals of the run. Replays write 0 for what they did not count."""
    if type(stats) is not dict:
        return ()
    sent, received = whole_or_none(stats.get("tokens_sent")), whole_or_none(stats.get("tokens_received"))
    cost = number_or_none(stats.get("instance_cost"))
    counted = bool(sent or received)
    return (
        Stated(
            "run",
            "info.model_stats",
            Usage(sent, None, None, received) if counted else None,
            cost if counted or cost else None,
            metrics=stats,
        ),
    )


FORMAT = Format(
    NAME,
    "SWE-agent trajectory",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"attempts", "trajectory", "history", "instance_id"}),
    ending="by `exit_status`: cut by money, tokens or time, a crash or an abort; submitted is no verdict; none is open",
    usage="totals of the run only (`model_stats`, cache not told apart); zeros of a replay are not recorded",
    alternates=True,
    cap_unit="none",
)
