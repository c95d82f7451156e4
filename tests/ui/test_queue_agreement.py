from viewer.reviews.agreement import agreement
from viewer.ui.queue_agreement import frame


def test_the_whole_stands_before_each_label() -> None:
    said = {"a": ["x"], "b": ["x"], "c": []}
    table = frame(agreement(said, {**said, "c": ["y"]}))
    assert list(table["label"]) == ["all labels together", "y", "x"]
    assert list(table["agreed"]) == [2, 2, 3]
    assert list(table["only the second"]) == [0, 1, 0]
