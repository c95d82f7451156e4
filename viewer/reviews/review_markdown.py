"""A review as Markdown: its sentences under a header that `review lint` reads, every other text in a fence."""

import json
import re
from collections.abc import Callable, Iterator

from viewer.export.markdown import fenced, literal
from viewer.reviews.document import ReviewDocument
from viewer.reviews.lint.linter import Report
from viewer.reviews.told import Entry, Section, facts_of_review, sections

Shown = Callable[[str], str]
_CODE = re.compile(r"`([^`\n]+)`")


def review_markdown(document: ReviewDocument, report: Report | None, shown: Shown) -> bytes:
    """The review for people, and for the linter. `shown` masks credentials and makes hidden characters visible."""
    return ("\n".join(_lines(document, report, shown)) + "\n").encode("utf-8", "backslashreplace")


def _lines(document: ReviewDocument, report: Report | None, shown: Shown) -> Iterator[str]:
    yield "---"
    yield f"title: {_yaml(shown(document.title))}"
    yield f"review: {_yaml(document.id)}"
    yield f"state: {_yaml(document.state)}"
    yield "runs:" if document.runs else "runs: {}"
    for run in document.runs:
        parts = {"path": run.source, "run_id": run.run_id, "key": run.key, "run_hash": run.run_hash}
        stated = {name: shown(value) for name, value in parts.items() if value}
        yield f"  {_yaml(run.alias)}: {_yaml(stated)}"
    yield "---"
    yield ""
    yield f"# {literal(shown(document.title))}"
    yield ""
    yield "## Runs and state"
    yield ""
    for name, value in facts_of_review(document, report):
        yield f"- {literal(name)}: {literal(shown(value))}"
    cited: dict[str, tuple[str, str]] = {}
    for section in sections(document, report):
        yield ""
        yield f"## {section.title}"
        yield ""
        yield from _entries(section, shown)
        for entry in section.entries:
            cited |= {one.position: (one.tool or "", one.text) for one in entry.citations}
    if cited:
        yield ""
        yield "## Evidence"
    for position, (tool, text) in cited.items():
        yield ""
        yield f"`{position}` {literal(shown(tool))}".rstrip()
        yield ""
        yield fenced(shown(text))


def _entries(section: Section, shown: Shown) -> Iterator[str]:
    for entry in section.entries:
        box = {None: "", True: "[x] ", False: "[ ] "}[entry.done]
        head = f"`{entry.position}` " if entry.position else ""
        # A paragraph each line: what a person wrote on lines of its own stays apart.
        paragraphs = [_prose(shown(line)) for line in entry.text.splitlines() if line.strip()] or [""]
        if section.is_list:
            yield f"- {box}{head}{paragraphs[0]}".rstrip()
        else:
            yield paragraphs[0]
        for more in paragraphs[1:]:
            yield ""
            yield f"  {more}" if section.is_list else more
        yield from _remarks(entry, shown)
        if not section.is_list:
            yield ""


def _remarks(entry: Entry, shown: Shown) -> Iterator[str]:
    """In block quotes, which claim nothing."""
    if entry.mark is not None and entry.mark != "carried":
        yield ""
        yield f"  > **{entry.mark}**"
    for note in entry.notes:
        yield ""
        yield f"  > {literal(shown(note))}"
    if entry.mark not in (None, "carried") or entry.notes:
        yield ""


def _prose(text: str) -> str:
    """Code spans stay, everything else shows as it is."""
    made: list[str] = []
    at = 0
    for code in _CODE.finditer(text):
        made += (_escaped(text[at : code.start()]), code[0])
        at = code.end()
    return "".join([*made, _escaped(text[at:])])


def _escaped(text: str) -> str:
    """As `literal`, with the blanks at its ends, which part it from a code span."""
    inner = literal(text)
    if not inner:
        return " " if text else ""
    return f"{' ' if text[0].isspace() else ''}{inner}{' ' if text[-1].isspace() else ''}"


def _yaml(value: object) -> str:
    """JSON, which YAML reads as it is meant."""
    return json.dumps(value, ensure_ascii=True)
