"""Arrows in words: what an arrow carries, how it is drawn, and which arrows stand on one page."""

from itertools import groupby
from typing import Any

from viewer.analysis.sequence import Arrow
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.message import Message
from viewer.ui.detail_facts import visible_status
from viewer.ui.ledger_preview import brief, one_line, result_brief
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, alarm, code, quiet, ranges_text, segments_text, shown, status, strong

LANES = ("caller", "loop", "model", "tools")
MARKS = 300
"""Arrows a page: an arrow is a line, a head and sometimes a dot, so charts stay below 500 marks of each kind."""
_PREVIEW = 70
"""Characters of a text or of arguments on an arrow."""
_THINNEST, _THICKEST = 1.5, 7.0
"""Pixels of an arrow to the model: the biggest request of the run has the thickest."""

Rows = list[tuple[Arrow, ...]]


def rows_of(arrows: tuple[Arrow, ...]) -> Rows:
    """Arrows that the list does not order stand in one row."""
    return [tuple(group) for _, group in groupby(arrows, key=lambda arrow: arrow.row)]


def pages_of(rows: Rows, most: int = MARKS) -> list[Rows]:
    """Pages of at most so many arrows; a request, its reply and the calls of it stand on one page where they fit."""
    pages: list[Rows] = []
    page: Rows = []
    count = 0
    for exchange in _exchanges(rows):
        size = sum(len(row) for row in exchange)
        if page and count + size > most:
            pages.append(page)
            page, count = [], 0
        page += exchange
        count += size
    return [*pages, page] if page else pages


def _exchanges(rows: Rows) -> list[Rows]:
    """From one arrow to the model, or of the caller, to before the next."""
    made: list[Rows] = []
    for row in rows:
        if row[0].end == "model" or row[0].start == "caller" or not made:
            made.append([])
        made[-1].append(row)
    return made


def page_of(pages: list[Rows], message: int) -> int:
    """The page (from 1) that tells of a message: the last one that begins at it or before."""
    found = 1
    for number, page in enumerate(pages, 1):
        if min(arrow.message_index for row in page for arrow in row) <= message:
            found = number
    return found


def row_payload(facts: RunFacts, row: tuple[Arrow, ...], largest: int | None) -> dict[str, Any]:
    """A row for `components/sequence.js`."""
    together = ""
    if len(row) > 1:
        together = f"∥ {len(row)} calls issued together" if row[0].end == "tools" else f"{len(row)} results"
    return {"together": together, "arrows": [_payload(facts, arrow, largest) for arrow in row]}


def _payload(facts: RunFacts, arrow: Arrow, largest: int | None) -> dict[str, Any]:
    label = arrow_label(facts, arrow)
    thick = _THINNEST
    if arrow.end == "model" and arrow.tokens is not None and largest:
        thick = _THINNEST + (_THICKEST - _THINNEST) * arrow.tokens / largest
    return {
        "from": LANES.index(arrow.start),
        "to": LANES.index(arrow.end),
        "at": arrow.message_index,
        "label": label,
        "spoken": f"{arrow.start} to {arrow.end}: {segments_text(label)}",
        "thick": round(thick, 1),
        "effect": arrow.effect,
        "failed": arrow.is_error is True,
        "dashed": not arrow.answered,
    }


def arrow_label(facts: RunFacts, arrow: Arrow) -> list[Segment]:
    """What the arrow carries; to the model always the whole range, with its status and its size."""
    message = facts.run.messages[arrow.message_index]
    match arrow.start, arrow.end:
        case "caller", _:
            return [code(f"[{arrow.message_index}]"), " ", *_words(message)]
        case _, "model":
            return _request(facts, arrow)
        case "model", _:
            return _reply(facts, arrow, message)
        case _, "tools":
            return _call(arrow, message)
        case _:
            return _result(arrow, message)


def _request(facts: RunFacts, arrow: Arrow) -> list[Segment]:
    request = facts.requests[arrow.message_index]
    line: list[Segment] = [strong(f"request {request.k:,}"), " ", code(ranges_text(arrow.ranges) or "—")]
    if arrow.context is not None:
        line += [" ", quiet(segments_text([visible_status(arrow.context)]).strip("()"))]
    size = "size not recorded" if arrow.tokens is None else f"{arrow.tokens:,} tokens"
    return [*line, quiet(" · "), size]


def _reply(facts: RunFacts, arrow: Arrow, message: Message) -> list[Segment]:
    names: list[Segment] = []
    for block in message.blocks[:8]:
        match block:
            case Text():
                names.append("text")
            case Thinking():
                names.append("thinking")
            case ToolUse():
                names.append(code(block.name))
            case _:
                names.append("other")
    line: list[Segment] = [code(f"[{arrow.message_index}]"), " reply: "]
    for number, name in enumerate(names):
        line += [quiet(" · "), name] if number else [name]
    if len(message.blocks) > 8:
        line.append(quiet(f" and {len(message.blocks) - 8:,} more blocks"))
    moved = facts.control[arrow.message_index]
    if moved.to in ("end", "open"):
        line.append(quiet(f" · {moved.to}"))
    return line if arrow.tokens is None else [*line, quiet(f" · {arrow.tokens:,} output tokens")]


def _call(arrow: Arrow, message: Message) -> list[Segment]:
    line: list[Segment] = [strong(arrow.tool or "")]
    block = message.blocks[arrow.block or 0]
    if isinstance(block, ToolUse):
        line += [" ", quiet(brief(block.input, _PREVIEW))]
    if not arrow.answered:
        line += [" ", status("no result: nothing shows that it was dispatched", "")]
    return line


def _result(arrow: Arrow, message: Message) -> list[Segment]:
    line: list[Segment] = [code(f"[{arrow.message_index}]"), " ", quiet("result of "), code(arrow.tool or "")]
    if arrow.is_error is True:
        line += [" ", alarm("failed")]
    if arrow.effect:
        line += [" ", strong("effect"), quiet(" here, in the loop: a write tool of the policy")]
    block = message.blocks[arrow.block or 0]
    if isinstance(block, ToolResult):
        line += [" ", quiet(result_brief(block.content, _PREVIEW))]
    return line


def _words(message: Message) -> list[Segment]:
    for block in message.blocks:
        if isinstance(block, Text):
            return [shown(f"“{one_line(block.text, _PREVIEW)}”")]
    return [quiet("no text")]
