"""smolagents memory: [{"task"}, {"step_number", "model_output", "tool_calls", "observations"}], or a run's result."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, as_text, count, listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Fields, Input, Reply
from viewer.formats.shapes.any_part import tool_use
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.listed_records import listed_records
from viewer.model.block import Block, Text, ToolResult, ToolUse
from viewer.model.request import recorded
from viewer.model.run import Ending, Run
from viewer.model.usage import Usage

NAME = "smolagents"
_KEYS = ("steps", "messages", "memory")
"""Where a result of a run or a dump of memory holds the steps."""


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim steps that hold what a model was sent and observed."""
    values = list(decoded.values(20)) if isinstance(decoded, JsonRecords) else decoded.value
    if type(values) is dict:
        values = values[_place(values)]
    found = any(type(one) is dict and "step_number" in one and "observations" in one for one in values[:20])
    return Match(3, "steps with `step_number` and `observations`") if found else None


def _place(value: dict[str, Any]) -> str:
    return next((key for key in _KEYS if type(value.get(key)) is list), _KEYS[0])


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run: each step is a record."""
    place = _place(decoded.value) if isinstance(decoded, JsonDocument) and type(decoded.value) is dict else ""
    listed = listed_records(decoded, place)
    head = listed.head
    builder = RunBuilder()
    steps = _Steps()
    builder.map(listed.records, steps.entry)
    yield builder.finish(
        run_id="",
        format=NAME,
        records=(listed.array,),
        attributes={key: value for key, value in head.items() if key not in _KEYS},
        exit_status=head["state"] if type(head.get("state")) is str else None,
        ending=_ending(head, steps, builder),
    )


def _ending(head: dict[str, Any], steps: "_Steps", builder: RunBuilder) -> Ending:
    """By the result's state, by the error of the last step, else by how the list stops."""
    if head.get("state") == "max_steps_error" or steps.failed == "AgentMaxStepsError":
        return Ending("censored", "the agent reached its limit of steps", "steps")
    if steps.answered:
        return Ending("unknown", "the last step gave the final answer; the file holds no verdict")
    return ending_by_messages(builder)


class _Steps:
    """Maps the steps of one run in order."""

    def __init__(self) -> None:
        self.failed: str | None = None
        """The kind of error of the last step."""
        self.answered = False

    def entry(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What one step is; a call and what was observed stand in the same step."""
        step = mapping(record.value)
        if "step_number" in step:
            return self._action(step)
        if "system_prompt" in step:
            return Fields(system=recorded(step["system_prompt"]))
        if "task" in step:
            return Input((Text(text(step["task"])),))
        when = _started(step)
        if "plan" in step:
            return Reply((Text(text(step["plan"])),), usage=usage(step.get("token_usage")), timestamp=when)
        if "output" in step:
            return Aside("final answer", f"what the run returned: {as_text(step['output'])}")
        raise TypeError("no step of a task, a plan or an action")

    def _action(self, step: dict[str, Any]) -> tuple[Entry, ...]:
        error = mapping(step.get("error") or {})
        kind, said = text_or_none(error.get("type")), text_or_none(error.get("message"))
        is_code = step.get("code_action") is not None
        calls = [_call(mapping(call), is_code) for call in listing(step.get("tool_calls") or [])]
        words = step.get("model_output")
        written: list[Block] = [] if words in (None, "") else [Text(as_text(words))]
        made: list[Entry] = [Reply((*written, *calls), usage=usage(step.get("token_usage")), timestamp=_started(step))]
        observed = step.get("observations")
        if observed is None and step.get("is_final_answer") is True:
            observed = step.get("action_output")
        if calls and (observed is not None or kind is not None):
            # The step has one text for all its calls: the last holds it.
            content = observed if said is None else said if observed in (None, "") else f"{as_text(observed)}\n{said}"
            results = [ToolResult(call.id, None, None, call.name, from_text=is_code) for call in calls[:-1]]
            last = calls[-1]
            results.append(ToolResult(last.id, content, kind is not None, last.name, from_text=is_code))
            made.append(Input(tuple(results)))
        elif said is not None:
            made.append(Input((Text(said),), who="loop"))
        self.failed, self.answered = kind, step.get("is_final_answer") is True
        return tuple(made)


def _call(call: dict[str, Any], is_code: bool) -> ToolUse:
    """A call; one that runs the code which the model wrote was parsed out of its text."""
    made = tool_use(call)
    return ToolUse(made.id, made.name, arguments(made.input), from_text=is_code)


def _started(step: dict[str, Any]) -> str | None:
    timing = step.get("timing")
    return timestamp(timing.get("start_time")) if type(timing) is dict else None


def usage(raw: Any) -> Usage | None:
    """Token counts, which know of no cache."""
    if raw is None:
        return None
    return Usage(count(mapping(raw).get("input_tokens")), None, None, count(raw.get("output_tokens")))


FORMAT = Format(
    NAME,
    "smolagents memory",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"step_number"}),
    ending="cut by steps where `state` or the last step's error says so, else by how the list stops",
    usage="`token_usage` of each step as it is: no cache is told apart",
    cap_unit="run",
    from_documentation=True,
)
