"""Queues: order, progress, and what each reviewer said."""

import pytest
from sqlalchemy import Engine

from viewer.reviews.queue import QueuedRun, judge, judgements, make_queue, queue, queues
from viewer.reviews.refused import RefusedError
from viewer.reviews.stamp import new_id

ENTRIES = [QueuedRun(f"{n:016x}", f"r{n}", f"team-{n % 2}/r.json", "long") for n in range(4)]
KEYS = [one.run_key for one in ENTRIES]


def test_runs_stand_in_the_order_given_and_once(store: Engine) -> None:
    made = make_queue(store, "Long runs", "steps > 20", [*ENTRIES, ENTRIES[0]], "ann")
    found = queue(store, made, "ann")
    assert found is not None and list(found.entries) == ENTRIES
    assert [(one.name, one.origin, one.runs) for one in queues(store)] == [("Long runs", "steps > 20", 4)]


def test_next_and_previous_go_through_the_queue_and_stop_at_its_ends(store: Engine) -> None:
    made = make_queue(store, "Long runs", "", ENTRIES, "ann")
    judge(store, made, KEYS[1], "ann", ["fine"])
    found = queue(store, made, "ann")
    assert found is not None
    assert found.after(None) == ENTRIES[0] and found.after(KEYS[0]) == ENTRIES[1]
    assert found.after(KEYS[0], open_only=True) == ENTRIES[2]
    assert found.before(KEYS[2], open_only=True) == ENTRIES[0]
    assert found.before(KEYS[0]) is None and found.after(KEYS[3]) is None
    assert (found.done, found.place(KEYS[2])) == (1, 3)


def test_progress_is_each_reviewers_own_and_the_last_word_counts(store: Engine) -> None:
    made = make_queue(store, "Long runs", "", ENTRIES, "ann")
    judge(store, made, KEYS[0], "ann", ["bad"])
    judge(store, made, KEYS[0], "ann", [" fine ", "fine"])
    judge(store, made, KEYS[0], "ben", [])
    assert judgements(store, made) == {"ann": {KEYS[0]: ("fine",)}, "ben": {KEYS[0]: ()}}
    found = queue(store, made, "eve")
    assert found is not None and found.done == 0


def test_runs_that_may_not_be_read_are_left_out_and_not_counted(store: Engine) -> None:
    made = make_queue(store, "Long runs", "", ENTRIES, "ann")
    found = queue(store, made, "ann", ("team-1",))
    assert found is not None and list(found.entries) == [ENTRIES[1], ENTRIES[3]]
    judge(store, made, KEYS[0], "ann", ["x"])
    assert judgements(store, made, ("team-1",)) == {}
    assert queues(store, ("team-1",))[0].runs == 2
    assert queues(store, ("elsewhere",)) == ()


def test_what_makes_no_sense_is_refused(store: Engine) -> None:
    with pytest.raises(RefusedError, match="at least one run"):
        make_queue(store, "Empty", "", [], "ann")
    made = make_queue(store, "Long runs", "", ENTRIES, "ann")
    with pytest.raises(RefusedError, match="not in the queue"):
        judge(store, made, "f" * 16, "ann", [])
    assert queue(store, new_id(), "ann") is None
