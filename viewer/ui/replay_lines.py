"""The lines under the editor: what is sent, what is discarded, what to look at first; or why nothing can be."""

from viewer.counted import counted
from viewer.model.position import Position
from viewer.replay.built import LIST_OF
from viewer.replay.bundle import Bundle
from viewer.replay.prefix import Refusal
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, alarm, code, page_link, prose, quiet, shown, strong

LOSSES = 30
"""Losses and masked values listed; the rest is counted."""
_EQUAL = {
    "word_by_word": "every other message is word by word as the file has it",
    "rebuilt": "the other messages are built again from what was understood of them",
    "masked": "values are masked, so that it equals nothing that was sent",
}


def refusal_rows(refused: Refusal, key: str) -> list[Row]:
    """Why no request can be made, with the places."""
    rows: list[Row] = [("refused", [alarm("no request can be made"), quiet(": "), *prose(refused.reason)])]
    if refused.positions:
        places: list[Segment] = []
        for one in refused.positions[:20]:
            places += [" "] if places else []
            places.append(page_link(str(Position(one.message_index, one.block)), key, one.message_index))
        rows.append(("where", places))
    return rows


def bundle_rows(made: Bundle, key: str | None) -> list[Row]:
    """Sent, discarded, warnings, in this order.

    Args:
        made: the bundle.
        key: of its run; None: the run is not at hand.
    """
    return [*sent_rows(made, key), *discarded_rows(made, key), *warning_rows(made)]


def sent_rows(made: Bundle, key: str | None) -> list[Row]:
    """Messages and request fields."""
    request = made.request
    system = request.get("system", request.get("instructions"))
    if system is None:
        entries = request.get(LIST_OF[made.api]) or [{}]
        leading = entries[0].get("role") in ("system", "developer")
        told = "system prompt" if leading else "no system prompt"
    else:
        told = "system prompt"
    tools = request.get("tools")
    known = ("system", "instructions", "tools", "model", LIST_OF[made.api])
    parameters = [name for name in request if name not in known]
    line: list[Segment] = [*_ranges(made.sent, key), quiet(f" · {told} · ")]
    line.append(quiet(counted(len(tools), "tool") if isinstance(tools, list) else "no tools"))
    line.append(quiet(" · parameters " if parameters else " · no parameters"))
    for number, name in enumerate(parameters):
        line += [quiet(", ")] if number else []
        line.append(code(name))
    rows: list[Row] = [("sent", line)]
    if isinstance(request.get("model"), str):
        rows.append(("model", [code(request["model"])]))
    rows.append(("equal", [quiet(_EQUAL[made.equality])]))
    hashes: list[Segment] = [quiet("result "), code(made.original.hash[:16])]
    hashes += [quiet(" becomes "), code(made.replacement.hash[:16]), quiet(" · all the rest ")]
    rows.append(("hashes", [*hashes, code(made.unchanged_hash[:16])]))
    return rows


def discarded_rows(made: Bundle, key: str | None) -> list[Row]:
    """The messages that are left out."""
    if made.discarded is None:
        return [("discarded", [quiet("nothing: no later message is stored")])]
    return [("discarded", [*_ranges([made.discarded], key), quiet(" came after that model call and are not in it")])]


def warning_rows(made: Bundle) -> list[Row]:
    """What to look at first when behaviour differs, then what is not as stored."""
    rows: list[Row] = [("warning", prose(warning)) for warning in made.warnings]
    if made.credentials == "included":
        rows.append(("warning", [strong("credentials"), quiet(" or what looks like them are in it, on purpose")]))
    for one in made.masked[:LOSSES]:
        rows.append(("masked", [code(one.path), quiet(f": {one.label}")]))
    if len(made.masked) > LOSSES:
        rows.append(("", [quiet(f"and {len(made.masked) - LOSSES:,} more")]))
    for loss in made.losses[:LOSSES]:
        rows.append(("not as stored", [shown(f"{loss.position or 'request fields'}: {loss.text}")]))
    if len(made.losses) > LOSSES:
        rows.append(("", [quiet(f"and {len(made.losses) - LOSSES:,} more")]))
    return rows or [("warnings", [quiet("none: the file stores all of this request")])]


def _ranges(ranges: list[tuple[int, int]], key: str | None) -> list[Segment]:
    made: list[Segment] = []
    for first, last in ranges:
        made += [" "] if made else []
        words = str(Position(first, last=last if last > first else None))
        made.append(code(words) if key is None else page_link(words, key, first))
    return made
