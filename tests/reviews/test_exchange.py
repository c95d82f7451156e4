"""Everything in a store as one document."""

import json

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from sqlalchemy import Engine
from written_reviews import RUN, written

from viewer.reviews.anchor import anchor
from viewer.reviews.exchange import exchange_json, exchange_of, exchange_schema, exported
from viewer.reviews.incidents import start_review
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note
from viewer.reviews.queue import QueuedRun, judge, make_queue


def test_what_is_exported_is_as_the_published_schema_says(store: Engine) -> None:
    note = add_note(store, anchor(RUN), Words("first \ud83d", labels=("odd",)), "ann")
    edit_note(store, note.id, 1, Words("second"), "ben")
    edit_note(store, note.id, 1, Words("third"), "eve")
    start_review(store, written(), "ann")
    made = make_queue(store, "q", "", [QueuedRun("0" * 16, "r", "s")], "ann")
    judge(store, made, "0" * 16, "ann", ["x"])
    value = json.loads(exchange_json(exported(store)))
    published = json.loads((ROOT / "viewer" / "schemas" / "reviews.json").read_text(encoding="utf-8"))
    assert published == exchange_schema()
    Draft202012Validator(published).validate(value)
    assert exchange_of(value) == exported(store)
    assert [len(value[name]) for name in ("notes", "reviews", "kept", "queues")] == [1, 1, 1, 1]
    assert value["notes"][0]["history"][0]["content"]["text"] == "first \ud83d"


def test_one_review_is_exported_alone_and_none_that_may_not_be_read(store: Engine) -> None:
    add_note(store, anchor(RUN), Words("first"), "ann")
    first = start_review(store, written(), "ann")
    start_review(store, written(), "ann")
    alone = exported(store, review_id=first.id)
    assert ([one.id for one in alone.reviews], alone.notes) == ([first.id], [])
    hidden = exported(store, ("elsewhere",))
    assert (hidden.reviews, hidden.notes) == ([], [])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "is no export of reviews"),
        ({"format": "trajectory-viewer-reviews", "version": 9}, "has version 9"),
        ({"format": "trajectory-viewer-reviews", "version": 1, "notes": [{}]}, "`notes.0.id`"),
    ],
)
def test_what_is_no_such_document_is_said(value: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        exchange_of(value)
