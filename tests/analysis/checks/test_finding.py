from conftest import sample

from viewer.analysis.checks.finding import FindingPosition, at, call_named, listed


def test_positions_carry_the_call_id_of_calls_and_results() -> None:
    run = sample("refund/refund.json")
    assert at(run, (1, 1)) == FindingPosition(1, 1, "toolu_01Ab")
    assert at(run, (2, 0)) == FindingPosition(2, 0, "toolu_01Ab")
    assert at(run, (1, 0)) == FindingPosition(1, 0, None)
    assert call_named(run, (2, 1)) == "toolu_01Cd"


def test_long_lists_are_counted() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed([str(number) for number in range(9)]) == "0, 1, 2 and 6 more"
