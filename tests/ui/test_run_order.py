from conftest import sample

from viewer.analysis.ordering import order
from viewer.ui.run_order import order_rows
from viewer.ui.run_segments import segments_text

RUN = sample("refund/refund.json")


def _told(first: str, second: str) -> dict[str, str]:
    return {name: segments_text(line) for name, line in order_rows(order(RUN, first, second))}


def test_the_answer_is_given_with_its_positions() -> None:
    told = _told("lookup_policy", "issue_refund")
    assert told["answer"].startswith("yes ")
    assert (told["A"], told["B"]) == ("the result of lookup_policy at [4]", "the result of issue_refund at [6]")


def test_what_does_not_occur_orders_nothing() -> None:
    told = _told("nothing like it", "[2]")
    assert told["answer"].startswith("not told ")
    assert "nowhere" in told["A"]
