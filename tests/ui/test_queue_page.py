from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import opened, words
from stored_reviews import own_store, press
from streamlit.testing.v1 import AppTest

from viewer.reviews.queue import judge, queue, queues
from viewer.ui import reviews_store


def _queue(patch: pytest.MonkeyPatch, folder: Path) -> tuple[AppTest, str]:
    own_store(patch, folder)
    patch.setenv("TRAJECTORY_VIEWER_REVIEWER", "ann")
    app = opened(patch, SAMPLES / "refund").switch_page("pages/queue.py").run()
    app.text_input(key="queue_name").set_value("Refunds").run()
    app.text_input(key="queue_line").set_value("tool = issue_refund").run()
    press(app, "queue_make")
    (made,) = queues(reviews_store.store())
    return app, made.id


def test_a_queue_is_made_of_the_runs_of_a_filter_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    app, made = _queue(monkeypatch, tmp_path)
    found = queue(reviews_store.store(), made, "ann")
    assert found is not None and found.origin == "tool = issue_refund"
    assert "refund.json" in {one.source_name for one in found.entries}
    assert not app.exception


def test_a_line_that_cannot_be_read_makes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    app = opened(monkeypatch, SAMPLES / "refund/refund.json").switch_page("pages/queue.py").run()
    assert "No queue yet" in words(app)
    app.text_input(key="queue_name").set_value("Refunds").run()
    app.text_input(key="queue_line").set_value("tool =").run()
    press(app, "queue_make")
    assert "Not made: character" in words(app)


def test_each_run_is_labelled_and_two_reviewers_are_compared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    app, made = _queue(monkeypatch, tmp_path)
    store = reviews_store.store()
    first = queue(store, made, "ann")
    assert first is not None
    app = opened(monkeypatch, SAMPLES / "refund").switch_page("pages/queue.py")
    app.query_params["queue"] = made
    app.run()
    next(one for one in app.text_input if one.label.startswith("Your labels")).set_value("fine").run()
    press(app, "queue_save")
    assert (found := queue(store, made, "ann")) is not None and found.done == 1
    assert found.judged[first.entries[0].run_key] == ("fine",)
    judge(store, made, first.entries[0].run_key, "bob", ["wrong"])
    app.run()
    assert "ann and bob" in words(app)
    disputed = app.dataframe[1].value.iloc[0]
    assert (disputed["the first says"], disputed["the second says"]) == ("fine", "wrong")
