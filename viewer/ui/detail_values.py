"""The values of a model's message in its detail, each with the earlier places that also hold it."""

from viewer.analysis.provenance.values import is_searched
from viewer.counted import counted
from viewer.model.block import ToolUse
from viewer.ui import runs_like
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, button, quiet
from viewer.ui.shown_values import ShownValues
from viewer.ui.value_lines import value_line

SECTION = "values"
AT_ONCE, FEWEST = 24, 4
"""Values looked up with the message, in a short run and in a very long one."""
BUDGET = 100_000
"""Blocks searched for one message before anyone asks for more: each value goes over all of them."""
MOST = 400
"""Values of one message that are looked up at all; the Values view has every one."""


def value_lines(facts: RunFacts, message_index: int, opened: Opened) -> dict[int, list[list[Segment]]]:
    """By block, a line a value; the last says how many there are beyond."""
    found = facts.provenance.values_of(message_index)
    searched = [value for value in found if is_searched(value)]
    asked = SECTION in opened.sections
    most = MOST if asked else max(FEWEST, min(AT_ONCE, BUDGET // max(1, len(facts.provenance.haystack.entries))))
    lines: dict[int, list[list[Segment]]] = {}
    values = ShownValues(facts.run, opened.revealed)
    for value in searched[:most]:
        line = value_line(facts.provenance.of(value), values)
        call = facts.run.messages[message_index].blocks[value.at.block or 0]
        if isinstance(call, ToolUse):
            line += runs_like.argument_segments(call, value.at.path)
        lines.setdefault(value.at.block or 0, []).append(line)
    beyond = len(searched) - most
    short = len(found) - len(searched)
    last = lines.setdefault(searched[min(most, len(searched)) - 1].at.block or 0, []) if searched else []
    if beyond > 0 and not asked:
        look_up = button("section", {"id": SECTION, "open": True}, f"look up {counted(beyond, 'more value')}")
        last.append([look_up])
    elif beyond > 0:
        last.append([quiet(f"and {beyond:,} more, in the Values view")])
    if short and searched:
        last.append([quiet(f"{counted(short, 'value')} too short to be searched")])
    return lines
