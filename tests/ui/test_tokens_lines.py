"""Totals, growth and residual, price: each with what it lacks."""

import msgspec
from conftest import sample
from messages import model, run_of, user

from viewer.analysis.prices import run_price
from viewer.analysis.tokens import token_growth
from viewer.model.run import Run
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text
from viewer.ui.tokens_lines import growth_rows, narrowed_rows, price_rows, sub_run_rows, total_segments

REFUND = sample("refund/refund.json")
SURVEY = sample("sub_agents/order_survey.jsonl")


def _growth(run: Run) -> list[tuple[str, str]]:
    return [(name, segments_text(line)) for name, line in growth_rows(derived(run, "key"))]


def test_a_partial_total_says_how_much_it_lacks() -> None:
    told = segments_text(total_segments(token_growth(REFUND)))
    assert told.startswith("at least 7,040 in all requests together (1 request not recorded)")
    assert segments_text(total_segments(token_growth(run_of(user("x"), model("y"))))) == "— not recorded"


def test_growth_is_attributed_plus_residual() -> None:
    ((name, told),) = _growth(REFUND)
    assert name == "growth"
    assert told.startswith("+1,510 since the first recorded request = +1,510 on messages, 0 residual")


def test_what_no_message_paid_for_is_named_with_its_reason() -> None:
    run = run_of(user("a"), model("b", usage={"input_tokens": 100}), user("c"), model("d", usage={"input_tokens": 40}))
    rows = _growth(run)
    assert "0 on messages, −60 residual" in rows[0][1]
    assert "100.0% of all changes" in rows[0][1]
    assert rows[1][0] == "residual"
    assert "the list shows no reason" in rows[1][1]


def test_one_size_grows_nothing() -> None:
    assert "fewer than two sizes" in _growth(run_of(user("a"), model("b", usage={"input_tokens": 1})))[0][1]


def test_a_price_names_its_list_and_its_date_and_an_unknown_model_has_none() -> None:
    usage = {"input_tokens": 1000, "output_tokens": 100}
    known = run_of(user("a"), model("b", usage=usage, model="gpt-4o"))
    rows = [(name, segments_text(line)) for name, line in price_rows(run_price(known))]
    assert rows[0][1].startswith("$0.0")
    assert "genai-prices " in rows[0][1] and "today's prices" in rows[0][1]
    unknown = run_of(user("a"), model("b", usage=usage, model="no-such-model"))
    rows = [(name, segments_text(line)) for name, line in price_rows(run_price(unknown))]
    assert rows[0][1].startswith("— · genai-prices")
    assert rows[1] == ("no price", "1 request: the price list does not know the model")


def test_a_compaction_and_sub_agents_are_told_as_what_they_are() -> None:
    (line,) = [segments_text(line) for name, line in narrowed_rows(derived(SURVEY, "key")) if name == "held less"]
    assert "no longer held [" in line
    rows = [(name, segments_text(line)) for name, line in sub_run_rows(SURVEY)]
    assert [name for name, _ in rows] == ["sub-agent"] * len(SURVEY.sub_runs) + [""]
    assert "not in the chart" in rows[-1][1]
    assert sub_run_rows(msgspec.structs.replace(SURVEY, sub_runs=())) == []


def test_a_request_recorded_as_0_is_named_beside_the_sum() -> None:
    counts = (90, 0)
    run = run_of(*(one for n in counts for one in (user("a"), model("b", usage={"input_tokens": n}))))
    assert "1 request recorded as 0" in segments_text(total_segments(token_growth(run)))
