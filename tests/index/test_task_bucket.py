"""Buckets of tasks: the same everywhere, and all about equally full."""

from collections import Counter

from viewer.index.task_bucket import TASK_BUCKETS, task_bucket


def test_a_task_has_the_same_bucket_on_every_machine() -> None:
    assert [task_bucket(task) for task in ("", "refund order 4471", "Größe \ud800")] == [0, 56, 49]
    assert task_bucket(None) is None


def test_no_bucket_holds_far_more_tasks_than_another() -> None:
    sizes = Counter(task_bucket(f"task-{number}") for number in range(64_000))
    assert set(sizes) == set(range(TASK_BUCKETS))
    assert max(sizes.values()) < 1_300
