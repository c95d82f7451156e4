"""The detail of what is chosen: a message, a record that could not be mapped, or a branch."""

from typing import Any

from viewer.counted import counted
from viewer.model.position import Position
from viewer.ui.detail_blocks import block_payload
from viewer.ui.detail_facts import message_facts, message_title
from viewer.ui.detail_fields import fields_section
from viewer.ui.detail_raw import RawRecords, raw_section
from viewer.ui.detail_text import Opened
from viewer.ui.detail_values import value_lines
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, button, link, quiet, shown, spaced

BLOCKS_AT_ONCE = 40
"""Blocks drawn of one message before anyone asks for more."""
MORE_BLOCKS = "blocks"


def message_payload(facts: RunFacts, index: int, opened: Opened, raw: RawRecords) -> dict[str, Any]:
    """A message for `components/detail.js`."""
    message = facts.run.messages[index]
    shown_blocks = len(message.blocks) if MORE_BLOCKS in opened.sections else BLOCKS_AT_ONCE
    sections: list[dict[str, Any]] = []
    if len(message.blocks) > shown_blocks:
        title = f"show {counted(len(message.blocks) - shown_blocks, 'more block')}"
        sections.append({"id": MORE_BLOCKS, "title": title, "open": False, "rows": [], "bodies": []})
    sections.append(fields_section(facts, message, opened))
    sections += raw_section(facts, message.records, opened, raw)
    values = value_lines(facts, index, opened)
    blocks = [
        {**block_payload(facts, message, number, opened), "values": values.get(number, [])}
        for number in range(len(message.blocks[:shown_blocks]))
    ]
    return {
        "run": facts.key,
        "name": {"message": index},
        "title": message_title(message),
        "position": str(Position(index)),
        "facts": message_facts(facts, message),
        "blocks": blocks,
        "sections": sections,
    }


def record_payload(facts: RunFacts, record: int, opened: Opened, raw: RawRecords) -> dict[str, Any]:
    """A record by its number: why it is no message, and its bytes."""
    rows: list[tuple[str, list[Segment]]] = [
        ("problem", [shown(problem.reason)]) for problem in facts.run.problems if problem.record == record
    ]
    rows += [
        ("set aside", [shown(aside.kind), quiet(f": {aside.why}")])
        for aside in facts.run.set_aside
        if aside.record == record
    ]
    holding = [message.index for message in facts.run.messages if record in message.records]
    if holding:
        rows.append(("message", spaced([link(index) for index in holding[:5]])))
    opened_raw = Opened(opened.parts, opened.revealed, opened.codes, frozenset({"raw"}))
    return {
        "run": facts.key,
        "name": {"record": record, "branch": None},
        "title": "of the file",
        "position": f"record {record}",
        "facts": rows,
        "blocks": [],
        "sections": raw_section(facts, (record,), opened_raw, raw),
    }


def branch_payload(facts: RunFacts, number: int) -> dict[str, Any]:
    """A branch: what it is, and the button that opens it."""
    branch = facts.run.branches[number - 1]
    where = link(branch.at) if branch.at >= 0 else quiet("the start")
    return {
        "run": facts.key,
        "name": {"record": None, "branch": number},
        "title": f"{number}, {counted(len(branch.messages), 'message')}",
        "position": "branch",
        "facts": [
            ("leaves at", [where]),
            ("why", [shown(branch.why)]),
            ("open", [button("branch", number, "read this branch")]),
        ],
        "blocks": [],
        "sections": [],
    }
