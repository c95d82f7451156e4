import msgspec
import pytest
from conftest import sample
from messages import model, run_of, user

from viewer.analysis.timeline import moment_of, timeline
from viewer.model.run import Run


def _at(run: Run, *times: str | None) -> Run:
    messages = tuple(
        msgspec.structs.replace(message, timestamp=time) for message, time in zip(run.messages, times, strict=True)
    )
    return msgspec.structs.replace(run, messages=messages)


RUN = run_of(user("a"), model("b"), user("c"), model("d"))


def test_gaps_stand_between_recorded_times_and_messages_without_one_are_counted() -> None:
    found = timeline(_at(RUN, "2026-01-01T00:00:00Z", None, "2026-01-01T00:00:05Z", "2026-01-01T00:00:06.5+00:00"))
    assert [(one.message_index, one.seconds, one.gap) for one in found.moments] == [
        (0, 0, None),
        (2, 5, 5),
        (3, 6.5, 1.5),
    ]
    assert (found.without, found.backwards) == (1, ())


def test_time_that_goes_back_is_named_and_not_put_right() -> None:
    found = timeline(_at(RUN, "2026-01-01T00:00:09Z", "2026-01-01T00:00:01Z", None, None))
    assert found.moments[1].gap == -8
    assert found.backwards == (1,)


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", None, "12"])
def test_what_is_no_time_is_none(text: str | None) -> None:
    assert moment_of(text) is None


def test_a_time_without_a_zone_is_taken_as_utc() -> None:
    assert moment_of("2026-01-01T00:00:00") == moment_of("2026-01-01T00:00:00Z")


def test_a_file_without_times_has_none() -> None:
    assert timeline(sample("refund/refund.json")).moments == ()
