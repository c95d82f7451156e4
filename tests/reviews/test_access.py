"""Which rows a person may read."""

import dataclasses

import pytest
from conftest import sample
from sqlalchemy import Engine

from viewer.reviews.access import may_read
from viewer.reviews.anchor import anchor
from viewer.reviews.kept import kept_words
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note, edit_note
from viewer.reviews.notes_found import (
    counts_by_message,
    counts_by_run,
    history,
    labels,
    notes,
    notes_of_run,
    runs_with_label,
    runs_with_notes,
)

RUN = sample("refund/refund.json")


@pytest.mark.parametrize(
    ("name", "prefixes", "may"),
    [
        ("team-a/run.json", None, True),
        ("team-a/run.json", ("team-a",), True),
        ("team-a/run.json", ("team-a/",), True),
        ("team-ab/run.json", ("team-a",), False),
        ("TEAM-A/run.json", ("team-a",), False),
        ("team_a/run.json", ("team%",), False),
        ("team-a/run.json", (), False),
        ("team-a/run.json", ("",), True),
        ("team-a/run.json", ("team-a/run.json",), True),
        ("team-a/x/run.json", ("team-a", "!team-a/x"), False),
        ("team-a/xy/run.json", ("team-a", "!team-a/x"), True),
        ("team-a/../team-b/run.json", ("team-a",), False),
    ],
)
def test_paths_are_compared_segment_by_segment_in_the_query_as_outside(
    store: Engine, name: str, prefixes: tuple[str, ...] | None, may: bool
) -> None:
    place = dataclasses.replace(anchor(RUN), source_name=name)
    made = add_note(store, place, Words("look", labels=("odd",)), "ann")
    edit_note(store, made.id, 1, Words("ours"), "ann")
    edit_note(store, made.id, 1, Words("theirs"), "ben")
    edit_note(store, made.id, 2, Words("ours", labels=("odd",)), "ann")
    key = place.run_key
    assert may_read(name, prefixes) is may
    assert bool(notes(store, prefixes)) is may
    assert bool(notes_of_run(store, key, prefixes)) is may
    assert bool(counts_by_run(store, [key], prefixes)) is may
    assert bool(counts_by_message(store, key, prefixes)) is may
    assert bool(labels(store, prefixes)) is may
    assert bool(history(store, made.id, prefixes)) is may
    assert bool(kept_words(store, made.id, prefixes)) is may
    assert bool(runs_with_label(store, "odd", prefixes)) is may
    assert bool(runs_with_notes(store, prefixes)) is may
