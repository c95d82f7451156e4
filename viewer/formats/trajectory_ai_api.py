"""trajectory.ai API objects: {"trajectory_id", "organization_id", "steps": [{"step_index", "messages"}], "reward"}."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, count, listing, mapping, stop_reason, text, text_or_none
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.cumulative_steps import Steps
from viewer.formats.shapes.heads import Head, NoHead, heads, run_without_head
from viewer.formats.shapes.system_records import system_entry
from viewer.formats.shapes.trajectory_ai_facts import ending, notes_on_error, stated, stated_steps
from viewer.formats.shapes.trajectory_ai_tools import call, result
from viewer.model.block import Block, Image, Text, Thinking, ToolResult, Unknown
from viewer.model.run import Run, Stated
from viewer.model.usage import Usage

NAME = "trajectory_ai_api"
_COUNTS = ("num_steps", "reward", "reward_components")
_TOLD = ("trajectory_id", "steps", "model_id", "task_id", "created_at", "termination_reason", *_COUNTS)


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim objects with `trajectory_id` and `organization_id`; lines and lists of them too."""
    value: Any = next(decoded.values(), None) if isinstance(decoded, JsonRecords) else decoded.value
    value = value[0] if type(value) is list else value
    if type(value) is dict and "trajectory_id" in value and "organization_id" in value:
        return Match(3, "`trajectory_id` and `organization_id`")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trajectory."""
    for head in heads(decoded):
        yield run_without_head(head, NAME) if isinstance(head, NoHead) else _run(head)


def _run(head: Head) -> Run:
    value, steps = head.value, head.value.get("steps") or []
    if type(steps) is not list:
        return run_without_head(head.lacking("`steps` is no list"), NAME)
    builder = RunBuilder(one_result_per_record=True)
    reader = Steps(builder, lambda message, _, __: _entry(builder, message), cumulative=_repeats(steps))
    reader.read(head.document, (*head.path, "steps"), steps)
    reason, model = value.get("termination_reason"), value.get("model_id")
    task, created = value.get("task_id"), value.get("created_at")
    return builder.finish(
        run_id=str(value.get("trajectory_id") or ""),
        format=NAME,
        records=tuple(reader.arrays),
        task=task if type(task) is str else None,
        models=(model,) if type(model) is str else (),
        attributes={key: one for key, one in value.items() if key not in _TOLD and one is not None},
        ending=ending(head, reason, builder),
        exit_status=reason if type(reason) is str else None,
        started_at=created if type(created) is str else None,
        stated=(
            Stated("run", "`steps`, as stored", steps=len(steps)),
            *stated({key: value.get(key) for key in _COUNTS}, "the trajectory", "num_steps"),
            *stated_steps(steps),
        ),
        notes=(*reader.notes(), *notes_on_error(head, reason)),
    )


def _repeats(steps: list[Any]) -> bool:
    """Whether steps repeat the messages before them: by message ids, else by their first messages."""
    seen: set[int] = set()
    starts: list[Any] = []
    for step in steps:
        messages = step.get("messages") if type(step) is dict else None
        if type(messages) is not list or not messages:
            continue
        ids = {one["message_id"] for one in messages if type(one) is dict and type(one.get("message_id")) is int}
        if ids & seen:
            return True
        seen |= ids
        starts.append(messages[0])
    return not seen and len(starts) > 1 and starts[0] == starts[1]


def _entry(builder: RunBuilder, message: dict[str, Any]) -> Entry:
    """One message."""
    role, made = message["role"], _blocks(message.get("content"))
    if role == "assistant":
        return _reply(message, made)
    if role == "tool":
        return _answer(message.get("tool_response"), made, message.get("content"))
    if role == "user":
        return Input(made)
    if role == "system":
        return system_entry(builder, message.get("content"), made)
    raise ValueError(f"role {text(role)!r} is none of system, user, assistant, tool")


def _blocks(content: Any) -> tuple[Block, ...]:
    if content is None or content == "":
        return ()
    if type(content) is str:
        return (Text(content),)
    return tuple([_part(part) for part in listing(content)])


def _part(part: Any) -> Block:
    kind = mapping(part).get("type")
    if kind == "text":
        return Text(text(part["text"]))
    return Image(None, part) if kind == "image" else Unknown(str(kind), part)


def _reply(message: dict[str, Any], made: tuple[Block, ...]) -> Reply:
    reasoning = text_or_none(message.get("reasoning"))
    word = text_or_none(message.get("finish_reason"))
    prompt, completion = count(message.get("prompt_tokens")), count(message.get("completion_tokens"))
    counted = None if prompt is None and completion is None else Usage(prompt, None, None, completion)
    thinking: tuple[Block, ...] = (Thinking(reasoning),) if reasoning else ()
    return Reply((*thinking, *made, *_calls(message.get("tool_calls"))), None, counted, stop_reason(word), word)


def _calls(raw: Any) -> tuple[Block, ...]:
    """Calls stand in a text whose form the API does not tell: JSON is read, all else is kept as it is."""
    value = arguments(raw)
    if value is None or value == "" or value == []:
        return ()
    calls = [value] if type(value) is dict else value
    if type(calls) is not list or not all(type(one) is dict and type(one.get("name")) is str for one in calls):
        return (Unknown("tool_calls", raw),)
    return tuple([call(one) for one in calls])


def _answer(raw: Any, made: tuple[Block, ...], content: Any) -> Input:
    """A tool's answer, which stands in such a text too, or in the content alone."""
    response = arguments(raw)
    if type(response) is dict:
        words = made[0].text if len(made) == 1 and type(made[0]) is Text else None
        extra = made if words is None else ()
        return Input((result(response, words), *extra), who="loop" if extra else None)
    return Input((ToolResult(None, content if raw in (None, "") else raw),))


FORMAT = Format(
    NAME,
    "trajectory.ai API",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"trajectory_id"}),
    ending="by `termination_reason` (ENV_DONE and the like are no verdict, limits, errors and sandbox faults cut the "
    "run), else by `error`, else by how the list stops",
    usage="`prompt_tokens` of each message once; what of them was cached is not recorded",
    one_result_per_record=True,
    cap_unit="run",
    from_documentation=True,
)
