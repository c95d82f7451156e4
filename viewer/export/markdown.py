"""A run as Markdown in which every text of the run stands in a fence, so that nothing of it is rendered."""

import re
from collections.abc import Callable, Iterator

from viewer.export.exported import Exported
from viewer.export.readable import facts_of_run, told
from viewer.model.run import Run

Shown = Callable[[str], str]
"""Masks credentials and makes invisible characters visible."""
_MARKS = re.compile(r"[\\`*_{}\[\]()#+\-.!|<>&~$:/@^]")
_TICKS = re.compile(r"`+")


def markdown_document(run: Run, shown: Shown) -> Exported:
    """The run for people, message by message, under its positions."""
    text = "\n".join(_lines(run, shown)) + "\n"
    return Exported(text.encode("utf-8", "backslashreplace"), ".md", "text/markdown", ())


def _lines(run: Run, shown: Shown) -> Iterator[str]:
    yield "# Run"
    yield ""
    for name, value in facts_of_run(run):
        yield f"- {name}: {literal(shown(value))}"
    for message in told(run):
        yield ""
        yield f"## {message.position} {literal(shown(message.title))}"
        yield ""
        for name, value in message.facts:
            yield f"- {name}: {literal(shown(value))}"
        for piece in message.pieces:
            yield ""
            yield f"`{piece.position}` {literal(shown(piece.title))}"
            yield ""
            yield fenced(shown(piece.text))


def literal(text: str) -> str:
    """Text that Markdown shows as it is, on one line: every mark escaped, no link, no HTML."""
    return _MARKS.sub(lambda mark: "\\" + mark[0], " ".join(text.split()))


def fenced(text: str) -> str:
    """Text in a fence that nothing in it can close."""
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
