"""trajectory.ai SDK files: {"task", "steps": [{"messages"}], "reward", "metrics", "execution_metrics"}."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, stop_reason, text, text_or_none
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.cumulative_steps import Steps
from viewer.formats.shapes.heads import Head, NoHead, heads, run_without_head
from viewer.formats.shapes.system_records import system_entry
from viewer.formats.shapes.trajectory_ai_facts import ending, notes_on_error, stated, stated_steps, usage
from viewer.formats.shapes.trajectory_ai_tools import call, result
from viewer.model.block import Block, Text, Thinking
from viewer.model.message import Who
from viewer.model.request import recorded
from viewer.model.run import Run, Stated

NAME = "trajectory_ai"
_OURS = "trajectory-viewer"
"""The `data_source` of this program's exports."""
_TASK_KEYS = frozenset({"data_source", "conversation_id", "num_steps", "num_turns"})
_TOLD = ("task", "steps", "reward", "metrics", "execution_metrics")
_LOSSY = (
    "imported from LangSmith: that import drops repeated texts and surplus results and may invent call ids, so a gap "
    "or a broken order in this list is no proof of a fault of the loop"
)


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim objects with a `task` and `steps` that hold messages; lines and lists of them too."""
    value: Any = next(decoded.values(), None) if isinstance(decoded, JsonRecords) else decoded.value
    value = value[0] if type(value) is list else value
    task, steps = value["task"], value["steps"]
    if type(task) is not dict or type(steps) is not list:
        return None
    if steps and type(steps[0]["messages"]) is list:
        return Match(3, "`task` beside `steps` that hold `messages`")
    if not steps and not _TASK_KEYS.isdisjoint(task):
        return Match(3, "`task` with a conversation, beside `steps`")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run a trajectory."""
    for head in heads(decoded):
        yield run_without_head(head, NAME) if isinstance(head, NoHead) else _run(head)


def _run(head: Head) -> Run:
    steps = head.value.get("steps") or []
    if type(steps) is not list:
        return run_without_head(head.lacking("`steps` is no list"), NAME)
    builder = RunBuilder(one_result_per_record=True)
    task, timing = _part(head, "task"), _part(head, "execution_metrics")
    messages = _Messages(builder, task.get("data_source") == _OURS)
    reader = Steps(builder, messages.entry)
    reader.read(head.document, (*head.path, "steps"), steps)
    reason = timing.get("termination_reason")
    conversation, source, model = task.get("conversation_id"), task.get("data_source"), head.value.get("model_id")
    own = task.get("id")
    return builder.finish(
        run_id=str(conversation or own or head.value.get("trace_id") or ""),
        format=NAME,
        records=tuple(reader.arrays),
        task=own if type(own) is str and own not in (conversation, f"{source}:{conversation}") else None,
        models=(model,) if type(model) is str else (),
        attributes=_attributes(head.value, task),
        ending=ending(head, reason, builder),
        exit_status=text_or_none(reason) if type(reason) is str else None,
        stated=(
            Stated("run", "`steps`, as stored", steps=len(steps)),
            *stated({key: task.get(key) for key in ("num_turns", "num_steps", "total_tokens", "total_cost")},
                    "`task`", "num_steps", "total_cost"),
            *stated(head.value.get("metrics"), "`metrics`", "steps"),
            *stated(timing, "`execution_metrics`"),
            *stated(head.value.get("reward"), "`reward`"),
            *stated_steps(steps),
        ),
        notes=(*reader.notes(), *notes_on_error(head, reason), *((_LOSSY,) if source == "langsmith" else ())),
    )  # fmt: skip


def _part(head: Head, name: str) -> dict[str, Any]:
    """An object of the head; empty where it is missing, null or damaged."""
    value = head.value.get(name)
    return value if type(value) is dict else {}


def _attributes(value: dict[str, Any], task: dict[str, Any]) -> dict[str, Any]:
    """Identifiers of the task, and whatever else stands beside the steps; unset fields are null and left out."""
    made = {key: task[key] for key in ("id", "data_source", "conversation_id") if task.get(key) is not None}
    made.update((key, one) for key, one in value.items() if key not in _TOLD and one is not None)
    return made


class _Messages:
    """Maps the messages of one run."""

    def __init__(self, builder: RunBuilder, ours: bool) -> None:
        self._builder, self._ours = builder, ours

    def entry(self, message: dict[str, Any], messages: list[Any], at: int) -> Entry:
        """One message of the flat list."""
        tools = message.get("tool_definitions")
        if tools:
            self._builder.fields(tools=recorded(listing(tools)))
        role, content = message["role"], text_or_none(message.get("content"))
        who = _who(message.get("metadata")) if self._ours else None
        if role == "assistant":
            reply = _reply(message, content)
            return reply if who is None else Input(reply.blocks, "assistant", who)
        if role == "tool":
            return Input((result(mapping(message.get("tool_response") or {}), content),))
        words: tuple[Block, ...] = () if content is None else (Text(content),)
        if role == "user":
            ahead = bool(self._builder.waiting) and not self._ours and _results_follow(messages, at)
            return Input(words, "user", who, beside_results=ahead)
        if role == "system":
            return system_entry(self._builder, content, words)
        raise ValueError(f"role {text(role)!r} is none of system, user, assistant, tool")


def _who(metadata: Any) -> Who | None:
    """What this program writes where the role would tell wrong who wrote a message."""
    who = metadata.get("who") if type(metadata) is dict else None
    return who if who in ("loop", "caller") else None


def _results_follow(messages: list[Any], at: int) -> bool:
    """Whether results stand next: words that stood among results are stored ahead of them."""
    following = messages[at + 1] if at + 1 < len(messages) else None
    return type(following) is dict and following.get("role") == "tool"


def _reply(message: dict[str, Any], content: str | None) -> Reply:
    made: list[Block] = []
    reasoning = text_or_none(message.get("reasoning"))
    if reasoning:
        made.append(Thinking(reasoning))
    if content:
        made.append(Text(content))
    made.extend(call(mapping(one)) for one in listing(message.get("tool_calls") or []))
    word = text_or_none(message.get("finish_reason"))
    return Reply(tuple(made), None, usage(message.get("usage")), stop_reason(word), word)


FORMAT = Format(
    NAME,
    "trajectory.ai SDK",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"steps"}),
    ending="by `termination_reason` (ENV_DONE is no verdict, all others but NONE cut the run), else by `error`, else "
    "by how the list stops",
    usage="of each message once, however many steps repeat it; in the words of the API it came from: cached tokens are "
    "taken out of `prompt_tokens`, `input_tokens` without details excludes them",
    one_result_per_record=True,
    cap_unit="none",
    from_documentation=True,
)
