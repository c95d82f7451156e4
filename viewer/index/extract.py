"""From a source to its rows in the three tables: pure, so that any process on any machine may do it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any

import pyarrow as pa

from viewer import load
from viewer.analysis.checks.registry import findings
from viewer.analysis.pairing import Pairing, pair
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.index.call_rows import call_rows
from viewer.index.columns import Columns
from viewer.index.parser import parser_version
from viewer.index.rows import RunRow, run_row
from viewer.index.scalars import scalars
from viewer.index.stored_rows import parts_json
from viewer.index.tables import SCHEMAS
from viewer.index.task_bucket import task_bucket
from viewer.json_lines import json_line
from viewer.model.request import Request
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.model.usage import Usage

READ_ERRORS = (RunFileError, OSError, RecursionError, MemoryError, *MAPPING_ERRORS)
"""What a source that cannot be read raises: it costs its own rows and no other's."""
_ATTRIBUTE_LENGTH, _ATTRIBUTES = 1_000, 200
_RATES = ("sampling_rate", "sample_rate", "samplingRate", "sampleRate", "sampling.rate")
"""Attributes that hold the share of runs which were stored."""


def source_id(source: Source) -> int:
    """A number for the place of a source, whatever its version."""
    place = f"{source.uri}\0{source.parts[0].member or ''}"
    return int.from_bytes(
        hashlib.blake2b(place.encode("utf-8", "surrogateescape"), digest_size=8).digest(), signed=True
    )


@dataclass(frozen=True)
class Extracted:
    """The rows of some sources. `run_row` counts from 0; whoever stores them adds a number of their own."""

    runs: pa.Table
    requests: pa.Table
    calls: pa.Table

    def __reduce__(self) -> tuple[Any, ...]:
        """From process to process as one piece of memory a table: a column by itself takes far longer."""
        return _of_batches, tuple([_batches(table) for table in (self.runs, self.requests, self.calls)])


def _batches(table: pa.Table) -> list[pa.Buffer]:
    return [batch.serialize() for batch in table.to_batches()]


def _of_batches(*made: list[pa.Buffer]) -> Extracted:
    return Extracted(
        *(
            pa.Table.from_batches([pa.ipc.read_record_batch(batch, schema) for batch in batches], schema)
            for batches, schema in zip(made, (SCHEMAS["runs"], SCHEMAS["requests"], SCHEMAS["calls"]), strict=True)
        )
    )


def extract(source: Source, preferred: Sequence[str] = ()) -> Extracted:
    """The rows of one source; where it is unreadable, one row with the reason.

    Args:
        preferred: formats to read it as where its content recognises several equally well.
    """
    return extract_all([source], preferred)


def extract_all(sources: Sequence[Source], preferred: Sequence[str] = ()) -> Extracted:
    """The rows of several sources, whose runs are read one source after the other."""
    made = {name: Columns(schema) for name, schema in SCHEMAS.items()}
    for source in sources:
        _add_source(made, source, preferred)
    return Extracted(made["runs"].table(), made["requests"].table(), made["calls"].table())


def _add_source(made: dict[str, Columns], source: Source, preferred: Sequence[str]) -> None:
    before = {name: len(columns) for name, columns in made.items()}
    try:
        runs, read_as = _runs(source, preferred)
        for root in runs:
            for run in walk(root):
                _add_run(made, run, read_as)
    except READ_ERRORS as error:
        for name, columns in made.items():
            columns.cut(before[name])
        reason = error.reason if isinstance(error, RunFileError) else f"cannot be read: {type(error).__name__}"
        formats = list(error.formats) if isinstance(error, AmbiguousFormatError) else None
        add_unreadable(made["runs"], source, reason, formats)


def _runs(source: Source, preferred: Sequence[str]) -> tuple[tuple[Run, ...], str | None]:
    try:
        return load.runs(source), None
    except AmbiguousFormatError as error:
        for name in preferred:
            if name in error.formats:
                return load.runs(source, name), name
        raise


def _place(source: Source) -> dict[str, Any]:
    part = source.parts[0]
    plain = len(source.parts) == 1 and part.member is None and part.uri.isprintable() and source.name.isprintable()
    return {
        "source": source.name,
        "source_id": source_id(source),
        "uri": part.uri,
        "member": part.member,
        "version": source.version,
        "parts": None if plain else parts_json(source),
        "source_bytes": source.size,
        "parser": parser_version(),
    }


def add_unreadable(columns: Columns, source: Source, reason: str, formats: list[str] | None = None) -> None:
    """The row of a source that holds no readable run."""
    _append(columns, {"run_row": len(columns), "reason": reason, "formats": formats, **_place(source)})


