from pathlib import Path

import pytest
import streamlit as st
from conftest import SAMPLES
from opened import opened
from stored_reviews import RUN, document, own_store, started, there

from viewer.ui import reviews_cite
from viewer.ui.reviews_cite import cited, with_position


def test_a_position_goes_where_it_was_asked_to_go() -> None:
    made = cited(document(), "refund[3]", "It asked.", "a new claim")
    assert made.claims[-1].text == "It asked (`refund[3]`)."
    made = cited(made, "refund[4]", "", "more of the last claim")
    assert made.claims[-1].text == "It asked (`refund[3]`). `refund[4]`"
    made = cited(made, "refund[5]", "refunded", "a moment of the timeline")
    assert (made.timeline[0].position, made.timeline[0].text) == ("refund[5]", "refunded")
    assert with_position("Is it so?", "[1]") == "Is it so (`[1]`)?"


def test_the_key_cites_in_the_only_open_review_with_text_and_hash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own_store(monkeypatch, tmp_path)
    opened(monkeypatch, SAMPLES / "refund/refund.json")
    made = started()
    reviews_cite.key_pressed(RUN, {"message": 3})
    (claim,) = there(made.id).document.claims
    assert claim.citations[0].position == "refund[3]" and claim.citations[0].hash.startswith("m1:")
    assert st.session_state["_cite_told"] == "refund[3] is cited in: Refund <b>without</b> policy"
    reviews_cite.key_pressed(RUN, {"message": 99})
    reviews_cite.key_pressed(RUN, "x")
    assert len(there(made.id).document.claims) == 1
