"""Notes as lines: who says what of which place, with the buttons of each; what changed since is said first."""

from viewer.reviews.kept import Kept
from viewer.reviews.note import Note
from viewer.reviews.notes_found import NoteVersion
from viewer.ui.notes_place import described
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, alarm, button, code, quiet, shown, strong


def moment(at: str) -> str:
    """A time of the store to the minute."""
    return f"{at[:10]} {at[11:16]} UTC"


def said(text: str) -> Segment:
    """Words on lines of their own, as they were typed."""
    return {"said": shown(text)}


def note_rows(note: Note, standing: str = "", offered: tuple[str, ...] = (), *, may_write: bool = True) -> list[Row]:
    """A note, or a reply below it.

    Args:
        note: as it stands now.
        standing: what is told where its source changed.
        offered: places to move it to.
        may_write: whether it has buttons that change it.
    """
    rows: list[Row] = [(shown(note.author), [said(note.words.text)]), ("", _marks(note))]
    if note.parent_id is None:
        rows.append(("at", _place(note)))
        if standing:
            line: list[Segment] = [alarm("changed: "), shown(standing)]
            for number, there in enumerate(offered if may_write else ()):
                line += [" ", button("move", {"id": note.id, "to": number}, f"move it to {there}")]
            rows.append(("", line))
    rows.append(("", _buttons(note, may_write)))
    return rows


def _place(note: Note) -> list[Segment]:
    message = note.anchor.message
    line: list[Segment] = [described(note.anchor)]
    if message is not None:
        line = [{"at": message, "text": described(note.anchor)}]
    if note.anchor.kind == "text" and note.anchor.quoted is not None:
        line += [" ", {"said": f"“{shown(note.anchor.quoted[:300])}”"}]
    return line


def _marks(note: Note) -> list[Segment]:
    line: list[Segment] = []
    if note.words.severity:
        line += [strong(note.words.severity), quiet(" · ")]
    line.append(quiet(note.words.status))
    for label in note.words.labels:
        line += [" ", code(f"#{label}")]
    line.append(quiet(f" · {moment(note.created_at)}"))
    if note.version > 1:
        line.append(quiet(f" · {'retracted' if note.retracted else 'changed'} {moment(note.changed_at)} by "))
        line.append(quiet(note.changed_by))
    return line


def _buttons(note: Note, may_write: bool) -> list[Segment]:
    names = ["restore"] if note.retracted else [*(["reply"] * (note.parent_id is None)), "edit", "retract"]
    line: list[Segment] = []
    for name in [*(names if may_write else []), "history"]:
        line += [*([" "] if line else []), button(name, note.id, name)]
    return line


def kept_rows(note_id: str, kept: Kept, *, may_write: bool) -> list[Row]:
    """Words that met a newer version, beside it."""
    words = kept.content.get("text")
    line: list[Segment] = [
        strong("kept: "),
        quiet(f"by {kept.author}, {moment(kept.at)}, who had not seen this version "),
    ]
    line.append(said(words) if isinstance(words, str) else quiet("(no words)"))
    if may_write:
        line += [" ", button("settle", {"id": note_id, "kept": kept.id}, "looked at")]
    return [("", line)]


def history_rows(versions: tuple[NoteVersion, ...]) -> list[Row]:
    """Everything that a note ever said."""
    return [
        (
            f"{one.version}",
            [
                quiet(f"{one.action} by "),
                shown(one.author),
                quiet(f" {moment(one.at)} · {one.content.get('status')} "),
                *(code(f"#{label} ") for label in one.content.get("labels", ())),
                said(str(one.content.get("text", ""))),
            ],
        )
        for one in versions
    ]
