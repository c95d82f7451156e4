"""The Requests view: what each model call held, and what changed since the one before (R11, R13, R14)."""

import pytest
from conftest import SAMPLES, sample
from messages import call, model, result, run_of, user
from opened import opened, settled, words

from viewer.model.hashes import run_key
from viewer.ui.run_choice import Choice
from viewer.ui.run_facts import derived
from viewer.ui.run_requests import chosen_request, difference_words, requests_frame

REFUND = derived(sample("refund/refund.json"), "key")


def test_each_request_tells_its_whole_list_and_what_came_in() -> None:
    frame = requests_frame(REFUND)
    assert list(frame["sent"]) == ["[0]", "[0–2]", "[0–4]", "[0–6]"]
    assert list(frame["since the one before"]) == ["+[0]", "+[1–2]", "+[3–4]", "+[5–6]"]
    assert list(frame["reply"]) == ["[1]", "[3]", "[5]", "[7]"]
    assert set(frame["status"]) == {"derived"}


def test_a_size_that_is_not_recorded_is_missing_and_not_zero() -> None:
    frame = requests_frame(REFUND)
    assert list(frame["input tokens"].isna()) == [False, True, False, False]
    assert list(frame["change"]) == ["", "", "+1,270 ← [1–4] together", "+240 ← [5–6]"]


def test_a_compaction_names_the_messages_that_went() -> None:
    facts = derived(sample("sub_agents/order_survey.jsonl"), "key")
    (view,) = [view for view in facts.views if view.removed]
    assert "−[" in difference_words(view)


def test_a_difference_that_cannot_be_told_is_not_told() -> None:
    facts = derived(run_of(user(result("gone")), model("a"), user("b"), model("c")), "key")
    assert [difference_words(view) for view in facts.views] == ["not known", "not known"]


@pytest.mark.parametrize(("message", "request_number"), [(0, 0), (1, 0), (2, 1), (5, 2), (7, 3)])
def test_the_chosen_message_opens_the_request_that_it_answers_or_that_came_next(
    message: int, request_number: int
) -> None:
    assert chosen_request(REFUND.views, Choice("message", message, 0, True)) == request_number


def test_after_the_last_reply_the_last_request_stays_open() -> None:
    facts = derived(run_of(user("a"), model(call("x")), user(result("x"))), "key")
    assert chosen_request(facts.views, Choice("message", 2, 0, True)) == 0


def test_the_view_opens_from_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund" / "refund.json")
    app.query_params["run"] = run_key(sample("refund/refund.json"))
    app.query_params["view"] = "Requests"
    app = settled(app.switch_page("pages/run.py"))
    assert "n = 4 requests" in words(app)
    assert len(app.dataframe[0].value) == 4
