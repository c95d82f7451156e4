"""Stored rows of runs back as the values that pages work with: a RunRow, and the source to open."""

import json
from typing import Any

import msgspec
import pyarrow as pa

from viewer.index.rows import RunRow
from viewer.model.source import Part, Source

COLUMNS = tuple("attributes_json" if name == "attributes" else name for name in RunRow.__struct_fields__)
"""What to select for `run_rows`."""
SOURCE_COLUMNS = ("source", "uri", "version", "source_bytes", "member", "parts")
"""What to select for `source_of`."""


def run_rows(table: pa.Table) -> list[RunRow]:
    """The rows of a table that has at least `COLUMNS`."""
    return [_row(values) for values in table.select(list(COLUMNS)).to_pylist()]


def _row(values: dict[str, Any]) -> RunRow:
    stored = values.pop("attributes_json")
    values["attributes"] = json.loads(stored) if stored else {}
    values["turn_steps"] = tuple(values["turn_steps"] or ())
    values["prompt_tokens"] = tuple(values["prompt_tokens"] or ())
    return RunRow(**values)


def source_of(values: dict[str, Any]) -> Source:
    """The source of a row that has `SOURCE_COLUMNS`, as it was when it was read."""
    if values["parts"]:
        name, *parts = json.loads(values["parts"])
        return Source(name, tuple(Part(*one) for one in parts))
    part = Part(values["uri"], values["version"], values["source_bytes"], values["member"])
    return Source(values["source"], (part,))


def parts_json(source: Source) -> str:
    """The name and all parts, exactly, whatever characters a file's name has."""
    return json.dumps([source.name, *(msgspec.structs.astuple(part) for part in source.parts)])
