from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import opened
from stored_reviews import CARRIED, RUN, document, own_store, started

from viewer.reviews.exchange import exchange_json, exported
from viewer.reviews.incidents import review, reviews
from viewer.reviews.review_markdown import review_markdown
from viewer.ui import reviews_store
from viewer.ui.reviews_import import taken_in
from viewer.ui.reviews_runs import report_of


def test_what_was_exported_comes_back_and_comes_back_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started(CARRIED)
    content = exchange_json(exported(reviews_store.store(), review_id=made.id))
    (tmp_path / "other").mkdir()
    own_store(monkeypatch, tmp_path / "other")
    assert taken_in(content).startswith("1 added")
    assert taken_in(content).startswith("0 added")
    assert review(reviews_store.store(), made.id) is not None


def test_a_markdown_review_of_runs_at_hand_becomes_a_draft(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    opened(monkeypatch, SAMPLES / "refund/refund.json")
    made = document(CARRIED)
    text = review_markdown(made, report_of(made, 1, {"refund": RUN}), lambda text: text)
    assert taken_in(text) == "Imported as a draft."
    (listed,) = reviews(reviews_store.store())
    assert len(listed.run_keys) == 1


@pytest.mark.parametrize("content", [b"\xff\xfe", b'{"format": "x"}', b"{" * 100_000])
def test_other_files_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes) -> None:
    own_store(monkeypatch, tmp_path)
    assert taken_in(content).startswith("Nothing was imported: ")
