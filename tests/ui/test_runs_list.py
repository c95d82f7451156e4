from viewer.ui.runs_list import Neighbours, between


def test_a_run_stands_between_its_neighbours() -> None:
    assert between(["a", "b", "c"], "b") == Neighbours("a", "c", 2, 3)


def test_the_ends_of_a_list_have_one_neighbour() -> None:
    assert between(["a", "b"], "a") == Neighbours(None, "b", 1, 2)
    assert between(["a", "b"], "b") == Neighbours("a", None, 2, 2)


def test_a_run_outside_the_list_has_no_position() -> None:
    assert between(["a", "b"], "x") == Neighbours(None, None, None, 2)
