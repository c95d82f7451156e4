"""mini-swe-agent: {"info", "messages": [{"role", "content", "extra"}], "trajectory_format"}; at first a bare list."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.mini_swe_agent_ending import ending_of
from viewer.formats.shapes import response_blocks
from viewer.formats.shapes.litellm_usage import usage
from viewer.formats.shapes.openai_messages import blocks, reply, tool_use
from viewer.formats.shapes.response_items import reply_of
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, ToolResult, ToolUse
from viewer.model.message import Message, Producer
from viewer.model.request import Request, recorded
from viewer.model.run import Branch, Run, Stated
from viewer.model.source import RecordArray

NAME = "mini_swe_agent"
_FENCE = re.compile(r"```(?:mswea_bash_command|bash)\s*\n")
_PLAIN = frozenset({"role", "content", "tool_calls", "function_call", "provider_specific_fields", "extra"})
"""What most replies hold: no reasoning beside the words."""
_NOTHING: dict[str, Any] = {}
_EXIT = Aside("exit", "the harness's own last entry: how the run ended and what was handed in")


def detect(decoded: JsonDocument) -> Match | None:
    """Claim documents that name the format, those of its first versions, and lists with its fenced commands."""
    value = decoded.value
    if type(value) is list:
        return _detect_list(value)
    name, info = value.get("trajectory_format"), value.get("info")
    if type(name) is str and name.startswith("mini-swe-agent"):
        return Match(4, f"`trajectory_format` is {name}")
    if type(value["messages"]) is list and type(info) is dict and ("mini_version" in info or "model_stats" in info):
        return Match(3, "`info` with `mini_version` or `model_stats` beside `messages`")
    return None


def _detect_list(messages: list[Any]) -> Match | None:
    replied = False
    for message in messages[:10]:
        content = message.get("content")
        if type(content) is not str:
            continue
        if "```mswea_bash_command" in content:
            return Match(2, "fenced `mswea_bash_command`")
        if message["role"] == "assistant":
            replied = len(_fenced(content)) == 1
        elif replied and content.lstrip().startswith("<returncode>"):
            return Match(2, "a fenced command and `<returncode>` after it")
    return None


def read(decoded: JsonDocument) -> Iterator[Run]:
    """One run; each message is a record."""
    head: dict[str, Any] = decoded.value if type(decoded.value) is dict else {}
    path = ("messages",) if head else ()
    info = head["info"] if type(head.get("info")) is dict else {}
    config = info["config"] if type(info.get("config")) is dict else {}
    about = config["model"] if type(config.get("model")) is dict else {}
    builder = RunBuilder(one_result_per_record=True)
    if about.get("model_kwargs"):
        builder.fields(parameters=recorded(about["model_kwargs"]))
    messages = _Messages(builder)
    builder.map(decoded.records(*path), messages)
    model, status, instance = about.get("model_name"), info.get("exit_status"), head.get("instance_id")
    yield builder.finish(
        run_id=instance if type(instance) is str else "",
        format=NAME,
        records=(RecordArray(".".join(path), 1, len(head["messages"] if head else decoded.value)),),
        task=instance if type(instance) is str else None,
        models=builder.models() or ((model,) if type(model) is str else ()),
        attributes={key: info[key] for key in ("mini_version", "exception_str") if info.get(key)}
        | {key: config[key] for key in ("agent_type", "environment_type") if config.get(key)},
        exit_status=status if type(status) is str else None,
        ending=ending_of(info, config, builder),
        branches=tuple(messages.branches),
        stated=_stated(info),
        notes=(f"{messages.rejected} replies were rejected by the harness and are not in the list",)
        if messages.rejected
        else (),
    )


class _Messages:
    """Messages to entries; an action in plain text waits for the message that answers it."""

    def __init__(self, builder: RunBuilder) -> None:
        self.rejected = 0
        """Replies of a wrong format: the list holds the harness's complaint only."""
        self.branches: list[Branch] = []
        """Such replies that are stored with the complaint."""
        self._builder = builder
        self._waits = False

    def __call__(self, record: Record) -> Entry:
        message = mapping(record.value)
        waits, self._waits = self._waits, False
        extra = message.get("extra")
        if type(extra) is not dict:
            extra = _NOTHING
        role = message.get("role")
        when = timestamp(extra.get("timestamp"))
        if role == "tool":
            call_id = text_or_none(message.get("tool_call_id"))
            return Input((ToolResult(call_id, message["content"], _failed(extra)),), "user", None, when)
        if role == "assistant" and "object" not in message:
            made = _reply(message, extra, when)
            last = made.blocks[-1] if made.blocks else None
            self._waits = type(last) is ToolUse and last.from_text
            return made
        return self._other(message, extra, when, waits, record.number)

    def _other(
        self, message: dict[str, Any], extra: dict[str, Any], when: str | None, waits: bool, record: int
    ) -> Entry:
        if extra.get("interrupt_type") == "FormatError":
            self._reject(extra, record)
        if message.get("object") == "response":
            return _response(message, when)
        if message.get("type") == "function_call_output":
            call_id = text_or_none(message.get("call_id"))
            return Input((ToolResult(call_id, message.get("output"), _failed(extra)),), "user", None, when)
        role = message["role"]
        if role == "user":
            if waits and "interrupt_type" not in extra:
                answer = ToolResult(None, message["content"], _failed(extra), from_text=True)
                return Input((answer,), "user", None, when)
            # After the first reply the harness writes: a wrong format, a limit. A person interrupts by name.
            by_harness = self._builder.requests and extra.get("interrupt_type") != "UserInterruption"
            return Input(_said(message["content"]), "user", "loop" if by_harness else "caller", when)
        if role == "exit":
            return _EXIT
        if role == "system":
            return system_entry(self._builder, message["content"], _said(message["content"]), when)
        raise ValueError(f"role {role!r} is none of system, user, assistant, tool, exit")

    def _reject(self, extra: dict[str, Any], record: int) -> None:
        """A reply that the harness did not take: since version 2.4 its response stands with the complaint."""
        response = extra.get("response")
        made = _rejected_reply(response) if type(response) is dict else None
        if made is None:
            self.rejected += 1
            return
        requests, index = self._builder.requests, len(self._builder.messages)
        last = requests[-1] if requests else None
        message = Message(index, "assistant", (Producer("model", len(requests) + 1),), made.blocks, (record,))
        request = Request(
            len(requests) + 1,
            last.turn if last else 1,
            last.k_in_turn + 1 if last else 1,
            index,
            usage=made.usage,
            stop_reason=made.stop_reason,
            stop_reason_recorded=made.stop_reason_recorded,
            model=made.model,
        )
        why = "the harness rejected this reply and asked again"
        self.branches.append(Branch(index - 1, (message,), (request,), why))


