"""The bucket of a task, which its runs share: groups of whole tasks are told without reading their text."""

from zlib import crc32

TASK_BUCKETS = 64
"""Enough to see how alike the trials of a task are, and few enough to keep."""


def task_bucket(task: str | None) -> int | None:
    """A number from 0 on, the same on every machine; None: the run names no task."""
    return None if task is None else crc32(task.encode("utf-8", "surrogatepass")) % TASK_BUCKETS
