"""OpenHands: a list of events, {"source", "action" | "observation"} of V0 or {"source", "kind"} of V1."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import filled_or_none, number_or_none
from viewer.formats.entries import Aside, Entry, Trouble
from viewer.formats.openhands_folder import companions, is_head, parts
from viewer.formats.shapes.openhands_events import Events
from viewer.formats.shapes.openhands_kinds import KindEvents, is_kind_event
from viewer.formats.shapes.openhands_told import ToldEvents
from viewer.formats.shapes.openhands_totals import as_usage, cut
from viewer.model.position import json_path
from viewer.model.run import Ending, Outcome, Run, Stated
from viewer.model.source import RecordArray

NAME = "openhands"
_LISTS = ("entries", "trajectory", "history", "events")
"""Keys under which exports put the list."""
_FEW = 5
_HEAD = Aside("conversation", "what the conversation is and how it stands, not an event")
Mapper = Callable[[Record], Entry | tuple[Entry, ...]]


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lists whose first entries are events, objects and lines that hold such lists, and folders of events."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(_FEW))
        if _is_list(values) or any(_key(value) is not None for value in values):
            return Match(3, _SIGN)
        return None
    value = decoded.value
    if _is_list(value) or _key(value) is not None or is_head(decoded):
        return Match(3, _SIGN)
    if type(value) is list and any(_key(one) is not None for one in value[:_FEW]):
        return Match(3, _SIGN)
    return None


_SIGN = "events with `source`, and `action` with `args`, `observation` with `content` or a `kind` of event"


def _is_list(value: Any) -> bool:
    return type(value) is list and bool(value) and all(_is_event(event) for event in value[:_FEW])


def _is_event(value: Any) -> bool:
    """One event, or (in runs of 2024) an action and its observation in a list."""
    if type(value) is list:
        return len(value) == 2 and all(_is_event(one) for one in value)
    if type(value) is not dict or "source" not in value:
        return False
    if ("action" in value and "args" in value) or ("observation" in value and "content" in value):
        return True
    return is_kind_event(value)


def _key(value: Any) -> str | None:
    """Under which key an object holds a list of events."""
    return next((key for key in _LISTS if _is_list(value.get(key))), None) if type(value) is dict else None


def _list_key(value: Any) -> str | None:
    """Under which key an object holds a list, of events or empty."""
    if type(value) is not dict:
        return None
    return _key(value) or next((key for key in _LISTS if type(value.get(key)) is list), None)


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a list; each event is a record."""
    if isinstance(decoded, JsonRecords):
        if _is_list(list(decoded.values(_FEW))):
            yield _run(decoded.records, {}, (RecordArray("", 1, len(decoded.records)),))
        else:
            yield from _runs(decoded.records, lambda number, key: None)
        return
    value = decoded.value
    if type(value) is dict:
        key = _list_key(value)
        if key is not None:
            listed = list(decoded.records(key))
            yield _run(listed, value, (RecordArray(key, 1, len(listed)),))
        else:
            yield _of_folder(decoded)
    elif any(_key(one) is not None for one in value[:_FEW]):
        yield from _runs(decoded.records(), lambda number, key: decoded.records(number, key))
    else:
        listed = list(decoded.records())
        yield _run(listed, {}, (RecordArray("", 1, len(listed)),))


def _runs(
    records: Iterable[Record | BadRecord],
    inside: Callable[[int, str], Iterator[Record | BadRecord] | None],
) -> Iterator[Run]:
    """Each record is a run, which holds its list; `inside` gives a list's entries where one may be cut."""
    for record in records:
        value = record.value if isinstance(record, Record) else record.raw
        key = _list_key(value)
        if key is None:
            builder = RunBuilder()
            reason = "no list of events" if isinstance(record, Record) else record.reason
            builder.add(Trouble(reason, value), record.number)
            yield builder.finish(run_id="", format=NAME, records=(RecordArray("", record.number, 1),))
            continue
        path: tuple[Key, ...] = (record.number - 1, key)
        listed = list(inside(record.number - 1, key) or map(Record, range(1, len(value[key]) + 1), value[key]))
        yield _run(listed, value, (RecordArray(json_path(path), 1, len(listed)),))


def _of_folder(decoded: JsonDocument) -> Run:
    records = list(parts(decoded))
    head = {} if is_kind_event(decoded.value) else decoded.value
    arrays = tuple(RecordArray("", number + 1, 1, number) for number in range(len(records)))
    return _run(records, head, arrays, is_folder=True)


