"""Runs whose spans were stored in several records each, such as one that starts it and one that ends it."""

from typing import Any

import msgspec

from viewer.model.message import Message
from viewer.model.run import Run


def with_all_records(run: Run, earlier: dict[int, list[int]]) -> Run:
    """The run, with every record of the spans that were stored in several.

    Args:
        earlier: by the last record of a span, which the run names, those before it.
    """
    if not earlier:
        return run

    def numbers(records: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({*records, *(one for record in records for one in earlier.get(record, ()))}))

    def messages(found: tuple[Message, ...]) -> tuple[Message, ...]:
        return tuple([msgspec.structs.replace(one, records=numbers(one.records)) for one in found])

    shown = {record for message in run.messages for record in message.records}

    def halves(found: tuple[Any, ...]) -> tuple[Any, ...]:
        made = list(found)
        for one in found:
            if one.record not in shown:
                made.extend(msgspec.structs.replace(one, record=half) for half in earlier.get(one.record, ()))
        return tuple(made)

    return msgspec.structs.replace(
        run,
        messages=messages(run.messages),
        set_aside=halves(run.set_aside),
        problems=halves(run.problems),
        sub_runs=tuple([with_all_records(sub, earlier) for sub in run.sub_runs]),
    )
