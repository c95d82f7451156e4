"""Makes the Inspect archives among the samples: `python tests/inspect_archives.py` writes them anew."""

import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 14):
    from zipfile import ZIP_ZSTANDARD, ZipFile, ZipInfo
else:
    from backports.zstd.zipfile import ZIP_ZSTANDARD, ZipFile, ZipInfo

FOLDER = Path(__file__).parent.parent / "sample_runs" / "inspect"
WHEN = (2026, 3, 2, 9, 0, 0)


def archive(members: dict[str, Any], method: int) -> bytes:
    """A zip of JSON members, the same bytes at every time of day."""
    made = io.BytesIO()
    with ZipFile(made, "w", method) as writer:
        for name, value in members.items():
            entry = ZipInfo(name, WHEN)
            entry.compress_type = method
            writer.writestr(entry, json.dumps(value, indent=1, ensure_ascii=False))
    return made.getvalue()


EVAL = {
    "eval_id": "ev-parcel",
    "run_id": "run-parcel",
    "created": "2026-03-02T09:00:00+00:00",
    "task": "parcel_desk",
    "task_id": "task-parcel",
    "model": "anthropic/claude-sonnet-4-5",
    "dataset": {"samples": 2, "sample_ids": ["late", "lost"]},
    "config": {"epochs": 1, "message_limit": 40},
}
PLAN = {"name": "plan", "steps": [{"solver": "react", "params": {}}], "config": {}}
TRACK = {
    "name": "track_parcel",
    "description": "attachment://a1",
    "parameters": {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]},
}
SYSTEM = "You work at a parcel desk. Look a parcel up before you say anything about it."
ATTACHMENTS = {"a1": "Where a parcel is now, by its tracking number.", "a2": SYSTEM}


def usage(fresh: int, output: int, read: int, written: int) -> dict[str, int]:
    return {
        "input_tokens": fresh,
        "output_tokens": output,
        "total_tokens": fresh + output + read + written,
        "input_tokens_cache_read": read,
        "input_tokens_cache_write": written,
    }


def model_event(span: str, refs: list[list[int]], at: str, **rest: Any) -> dict[str, Any]:
    return {
        "event": "model",
        "span_id": span,
        "timestamp": at,
        "model": "anthropic/claude-sonnet-4-5",
        "input": [],
        "input_refs": refs,
        "tools": [TRACK],
        "tool_choice": "auto",
        "config": {"max_tokens": 1024},
        **rest,
    }


def output(message: dict[str, Any], stop_reason: str, counted: dict[str, int]) -> dict[str, Any]:
    size = counted["input_tokens"] + counted["input_tokens_cache_read"] + counted["input_tokens_cache_write"]
    return {
        "model": "claude-sonnet-4-5-20250929",
        "choices": [{"message": message, "stop_reason": stop_reason}],
        "completion": message["content"] if isinstance(message["content"], str) else "",
        "usage": counted,
        "input_context_tokens": size,
    }


def late() -> dict[str, Any]:
    """A sample as logs of 2026 hold it: pooled inputs, attachments, a retried request, `submit` taken out."""
    question = {"id": "m1", "content": "Where is PX-77?", "source": "input", "role": "user"}
    system = {"id": "m0", "content": SYSTEM, "role": "system"}
    call = {"id": "c1", "function": "track_parcel", "arguments": {"number": "PX-77"}, "type": "function"}
    look = {
        "id": "m2",
        "content": [
            {"type": "reasoning", "reasoning": "The desk rule: look first.", "signature": "c2ln", "redacted": False},
            {"type": "text", "text": "I will look it up."},
        ],
        "source": "generate",
        "role": "assistant",
        "tool_calls": [call],
        "model": "claude-sonnet-4-5-20250929",
    }
    found = {
        "id": "m3",
        "content": "In Leeds since 1 March; expected 3 March.",
        "role": "tool",
        "tool_call_id": "c1",
        "function": "track_parcel",
    }
    submit = {"id": "c2", "function": "submit", "arguments": {"answer": "In Leeds, due 3 March."}, "type": "function"}
    made = {"id": "m4", "content": "", "source": "generate", "role": "assistant", "tool_calls": [submit]}
    stored = {**made, "content": "In Leeds, due 3 March.", "tool_calls": []}
    first, second = usage(40, 60, 0, 300), usage(95, 20, 300, 0)
    grade = {"id": "g1", "content": "Correct.", "source": "generate", "role": "assistant"}
    return {
        "id": "late",
        "epoch": 1,
        "input": "Where is PX-77?",
        "target": "Leeds",
        "messages": [system, question, look, found, stored],
        "output": output(made, "tool_calls", second),
        "scores": {"judge": {"value": "C", "answer": "In Leeds, due 3 March.", "explanation": "names the city"}},
        "metadata": {"desk": "north"},
        "store": {},
        "events": [
            {"event": "span_begin", "id": "s1", "type": "agent", "name": "main", "timestamp": "2026-03-02T09:00:01Z"},
            model_event("s1", [[0, 2]], "2026-03-02T09:00:01Z", error="overloaded", output={"choices": []}),
            model_event(
                "s1",
                [[0, 2]],
                "2026-03-02T09:00:03Z",
                output=output(look, "tool_calls", first),
                completed="2026-03-02T09:00:05Z",
                working_time=2.0,
            ),
            {
                "event": "tool",
                "span_id": "s1",
                "timestamp": "2026-03-02T09:00:05Z",
                "completed": "2026-03-02T09:00:06Z",
                "id": "c1",
                "message_id": "m3",
                "function": "track_parcel",
                "arguments": {"number": "PX-77"},
                "result": "In Leeds since 1 March; expected 3 March.",
            },
            model_event(
                "s1",
                [[0, 4]],
                "2026-03-02T09:00:06Z",
                output=output(made, "tool_calls", second),
                completed="2026-03-02T09:00:08Z",
                working_time=2.0,
            ),
            {
                "event": "span_begin",
                "id": "s2",
                "type": "scorers",
                "name": "scorers",
                "timestamp": "2026-03-02T09:00:09Z",
            },
            model_event("s2", [], "2026-03-02T09:00:09Z", tools=[], output=output(grade, "stop", usage(500, 9, 0, 0))),
        ],
        "model_usage": {"anthropic/claude-sonnet-4-5": usage(635, 89, 300, 300)},
        "started_at": "2026-03-02T09:00:00+00:00",
        "completed_at": "2026-03-02T09:00:10+00:00",
        "total_time": 10.0,
        "working_time": 6.0,
        "uuid": "u-late",
        "error_retries": [{"message": "RuntimeError('sandbox lost')", "traceback": "…", "traceback_ansi": "…"}],
        "attachments": ATTACHMENTS,
        "events_data": {"messages": [{**system, "content": "attachment://a2"}, question, look, found], "calls": []},
        "turn_count": 2,
    }


