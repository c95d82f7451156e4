"""tau2-bench: {"info", "simulations": [{"task_id", "termination_reason", "messages"}]}, their list, or a file each."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.scan import Key
from viewer.errors import RunFileError
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply, Trouble
from viewer.formats.shapes.openai_messages import tool_use, usage
from viewer.formats.shapes.system_records import system_entry
from viewer.formats.shapes.tau2_ticks import NOTE, add_ticks, result
from viewer.formats.shapes.tau2_verdict import attributes, ending, outcome, stated
from viewer.model.block import Block, Text, Thinking, Unknown
from viewer.model.position import json_path
from viewer.model.request import recorded
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "tau2"
_UNSEEN = Aside("tool of the user", "the simulated user ran a tool; the agent does not see it")
_HEAD_ONLY = "holds the head of runs whose files stand in the folder simulations/ beside it: give the whole folder"


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim simulations that say why they ended, and the head of a folder of them."""
    if isinstance(decoded, JsonRecords):
        return Match(3, "lines with `termination_reason`") if _is_simulation(next(decoded.values(), None)) else None
    value = decoded.value
    if type(value) is list:
        return Match(3, "a list of `messages` beside `termination_reason`") if _is_simulation(value[0]) else None
    if _is_simulation(value):
        return Match(3, "`messages` or `ticks` beside `termination_reason`")
    simulations = value.get("simulations")
    if type(simulations) is list and simulations:
        first = simulations[0]
        return (
            Match(3, "`simulations` that say how they ended")
            if first.keys() & {"termination_reason", "reward_info"}
            else None
        )
    if "tasks" in value and "environment_info" in value["info"]:
        return Match(3, "`info` with `environment_info` beside `tasks`")
    return None


