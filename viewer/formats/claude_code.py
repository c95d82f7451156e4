"""Claude Code transcripts: lines {"type", "uuid", "parentUuid", "sessionId", "message"}, or a web export of them."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, Decoded, JsonDocument, JsonRecords, Record, Text, as_records
from viewer.formats.base import Format, Growing, Match
from viewer.formats.build import RunBuilder
from viewer.formats.claude_code_agents import Found, with_sub_runs
from viewer.formats.claude_code_chain import Chain
from viewer.formats.claude_code_runs import NAME, run_of_chain, runs_of
from viewer.formats.claude_code_threads import by_uuid
from viewer.model.run import Run
from viewer.model.source import RecordArray

_JOURNAL = "journal"
_WORKFLOWS, _OUTPUTS = "workflows", "tool-results"
_BESIDE = (_WORKFLOWS, _OUTPUTS)
"""Folders of a session that hold no transcripts."""
_LOOKED_AT = 200
"""Lines: snapshots, hooks and titles may fill the start of a file."""
_OWN_TYPES = frozenset({"file-history-snapshot", "queue-operation", "progress", "permission-mode", "last-prompt"})


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim lines whose messages stand beside `sessionId`, and web exports."""
    if isinstance(decoded, JsonDocument):
        lines = decoded.value["loglines"]
        if isinstance(lines, list) and any(_is_message(line) for line in lines[:_LOOKED_AT]):
            return Match(3, "`loglines` with `type` and `message`")
        return None
    by_type: Match | None = None
    for record in decoded.records[:_LOOKED_AT]:
        line = record.value if isinstance(record, Record) else None
        if not isinstance(line, dict):
            continue
        if "sessionId" in line and _is_message(line):
            return Match(3, "`sessionId` beside `message.content`")
        if isinstance(line.get("message"), dict):
            return None
        if line.get("type") in _OWN_TYPES or (line.get("type") == "summary" and "leafUuid" in line):
            by_type = by_type or Match(3, f"a line of type {line['type']}")
    return by_type


def _is_message(line: Any) -> bool:
    if not isinstance(line, dict) or line.get("type") not in ("user", "assistant"):
        return False
    message = line.get("message")
    return isinstance(message, dict) and "content" in message


def companions(path: PurePath, below: tuple[PurePath, ...]) -> tuple[PurePath, ...]:
    """Of the folder with the session's name: transcripts of sub-agents, what is noted of each, workflows, outputs."""
    if path.suffix != ".jsonl":
        return ()
    folder = path.with_suffix("")
    root, beside = folder / "subagents", [folder / name for name in _BESIDE]
    return tuple(file for file in below if (root in file.parents and _is_companion(file)) or file.parent in beside)


def _is_companion(file: PurePath) -> bool:
    is_agent = file.name.startswith("agent-") and (file.suffix == ".jsonl" or file.name.endswith(".meta.json"))
    return is_agent or file.name == f"{_JOURNAL}.jsonl"


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a session, with the runs of its sub-agents inside."""
    if isinstance(decoded, JsonDocument) and isinstance(decoded.value, dict) and "loglines" in decoded.value:
        path, records = "loglines", list(decoded.records("loglines"))
    else:
        path, records = "", (as_records(decoded) if isinstance(decoded, JsonDocument) else decoded).records
    found = [Found(thread, run) for thread, run in runs_of(records, RecordArray(path, 1, len(records)), {})]
    if decoded.companions:
        found.extend(_of_companions(decoded.companions, records))
        found[0].run = _with_files_beside(found[0].run, decoded.companions)
    yield from with_sub_runs(found)


def _with_files_beside(run: Run, parts: tuple[Decoded, ...]) -> Run:
    """The run with what is noted of its workflows; stored outputs of tools and what cannot be read are told of."""
    outputs = sum(_beside(part) == _OUTPUTS for part in parts)
    flows = [part.value for part in parts if isinstance(part, JsonDocument) and _beside(part) == _WORKFLOWS]
    notes = [f"{_stem(part)} holds no JSON lines and is left out" for part in parts if _is_left_out(part)]
    if outputs:
        notes.append(f"{outputs} outputs of tools were too long for the transcript and stand in files beside it")
    attributes = {**run.attributes, _WORKFLOWS: flows} if flows else run.attributes
    return msgspec.structs.replace(run, notes=(*run.notes, *notes), attributes=attributes)


def _is_left_out(part: Decoded) -> bool:
    return isinstance(part, Text) and _beside(part) is None


def _beside(part: Decoded) -> str | None:
    """The folder of a file that is no transcript of a sub-agent."""
    path = PurePath(part.name)
    return path.parent.name if path.parent.name in _BESIDE and "subagents" not in path.parts else None


class _GrowingChain:
    """A session in which each line follows the one before it."""

    def __init__(self) -> None:
        self._chain = Chain(RunBuilder(one_result_per_record=True))

    def add(self, records: Sequence[Record | BadRecord]) -> bool:
        return self._chain.add(records) and self._chain.thread() is not None

    def runs(self) -> list[Run]:
        found = run_of_chain(self._chain, RecordArray("", 1, len(self._chain.records)))
        return [] if found is None else list(with_sub_runs([Found(*found)]))


def follow(decoded: JsonRecords) -> Growing | None:
    """Map lines as they come; with the files of sub-agents beside it a session is read whole."""
    return None if decoded.companions else _GrowingChain()


def _of_companions(parts: tuple[Decoded, ...], records: Sequence[Record | BadRecord]) -> Iterator[Found]:
    """The sub-agents' own files; the notes and journals beside them become attributes."""
    session = by_uuid(records)
    metas = {_stem(part): part.value for part in parts if isinstance(part, JsonDocument) and _is_meta(part)}
    journal = _journal(parts)
    for number, part in enumerate(parts, 1):
        lines = as_records(part) if isinstance(part, JsonDocument) else part
        if not isinstance(lines, JsonRecords) or _is_meta(part) or _stem(part) == _JOURNAL or _beside(part):
            continue
        for thread, run in runs_of(lines.records, RecordArray("", 1, len(lines.records), number), session):
            meta = metas.get(_stem(part))
            one = Found(thread, run, dict(meta) if isinstance(meta, dict) else {})
            if one.thread.agent in journal:
                one.meta[_JOURNAL] = journal[one.thread.agent]
            one.thread.is_sidechain = True
            yield one


def _journal(parts: tuple[Decoded, ...]) -> dict[str, list[str]]:
    """For each sub-agent of a workflow what its journal notes in order: started, perhaps again, and result."""
    found: dict[str, list[str]] = {}
    for part in parts:
        lines = as_records(part) if isinstance(part, JsonDocument) else part
        if isinstance(lines, JsonRecords) and _stem(part) == _JOURNAL:
            for value in lines.values():
                if isinstance(value, dict) and isinstance(value.get("agentId"), str):
                    found.setdefault(value["agentId"], []).append(str(value.get("type")))
    return found


def _stem(part: Decoded) -> str:
    return PurePath(part.name).name.removesuffix(".meta.json").removesuffix(".jsonl")


def _is_meta(part: Decoded) -> bool:
    return part.name.endswith(".meta.json")


FORMAT = Format(
    NAME,
    "Claude Code",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    ending="by `outcome` where a harness wrote one; cut where an interrupt or an API error stands last; open while a "
    "reply or result is due; unknown otherwise",
    usage="`usage` of each reply as it is, from its last line: input excludes cache reads and writes",
    one_result_per_record=True,
    companions=companions,
    follow=follow,
)