def lost() -> dict[str, Any]:
    """A sample that its message limit cut while a call was open."""
    call = {"id": "c9", "function": "track_parcel", "arguments": {"number": "PX-78"}, "type": "function"}
    return {
        "id": "lost",
        "epoch": 1,
        "input": "Where is PX-78?",
        "target": "nowhere",
        "messages": [
            {"id": "n1", "content": "Where is PX-78?", "source": "input", "role": "user"},
            {"id": "n2", "content": "", "source": "generate", "role": "assistant", "tool_calls": [call]},
        ],
        "output": {"model": "claude-sonnet-4-5-20250929", "choices": []},
        "scores": {"judge": {"value": "I", "explanation": "no answer"}},
        "metadata": {},
        "events": [],
        "model_usage": {},
        "limit": {"type": "message", "limit": 2.0},
        "attachments": {},
    }


def pooled() -> bytes:
    """A finished log, zstd: header, journal, one sample."""
    header = {"version": 2, "status": "success", "eval": EVAL, "plan": PLAN, "results": {"total_samples": 1}}
    members = {"_journal/start.json": {"version": 2, "eval": EVAL, "plan": PLAN}, "samples/late_epoch_1.json": late()}
    return archive({**members, "summaries.json": [], "header.json": header}, ZIP_ZSTANDARD)


def in_progress() -> bytes:
    """A log whose writer still runs or has crashed, deflate: no header."""
    members = {"_journal/start.json": {"version": 2, "eval": EVAL, "plan": PLAN}, "samples/lost_epoch_1.json": lost()}
    return archive({**members, "_journal/summaries/1.json": [{"id": "lost", "epoch": 1}]}, zipfile.ZIP_DEFLATED)


def chunked() -> bytes:
    """A log whose sample is spread over members."""
    sample = late()
    pool = sample["events_data"]["messages"]
    shell = {key: sample[key] for key in ("id", "epoch", "input", "target", "output", "scores", "model_usage")}
    stored = sample["messages"][-1]
    folder = "samples/late_epoch_1/"
    text = json.dumps({"pool": pool, "events": sample["events"]})
    for number, name in enumerate(ATTACHMENTS):
        text = text.replace(f"attachment://{name}", f"attachment://{number}")
    renamed = json.loads(text)
    header = {"version": 3, "status": "success", "eval": EVAL, "plan": PLAN}
    return archive(
        {
            folder + "sample.json": {**shell, "message_refs": [[0, 4], [4, 5]]},
            folder + "messages/3.json": [renamed["pool"][3], stored],
            folder + "messages/0.json": renamed["pool"][:3],
            folder + "events/0.json": renamed["events"],
            folder + "events/stats.json": {},
            folder + "attachments/0.json": list(ATTACHMENTS.values()),
            "header.json": header,
        },
        ZIP_ZSTANDARD,
    )


ARCHIVES = {"pooled.eval": pooled, "in-progress.eval": in_progress, "chunked.eval": chunked}

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in ARCHIVES.items():
        (FOLDER / name).write_bytes(make())
