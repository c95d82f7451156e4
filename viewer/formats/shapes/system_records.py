"""System records in a message list: leading ones are request fields, later ones stay messages."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Entry, Fields, Input
from viewer.formats.gathered_fields import joined
from viewer.model.block import Block
from viewer.model.request import RequestFields, recorded


def system_entry(builder: RunBuilder, value: Any, blocks: tuple[Block, ...], timestamp: str | None = None) -> Entry:
    """The entry of a system record that is added next: a later one opens new request fields, which add its text."""
    if not builder.messages:
        return Fields(system=recorded(value))
    before = builder.request_fields[-1] if builder.request_fields else RequestFields()
    builder.fields(system=joined(before.system, recorded(value)))
    return Input(blocks, "system", None, timestamp)
