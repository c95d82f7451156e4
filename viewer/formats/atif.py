"""ATIF (Harbor): {"schema_version": "ATIF-v1.…", "agent", "steps": [{"source", "message", "observation", …}]}."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

import msgspec

from viewer.decode.document import Decoded, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.formats.atif_steps import Reference, Steps, of_counts
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, number_or_none, whole_or_none
from viewer.formats.shapes.harbor_trial import attributes_of, ending_of, facts_of, is_harbor_trial, stated_of
from viewer.model.position import json_path
from viewer.model.request import recorded
from viewer.model.run import Ending, ParentLink, Run, Stated
from viewer.model.source import RecordArray

NAME = "atif"
_FACTS = ("schema_version", "session_id", "trajectory_id", "continued_trajectory_ref", "notes", "extra")

Part = tuple[dict[str, Any], tuple[Key, ...]]
"""A trajectory, and the keys that lead to it."""


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim documents that name a version of the format, alone, several in one file or one a line."""
    value: Any = list(decoded.values(50)) if isinstance(decoded, JsonRecords) else decoded.value
    entries = [value] if _is_trajectory(value) else _entries(value)[:50]
    version = next((entry["schema_version"] for entry in entries if _is_trajectory(entry)), None)
    if version is not None:
        return Match(4, f"`schema_version` is {version}")
    if type(value) is dict and "schema_version" in value and type(value.get("agent")) is dict:
        steps = value["steps"]
        return Match(3, "`steps` with `source`, beside `agent` and `schema_version`") if "source" in steps[0] else None
    return None


def _is_trajectory(value: Any) -> bool:
    return (
        type(value) is dict and str(value.get("schema_version")).startswith("ATIF") and type(value.get("steps")) is list
    )


