"""All that a run can be written as."""

import pytest
from conftest import sample

from viewer.export.targets import TARGETS, Target, target


@pytest.mark.parametrize("one", TARGETS, ids=lambda one: one.name)
def test_every_target_writes_the_samples_of_hostile_and_broken_runs(one: Target) -> None:
    for name in ("refund/refund.json", "broken/equal_ids.json"):
        assert one.write(sample(name), str).text


def test_a_name_that_is_no_target_is_refused() -> None:
    with pytest.raises(LookupError):
        target("pdf")
