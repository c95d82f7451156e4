"""Ids and times."""

import re

from viewer.reviews.stamp import new_id, now


def test_ids_differ_and_times_sort_as_text() -> None:
    assert new_id() != new_id()
    assert re.fullmatch(r"[0-9a-f]{32}", new_id())
    times = [now() for _ in range(50)]
    assert times == sorted(times)
    assert all(len(time) == 32 and time.endswith("+00:00") for time in times)
