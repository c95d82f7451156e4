"""How sentences name places."""

from scripted import run_of, step, use

from viewer.analysis.invariants.facts import PathFacts
from viewer.analysis.invariants.result import places
from viewer.analysis.pairing import pair
from viewer.analysis.policy import Policy


def test_many_places_are_counted() -> None:
    run = run_of(*(step(use("a", n=n)) for n in range(8)))
    calls = PathFacts(run, Policy(), pair(run.messages)).calls
    assert places(calls[:2]) == "[1].0, [3].0"
    assert places(calls) == "[1].0, [3].0, [5].0, [7].0, [9].0, [11].0 and 2 more"