def _entries(value: Any) -> list[Any]:
    return value if type(value) is list else list(value.values()) if type(value) is dict else []


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """What Harbor tells of the trial: the reward stands there only."""
    if path.name == "trajectory.json" and path.parent.name == "agent":
        return (path.parent.parent / "result.json",)
    return ()


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trajectory; embedded ones, and ones that another of the same file refers to, are its sub-runs."""
    if isinstance(decoded, JsonRecords):
        values = [record.value if isinstance(record, Record) else record.raw for record in decoded.records]
        decoded = JsonDocument(name=decoded.name, value=values, text=b"", companions=decoded.companions)
    value = decoded.value
    if type(value) is dict and "steps" in value:
        yield _of_trial(_run(decoded, (value, ()), None, {}), decoded.companions)
        return
    keys: Iterable[Key] = range(len(value)) if type(value) is list else mapping(value)
    parts: list[Part] = [(value[key], (key,)) for key in keys if _is_trajectory(value[key])]
    notes = tuple(f"{json_path((key,))} holds no trajectory" for key in keys if not _is_trajectory(value[key]))
    named = {name: part for part in parts for name in _names(part[0])} if len(parts) > 1 else {}
    children = [name for head, _ in parts for name in _referred(head)]
    roots = [part for part in parts if not any(name in children for name in _names(part[0]))]
    for number, part in enumerate(roots or parts):
        run = _run(decoded, part, None, named if roots else {})
        yield run if number else msgspec.structs.replace(run, notes=notes + run.notes)


def _of_trial(run: Run, companions: tuple[Decoded, ...]) -> Run:
    """The verdict of the trial that the run was part of; a run that goes on in another file has none yet."""
    trial = next(
        (one.value for one in companions if isinstance(one, JsonDocument) and is_harbor_trial(one.value)), None
    )
    if trial is None:
        return run
    known = {"started_at": run.started_at, "ended_at": run.ended_at}
    facts = {key: value for key, value in facts_of(trial).items() if value is not None and not known.get(key)}
    told = ending_of(trial)
    ending = run.ending if run.ending.kind == "open" and told.kind == "unknown" else told
    attributes = {**run.attributes, "trial": attributes_of(trial)}
    stated = (*run.stated, stated_of(trial))
    return msgspec.structs.replace(run, **facts, ending=ending, attributes=attributes, stated=stated)


def _names(head: dict[str, Any]) -> list[str]:
    return [name for name in (head.get("trajectory_id"), head.get("session_id")) if type(name) is str]


def _referred(head: dict[str, Any]) -> Iterator[str]:
    """Names in `subagent_trajectory_ref`, as far as they can be read."""
    for step in head["steps"] if type(head.get("steps")) is list else []:
        observation = step.get("observation") if type(step) is dict else None
        results = observation.get("results") if type(observation) is dict else None
        for result in results if type(results) is list else []:
            references = result.get("subagent_trajectory_ref") if type(result) is dict else None
            for reference in references if type(references) is list else [references]:
                if type(reference) is not dict:
                    continue
                name = reference.get("trajectory_id") or reference.get("session_id")
                if type(name) is str and name not in _names(head):
                    yield name


def _run(document: JsonDocument, part: Part, link: ParentLink | None, others: dict[str, Part]) -> Run:
    head, path = part
    agent = head["agent"] if type(head.get("agent")) is dict else {}
    model = agent["model_name"] if type(agent.get("model_name")) is str else None
    builder = RunBuilder()
    tools = agent.get("tool_definitions")
    if type(tools) is list:
        builder.fields(tools=recorded(tools))
    steps = Steps(builder, model)
    builder.map(document.records(*path, "steps"), steps.entries)
    run_id = (_names(head) or [""])[0]
    notes: list[str] = []
    sub_runs = tuple(_sub_runs(document, part, run_id, steps.references, others, notes))
    whole = bool(steps.references or sub_runs or any(aside.kind == "copied history" for aside in builder.set_aside))
    attributes = {key: head[key] for key in _FACTS if head.get(key) is not None}
    attributes["agent"] = {key: value for key, value in agent.items() if key != "tool_definitions"}
    return builder.finish(
        run_id=run_id,
        format=NAME,
        records=(RecordArray(json_path((*path, "steps")), 1, len(head["steps"])),),
        models=builder.models() or (() if model is None else (model,)),
        attributes=attributes,
        ending=_ending(document, head, path, builder),
        sub_runs=sub_runs,
        parent=link,
        stated=_stated(head.get("final_metrics"), whole),
        notes=tuple(notes),
    )


def _sub_runs(
    document: JsonDocument,
    part: Part,
    run_id: str,
    references: list[Reference],
    others: dict[str, Part],
    notes: list[str],
) -> Iterator[Run]:
    head, path = part
    embedded: list[Part] = []
    listed = head.get("subagent_trajectories")
    for number, sub in enumerate(listed if type(listed) is list else []):
        if type(sub) is dict and type(sub.get("steps")) is list:
            embedded.append((sub, (*path, "subagent_trajectories", number)))
        else:
            notes.append(f"`subagent_trajectories[{number}]` holds no steps")
    named = {name: sub for sub in embedded for name in _names(sub[0])[:1]}
    shown: list[tuple[Key, ...]] = []
    for reference in references:
        name = reference.trajectory_id or reference.session_id
        found = None if name is None else named.get(name) or others.get(name)
        if found is None:
            place = reference.path or "a file that is not named"
            notes.append(f"[{reference.message_index}] refers to a sub-agent's run {name or ''} in {place}")
        elif found[1] not in shown and found[1] != path:
            shown.append(found[1])
            rule = "`subagent_trajectory_ref` of a result"
            link = ParentLink(run_id, reference.message_index, reference.tool_use_id, rule)
            yield _run(document, found, link, {})
    for sub in embedded:
        if sub[1] not in shown:
            yield _run(document, sub, ParentLink(run_id, rule="embedded, and no result refers to it"), {})


def _ending(document: JsonDocument, head: dict[str, Any], path: tuple[Key, ...], builder: RunBuilder) -> Ending:
    if document.cut is not None and document.cut.open_path[: len(path)] == path:
        return Ending("open", "the file ends inside this run")
    further = head.get("continued_trajectory_ref")
    if further:
        return Ending("open", f"`continued_trajectory_ref`: the run goes on in {further}")
    if builder.waiting > 0:
        return Ending("open", "the last calls have no result")
    return Ending("unknown", "the format stores no verdict")


def _stated(metrics: Any, whole: bool) -> tuple[Stated, ...]:
    """`final_metrics`. Writers add sub-agents' and copied steps' tokens to it, so it may be more than this run's."""
    if type(metrics) is not dict:
        return ()
    names = ("total_prompt_tokens", "total_cached_tokens", "total_completion_tokens", "total_steps")
    prompt, cached, completion, steps = (whole_or_none(metrics.get(name)) for name in names)
    extra = metrics.get("extra")
    return (
        Stated(
            "sub-tree" if whole else "run",
            "final_metrics",
            of_counts(prompt, cached, completion),
            number_or_none(metrics.get("total_cost_usd")),
            steps,
            extra if type(extra) is dict else {},
        ),
    )


FORMAT = Format(
    NAME,
    "ATIF trajectory",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"schema_version"}),
    ending="open where calls wait for results or the run goes on in another file; no verdict is stored",
    usage="`metrics` of each step: `prompt_tokens` less `cached_tokens`; `final_metrics` only as stated",
    heads=heads,
)
