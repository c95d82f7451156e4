from pathlib import Path

import pytest
from stored_reviews import document, own_store, page_of, press, started, there

from viewer.ui.reviews_decisions import _cap


def test_a_cap_is_a_number_of_steps() -> None:
    made = _cap("cap", "12")(document())
    assert made.cap is not None and made.cap.cap == 12
    assert _cap("cap", "")(made).cap is None
    with pytest.raises(ValueError, match="number of steps"):
        _cap("cap", "a dozen")(document())


def test_actions_and_tickets_are_added_on_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)
    made = started()
    app = page_of(monkeypatch, made.id)
    for kind, text in (("actions", "Look the policy up first"), ("links", "https://tickets.example/INC-12")):
        app.text_input(key=f"review_new_{kind}_0").set_value(text).run()
        press(app, f"review_new_{kind}_0_add")
    found = there(made.id).document
    assert ([one.text for one in found.actions], found.links) == (
        ["Look the policy up first"],
        ["https://tickets.example/INC-12"],
    )
    app.text_input(key="review_new_links_1").set_value("javascript:alert(1)").run()
    press(app, "review_new_links_1_add")
    assert there(made.id).document.links == found.links
    assert any(one.value.startswith("Not saved: `links") for one in app.text)
