"""OpenHands V0: a list of events {"id", "source", "action" with "args", or "observation" with "content"}."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.openhands_events import Events
from viewer.model.run import Run, Stated
from viewer.model.source import RecordArray

NAME = "openhands"
_LISTS = ("entries", "trajectory", "history", "events")
"""Keys under which exports put the list."""
_FEW = 5


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lists whose first entries are events."""
    if isinstance(decoded, JsonRecords):
        listed = [record for record, _ in zip(decoded.values(), range(_FEW), strict=False)]
    else:
        path = _path(decoded.value)
        listed = decoded.value[path[0]][:_FEW] if path else decoded.value[:_FEW]
    if listed and all(_is_event(event) for event in listed):
        return Match(3, "events with `source`, and `action` with `args` or `observation` with `content`")
    return None


def _is_event(value: Any) -> bool:
    if type(value) is not dict or "source" not in value:
        return False
    return ("action" in value and "args" in value) or ("observation" in value and "content" in value)


def _path(value: Any) -> tuple[str, ...]:
    if type(value) is not dict:
        return ()
    return next(((key,) for key in _LISTS if type(value.get(key)) is list and value[key]), ("entries",))


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run; each event is a record."""
    builder = RunBuilder(one_result_per_record=True)
    events = Events(builder)
    head: dict[str, Any] = {}
    if isinstance(decoded, JsonRecords):
        array = RecordArray("", 1, len(decoded.records))
        builder.map(decoded.records, events)
    else:
        path = _path(decoded.value)
        listed = decoded.value[path[0]] if path else decoded.value
        head = decoded.value if path else {}
        array = RecordArray(".".join(path), 1, len(listed))
        builder.map(decoded.records(*path), events)
    instance = head.get("instance_id")
    yield builder.finish(
        run_id=instance if type(instance) is str else "",
        format=NAME,
        records=(array,),
        task=instance if type(instance) is str else None,
        attributes=events.about,
        exit_status=events.state,
        ending=events.ending(),
        stated=()
        if events.cost is None and events.total is None
        else (Stated("run", "the last `llm_metrics`, which add up", usage=events.total, cost=events.cost),),
        notes=events.notes(),
    )


FORMAT = Format(
    NAME,
    "OpenHands",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"source"}),
    ending="cut by a last state error, stopped or paused; a finish action is no verdict: unknown",
    usage="of each model_response once, cache taken off the prompt; without one, the growth of the running total",
    one_result_per_record=True,
    cap_unit="run",
)
