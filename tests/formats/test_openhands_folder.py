"""A conversation's folder: which files belong together, and what the conversation's own file adds."""

from pathlib import Path, PurePath

from accounting import unaccounted
from conftest import SAMPLES

from viewer import load
from viewer.analysis.summary import summary
from viewer.formats.openhands_folder import companions
from viewer.model.run import Run
from viewer.model.usage import Usage

FOLDER = SAMPLES / "openhands" / "conversation"


def run_of(path: Path) -> Run:
    (source,) = load.sources([path])
    (run,) = load.runs(source)
    assert unaccounted((run,)) == []
    return run


def test_events_stand_in_the_order_of_their_numbers() -> None:
    events = [PurePath(f"c/events/event-{number:05d}-x.json") for number in (10, 9, 0)]
    other = PurePath("c/events/notes.json")
    assert companions(PurePath("c/base_state.json"), (*events, other)) == tuple(reversed(events))
    assert companions(events[2], tuple(events)) == (events[1], events[0])
    assert companions(events[1], tuple(events)) == ()


def test_a_folder_is_one_run_and_so_are_its_head_and_its_first_event() -> None:
    run = run_of(FOLDER)
    assert run.run_id == "conv-garden" and len(run.requests) == 3
    assert run_of(FOLDER / "base_state.json").messages == run.messages
    assert len(run_of(FOLDER / "events").messages) == len(run.messages)


def test_tokens_are_put_on_the_reply_whose_response_they_name() -> None:
    run = run_of(FOLDER)
    assert [request.usage for request in run.requests] == [
        Usage(200, 0, 800, 40),
        Usage(300, 900, 0, 20),
        Usage(500, 600, 0, 30),
    ]
    assert run.stated[0].usage == summary(run).usage == Usage(1000, 1500, 800, 90)
    assert run.stated[0].cost == 0.05
