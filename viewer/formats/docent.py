"""Docent agent runs: {"id", "transcripts": [{"id", "messages"}], "metadata": {"scores"}}, one, a list, or lines."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import filled_or_none, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Entry, Input, Reply, Trouble
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.heads import Head, NoHead, heads, run_without_head
from viewer.formats.shapes.inspect_messages import content_blocks, reply_blocks, result_block
from viewer.formats.shapes.system_records import system_entry
from viewer.model.position import json_path
from viewer.model.run import Ending, Outcome, ParentLink, Run, Stated
from viewer.model.source import RecordArray

NAME = "docent"
_SEVERAL = "a transcript of the same agent run; the file does not say which call started it"
_FACTS = ("name", "description", "transcript_group_id", "transcript_groups", "created_at")
_SHORT = 200
"""Characters of metadata that are taken over as an attribute; longer ones stay in the source."""


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim objects with transcripts that hold messages."""
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(5))
    else:
        listed = decoded.value["agent_runs"] if _is_upload(decoded) else decoded.value
        values = listed[:5] if isinstance(listed, list) else [listed]
    for value in values:
        for _, transcript in _transcripts(value):
            if type(transcript) is dict and type(transcript.get("messages")) is list:
                return Match(3, "`transcripts` that hold `messages`")
    return None


def _is_upload(decoded: JsonDocument | JsonRecords) -> bool:
    """Whether a document is what the SDK sends to the server: {"agent_runs": […]}."""
    value = decoded.value if isinstance(decoded, JsonDocument) else None
    return type(value) is dict and type(value.get("agent_runs")) is list


def _transcripts(run: Any) -> list[tuple[Key, Any]]:
    """Key and value of each transcript: a list, earlier an object by name."""
    held = run.get("transcripts") if type(run) is dict else None
    if type(held) is dict:
        return list(held.items())
    return list(enumerate(held)) if type(held) is list else []


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run an agent run; its further transcripts are sub-runs. Each message is a record."""
    for head in heads(decoded, "agent_runs" if _is_upload(decoded) else None):
        if isinstance(head, NoHead):
            yield run_without_head(head, NAME)
            continue
        found = _transcripts(head.value)
        if not found:
            yield run_without_head(head.lacking("no transcript is in it"), NAME)
        else:
            yield _run(head, found)


def _run(head: Head, found: list[tuple[Key, Any]]) -> Run:
    run_id = filled_or_none(head.value.get("id")) or ""
    builder, array = _messages(head, *found[0])
    held = head.value.get("metadata")
    metadata: dict[str, Any] = held if type(held) is dict else {}
    verdict, scores, model = outcome(metadata), metadata.get("scores"), metadata.get("model")
    return builder.finish(
        run_id=run_id,
        format=NAME,
        records=(array,),
        label=filled_or_none(metadata.get("task")) or filled_or_none(head.value.get("name")),
        task=filled_or_none(metadata.get("task_id")),
        attributes=_attributes(head.value, metadata),
        outcome=verdict,
        ending=_ending(head, builder, verdict),
        stated=(Stated("run", "`metadata.scores`", metrics=scores),) if type(scores) is dict and scores else (),
        sub_runs=tuple([_further(head, key, one, run_id) for key, one in found[1:]]),
        models=builder.models() or ((model,) if type(model) is str else ()),
    )


def _further(head: Head, key: Key, transcript: Any, run_id: str) -> Run:
    """The run of a further transcript, whose ending only its own list can tell."""
    builder, array = _messages(head, key, transcript)
    told: dict[str, Any] = transcript if type(transcript) is dict else {}
    return builder.finish(
        run_id=filled_or_none(told.get("id")) or str(key),
        format=NAME,
        records=(array,),
        label=filled_or_none(told.get("name")) or (key if type(key) is str else None),
        attributes=_attributes(told, told.get("metadata")),
        ending=ending_by_messages(builder),
        parent=ParentLink(run_id, rule=_SEVERAL),
    )


def _messages(head: Head, key: Key, transcript: Any) -> tuple[RunBuilder, RecordArray]:
    """A transcript's messages, or the transcript as a problem where it holds none."""
    builder = RunBuilder(one_result_per_record=True)
    path = (*head.path, "transcripts", key)
    if type(transcript) is not dict or type(transcript.get("messages")) is not list:
        builder.add(Trouble("the transcript holds no list of messages", transcript), 1)
        return builder, RecordArray(json_path(path), 1, 1)
    records = list(head.document.records(*path, "messages"))
    builder.map(records, lambda record: _entry(record, builder))
    return builder, RecordArray(json_path((*path, "messages")), 1, len(records))


def _entry(record: Record, builder: RunBuilder) -> Entry:
    message = mapping(record.value)
    role = text(message["role"])
    when = timestamp(message.get("timestamp"))
    if role == "assistant":
        return Reply(reply_blocks(message, {}), None, model=text_or_none(message.get("model")), timestamp=when)
    if role == "tool":
        return Input((result_block(message, {}),), timestamp=when)
    made = content_blocks(message["content"])
    if role == "user":
        return Input(made, timestamp=when)
    if role in ("system", "developer"):
        return system_entry(builder, message["content"], made, when)
    raise ValueError(f"role {role!r} is none of system, user, assistant, tool")


def outcome(metadata: dict[str, Any]) -> Outcome:
    """By the scores where they agree: true, 1 or more is a success; false, 0 or less a failure."""
    scores = metadata.get("scores")
    found: set[Outcome] = set()
    for value in scores.values() if type(scores) is dict else ():
        if type(value) not in (int, float, bool):
            return "unknown"
        found.add("success" if value >= 1 else "failure" if value <= 0 else "unknown")
    return found.pop() if len(found) == 1 else "unknown"


def _ending(head: Head, builder: RunBuilder, verdict: Outcome) -> Ending:
    """By the scores, else by how the first transcript stops: what a harness knew of limits is not stored."""
    if head.cut is not None:
        return Ending("unknown", "the file ends inside this run")
    if verdict != "unknown":
        return Ending(verdict, "the scores in the run's metadata")
    return ending_by_messages(builder)


def _attributes(held: dict[str, Any], metadata: Any) -> dict[str, Any]:
    """Names and ids, and what is short of the metadata."""
    made = {key: held[key] for key in _FACTS if held.get(key) not in (None, "", [], {})}
    for key, value in metadata.items() if type(metadata) is dict else ():
        if type(value) in (bool, int, float) or (type(value) is str and len(value) <= _SHORT):
            made[f"metadata.{key}"] = value
    return made


FORMAT = Format(
    NAME,
    "Docent agent runs",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"transcripts"}),
    ending="by `metadata.scores` where all agree, else by how the first transcript stops: limits are not stored",
    usage="none is read: tokens stand in free metadata at most",
    one_result_per_record=True,
    cap_unit="run",
)
