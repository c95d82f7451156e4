"""What a cap bounds."""

import msgspec
from conftest import sample

from viewer.analysis.caps.units import CappedRun, capped_run, default_unit

REFUND = sample("refund/refund.json")


def test_the_refund_run_is_one_unit_of_four_steps_with_its_recorded_sizes() -> None:
    found = capped_run(REFUND, "key", "turn")
    assert found == CappedRun(
        "key", "order 4471 never arrived", "success", (4,), ((1420, None, 2690, 2930),), model="claude-sonnet-5"
    )


def test_a_run_without_a_request_never_started() -> None:
    assert capped_run(msgspec.structs.replace(REFUND, requests=()), "key", "run") is None


def test_the_unit_is_the_turn_where_runs_hold_more_than_one() -> None:
    assert default_unit([1, 1, 3]) == "turn"
    assert default_unit([1, 1]) == "run"
