"""Which path is the list, where several entries follow one."""

from viewer.formats.shapes.transcript_tree import Node, paths


def shape(nodes: list[Node]) -> list[tuple[int, list[int]]]:
    return [(path.leaves, path.nodes) for path in paths(nodes)]


def test_entries_in_a_row_are_one_path() -> None:
    assert shape([Node(-1, "input"), Node(0, "reply"), Node(1, "input")]) == [(-1, [0, 1, 2])]


def test_nothing_has_no_path() -> None:
    assert paths([]) == []


def test_the_newest_message_tells_the_main_path() -> None:
    nodes = [
        Node(-1, "input"),
        Node(0, "reply"),
        Node(1, "input"),
        Node(2, "reply"),
        Node(1, "input"),
        Node(4, "reply"),
    ]
    assert shape(nodes) == [(-1, [0, 1, 4, 5]), (1, [2, 3])]


def test_a_newer_entry_that_is_no_message_does_not_make_its_path_the_main_one() -> None:
    nodes = [Node(-1, "input"), Node(0, "reply"), Node(0, "input"), Node(1, "link")]
    assert shape(nodes) == [(-1, [0, 2]), (0, [1, 3])]


def test_results_of_parallel_calls_stand_on_the_path_of_their_reply() -> None:
    nodes = [
        Node(-1, "input"),
        Node(0, "reply", "m1", ("a",)),
        Node(1, "reply", "m1", ("b",)),
        Node(2, "input", answers=("b",)),
        Node(1, "input", answers=("a",)),
        Node(3, "reply", "m2"),
    ]
    assert shape(nodes) == [(-1, [0, 1, 2, 3, 4, 5])]


def test_a_piece_joins_its_reply_and_its_result_with_it() -> None:
    nodes = [
        Node(-1, "input"),
        Node(0, "reply", "m1", ("a",)),
        Node(1, "reply", "m1", ("b",)),
        Node(2, "input", answers=("b",)),
        Node(1, "input", answers=("a",)),
        Node(4, "reply", "m2"),
    ]
    assert shape(nodes) == [(-1, [0, 1, 2, 3, 4, 5])]


def test_a_second_result_of_an_answered_call_is_on_a_path_that_was_left() -> None:
    nodes = [
        Node(-1, "input"),
        Node(0, "reply", "m1", ("a",)),
        Node(1, "input", answers=("a",)),
        Node(2, "reply", "m2"),
        Node(1, "input", answers=("a",)),
        Node(4, "reply", "m3"),
    ]
    assert shape(nodes) == [(-1, [0, 1, 4, 5]), (1, [2, 3])]


def test_what_follows_a_joined_result_with_another_reply_is_a_path_that_was_left() -> None:
    nodes = [
        Node(-1, "input"),
        Node(0, "reply", "m1", ("a", "b")),
        Node(1, "input", answers=("a",)),
        Node(2, "reply", "m2"),
        Node(1, "input", answers=("b",)),
        Node(4, "reply", "m3"),
    ]
    assert shape(nodes) == [(-1, [0, 1, 2, 4, 5]), (2, [3])]


def test_what_the_harness_injects_makes_no_path() -> None:
    nodes = [Node(-1, "input"), Node(0, "injected"), Node(0, "reply")]
    assert shape(nodes) == [(-1, [0, 1, 2])]


def test_a_path_may_leave_a_path_that_was_left() -> None:
    nodes = [Node(-1, "input"), Node(0, "reply"), Node(1, "input"), Node(1, "input"), Node(0, "input")]
    assert shape(nodes) == [(-1, [0, 4]), (0, [1, 3]), (1, [2])]


def test_deep_and_bushy_trees_take_time_in_proportion() -> None:
    nodes = [Node(index - 1, "input") for index in range(20_000)]
    nodes += [Node(20_000 - 1 - index, "input") for index in range(20_000)]
    found = paths(nodes)
    assert sum(len(path.nodes) for path in found) == 40_000