def _is_simulation(value: Any) -> bool:
    return type(value) is dict and "termination_reason" in value and ("messages" in value or "ticks" in value)


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """`results.json` above the folder `simulations`, where each run has a file of its own."""
    return (path.parent.parent / "results.json",) if path.parent.name == "simulations" else ()


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a simulation."""
    if isinstance(decoded, JsonRecords):
        yield from _runs(decoded, {}, ())
        return
    value = decoded.value
    if type(value) is list:
        yield from _runs(decoded, {}, ())
    elif _is_simulation(value):
        heads = [one.value for one in decoded.companions if isinstance(one, JsonDocument) and type(one.value) is dict]
        yield _run(decoded, value, heads[0] if heads else {}, ())
    elif value.get("simulations"):
        yield from _runs(decoded, value, ("simulations",))
    else:
        raise RunFileError(decoded.name, _HEAD_ONLY)


def _runs(decoded: JsonDocument | JsonRecords, top: dict[str, Any], path: tuple[Key, ...]) -> Iterator[Run]:
    for record in decoded.records if isinstance(decoded, JsonRecords) else decoded.records(*path):
        value = record.value if isinstance(record, Record) else record.raw
        if type(value) is dict:
            yield _run(decoded, value, top, (*path, record.number - 1))
        else:
            builder = RunBuilder()
            reason = "no simulation: an object is expected" if isinstance(record, Record) else record.reason
            builder.add(Trouble(reason, value), record.number)
            yield builder.finish(run_id="", format=NAME, records=(RecordArray(json_path(path), record.number, 1),))


def _run(decoded: JsonDocument | JsonRecords, run: dict[str, Any], top: dict[str, Any], path: tuple[Key, ...]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    info = top["info"] if type(top.get("info")) is dict else {}
    agent = info["agent_info"] if type(info.get("agent_info")) is dict else {}
    world = info["environment_info"] if type(info.get("environment_info")) is dict else {}
    policy = run.get("policy") or world.get("policy")
    builder.fields(
        system=recorded(policy) if policy else None,
        tools=recorded(world["tool_defs"]) if world.get("tool_defs") is not None else None,
        parameters=recorded(agent["llm_args"]) if agent.get("llm_args") else None,
    )
    messages = _Messages(builder)
    is_voice = type(run.get("ticks")) is list and not run.get("messages")
    name = "ticks" if is_voice else "messages"
    listed = run.get(name)
    if type(listed) is not list:
        listed = ()
    elif is_voice:
        add_ticks(builder, _records(decoded, listed, (*path, name)))
    else:
        builder.map(_records(decoded, listed, (*path, name)), messages)
    cut = decoded.cut if isinstance(decoded, JsonDocument) else None
    is_cut = cut is not None and cut.open_path[: len(path)] == path
    verdict = outcome(run.get("reward_info"))
    model, domain = agent.get("llm", top.get("model")), world.get("domain_name", top.get("domain"))
    reason = run.get("termination_reason")
    return builder.finish(
        run_id=str(run.get("id") or ""),
        format=NAME,
        records=(RecordArray(json_path((*path, name)), 1, len(listed)),),
        label=domain if type(domain) is str else None,
        task=None if run.get("task_id") is None else str(run["task_id"]),
        models=builder.models() or ((model,) if type(model) is str else ()),
        attributes=attributes(run, info),
        outcome=verdict,
        exit_status=reason if type(reason) is str else None,
        ending=Ending("unknown", "the file ends inside this run") if is_cut else ending(run, info, verdict, name),
        started_at=timestamp(run.get("start_time")),
        ended_at=timestamp(run.get("end_time")),
        stated=stated(run, messages.cached),
        notes=(NOTE,) if is_voice else (),
    )


def _records(
    decoded: JsonDocument | JsonRecords, listed: list[Any], path: tuple[Key, ...]
) -> Iterator[Record | BadRecord]:
    if isinstance(decoded, JsonDocument):
        return decoded.records(*path)
    return (Record(number, value) for number, value in enumerate(listed, 1))


class _Messages:
    """Messages to entries. The raw replies may tell of a cache that `usage` leaves out: it is added up."""

    def __init__(self, builder: RunBuilder) -> None:
        self.cached = 0
        self._builder = builder

    def __call__(self, record: Record) -> Entry:
        message = mapping(record.value)
        role = message["role"]
        when = timestamp(message.get("timestamp"))
        if role == "assistant":
            if record.number == 1 and _is_canned(message):
                return Input((Text(text(message["content"])),), "assistant", "loop", when)
            raw = message.get("raw_data")
            in_full = usage(raw.get("usage")) if type(raw) is dict else None
            if in_full is not None:
                self.cached += in_full.cache_read_input_tokens or 0
            return _reply(message, raw if type(raw) is dict else {}, when)
        if role == "user":
            return _user(message, when)
        if role == "tool":
            return _results(message, when)
        if role == "system":
            content = text_or_none(message.get("content")) or ""
            return system_entry(self._builder, content, (Text(content),), when)
        raise ValueError(f"role {role!r} is none of system, assistant, user, tool")


def _is_canned(message: dict[str, Any]) -> bool:
    """The greeting that the harness puts first: text that no request was sent for."""
    return not message.get("tool_calls") and message.get("usage") is None and not message.get("raw_data")


def _reply(message: dict[str, Any], raw: dict[str, Any], when: str | None) -> Entry:
    """The raw reply is either a whole completion or its one choice."""
    choice = raw["choices"][0] if raw.get("choices") else raw
    made = choice.get("message")
    thought = message.get("reasoning") or (made.get("reasoning_content") if type(made) is dict else None)
    content = text_or_none(message.get("content"))
    calls = message.get("tool_calls")
    blocks: list[Block] = [Thinking(thought)] if type(thought) is str else []
    if content or not calls:
        blocks.append(Text(content or ""))
    if calls:
        blocks.extend(tool_use(call) for call in listing(calls))
    word = text_or_none(choice.get("finish_reason"))
    seconds = message.get("generation_time_seconds")
    return Reply(
        tuple(blocks),
        usage=usage(message.get("usage")),
        stop_reason=stop_reason(word),
        stop_reason_recorded=word,
        model=text_or_none(raw.get("model")),
        timestamp=when,
        seconds=seconds if isinstance(seconds, int | float) else None,
    )


def _user(message: dict[str, Any], when: str | None) -> Entry:
    content, calls = text_or_none(message.get("content")), message.get("tool_calls")
    if calls and not content:
        return _UNSEEN
    said: tuple[Block, ...] = (Text(content or ""),)
    return Input((*said, Unknown("tool_calls of the user", calls)) if calls else said, "user", "caller", when)


def _results(message: dict[str, Any], when: str | None) -> Entry:
    several = message.get("tool_messages")
    listed = [message] if several is None else [mapping(one) for one in listing(several)]
    for_agent = tuple(result(one) for one in listed if one.get("requestor") != "user")
    return Input(for_agent, "user", None, when) if for_agent else _UNSEEN


FORMAT = Format(
    NAME,
    "tau2-bench",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"termination_reason", "simulations", "tasks"}),
    ending="cut by the `termination_reason` max_steps, too_many_errors or an error; else by the reward: 1 is success",
    usage="`usage` of the agent's replies: prompt_tokens and completion_tokens; it tells no cache, the raw reply may",
    one_result_per_record=True,
    cap_unit="run",
    heads=heads,
)
