"""A value of a model's message in a line: its status, and the places that also hold it as links."""

from viewer.analysis.provenance.where import Place, Use
from viewer.ui.run_segments import Segment, code, link, quiet, shown, status, strong
from viewer.ui.shown_values import ShownValues

STATUS_WORDS = {
    "exact": "exact",
    "formatted": "formatted",
    "scaled": "scaled",
    "not_in_visible_messages": "not in the visible messages",
    "not_searched": "not searched",
}
LONGEST = 60
"""Characters of a value in a line of the detail."""
_FIELD_WORDS = {"system": "the system prompt", "tools": "the tool schemas"}
_EXACT = "The same text stands there, between word boundaries."


def value_line(use: Use, values: ShownValues) -> list[Segment]:
    """`order_id 4471 · also appears in [2].0:[0].id`; the earliest too, where it is another place."""
    line: list[Segment] = [quiet(f"{use.at.path} ")] if use.at.path else []
    line += [code(values.of(use.at, use.text, LONGEST)), quiet(" · ")]
    match use.status:
        case "not_searched":
            return [*line, status("not searched", use.rule or "")]
        case "not_in_visible_messages":
            return [*line, strong("not in the visible messages"), " ", status("why", use.rule or "")]
        case "exact" | "formatted" | "scaled":
            return [*line, *_places(use)]


def _places(use: Use) -> list[Segment]:
    nearest = next((place for place in use.sources if place.nearest), None)
    earliest = next((place for place in use.sources if place.earliest), None)
    if nearest is None:
        echo = use.sources[-1]
        line: list[Segment] = [
            strong("no source"),
            quiet(" visible; the model itself wrote it before, at "),
            place_segment(echo),
        ]
    else:
        line = [quiet("also appears in "), place_segment(nearest)]
        if earliest is not None and earliest.position != nearest.position:
            line += [quiet(", first in "), place_segment(earliest)]
    if use.status != "exact":
        line += [" ", status(use.status, use.rule or "")]
    named = 1 if nearest is None or earliest is None or earliest.position == nearest.position else 2
    if use.count > named:
        line.append(quiet(f" · {use.count:,} places in all"))
    return line


def place_segment(place: Place) -> Segment:
    """An earlier place: a link, or the name of a request field, which stands outside the messages."""
    if place.message_index is None:
        return _FIELD_WORDS.get(place.position, place.position)
    return {"at": place.message_index, "text": shown(place.position)}


def use_rows(use: Use, values: ShownValues) -> list[tuple[str, list[Segment]]]:
    """One use in full: every listed place, with what stands there for and by which rule it matches."""
    block = use.at.block
    rows: list[tuple[str, list[Segment]]] = [
        ("value", [code(values.of(use.at, use.text, 400))]),
        ("used at", [link(use.at.message, block, use.at.path)]),
    ]
    rule = use.rule or ""
    word = STATUS_WORDS[use.status]
    rows.append(("status", [strong(word), " ", quiet(rule) if use.status != "exact" else status("rule", _EXACT)]))
    stored = "both in this file" if use.request_fields_stored else "not all in this file"
    rows.append(("request fields", [quiet(f"system prompt and tool schemas are {stored}")]))
    for place in use.sources:
        marks = [name for name in ("earliest", "nearest") if getattr(place, name)]
        line: list[Segment] = [place_segment(place), " "]
        if place.kind == "echo":
            line.append(quiet("the model's own words: an echo, no source "))
        line += [strong(", ".join(marks)), " "] if marks else []
        if place.status != "exact":
            line += [status(place.status, place.rule), " "]
        if place.tool_use_id:
            line.append(quiet(f"call {place.tool_use_id}"))
        rows.append(("also appears in", line))
    if use.count > len(use.sources):
        rows.append(("", [quiet(f"and in {use.count - len(use.sources):,} more places")]))
    return rows
