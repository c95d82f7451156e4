"""Notes as Markdown or HTML for people: place, words, who and when; the text they stand on beside them."""

import html
from collections.abc import Callable, Iterable, Iterator

from viewer.export.html import page_head
from viewer.export.markdown import fenced, literal
from viewer.reviews.note import Note

Shown = Callable[[str], str]


def notes_markdown(notes: Iterable[Note], shown: Shown) -> bytes:
    """Each run under a heading, replies below their notes, every text in a fence."""
    return ("\n".join(_markdown(_grouped(notes), shown)) + "\n").encode("utf-8", "backslashreplace")


def notes_html(notes: Iterable[Note], shown: Shown) -> bytes:
    """The same as one HTML file that runs no script."""
    return ("\n".join(_html(_grouped(notes), shown)) + "\n").encode("utf-8", "backslashreplace")


def _grouped(notes: Iterable[Note]) -> dict[tuple[str, str], list[Note]]:
    """By source and run, notes in the order of messages, each before its replies."""
    all_notes = [note for note in notes if not note.retracted]
    there = {note.id: note for note in all_notes}
    made: dict[tuple[str, str], list[Note]] = {}

    def place(note: Note) -> tuple[int, str, str, str]:
        head = there.get(note.parent_id or note.id, note)
        message = head.anchor.message
        return (-1 if message is None else message, head.created_at, head.id, note.created_at if note != head else "")

    for note in sorted(all_notes, key=place):
        made.setdefault((note.anchor.source_name, note.anchor.run_id), []).append(note)
    return made


def _facts(note: Note) -> str:
    place = note.anchor
    where = f"request {place.k}" if place.k is not None else place.position or "the run"
    if place.start is not None:
        where += f", characters {place.start} to {place.end}"
    words = note.words
    parts = ["reply" if note.parent_id else where, note.author, note.created_at, words.status]
    return " · ".join([*parts, *([words.severity] if words.severity else []), *words.labels])


def _markdown(groups: dict[tuple[str, str], list[Note]], shown: Shown) -> Iterator[str]:
    yield "# Notes"
    for (source, run_id), notes in groups.items():
        yield ""
        yield f"## {literal(shown(source))} {literal(shown(run_id))}"
        for note in notes:
            yield ""
            yield f"- {literal(shown(_facts(note)))}"
            yield ""
            yield fenced(shown(note.words.text))
            if note.anchor.quoted and not note.parent_id:
                yield ""
                yield "stands on:"
                yield ""
                yield fenced(shown(note.anchor.quoted))


def _html(groups: dict[tuple[str, str], list[Note]], shown: Shown) -> Iterator[str]:
    yield from page_head("Notes")
    yield "<h1>Notes</h1>"
    for (source, run_id), notes in groups.items():
        yield f"<h2>{_escaped(shown(source))} {_escaped(shown(run_id))}</h2>"
        for note in notes:
            yield f'<p class="at">{_escaped(shown(_facts(note)))}</p>'
            yield f"<p>{_escaped(shown(note.words.text))}</p>"
            if note.anchor.quoted and not note.parent_id:
                yield f"<pre>{_escaped(shown(note.anchor.quoted))}</pre>"
    yield "</body></html>"


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
