"""Notes and reviews in a real browser, on a store of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from playwright.sync_api import Page, expect
from run_page_steps import opened_at

from viewer.model.hashes import run_key
from viewer.model.position import Position
from viewer.reviews.anchor import anchor
from viewer.reviews.document import Claim, ReviewDocument
from viewer.reviews.engine import open_store
from viewer.reviews.incidents import start_review
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.reviews.notes_found import notes_of_run
from viewer.ui.reviews_runs import with_run

RUN = sample("refund/refund.json")
HOSTILE = '<img src="http://evil.invalid/a.png"> ![x](http://evil.invalid/b.png) <script>window.hit = 1</script>'


@pytest.fixture
def address(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The app with an empty store, also where a test is tried again, and the URL of that store."""
    url = f"sqlite:///{tmp_path_factory.mktemp('reviews')}/reviews.db"
    return serve("--reviews-db", url, "--reviewer", "ann", SAMPLES / "refund/refund.json"), url


def _idle(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def _add(page: Page, text: str, labels: str = "") -> None:
    field = page.get_by_label("Note", exact=True)
    if not field.is_visible():
        page.locator(".st-key-notes_add summary").click()
    expect(field).to_have_value("")
    field.fill(text)
    field.press("Tab")
    _idle(page)
    if labels:
        page.get_by_label("Labels, with commas between").fill(labels)
        page.get_by_label("Labels, with commas between").press("Tab")
        _idle(page)
    page.get_by_role("button", name="Add the note").click()


def test_two_notes_are_there_after_a_reload_and_text_stays_text(
    address: tuple[str, str], open_page: Callable[..., Page]
) -> None:
    base, url = address
    page = open_page(f"{base}/run?run={run_key(RUN)}&msg=3")
    opened_at(page, 3)
    notes = page.locator(".st-key-notes")
    _add(page, HOSTILE, "style")
    expect(notes.get_by_text("1 note")).to_be_visible()
    _add(page, "Second\nline")
    expect(notes.get_by_text("2 notes")).to_be_visible()
    page.reload()
    opened_at(page, 3)
    lines = page.locator(".st-key-notes_here")
    expect(lines).to_contain_text(HOSTILE)
    expect(lines).to_contain_text("Second\nline")
    expect(page.locator(".tv-row[data-message='3'] .tv-noted")).to_have_text("2 notes")
    assert page.evaluate("window.hit") is None
    store = open_store(url)
    assert len(notes_of_run(store, run_key(RUN))) == 2
    store.dispose()


def test_the_second_of_two_sessions_is_told_and_sees_both_texts(
    address: tuple[str, str], open_page: Callable[..., Page]
) -> None:
    base, url = address
    store = open_store(url)
    made = add_note(store, anchor(RUN), Words("as it was"), "ann")
    moved = f"{base}/run?run={run_key(RUN)}&msg=5"
    add_note(store, anchor(RUN, Position(5)), Words("as it was"), "ann")
    pages = [open_page(moved), open_page(moved)]
    for page in pages:
        opened_at(page, 5)
        page.locator(".st-key-notes_here").get_by_role("button", name="edit").click()
        expect(page.locator(".st-key-notes_here_form textarea")).to_have_value("as it was")
    for page, text in zip(pages, ("the first", "the second"), strict=True):
        field = page.locator(".st-key-notes_here_form textarea")
        field.fill(text)
        field.press("Tab")
        _idle(page)
        page.locator(".st-key-notes_here_form").get_by_role("button", name="Save").click()
        expect(page.locator(".st-key-notes_here_form")).to_have_count(0)
    told = pages[1].locator(".st-key-note_conflict")
    expect(told).to_contain_text("Nothing is lost")
    expect(told).to_contain_text("the first")
    expect(told).to_contain_text("the second")
    there = {one.words.text for one in notes_of_run(store, run_key(RUN)) if one.id != made.id}
    assert "the first" in there and "the second" not in there
    store.dispose()


def test_a_message_is_cited_by_a_key_and_the_review_is_saved_as_text(
    address: tuple[str, str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    base, url = address
    store = open_store(url)
    document, _ = with_run(ReviewDocument(title="Refund", claims=[Claim(text=f"{HOSTILE} ran.")]), RUN)
    made = start_review(store, document, "ann")
    store.dispose()
    page = open_page(f"{base}/run?run={run_key(RUN)}&msg=4")
    opened_at(page, 4)
    page.locator(".tv-grid").press("c")
    expect(page.get_by_text("refund[4] is cited in")).to_be_visible()
    page.goto(f"{base}/reviews?review={made.id}")
    expect(page.locator(".st-key-review_head")).to_contain_text("2 claims")
    expect(page.get_by_label("Claim 1")).to_have_value(f"{HOSTILE} ran.")
    expect(page.locator(".st-key-claim_2")).to_contain_text("Shipments with no carrier scan for 21+ days")
    _idle(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as HTML").click()
    path = tmp_path / "review.html"
    saved.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "<script" not in text and "<img" not in text and "evil.invalid" in text
    page.set_viewport_size({"width": 390, "height": 900})
    _idle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
