"""What the rows of a conversation tell besides messages: how it ended, what it was refused, what is missing."""

from collections.abc import Iterable
from typing import Any

from viewer.formats.ankole_row import usage
from viewer.formats.ankole_tree import Place, Row, Tree
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.run import Ending, Stated

_QUARANTINE = "provider_projection_tool_result_quarantine"
_MOST_NAMED = 20


def attributes(head: Row, places: list[Place]) -> Row:
    """Fields of the conversation's own row, and whose it is."""
    made = {key: value for key, value in head.items() if value not in (None, {}, [])}
    subject = next((place.row["subject_uid"] for place in places if place.row.get("subject_uid") is not None), None)
    if subject is not None:
        made.setdefault("subject_uid", subject)
    return made


def ending(head: Row, places: list[Place], builder: RunBuilder, more: bool) -> Ending:
    """By the newest row: what its status or its response tells; a page of an export is open."""
    newest = places[-1].row if places else {}
    status, metadata = newest.get("status"), _metadata(newest)
    if more:
        return Ending("open", "the export is one page, and more rows follow")
    if status == "generating":
        return Ending("open", "the newest row is still generating")
    if status == "error":
        return Ending("censored", "the newest row failed", "crash")
    if status == "retracted":
        return Ending("censored", "the newest row was retracted", "abort")
    details = metadata.get("incomplete_details")
    if type(details) is dict:
        rule = f"the last response is incomplete: {details.get('reason')}"
        return Ending("censored", rule, "tokens" if details.get("reason") == "max_output_tokens" else None)
    if head.get("ended_at") is not None:
        return Ending("unknown", "the conversation has ended; no verdict on it is stored")
    return ending_by_messages(builder)


def exit_status(places: list[Place]) -> str | None:
    """The newest row's status where it did not complete, with the error's code."""
    newest = places[-1].row if places else {}
    status, error = newest.get("status"), _metadata(newest).get("error")
    if type(status) is not str or status == "complete":
        return None
    code = error.get("code") if type(error) is dict else None
    return f"{status}: {code}" if type(code) is str else status


def stated(artifacts: Iterable[Row]) -> tuple[Stated, ...]:
    """What compactions cost: they are no requests of the agent."""
    made: list[Stated] = []
    for artifact in artifacts:
        content = artifact.get("content")
        used = content.get("usage") if type(content) is dict else None
        if type(used) is dict and any(type(value) is int and value for value in used.values()):
            made.append(Stated("step", f"compaction {artifact.get('id')}", usage(used)))
    return tuple(made)


def notes(found: Tree, by_gateway: list[str]) -> tuple[str, ...]:
    """Sentences on what is missing, and on what requests did not see."""
    made: list[str] = []
    loose = [place.record.number for place in found.places if place.is_loose]
    if loose:
        made.append(f"{_records(loose)}: the row before is not in this export, so what stood before is not shown")
    if found.has_circle:
        made.append("rows follow one another in a circle: one of them is read as the start of a path")
    if by_gateway:
        made.append(
            f"results of {_listed(by_gateway)} were written by the gateway when it closed interrupted calls: "
            "no tool returned them"
        )
    for place in found.places:
        refused = _metadata(place.row).get(_QUARANTINE)
        if type(refused) is dict and refused:
            told = "; ".join(f"{key}: {_listed(value)}" for key, value in refused.items() if type(value) is list)
            made.append(f"record {place.record.number:,}: its request left out stored calls or results ({told})")
    return tuple(made)


def _metadata(row: Row) -> Row:
    metadata = row.get("metadata")
    return metadata if type(metadata) is dict else {}


def _records(numbers: list[int]) -> str:
    return f"{'record' if len(numbers) == 1 else 'records'} {_listed([f'{number:,}' for number in numbers])}"


def _listed(words: list[Any]) -> str:
    more = f" and {len(words) - _MOST_NAMED:,} more" if len(words) > _MOST_NAMED else ""
    return ", ".join(str(word) for word in words[:_MOST_NAMED]) + more
