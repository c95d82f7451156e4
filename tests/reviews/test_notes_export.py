"""Notes as Markdown and HTML are text and nothing else."""

import re

from html_tags import tags_of
from sqlalchemy import Engine
from written_reviews import HOSTILE, RUN, SECRET

from viewer.masking import masked
from viewer.model.position import parse_position
from viewer.plain import visible
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, retract_note
from viewer.reviews.notes_export import notes_html, notes_markdown
from viewer.reviews.notes_found import all_notes


def shown(text: str) -> str:
    return visible(masked(text).text)


def test_replies_follow_their_note_and_retracted_notes_are_left_out(store: Engine) -> None:
    later = add_note(store, anchor(RUN, parse_position("[5]")), Words("later"), "ann")
    add_note(store, anchor(RUN, parse_position("[1]")), Words("first"), "ann")
    add_note(store, later.anchor, Words("answer"), "ben", parent_id=later.id)
    gone = add_note(store, anchor(RUN), Words("gone"), "ann")
    retract_note(store, gone.id, 1, "ann")
    text = notes_markdown(all_notes(store), shown).decode()
    assert re.findall(r"^(first|later|answer|gone)$", text, re.M) == ["first", "later", "answer"]
    assert "issue_refund" in text


def test_hostile_notes_stay_text(store: Engine) -> None:
    add_note(store, anchor(RUN), Words(f"{HOSTILE} {SECRET}", labels=("<b>", "[x](y)")), "<i>ann")
    page = notes_html(all_notes(store), shown).decode()
    assert SECRET not in page and HOSTILE[:28] in tags_of(page)[1]
    assert tags_of(page)[0] <= {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "pre"}
    text = notes_markdown(all_notes(store), shown).decode()
    assert SECRET not in text and "````text\n" in text
    assert "\\<i\\>ann" in text and "\\[x\\]\\(y\\)" in text
