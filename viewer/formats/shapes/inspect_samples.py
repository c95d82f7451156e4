"""The samples of an Inspect log, one at a time: entries of a document, or members of an archive."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.decoder import decode_member
from viewer.decode.document import BadRecord, JsonDocument, Record
from viewer.decode.members import Members
from viewer.model.source import RecordArray

FOLDER = "samples/"
JOURNAL_START = "_journal/start.json"
HEADER = "header.json"
_SHELL = "/sample.json"
_NO_MESSAGES = "the sample holds no list of messages"


@dataclass(frozen=True)
class Sample:
    """One sample: a run of the task."""

    name: str
    """How the log calls it, where it cannot say itself."""
    value: dict[str, Any] = field(repr=False)
    messages: Iterable[Record | BadRecord] = field(repr=False)
    array: RecordArray
    trouble: str | None = None
    """Why its messages cannot be read; `array` is then the sample as one record."""
    is_cut: bool = False
    """The file ends inside it."""
    notes: tuple[str, ...] = ()


def is_sample(value: dict[str, Any]) -> bool:
    """Whether a document is one sample alone, as in an archive that was unpacked."""
    return value.keys() >= {"id", "epoch", "input", "target"} and type(value.get("messages")) is list


def header(decoded: JsonDocument | Members) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What the log says of all samples, and notes on it."""
    if isinstance(decoded, JsonDocument) and is_sample(decoded.value):
        beside = next((one.value for one in decoded.companions if isinstance(one, JsonDocument)), None)
        return beside if type(beside) is dict else {}, ()
    if isinstance(decoded, JsonDocument):
        return {key: value for key, value in decoded.value.items() if key != "samples"}, ()
    name = decoded.newest(HEADER)
    if name is not None:
        opened = decode_member(decoded, name)
        if isinstance(opened, JsonDocument) and type(opened.value) is dict:
            return opened.value, ()
    start = decoded.newest(JOURNAL_START)
    begun = decode_member(decoded, start) if start is not None else None
    value = begun.value if isinstance(begun, JsonDocument) and type(begun.value) is dict else {}
    note = "no header is stored: the log was still being written, or its writer crashed"
    return {"status": "started", **value}, (note,)


def samples(decoded: JsonDocument | Members) -> Iterator[Sample]:
    """Each sample in the order of the log; an unreadable one does not hide the others."""
    if isinstance(decoded, Members):
        yield from _members(decoded)
        return
    if is_sample(decoded.value):
        array = RecordArray("messages", 1, len(decoded.value["messages"]))
        yield Sample(
            "sample", decoded.value, decoded.records("messages"), array, None, decoded.cut is not None, decoded.notes
        )
        return
    listed = decoded.value.get("samples")
    for index, value in enumerate(listed if type(listed) is list else []):
        name = f"samples[{index}]"
        is_cut = decoded.cut is not None and decoded.cut.open_path[:2] == ("samples", index)
        messages = value.get("messages") if type(value) is dict else None
        if type(messages) is list:
            array = RecordArray(f"{name}.messages", 1, len(messages))
            yield Sample(name, value, decoded.records("samples", index, "messages"), array, None, is_cut)
        else:
            yield _trouble(name, value, RecordArray("samples", index + 1, 1), _NO_MESSAGES, is_cut)


def _members(archive: Members) -> Iterator[Sample]:
    for name in archive.names:
        if not name.startswith(FOLDER):
            continue
        if name.endswith(_SHELL):
            yield _chunked(archive, name)
        elif name.count("/") == 1:
            yield _member(archive, name)


def _member(archive: Members, name: str) -> Sample:
    opened = decode_member(archive, name)
    where = RecordArray("", 1, 1, member=name)
    if not isinstance(opened, JsonDocument):
        return _trouble(name, None, where, "; ".join(opened.notes) or "is no JSON document")
    messages = opened.value.get("messages") if type(opened.value) is dict else None
    if type(messages) is not list:
        return _trouble(name, opened.value, where, _NO_MESSAGES, opened.cut is not None)
    array = RecordArray("messages", 1, len(messages), member=name)
    return Sample(name, opened.value, opened.records("messages"), array, None, opened.cut is not None, opened.notes)


def _chunked(archive: Members, shell: str) -> Sample:
    """A sample in many members, as Inspect's source describes it: a shell that refers to sequences by index."""
    folder = shell.removesuffix("sample.json")
    opened = decode_member(archive, shell)
    where = RecordArray("", 1, 1, member=shell)
    if not isinstance(opened, JsonDocument) or type(opened.value) is not dict:
        return _trouble(shell, None, where, "; ".join(opened.notes) or "is no JSON document")
    pool = _sequence(archive, folder + "messages/")
    refs = opened.value.get("message_refs", [])
    if pool is None or not all(type(ref) is list and len(ref) == 2 for ref in refs):
        return _trouble(shell, opened.value, where, "its messages cannot be read from the archive")
    messages = [message for first, end in refs for message in pool[first:end]]
    attachments = _sequence(archive, folder + "attachments/") or []
    value = {
        **opened.value,
        "messages": messages,
        "events": _sequence(archive, folder + "events/") or [],
        "events_data": {"messages": pool},
        "attachments": {str(index): one for index, one in enumerate(attachments)},
    }
    records = [Record(number, message) for number, message in enumerate(messages, 1)]
    array = RecordArray("message_refs", 1, len(messages), member=folder + "messages/")
    return Sample(shell, value, records, array, notes=opened.notes)


def _sequence(archive: Members, folder: str) -> list[Any] | None:
    """The entries of all chunks, which are named by the index of their first."""
    chunks = sorted(
        (int(name[len(folder) : -5]), name)
        for name in archive.names
        if name.startswith(folder) and name.endswith(".json") and name[len(folder) : -5].isdigit()
    )
    made: list[Any] = []
    for _, name in chunks:
        opened = decode_member(archive, name)
        if not isinstance(opened, JsonDocument) or type(opened.value) is not list:
            return None
        made.extend(opened.value)
    return made


def _trouble(name: str, value: Any, array: RecordArray, reason: str, is_cut: bool = False) -> Sample:
    return Sample(name, value if type(value) is dict else {}, (), array, reason, is_cut)
