from viewer.reviews.queue import Queue, QueuedRun
from viewer.ui.queue_run import at_hand, rows_of

ENTRIES = tuple(
    QueuedRun(f"{number:016x}", f"run {number}", f"{number}.json", "call_never_answered") for number in range(3)
)


def test_the_run_at_hand_is_the_one_named_or_the_first_that_was_not_looked_at() -> None:
    found = Queue("q", "name", "", ENTRIES, {ENTRIES[0].run_key: ()})
    assert at_hand(found, ENTRIES[2].run_key) == ENTRIES[2]
    assert at_hand(found, None) == at_hand(found, "elsewhere") == ENTRIES[1]
    done = Queue("q", "name", "", ENTRIES, {one.run_key: () for one in ENTRIES})
    assert at_hand(done, None) == ENTRIES[0]


def test_a_run_that_is_gone_says_why_and_the_finding_that_put_it_there_stands_beside() -> None:
    rows = str(rows_of(ENTRIES[1], "names a run that is not under the given paths"))
    assert "not under the given paths" in rows and "call_never_answered" in rows and f"run={ENTRIES[1].run_key}" in rows
