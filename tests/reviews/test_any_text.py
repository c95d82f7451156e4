"""Text that databases refuse comes back as it was."""

import dataclasses

import pytest
from conftest import sample
from sqlalchemy import Engine

from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.reviews.notes_found import note


@pytest.mark.parametrize(
    "text", ["plain", "a\x00b", "half \ud83d", "\ufdd0x", "£ 日本 \U0001f600", '"; DROP TABLE notes; --']
)
def test_every_text_is_stored_exactly(store: Engine, text: str) -> None:
    place = dataclasses.replace(anchor(sample("refund/refund.json")), quoted=text, run_id=text)
    made = add_note(store, place, Words(f"see {text}"), "ann")
    assert note(store, made.id) == made
