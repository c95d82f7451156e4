"""Request fields as they change over a run: what a record or a head tells, on top of what held before it."""

import msgspec

from viewer.formats.entries import Fields
from viewer.model.request import Field, RequestFields


def add_record(gathered: list[RequestFields], first: int, entry: Fields, record: int) -> None:
    """What a record tells holds from the message `first` on; what it does not name stays as it was."""
    before = _last(gathered, first)
    same = bool(gathered) and before.first_message == first
    fields = RequestFields(
        first,
        (*before.records, record) if same else (record,),
        joined(before.system, entry.system) if same else entry.system or before.system,
        entry.tools or before.tools,
        entry.parameters or before.parameters,
    )
    if same:
        gathered[-1] = fields
    else:
        gathered.append(fields)


def add_head(
    gathered: list[RequestFields], first: int, system: Field | None, tools: Field | None, parameters: Field | None
) -> None:
    """What stands in no record of its own, such as a document's head, holds from the message `first` on."""
    before = _last(gathered, first)
    same = bool(gathered) and before.first_message == first
    fields = RequestFields(
        first,
        before.records if same else (),
        system or before.system,
        tools or before.tools,
        parameters or before.parameters,
    )
    kept = msgspec.structs.replace(before, first_message=first, records=fields.records)
    if fields != kept or not gathered:
        if same:
            gathered.pop()
        gathered.append(fields)


def _last(gathered: list[RequestFields], first: int) -> RequestFields:
    """The fields so far; where the first come after a message, what held before it is not stored."""
    if not gathered and first:
        gathered.append(RequestFields())
    return gathered[-1] if gathered else RequestFields()


def joined(before: Field, new: Field | None) -> Field:
    """Several system records make one list of them, each kept whole."""
    if new is None:
        return before
    if before.status == "not_stored":
        return new
    earlier = before.value if isinstance(before.value, list) else [before.value]
    later = new.value if isinstance(new.value, list) else [new.value]
    return Field("recorded", [*earlier, *later])
