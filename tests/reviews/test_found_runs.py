"""The runs of a review are found again by their keys."""

from conftest import SAMPLES
from written_reviews import ABOUT, RUN

from viewer.reviews.found_runs import found_runs


def test_a_run_is_found_under_its_root_and_a_missing_one_is_said() -> None:
    other = ABOUT.model_copy(update={"alias": "other", "key": "0" * 16})
    found = found_runs([ABOUT, other], [SAMPLES / "refund" / "refund.json"])
    assert found["refund"] == RUN
    assert "no run with the key 0000000000000000" in str(found["other"])
