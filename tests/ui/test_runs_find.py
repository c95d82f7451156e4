from rows import run_row

from viewer.ui.runs_find import outermost


def test_a_sub_run_yields_to_its_parent_where_both_hold_the_id() -> None:
    parent, child = run_row("a"), run_row("b", parent_run_id="a")
    assert outermost((parent, child)) == [parent]
    assert outermost((child,)) == [child]


def test_a_parent_of_another_file_does_not_count() -> None:
    parent, child = run_row("a", uri="/x.json"), run_row("b", uri="/y.json", parent_run_id="a")
    assert outermost((parent, child)) == [parent, child]
