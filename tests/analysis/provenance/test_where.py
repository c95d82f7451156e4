"""Where a value also stands: R20 and the traps T1 to T5 on the refund run."""

from conftest import sample

from viewer.analysis.provenance.where import Provenance, Use

REFUND = Provenance(sample("refund/refund.json"))


def _use(message: int, text: str) -> Use:
    (found,) = [use for use in REFUND.of_message(message) if use.text == text]
    return found


def test_the_amount_stands_in_the_order_lookup_three_messages_earlier() -> None:
    use = _use(5, "8900")
    assert (use.status, use.count) == ("exact", 1)
    (place,) = use.sources
    assert place.position == "[2].0:[0].total_cents"
    assert (place.tool_use_id, place.kind, place.earliest, place.nearest) == ("toolu_01Ab", "source", True, True)


def test_a_later_message_is_no_source() -> None:
    assert all(place.message_index != 6 for place in _use(5, "8900").sources)


def test_a_date_without_a_literal_source_names_the_relative_age_instead_of_a_substring() -> None:
    use = _use(7, "21 April")
    assert (use.status, use.sources) == ("not_in_visible_messages", ())
    assert use.rule is not None
    assert "[2].1" in use.rule
    assert "run date" in use.rule


def test_pounds_are_found_as_cents_by_a_named_rule() -> None:
    use = _use(7, "£89.00")
    assert use.status == "scaled"
    assert use.rule == "units and hundredths: × 100"
    assert [(place.message_index, place.kind) for place in use.sources] == [(2, "source"), (5, "echo"), (6, "source")]
    assert [place.message_index for place in use.sources if place.nearest] == [6]


def test_a_value_without_a_source_is_not_called_made_up_where_request_fields_are_missing() -> None:
    use = _use(1, "cus_8123")
    assert use.status == "not_in_visible_messages"
    assert not use.request_fields_stored
    assert use.rule == "in no visible message; the request fields are not all in this file"


def test_the_earliest_and_the_nearest_source_differ_and_the_models_own_copy_is_an_echo() -> None:
    use = _use(5, "4471")
    assert [(place.position, place.kind, place.earliest, place.nearest) for place in use.sources] == [
        ("[0].0", "source", True, False),
        ("[1].2:order_id", "echo", False, False),
        ("[2].0:[0].id", "source", False, True),
    ]


def test_the_pass_over_the_whole_run_agrees_with_each_message_alone() -> None:
    alone = [use for message in REFUND.run.messages for use in REFUND.of_message(message.index)]
    whole = REFUND.of_run()
    assert [(one.text, one.at, one.status, one.count) for one in whole] == [
        (use.text, use.at, use.status, use.count) for use in alone
    ]


def test_one_value_is_followed_through_all_messages_that_use_it() -> None:
    assert [str(use.at) for use in REFUND.of_value("4471")] == ["[1].2:order_id", "[5].0:order_id"]


def test_a_message_of_the_loop_uses_no_value() -> None:
    assert REFUND.of_message(2) == ()
