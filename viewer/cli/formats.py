"""`formats`: which formats are read, and by which sign a file is told."""

from collections.abc import Iterator
from typing import Any

import click

from viewer import load
from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.decode.document import Decoded, JsonDocument, JsonRecords, Text
from viewer.errors import RunFileError
from viewer.formats.registry import FORMATS, choose, matches
from viewer.model.source import Source


@click.command()
@click.option("--explain", "explain", metavar="FILE", help="Which formats claim this file, and by which sign.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines.")
def formats(explain: str | None, as_json: bool) -> None:
    """List the formats, or say how a file's format is told."""
    if explain is None:
        for format in FORMATS:
            if as_json:
                write_json({"name": format.name, "title": format.title})
            else:
                write_lines([f"{format.name:24}{format.title}"])
        return
    found = list(load.sources([explain]))
    if not found:
        raise CannotDo(f"{explain}: holds no file that looks like a run")
    for source in found:
        for line in _explained(source):
            if as_json:
                write_json(line)
            else:
                write_lines(_text(line))


def _explained(source: Source) -> Iterator[dict[str, Any]]:
    """A line for each format that claims a source, then one that says what follows from it."""
    try:
        decoded = load.decode_source(source)
        for format, match, _ in matches(decoded):
            yield {"source": source.uri, "name": format.name, "strength": match.strength, "sign": match.sign}
        chosen, _ = choose(decoded)
    except RunFileError as error:
        yield {"source": source.uri, "error": str(error)}
        return
    yield {"source": source.uri, "chosen": chosen.name, "content": _content(decoded), "notes": list(decoded.notes)}


def _content(decoded: Decoded) -> str:
    match decoded:
        case JsonDocument():
            return "one JSON document"
        case JsonRecords(records=records):
            return f"{len(records):,} JSON records"
        case Text():
            return "text"
        case _:
            return "an archive"


def _text(line: dict[str, Any]) -> list[str]:
    if "error" in line:
        return [f"unreadable  {line['error']}"]
    if "chosen" in line:
        notes = [f"  note: {note}" for note in line["notes"]]
        return [f"{line['source']}: read as {line['chosen']}; it is {line['content']}", *notes]
    return [f"  {line['name']:24}strength {line['strength']}: {line['sign']}"]
