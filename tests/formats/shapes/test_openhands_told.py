"""Both generations of events tell the same things of their run."""

import pytest

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.openhands_events import Events
from viewer.formats.shapes.openhands_kinds import KindEvents
from viewer.formats.shapes.openhands_told import ToldEvents


@pytest.mark.parametrize("kind", [Events, KindEvents])
def test_a_run_of_no_event_has_told_nothing(kind: type[ToldEvents]) -> None:
    events = kind(RunBuilder())
    events.learn({}, {})
    assert (events.state, events.about, events.cost, events.total) == (None, {}, None, None)
    assert events.models == () and events.notes() == ()


def test_the_last_state_is_kept_under_one_name() -> None:
    old, new = Events(RunBuilder()), KindEvents(RunBuilder())
    old(Record(1, {"observation": "agent_state_changed", "extras": {"agent_state": "error"}, "content": ""}))
    new(Record(1, {"kind": "ConversationErrorEvent", "code": "E", "detail": "no more"}))
    assert old.state == new.state == "error"
    assert old.ending().kind == new.ending().kind == "censored"


def test_where_totals_stand_is_told_apart() -> None:
    assert Events.totals != KindEvents.totals
