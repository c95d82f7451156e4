"""A value and its places in words: "also appears in", never "comes from" (R20, T1–T5)."""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.provenance.where import Provenance, Use
from viewer.model.run import Run
from viewer.ui.run_segments import segments_text
from viewer.ui.shown_values import ShownValues
from viewer.ui.value_lines import use_rows, value_line

REFUND = sample("refund/refund.json")


def _uses(run: Run, message: int) -> dict[str, Use]:
    return {use.text: use for use in Provenance(run).of_message(message)}


def _line(run: Run, message: int, value: str) -> str:
    return segments_text(value_line(_uses(run, message)[value], ShownValues(run)))


def test_an_argument_names_the_nearest_and_the_first_place_as_links() -> None:
    use = _uses(REFUND, 5)["4471"]
    line = value_line(use, ShownValues(REFUND))
    assert segments_text(line) == "order_id 4471 · also appears in [2].0:[0].id, first in [0].0 · 3 places in all"
    assert {"at": 2, "text": "[2].0:[0].id"} in line
    assert _line(REFUND, 5, "8900") == "amount_cents 8900 · also appears in [2].0:[0].total_cents"


def test_a_value_in_no_visible_message_is_said_to_be_and_not_called_made_up() -> None:
    line = value_line(_uses(REFUND, 1)["cus_8123"], ShownValues(REFUND))
    assert segments_text(line) == "customer_id cus_8123 · not in the visible messages (why)"
    assert "request fields are not all in this file" in str(line)


def test_another_unit_is_marked_with_its_rule() -> None:
    line = value_line(_uses(REFUND, 7)["£89.00"], ShownValues(REFUND))
    assert "also appears in" in segments_text(line)
    assert {"status": "scaled", "rule": "units and hundredths: × 100"} in line


def test_what_only_the_model_wrote_before_is_no_source() -> None:
    run = run_of(user("go"), model(call("a", key="made_up_1")), user(result("a")), model(call("b", key="made_up_1")))
    assert "no source visible; the model itself wrote it before, at [1].0:key" in _line(run, 3, "made_up_1")


def test_a_value_too_short_to_mean_anything_is_not_searched() -> None:
    run = run_of(user("go 7"), model(call("a", n=7)))
    assert _line(run, 1, "7") == "n 7 · (not searched)"


def test_all_places_are_listed_with_what_they_are() -> None:
    rows = use_rows(_uses(REFUND, 5)["4471"], ShownValues(REFUND))
    told = [segments_text(line) for name, line in rows if name == "also appears in"]
    assert told == [
        "[0].0 earliest ",
        "[1].2:order_id the model's own words: an echo, no source call toolu_01Cd",
        "[2].0:[0].id nearest call toolu_01Ab",
    ]