def unreadable(source: Source, reason: str) -> Extracted:
    """What a source gives that no process could read."""
    made = {name: Columns(schema) for name, schema in SCHEMAS.items()}
    add_unreadable(made["runs"], source, reason)
    return Extracted(made["runs"].table(), made["requests"].table(), made["calls"].table())


def _append(columns: Columns, values: dict[str, Any]) -> None:
    for name, one in zip(columns.names, columns.lists, strict=True):
        one.append(values.get(name))


def _add_run(made: dict[str, Columns], run: Run, read_as: str | None) -> None:
    number = len(made["runs"])
    pairing = pair(run.messages)
    row = run_row(run, pairing)
    requests = _add_requests(made["requests"], run, number, row.key)
    calls = call_rows(made["calls"], run, pairing, number, row.key)
    values = _place(run.source) | _row_values(row) | _run_values(run, pairing)
    values |= {"run_row": number, "read_as": read_as, "request_rows": requests, "call_rows": calls}
    _append(made["runs"], values)


def _row_values(row: RunRow) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(row, name) for name in RunRow.__struct_fields__}
    values["attributes_json"] = json_line(row.attributes)[:-1].decode() if row.attributes else None
    values["attributes"] = scalars(row.attributes, _ATTRIBUTE_LENGTH, _ATTRIBUTES, "")[0]
    values["task_bucket"] = task_bucket(row.task)
    values["turn_steps"] = list(row.turn_steps)
    values["longest_turn"] = max(row.turn_steps, default=0)
    values["prompt_tokens"] = list(row.prompt_tokens)
    rate = _sampling_rate(row.attributes)
    values["sampling_rate"], values["weight"] = rate, None if rate is None else 1 / rate
    return values


def _run_values(run: Run, pairing: Pairing) -> dict[str, Any]:
    found = findings(run, pairing)
    return {
        "models": list(run.models),
        "ending_rule": run.ending.rule,
        "ended_at": run.ended_at,
        "started": moment(run.started_at),
        "ended": moment(run.ended_at),
        "findings": list(dict.fromkeys(finding.code for finding in found)),
        "finding_errors": sum(finding.severity == "error" for finding in found),
    }


def _sampling_rate(attributes: dict[str, Any]) -> float | None:
    for name in _RATES:
        rate = attributes.get(name)
        if isinstance(rate, int | float) and not isinstance(rate, bool) and 0 < rate <= 1:
            return float(rate)
    return None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(text: str | None) -> int | None:
    """Microseconds from 1970 on of a recorded time; without a zone it counts as UTC; None: it is no date."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return ((found if found.tzinfo else found.replace(tzinfo=UTC)) - _EPOCH) // timedelta(microseconds=1)


def _add_requests(columns: Columns, run: Run, number: int, key: str) -> int:
    before = len(columns)
    _add_list(columns, run.requests, number, key, 0)
    for branch_number, branch in enumerate(run.branches, 1):
        _add_list(columns, branch.requests, number, key, branch_number)
    return len(columns) - before


_NO_USAGE = Usage()


def _add_list(columns: Columns, requests: tuple[Request, ...], number: int, key: str, branch: int) -> None:
    (rows, keys, ks, branches, turns, ks_in_turn, messages, models, stops, *tokens, contexts, seconds) = columns.lists
    rows += [number] * len(requests)
    keys += [key] * len(requests)
    ks += [request.k for request in requests]
    branches += [branch] * len(requests)
    turns += [request.turn for request in requests]
    ks_in_turn += [request.k_in_turn for request in requests]
    messages += [request.message_index for request in requests]
    models += [request.model for request in requests]
    stops += [request.stop_reason for request in requests]
    usages = [request.usage for request in requests]
    if None in usages:
        usages = [usage or _NO_USAGE for usage in usages]
    for one, name in zip(tokens, Usage.__struct_fields__, strict=True):
        one += map(attrgetter(name), usages)
    contexts += [request.context.status if request.context else "derived" for request in requests]
    seconds += [request.seconds for request in requests]


def rows_of_runs(runs: Sequence[Run], read_as: str | None = None) -> Extracted:
    """The rows of the runs of one source that are read already.

    Args:
        read_as: the format that was chosen for it among several.
    """
    made = {name: Columns(schema) for name, schema in SCHEMAS.items()}
    for root in runs:
        for run in walk(root):
            _add_run(made, run, read_as)
    return Extracted(made["runs"].table(), made["requests"].table(), made["calls"].table())