def _run(
    records: list[Record | BadRecord],
    head: dict[str, Any],
    arrays: tuple[RecordArray, ...],
    *,
    is_folder: bool = False,
) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    by_kind = any(_has_kind(record.value) for record in records[: _FEW + 1] if type(record) is Record)
    events: ToldEvents = KindEvents(builder) if by_kind else Events(builder)
    if is_folder and head:
        builder.add(_HEAD, 1)
        records = records[1:]
    builder.map(records, _paired(events))
    metrics = head.get("metrics")
    metrics = metrics if type(metrics) is dict else {}
    events.learn(head, metrics)
    instance = filled_or_none(head.get("instance_id"))
    error = filled_or_none(head.get("error"))
    verdict = _outcome(head)
    return builder.finish(
        run_id=instance or (filled_or_none(head.get("id")) or "" if is_folder else ""),
        format=NAME,
        records=arrays,
        task=instance,
        attributes={**_attributes(head, is_folder), **events.about},
        outcome=verdict,
        exit_status=error or events.state,
        ending=_ending(events, error, verdict),
        stated=_stated(events, metrics),
        notes=events.notes(),
        models=builder.models() or events.models or _models(head),
    )


def _has_kind(value: Any) -> bool:
    return is_kind_event(value[0] if type(value) is list and value else value)


def _paired(events: ToldEvents) -> Mapper:
    """Maps a record; of an action and its observation in one list, the one answers the other."""

    def entry(record: Record) -> Entry | tuple[Entry, ...]:
        if type(record.value) is not list:
            return events(record)
        made: list[Entry] = []
        for event in record.value:
            linked = {"id": f"of record {record.number}", "cause": f"of record {record.number}", **event}
            one = events(Record(record.number, linked))
            made.extend(one if type(one) is tuple else (one,))  # type: ignore[arg-type]  # a tuple is told apart
        return tuple(one for one in made if type(one) is not Aside) or made[0]

    return entry


def _models(head: dict[str, Any]) -> tuple[str, ...]:
    """The model that an evaluation's or the cloud's own record names."""
    about = head.get("metadata")
    settings = (
        next((about[key] for key in ("llm", "llm_config") if key in about), None) if type(about) is dict else None
    )
    named = settings.get("model") if type(settings) is dict else head.get("llm_model")
    return (named,) if type(named) is str else ()


def _attributes(head: dict[str, Any], is_folder: bool) -> dict[str, Any]:
    """What an evaluation's line or a conversation tells of itself, without settings that may hold a key."""
    names = ("title", "created_at", "selected_repository", "llm_model", "tags") if is_folder else ("attempt", "error")
    return {name: head[name] for name in names if head.get(name) not in (None, "", {}, [])}


def _outcome(head: dict[str, Any]) -> Outcome:
    """The verdict that an evaluation wrote beside the list."""
    found = [head.get("report")]
    result = head.get("test_result")
    if type(result) is dict:
        found += [result.get("report"), result]
    told = next((one["resolved"] for one in found if type(one) is dict and type(one.get("resolved")) is bool), None)
    return "unknown" if told is None else "success" if told else "failure"


def _ending(events: ToldEvents, error: str | None, verdict: Outcome) -> Ending:
    ending = cut("`error` of the line", error) if error is not None else events.ending()
    if verdict != "unknown" and ending.kind in ("unknown", "open"):
        return Ending(verdict, "`resolved` of the evaluation's report")
    return ending


def _stated(events: ToldEvents, metrics: dict[str, Any]) -> tuple[Stated, ...]:
    """The run's totals: of its last event that tells them, or beside the list."""
    if events.cost is not None or events.total is not None:
        return (Stated("run", f"{events.totals}, which add up", usage=events.total, cost=events.cost),)
    counted, cost = metrics.get("accumulated_token_usage"), number_or_none(metrics.get("accumulated_cost"))
    used = as_usage(counted) if type(counted) is dict else None
    return () if used is None and cost is None else (Stated("run", "`metrics` beside the list", usage=used, cost=cost),)


FORMAT = Format(
    NAME,
    "OpenHands",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"source", "history", "agent", "llm_model"}),
    ending="cut by a last state error, stopped or paused; a finish action is no verdict: unknown",
    usage="of each model_response once, cache taken off the prompt; without one, the growth of the running total",
    one_result_per_record=True,
    cap_unit="run",
    companions=companions,
)
