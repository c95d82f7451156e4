"""Groups, run by run and from a cube."""

from rows import run_row

from viewer.index.capped_rows import CapChoices
from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.step_groups import of_rows, question


def test_rows_give_a_group_a_value_and_one_for_sub_agents() -> None:
    rows = [run_row("a", label="x", model_requests=3), run_row("b", model_requests=0), run_row("c", parent_run_id="a")]
    found = of_rows(rows, "run", "label", CapChoices())
    assert {one.name for one in found.groups} == {"x", "no label", "no label (sub-agents)"}
    assert sum(one.never_started for one in found.groups) == 1
    assert found.is_single


def test_a_field_that_is_no_dimension_is_asked_for_apart() -> None:
    assert question(EVERY_RUN, "run", "label", CapChoices())[1] == "label"
    asked, by = question(EVERY_RUN, "run", "attribute.team", CapChoices())
    assert (asked.more, by) == ("attribute.team", "more")
