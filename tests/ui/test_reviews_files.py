from pathlib import Path

import pytest
from stored_reviews import CARRIED, RUN, own_store, page_of, press, started

from viewer.ui.reviews_files import FORMS, written
from viewer.ui.reviews_runs import report_of


def test_every_form_holds_the_claim_and_html_shows_it_as_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started(CARRIED, "<script>alert(1)</script> ran.")
    report = report_of(made.document, made.version, {"refund": RUN})
    for form in FORMS:
        assert b"lost_shipment" in written(made, report, form)
    html = written(made, report, "HTML")
    assert b"<script" not in html and b"&lt;script&gt;" in html


def test_the_evidence_pack_is_made_with_its_checksum(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    app = page_of(monkeypatch, started(CARRIED).id)
    press(app, "review_pack_button")
    assert any("sha256" in one.value and "evidence pack" in one.value for one in app.text)
