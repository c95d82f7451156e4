"""How the run that a span holds came to its end, as far as a trace tells."""

import re

from viewer.formats.build import RunBuilder
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.spans import Span
from viewer.model.run import CutBy, Ending

RULE = (
    "cut where the agent's or root span has an error (by its type: steps, tokens, time, money, abort, else a crash); "
    "open where that span is missing or has no end; else unknown, since a trace holds no verdict"
)
"""For `Format.ending`."""
_CUTS: tuple[tuple[CutBy, re.Pattern[str]], ...] = (
    ("steps", re.compile(r"max_?turns|graph_?recursion|recursion limit|request_limit|max\w*[ _]?(step|iter)", re.I)),
    ("tokens", re.compile(r"tokens?_limit|token limit|max_?tokens|context[ _](length|window)", re.I)),
    ("time", re.compile(r"time[d ]*_?out|deadline", re.I)),
    ("money", re.compile(r"budget|cost_limit|max_?cost", re.I)),
    ("abort", re.compile(r"cancel|keyboard_?interrupt|abort", re.I)),
)
_LIMIT = re.compile(r"(?:request_limit|max_turns|limit|turns)\D{0,12}?(\d{1,7})\b|\((\d{1,7})\)", re.I)
_SHOWN = 200


def ending(builder: RunBuilder, span: Span | None, *, is_whole: bool) -> Ending:
    """The ending of a run.

    Args:
        builder: the run so far.
        span: the span that holds the whole run; None: there is none.
        is_whole: False: spans of the run name a parent that is not in the file.
    """
    if span is not None and span.failed is not None:
        return _cut(span.failed)
    if span is None and not is_whole:
        return Ending("open", "the span that holds this run is not in the file: still running, or stored elsewhere")
    if span is not None and span.started is not None and span.ended is None:
        return Ending("open", "the span that holds this run has no end")
    by_messages = ending_by_messages(builder)
    if by_messages.kind == "open" and span is not None and span.kind == "agent":
        return Ending("unknown", "the agent's span ended where a reply or a result was still due")
    return by_messages


def _cut(failed: str) -> Ending:
    words = failed[:_SHOWN]
    for cut_by, pattern in _CUTS:
        if pattern.search(words) is not None:
            found = _LIMIT.search(words) if cut_by == "steps" else None
            cap = float(found[1] or found[2]) if found is not None else None
            unit = "requests" if cap is not None else None
            return Ending("censored", "an error of a limit ended the span of this run", cut_by, cap, unit)
    return Ending("censored", "an error ended the span of this run", "crash")


def exit_status(span: Span | None) -> str | None:
    """The error that ended the span, in its own words."""
    return None if span is None or span.failed is None else span.failed[:_SHOWN] or "ERROR"