def _rejected_reply(response: dict[str, Any]) -> Reply | None:
    """A whole response of either API."""
    if response.get("object") == "response":
        return _response(response, None)
    choices = response.get("choices")
    return _reply(mapping(mapping(choices[0])["message"]), {"response": response}, None) if choices else None


def _said(content: Any) -> tuple[Block, ...]:
    """The Responses API's parts have types of their own."""
    parts = listing(content) if type(content) is not str else []
    if any(mapping(part).get("type") in response_blocks.PART_SIGNS for part in parts):
        return tuple(response_blocks.content_part(part) for part in parts)
    return blocks(content)


def _reply(message: dict[str, Any], extra: dict[str, Any], when: str | None) -> Reply:
    response = extra.get("response")
    if type(response) is not dict:
        response = _NOTHING
    choices, calls = response.get("choices"), message.get("tool_calls")
    word = text_or_none(mapping(choices[0]).get("finish_reason")) if choices else None
    if calls and _PLAIN.issuperset(message) and not message.get("function_call"):
        content = message["content"]
        made = (*(blocks(content) if content else ()), *(tool_use(call) for call in calls))
    else:
        made = reply(message).blocks
        if not calls:
            commands = _commands(message.get("content"), extra.get("actions"))
            made += tuple(ToolUse(None, "bash", {"command": command}, from_text=True) for command in commands)
    counted = usage(response.get("usage"))
    return Reply(made, None, counted, stop_reason(word), word, text_or_none(response.get("model")), when)


def _commands(content: Any, actions: Any) -> tuple[str, ...]:
    """The commands that the harness took out of the text: as it says, or the one that is fenced; never one of two."""
    if actions:
        return tuple(text(mapping(action)["command"]) for action in listing(actions))
    if type(content) is list:
        content = "\n".join(part["text"] for part in content if type(part) is dict and type(part.get("text")) is str)
    found = _fenced(content) if type(content) is str else []
    return (found[0].strip(),) if len(found) == 1 else ()


def _fenced(content: str) -> list[str]:
    """The bodies of all fenced commands, in one pass over the text."""
    found: list[str] = []
    opened = _FENCE.search(content)
    while opened is not None:
        end = content.find("\n```", opened.end())
        if end < 0:
            break
        found.append(content[opened.end() : end])
        opened = _FENCE.search(content, end + 4)
    return found


def _response(message: dict[str, Any], when: str | None) -> Reply:
    """A whole response of the Responses API stands in the list as one message."""
    made = tuple(block for item in listing(message["output"]) for block in response_blocks.blocks(mapping(item)))
    return msgspec.structs.replace(reply_of(message, made), timestamp=when)


def _failed(extra: dict[str, Any]) -> bool | None:
    """The environment's own flag: an exception while the command ran. A return code is no such flag."""
    return bool(extra["exception_info"]) if "exception_info" in extra else None


def _stated(info: dict[str, Any]) -> tuple[Stated, ...]:
    stats = info.get("model_stats")
    if not isinstance(stats, dict):
        return ()
    cost, calls = stats.get("instance_cost"), stats.get("api_calls")
    return (
        Stated(
            "run",
            "`info.model_stats`; `api_calls` counts failed requests too",
            cost=float(cost) if isinstance(cost, int | float) else None,
            steps=calls if isinstance(calls, int) else None,
        ),
    )


FORMAT = Format(
    NAME,
    "mini-swe-agent",
    takes=(JsonDocument,),
    detect=detect,
    read=read,
    ending="cut by any `exit_status` but Submitted; a submission is no verdict: unknown",
    usage="of the provider's reply in `extra`: `prompt_tokens` includes the cache, which is taken off",
    one_result_per_record=True,
    cap_unit="run",
)
