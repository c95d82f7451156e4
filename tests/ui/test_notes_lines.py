from dataclasses import replace

from conftest import sample

from viewer.model.position import Position
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Note, Words
from viewer.reviews.notes_found import NoteVersion
from viewer.ui.notes_lines import history_rows, note_rows

_AT = "2026-11-30T12:34:56.000000+00:00"
NOTE = Note(
    *("0" * 32, 1, None, anchor(sample("refund/refund.json"), Position(3)), Words("a\nb", ("style",), "high")),
    *("ann", _AT, "ann", _AT, False),
)


def test_a_note_says_who_what_where_and_when() -> None:
    rows = note_rows(NOTE)
    text = str(rows)
    assert rows[0] == ("ann", [{"said": "a\nb"}])
    assert "#style" in text and "high" in text and "2026-11-30 12:34 UTC" in text and "'at': 3" in text
    assert [one["do"] for _, line in rows for one in line if "do" in one] == ["reply", "edit", "retract", "history"]


def test_a_place_that_changed_is_told_with_the_places_to_move_to() -> None:
    rows = note_rows(NOTE, "the source changed: what stood at [3] stands at [4] now", ("[4]",))
    assert {"do": "move", "value": {"id": NOTE.id, "to": 0}, "text": "move it to [4]"} in rows[3][1]


def test_who_may_not_write_sees_no_button_that_does() -> None:
    assert "retract" not in str(note_rows(NOTE, may_write=False))
    assert "restore" in str(note_rows(replace(NOTE, retracted=True)))


def test_the_history_has_every_version_with_its_words() -> None:
    versions = (NoteVersion(1, "written", "ann", _AT, {"text": "first", "labels": ["x"], "status": "open"}),)
    assert history_rows(versions)[0][0] == "1" and {"said": "first"} in history_rows(versions)[0][1]
