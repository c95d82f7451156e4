"""Harbor's traces for training: [{"conversations": [{"role", "content"}], "trial_name", "episode", "result"}]."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.convert import listing
from viewer.formats.entries import Input, Reply
from viewer.formats.shapes.span_holders import Keys, all_holders
from viewer.formats.shapes.span_runs import span_runs
from viewer.formats.shapes.spans import AgentFacts, Call, Span, ToolRun, Tracing
from viewer.formats.shapes.traced_messages import message
from viewer.model.run import Ending, Outcome, Run

NAME = "harbor"
_FACTS = ("trial_name", "run_id", "agent", "model", "model_provider", "task", "date", "trace_source")
_ROLES = {"human": "user", "gpt": "assistant"}
"""Of the older form of such lists, whose entries have `from` and `value`."""
_LOOP = "who"


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim conversations that name their trial."""
    values = list(decoded.values(5)) if isinstance(decoded, JsonRecords) else decoded.value
    return Match(3, "`conversations` with `trial_name`") if any(map(_is_episode, values[:5])) else None


def _is_episode(value: Any) -> bool:
    return type(value) is dict and type(value.get("conversations")) is list and "trial_name" in value


def _place(value: Any) -> Keys | None:
    return () if type(value) is list and any(map(_is_episode, value[:20])) else None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trial; each episode (one request and its reply) is a record."""
    found = all_holders(decoded, _place, _episode)
    last = {span.trace: span.record.value for span in found.spans}
    tracing = Tracing(NAME, _call, lambda span: ToolRun(None, None), lambda span: AgentFacts())
    for run in span_runs(found, tracing):
        facts = last.get(str(run.attributes.get("trace_id") or ""))
        yield run if facts is None else _of_trial(run, facts)


def _episode(record: Record) -> Span | str:
    value = record.value
    if not _is_episode(value):
        return "no conversation of a trial"
    trial = f"{value.get('run_id') or ''}/{value['trial_name']}"
    return Span(record, trial, str(record.number), None, "model", str(value.get("episode") or ""), None, None)


def _call(span: Span) -> Call:
    """The last message is the reply, those before it are what was sent; only the first is the task itself."""
    listed = [_normal(raw, position) for position, raw in enumerate(listing(span.record.value["conversations"]))]
    model = span.record.value.get("model")
    if not listed or message(listed[-1]).role != "assistant":
        return Call(listed, _message, None)
    reply = Reply(message(listed.pop()).blocks, model=model if type(model) is str else None)
    return Call(listed, _message, reply)


def _normal(raw: Any, position: int) -> Any:
    if type(raw) is not dict:
        return raw
    made = {"role": _ROLES.get(raw["from"], raw["from"]), "content": raw.get("value")} if "from" in raw else raw
    # Nobody answers in a trial: what follows the task as a user's words is the terminal's output.
    return {**made, _LOOP: "loop"} if position and made.get("role") == "user" else made


def _message(raw: Any) -> Input:
    made = message(raw)
    return msgspec.structs.replace(made, who="loop") if type(raw) is dict and raw.get(_LOOP) == "loop" else made


def _of_trial(run: Run, facts: dict[str, Any]) -> Run:
    """The run with what its last episode says of the trial."""
    result = facts.get("result")
    verdict, ending = _verdict(result, run.ending)
    attributes = {key: facts[key] for key in _FACTS if facts.get(key) is not None}
    task = facts.get("task")
    return msgspec.structs.replace(
        run,
        run_id=str(facts["trial_name"]),
        task=task if type(task) is str else None,
        attributes=attributes,
        outcome=verdict,
        exit_status=result if type(result) is str and ending.kind == "censored" else None,
        ending=ending,
    )


def _verdict(result: Any, otherwise: Ending) -> tuple[Outcome, Ending]:
    """By `result`: a reward, or the name of the error that broke the trial off."""
    if type(result) is str and not result.replace(".", "", 1).isdecimal():
        if result.endswith("Error"):
            is_time = "timeout" in result.lower()
            return "unknown", Ending("censored", "`result` names an error", "time" if is_time else "crash")
        return "unknown", otherwise
    if result is None or type(result) not in (str, int, float):
        return "unknown", otherwise
    reward = float(result)
    if 0 < reward < 1:
        return "unknown", otherwise
    verdict: Outcome = "success" if reward >= 1 else "failure"
    return verdict, Ending(verdict, "`result` of the trial")


FORMAT = Format(
    NAME,
    "Harbor traces",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"trial_name"}),
    ending="by `result`: a reward is the verdict, a timeout or another error cuts; else by how the list stops",
    usage="none is recorded",
    one_result_per_record=True,
    cap_unit="run",
    from_documentation=True,
)
