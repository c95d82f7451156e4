"""Eval sets of Google ADK: {"eval_set_id", "eval_cases": [{"eval_id", "conversation": [{"user_content", …}]}]}."""

from collections.abc import Iterable, Iterator
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, text, text_or_none, timestamp
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.gemini_parts import blocks, either, function_result
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.heads import Head
from viewer.model.block import Block, Text, ToolResult, ToolUse
from viewer.model.position import json_path
from viewer.model.run import Run
from viewer.model.source import RecordArray

_BETWEEN = "expected_intermediate_agent_responses"
_NOTE = (
    "an eval set holds the conversation that is expected of an agent, not one that took place; results of "
    "calls are mostly not stored, nor how words and calls of one turn alternate"
)


def is_eval_set(value: Any) -> bool:
    """Whether an object is a set of eval cases."""
    return type(value) is dict and type(either(value, "evalCases", "eval_cases")) is list


def is_old_turn(value: Any) -> bool:
    """Whether an object is a turn as eval sets before `eval_cases` have it."""
    if type(value) is not dict or type(value.get("query")) is not str:
        return False
    return type(value.get("expected_tool_use")) is list or type(value.get(_BETWEEN)) is list


def is_old_case(value: Any) -> bool:
    """Whether an object is a case of such turns: {"name", "data": [{"query", "expected_tool_use", "reference"}]}."""
    data = value.get("data") if type(value) is dict else None
    return type(data) is list and any(map(is_old_turn, data[:5]))


def run_of_old_turns(records: Iterable[Record | BadRecord], array: RecordArray, case: dict[str, Any], name: str) -> Run:
    """One run: each turn is a record. `case` is the object around them, empty where they stand alone."""
    builder = RunBuilder(one_result_per_record=True)
    builder.map(records, _old_turn)
    called = case.get("name")
    return builder.finish(
        run_id=called if type(called) is str else "",
        format=name,
        records=(array,),
        attributes={key: one for key, one in case.items() if key not in ("data", "name") and one not in (None, {}, [])},
        ending=ending_by_messages(builder),
        notes=(_NOTE,),
    )


def _old_turn(record: Record) -> tuple[Entry, ...]:
    turn = mapping(record.value)
    entries: list[Entry] = [Input((Text(text(turn["query"])),))]
    for said in listing(turn.get(_BETWEEN) or []):
        entries.append(Reply((Text(said if type(said) is str else text(mapping(said)["text"])),)))
    uses = [mapping(use) for use in listing(turn.get("expected_tool_use") or [])]
    if uses:
        entries.append(Reply(tuple([ToolUse(None, text(use["tool_name"]), use.get("tool_input")) for use in uses])))
    results = [
        ToolResult(None, use["mock_tool_output"], None, use["tool_name"]) for use in uses if "mock_tool_output" in use
    ]
    if results:
        entries.append(Input(tuple(results)))
    last = text_or_none(turn.get("reference"))
    if last:
        entries.append(Reply((Text(last),)))
    return tuple(entries)


def runs_of_eval_set(head: Head, name: str) -> Iterator[Run]:
    """One run a case: each turn of its conversation is a record."""
    key = "evalCases" if type(head.value.get("evalCases")) is list else "eval_cases"
    first = 1
    for position, case in enumerate(head.value[key]):
        path = (*head.path, key, position)
        held = case.get("conversation") if type(case) is dict else None
        builder = RunBuilder(one_result_per_record=True)
        if type(held) is list:
            records = list(head.document.records(*path, "conversation", first=first))
            builder.map(records, _turn)
            array = RecordArray(json_path((*path, "conversation")), first, len(records))
        else:
            builder.map([Record(first, case)], _no_case)
            array = RecordArray(json_path((*head.path, key)), first, 1)
        first += array.count
        about = case if type(case) is dict else {}
        case_id = either(about, "evalId", "eval_id")
        yield builder.finish(
            run_id=case_id if type(case_id) is str else "",
            format=name,
            records=(array,),
            label=_label(head.value),
            attributes={key: one for key, one in about.items() if key != "conversation" and one not in (None, {}, [])},
            ending=ending_by_messages(builder),
            notes=(_NOTE,),
        )


def _no_case(record: Record) -> Entry:
    """A case of a simulated user holds the first words only, and a plan for those that follow."""
    scenario = either(mapping(record.value), "conversationScenario", "conversation_scenario")
    if scenario is None:
        raise TypeError("no eval case with a list `conversation`")
    prompt = either(mapping(scenario), "startingPrompt", "starting_prompt")
    return Input((Text(text(prompt)),))


def _label(value: dict[str, Any]) -> str | None:
    named = either(value, "evalSetId", "eval_set_id")
    return named if type(named) is str else None


def _turn(record: Record) -> tuple[Entry, ...]:
    """The user's words, the calls that are expected, what came back of them where that is stored, the last words."""
    turn = mapping(record.value)
    when = timestamp(either(turn, "creationTimestamp", "creation_timestamp"))
    said = mapping(either(turn, "userContent", "user_content"))
    entries: list[Entry] = [Input(blocks(said.get("parts")), timestamp=when)]
    data = either(turn, "intermediateData", "intermediate_data")
    data = {} if data is None else mapping(data)
    entries.extend(_event(event) for event in _listed(data, "invocationEvents", "invocation_events"))
    for words in _listed(data, "intermediateResponses", "intermediate_responses"):
        _, parts = listing(words)
        entries.append(Reply(blocks(parts)))
    calls: list[Block] = []
    for use in _listed(data, "toolUses", "tool_uses"):
        calls.append(ToolUse(text_or_none(mapping(use).get("id")), str(use["name"]), use.get("args")))
    if calls:
        entries.append(Reply(tuple(calls)))
    results = [function_result(mapping(back)) for back in _listed(data, "toolResponses", "tool_responses")]
    if results:
        entries.append(Input(tuple(results)))
    last = either(turn, "finalResponse", "final_response")
    parts = None if last is None else mapping(last).get("parts")
    if last is not None and not _is_empty(parts):
        entries.append(Reply(blocks(parts)))
    return tuple(entries)


def _is_empty(parts: Any) -> bool:
    """Whether no part says anything: no last words are expected after the calls."""
    return type(parts) is list and all(
        type(part) is dict and all(value is None for value in part.values()) for part in parts
    )


def _listed(data: dict[str, Any], camel: str, snake: str) -> list[Any]:
    found = either(data, camel, snake)
    return [] if found is None else listing(found)


def _event(event: Any) -> Entry:
    content = mapping(mapping(event).get("content") or {})
    made = blocks(content.get("parts"))
    return Input(made) if content.get("role") == "user" else Reply(made)
