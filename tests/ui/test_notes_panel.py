"""Notes on the Run page without a browser."""

from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from opened import opened, words
from streamlit.testing.v1 import AppTest

from viewer.model.hashes import run_key
from viewer.model.position import Position
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note
from viewer.reviews.notes_found import note, notes_of_run
from viewer.ui import reviews_store

RUN = sample("refund/refund.json")


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AppTest:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    app = opened(monkeypatch, SAMPLES / "refund/refund.json").switch_page("pages/run.py")
    app.query_params["run"], app.query_params["msg"] = run_key(RUN), "3"
    return app.run()


def _press(app: AppTest, key: str) -> None:
    next(one for one in app.button if one.key == key).click().run()
    assert not app.exception, app.exception


def test_a_note_is_added_and_the_fields_are_empty_again(page: AppTest) -> None:
    page.session_state["notes_add"] = True
    page.run()
    _press(page, "note_add")
    assert "Not added: a note needs words or a label" in words(page)
    page.text_area[0].set_value("why <b>this</b>").run()
    _press(page, "note_add")
    (made,) = notes_of_run(reviews_store.store(), run_key(RUN))
    assert (made.words.text, made.anchor.position) == ("why <b>this</b>", "[3]")
    assert "**1 note** at this message" in words(page)
    assert page.text_area[0].value == ""


def test_the_second_to_change_a_note_sees_both_texts_and_decides(page: AppTest) -> None:
    store = reviews_store.store()
    made = add_note(store, anchor(RUN, Position(3)), Words("first"), "ann")
    page.session_state["_note_open"] = {
        "name": ["notes_here", "edit", made.id],
        "version": 1,
        "words": {"text": "first", "labels": [], "severity": None, "status": "open"},
    }
    page.run()
    edit_note(store, made.id, 1, Words("theirs"), "bob")
    next(one for one in page.text_area if one.value == "first").set_value("mine").run()
    _press(page, "notes_here_save")
    assert "Someone else changed this note first" in words(page)
    assert any(one.value.startswith("theirs") for one in page.text)
    assert any(one.value.startswith("mine") for one in page.text)
    there = note(store, made.id)
    assert there is not None and there.words.text == "theirs"
    _press(page, "note_take_mine")
    there = note(store, made.id)
    assert there is not None and (there.words.text, there.version) == ("mine", 3)
    assert "Someone else changed" not in words(page)


def test_all_notes_of_the_run_are_listed_where_they_are_asked_for(page: AppTest) -> None:
    store = reviews_store.store()
    add_note(store, anchor(RUN), Words("of the run"), "ann")
    page.run()
    assert any(one.label == "All notes of the run: 1" for one in page.expander)
    page.session_state["notes_all"] = True
    page.run()
    assert [one.label for one in page.checkbox] == ["Retracted ones too"]
    assert not page.exception
