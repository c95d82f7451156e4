"""The request fields behind a message: system prompt, tool schemas, parameters. They stand outside the list."""

from typing import Any

from viewer.analysis.requests import FIELD_NAMES, fields_at
from viewer.counted import counted
from viewer.model.message import Message
from viewer.ui.detail_blocks import value_body
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, quiet

SECTION = "fields"
WORDS = {"system": "system prompt", "tools": "tool schemas", "parameters": "parameters"}
_NOT_STORED = "not stored; the rules that the model followed are missing here"


def fields_section(facts: RunFacts, message: Message, opened: Opened) -> dict[str, Any]:
    """The fields in force for the request that produced a reply, or for the next one after another message."""
    by_model = message.index in facts.requests
    fields = fields_at(facts.run, message.index if by_model else message.index + 1)
    is_open = SECTION in opened.sections
    whose = "this request" if by_model else "the next request"
    section: dict[str, Any] = {
        "id": SECTION,
        "title": f"request fields of {whose}, outside the list",
        "open": is_open,
        "rows": [],
        "bodies": [],
    }
    if not is_open:
        return section
    for name in FIELD_NAMES:
        field = getattr(fields, name)
        row: list[Segment] = [field.status.replace("_", " ")]
        if field.status == "recorded":
            if name == "tools" and isinstance(field.value, list):
                row = [counted(len(field.value), "tool")]
            body = value_body(f"field-{name}", field.value, opened, "")
            section["bodies"].append({**body, "label": WORDS[name], "download": False})
        else:
            row = [quiet(_NOT_STORED)]
        section["rows"].append((WORDS[name], row))
    if facts.run.requests:
        requests = counted(len(facts.run.requests), "request")
        note = f"present on every one of the {requests} unless a later record changes them"
        section["rows"].append(("", [quiet(note)]))
    return section
