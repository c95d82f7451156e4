"""terminal-bench: a trial {"task_id", "is_resolved", "failure_mode", "parser_results"}, or {"results": [trials]}."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import BadRecord, Decoded, JsonDocument, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, timestamp
from viewer.formats.entries import Aside, Entry, Trouble
from viewer.formats.shapes.harbor_trial import (
    attributes_of,
    ending_of,
    facts_of,
    is_harbor_trial,
    model_of,
    stated_of,
)
from viewer.model.run import CutBy, Ending, Outcome, Run, Stated
from viewer.model.source import RecordArray

NAME = "terminal_bench"
_CUTS: dict[str, CutBy] = {
    "agent_timeout": "time",
    "context_length_exceeded": "tokens",
    "output_length_exceeded": "tokens",
    "unknown_agent_error": "crash",
    "agent_installation_failed": "crash",
    "fatal_llm_parse_error": "crash",
    "unknown_harness_error": "crash",
    "unknown": "crash",
}
_TRIAL = Aside("trial", "outcome, times and totals of a run; its messages are not in this file")
_FACTS = ("id", "uuid", "trial_name", "recording_path")
_MEASURES = (
    "total_input_tokens", "total_output_tokens", "parser_results", "agent_started_at", "agent_ended_at",
    "test_started_at", "test_ended_at", "instruction",
)  # fmt: skip


def detect(decoded: JsonDocument) -> Match | None:
    """Claim a trial, or a list of trials under `results`."""
    value = decoded.value
    if type(value) is not dict:
        return None
    if _is_trial(value):
        return Match(3, "`failure_mode` beside `parser_results`")
    if is_harbor_trial(value):
        return Match(3, "`trial_name` beside `verifier_result`")
    results = value.get("results")
    if type(results) is list and results and _is_trial(results[0]):
        return Match(3, "`results` with `failure_mode`")
    if type(results) is list and {"n_resolved", "accuracy"} <= value.keys():
        return Match(3, "`results` beside `n_resolved` and `accuracy`")
    return None


def _is_trial(value: Any) -> bool:
    return type(value) is dict and {"failure_mode", "is_resolved", "task_id"} <= value.keys()


def companions(path: PurePath, below: tuple[PurePath, ...]) -> tuple[PurePath, ...]:
    """Of the folder of a whole benchmark run, each trial's own results, two folders down."""
    if path.name != "results.json":
        return ()
    return tuple(file for file in below if file.name == "results.json" and file.parent.parent.parent == path.parent)


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """What tells which agent and model ran: beside the results of all trials, two folders above those of one."""
    if path.name != "results.json":
        return ()
    return (path.parent / "run_metadata.json", path.parent.parent.parent / "run_metadata.json")


def read(decoded: JsonDocument) -> Iterator[Run]:
    """One run a trial; one that also has a file of its own is the same run."""
    about = next((one for one in map(_metadata, decoded.companions) if one), {})
    if is_harbor_trial(decoded.value):
        yield _harbor_run(decoded)
        return
    if "results" not in decoded.value:
        yield _run(Record(1, decoded.value) if decoded.cut is None else BadRecord(1, decoded.notes[-1]), about, "")
        return
    seen: set[str] = set()
    for record in decoded.records("results"):
        run = _run(record, about, "results")
        seen.add(run.run_id)
        yield run
    for part, companion in enumerate(decoded.companions, 1):
        value = companion.value if isinstance(companion, JsonDocument) else None
        if type(value) is dict and _is_trial(value) and _name(value) not in seen:
            yield _run(Record(1, value), about, "", part)


def _harbor_run(decoded: JsonDocument) -> Run:
    """A trial of Harbor, which runs the benchmark since its second version."""
    trial, builder = decoded.value, RunBuilder()
    builder.add(_TRIAL if decoded.cut is None else Trouble(decoded.cut.reason, trial), 1)
    model = model_of(trial)
    return builder.finish(
        run_id=str(trial["trial_name"]),
        format=NAME,
        records=(RecordArray("", 1, 1),),
        models=() if model is None else (model,),
        attributes=attributes_of(trial),
        ending=ending_of(trial),
        stated=(stated_of(trial),),
        **facts_of(trial),
    )


def _metadata(companion: Decoded) -> dict[str, Any]:
    value = companion.value if isinstance(companion, JsonDocument) else None
    return value if type(value) is dict and "agent_name" in value else {}


def _name(trial: dict[str, Any]) -> str:
    name = trial.get("trial_name") or trial.get("id") or trial.get("uuid")
    return name if type(name) is str else ""


def _run(record: Record | BadRecord, about: dict[str, Any], path: str, part: int = 0) -> Run:
    builder = RunBuilder()
    builder.map([record], _entry)
    trial = record.value if isinstance(record, Record) and type(record.value) is dict else {}
    failure, model, task = trial.get("failure_mode"), about.get("model_name"), trial.get("task_id")
    return builder.finish(
        run_id=_name(trial),
        format=NAME,
        records=(RecordArray(path, record.number, 1, part),),
        task=task if type(task) is str else None,
        models=(model,) if type(model) is str else (),
        attributes={
            **{key: trial[key] for key in _FACTS if trial.get(key) is not None},
            **{
                key: about[key] for key in ("agent_name", "dataset_name", "dataset_version", "run_id") if about.get(key)
            },
        },
        outcome=_outcome(trial.get("is_resolved")),
        exit_status=failure if type(failure) is str else None,
        ending=_ending(trial),
        started_at=timestamp(trial.get("trial_started_at")),
        ended_at=timestamp(trial.get("trial_ended_at")),
        stated=(
            Stated("run", "the trial's own fields", metrics={key: trial[key] for key in _MEASURES if trial.get(key)}),
        ),
    )


def _entry(record: Record) -> Entry:
    trial = mapping(record.value)
    if not _is_trial(trial):
        raise ValueError("no trial: `task_id`, `is_resolved` and `failure_mode` are expected")
    return _TRIAL


def _outcome(resolved: Any) -> Outcome:
    """Null where the tests' output could not be read."""
    return "success" if resolved is True else "failure" if resolved is False else "unknown"


def _ending(trial: dict[str, Any]) -> Ending:
    failure = trial.get("failure_mode")
    if type(failure) is str and failure in _CUTS:
        return Ending("censored", f"`failure_mode` is {failure}", _CUTS[failure])
    return Ending(_outcome(trial.get("is_resolved")), "`is_resolved`: the task's tests")


FORMAT = Format(
    NAME,
    "terminal-bench",
    takes=(JsonDocument,),
    detect=detect,
    read=read,
    signs=frozenset({"failure_mode", "n_resolved", "verifier_result"}),
    ending="cut by a `failure_mode` of the agent, even where the tests passed; else by `is_resolved`",
    usage="totals of a trial only, stated; 0 and null mean that the agent told none",
    cap_unit="none",
    companions=companions,
    heads=heads,
)
