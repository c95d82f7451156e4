import msgspec
import pytest
from stored_reviews import RUN, document

from viewer.reviews.document import Moment
from viewer.ui.reviews_timeline import added, position_of, time_of


def test_a_moment_begins_with_its_position() -> None:
    made = added("`refund[3]` asked for the policy")(document())
    assert (made.timeline[0].position, made.timeline[0].text) == ("refund[3]", "asked for the policy")
    with pytest.raises(ValueError, match="no position"):
        added("asked for the policy")(document())


def test_the_time_is_that_of_the_message_where_the_file_has_one() -> None:
    timed = [msgspec.structs.replace(one, timestamp=f"2026-01-01T00:00:0{one.index}Z") for one in RUN.messages]
    run = msgspec.structs.replace(RUN, messages=tuple(timed))
    moment = Moment(position="refund[3]")
    assert time_of(document(), moment, {"refund": run}) == "2026-01-01T00:00:03Z"
    assert time_of(document(), moment, {"refund": RUN}) is None
    assert position_of(Moment(position="")) is None
