"""Further files of Gemini CLI: saved chats {"history" | "clientHistory": contents}, and `--output-format json`."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument
from viewer.formats.build import RunBuilder
from viewer.formats.convert import count, filled_or_none
from viewer.formats.entries import Aside, Reply
from viewer.formats.shapes.gemini_calls import entry_of_content
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Text
from viewer.model.request import Context
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

_LAST_WORDS = Context((), "unknown", reason="the file holds the last words of the run only")


def chat_key(value: dict[str, Any]) -> str | None:
    """Under which key a saved chat holds its contents: what the model is sent, not what the terminal shows."""
    for key in ("clientHistory", "history"):
        listed = value.get(key)
        if type(listed) is list and listed and type(listed[0]) is dict and type(listed[0].get("parts")) is list:
            return key
    return None


def is_output(value: dict[str, Any]) -> bool:
    """Whether a document is what the program prints at the end of a run."""
    stats = value.get("stats")
    return type(stats) is dict and type(stats.get("models")) is dict and ("response" in value or "error" in value)


def runs_of(decoded: JsonDocument, name: str) -> Iterator[Run]:
    """One run."""
    key = chat_key(decoded.value)
    yield _output(decoded.value, name) if key is None else _chat(decoded, key, name)


def _chat(decoded: JsonDocument, key: str, name: str) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    builder.map(decoded.records(key), lambda record: entry_of_content(record.value))
    return builder.finish(
        run_id="",
        format=name,
        records=(RecordArray(key, 1, len(decoded.value[key])),),
        attributes={
            field: decoded.value[field] for field in ("authType", "commitHash", "filePath") if decoded.value.get(field)
        },
        ending=ending_by_messages(builder),
    )


def _output(value: dict[str, Any], name: str) -> Run:
    builder = RunBuilder()
    said, error = filled_or_none(value.get("response")), value.get("error")
    if said is not None:
        builder.add(Reply((Text(said),), context=_LAST_WORDS), 1)
    else:
        builder.add(Aside("output", "the run's totals; it holds no words of the model"), 1)
    models = value["stats"]["models"]
    failed = type(error) is dict
    return builder.finish(
        run_id=filled_or_none(value.get("session_id")) or "",
        format=name,
        records=(RecordArray("", 1, 1),),
        models=tuple(models),
        exit_status=filled_or_none(error.get("type")) if type(error) is dict else None,
        ending=Ending("censored", "`error` of the output", "crash")
        if failed
        else Ending("unknown", "the program printed its last words; the file holds no verdict"),
        stated=(Stated("run", "`stats` of the output", _total(models), metrics=value["stats"]),),
    )


def _total(models: dict[str, Any]) -> Usage:
    """Of all models: `prompt` includes `cached`; thoughts and tool prompts are counted beside."""
    sums = dict.fromkeys(("prompt", "cached", "candidates", "thoughts", "tool"), 0)
    for about in models.values():
        for key in sums:
            sums[key] += count(about["tokens"].get(key)) or 0
    return Usage(
        sums["prompt"] - sums["cached"] + sums["tool"], sums["cached"], None, sums["candidates"] + sums["thoughts"]
    )
