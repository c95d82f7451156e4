from conftest import sample
from messages import model, run_of, user

from viewer.analysis.carry import carry_costs
from viewer.analysis.estimates import Estimate
from viewer.analysis.prices import run_price
from viewer.analysis.tokens import token_growth
from viewer.ui.tokens_tables import carry_frame, changes_frame, estimate_words

REFUND = sample("refund/refund.json")


def test_the_table_puts_each_increase_on_its_messages() -> None:
    frame = changes_frame(token_growth(REFUND))
    assert list(frame["change"]) == ["", "", "+1,270 ← [1–4] together", "+240 ← [5–6]"]
    assert list(frame["status"]) == ["recorded", "not recorded", "recorded", "recorded"]


def test_what_has_no_price_stays_empty_and_a_column_without_any_value_is_left_out() -> None:
    usage = {"input_tokens": 5, "output_tokens": 1}
    unknown = model("b", usage=usage, model="no-such-model")
    run = run_of(user("a"), unknown)
    assert list(changes_frame(token_growth(run), run_price(run)))[6:] == ["full rate", "output", "note"]
    run = run_of(user("a"), unknown, user("c"), model("d", usage=usage, model="gpt-4o"))
    assert list(changes_frame(token_growth(run), run_price(run))["price, $"].isna()) == [True, False]


def test_estimates_stand_in_a_column_of_their_own() -> None:
    frame = changes_frame(token_growth(REFUND), None, (Estimate(2, 120, 53, 154),))
    assert list(frame["estimate"]) == ["", "about 120 (53–154)", "", ""]
    assert list(frame["input tokens"].isna()) == [False, True, False, False]
    assert estimate_words(Estimate(2, 120, 53, None)) == "about 120 (53 or more)"


def test_the_dearest_messages_come_first_with_their_share() -> None:
    frame = carry_frame(carry_costs(REFUND), token_growth(REFUND))
    assert list(frame["messages"]) == ["[1–4]", "[5–6]"]
    assert list(frame["carried"]) == [2540, 240]
    assert frame["of all input"].iloc[0] == 2540 / 7040
    assert list(frame["bound"]) == ["at least", ""]
