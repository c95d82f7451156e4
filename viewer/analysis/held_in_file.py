"""What the file holds of a run that no request of it held: facts beside the messages, and messages never sent."""

from collections.abc import Iterator
from dataclasses import dataclass

from viewer.model.run import Run, walk


@dataclass(frozen=True)
class OnlyInFile:
    """One kind of thing. Its words are ours, but for the kinds of records that were set aside."""

    what: str
    count: int
    why: str


def only_in_file(run: Run, unsent: int) -> Iterator[OnlyInFile]:
    """All kinds of which the run has any.

    Args:
        run: the run.
        unsent: how many messages of the caller and the loop no request held.
    """
    asides: dict[str, list[str]] = {}
    for aside in run.set_aside:
        asides.setdefault(aside.kind, []).append(aside.why)
    told = (
        ("messages never sent", unsent, "no later request of this run held them"),
        ("times of messages", sum(1 for one in run.messages if one.timestamp), "the recorder's clock"),
        ("token counts", sum(1 for one in run.requests if one.usage is not None), "the provider's account of replies"),
        (
            "stop reasons",
            sum(1 for one in run.requests if one.stop_reason is not None),
            "told to the harness with the reply",
        ),
        ("attributes", len(run.attributes), "identifiers and tags of the harness"),
        ("stated totals", len(run.stated), "sums that the harness made"),
        ("records that could not be read", len(run.problems), "what they held, and who saw it, is not known"),
        (
            "messages on branches",
            sum(len(branch.messages) for branch in run.branches),
            "left: the requests of the main list did not hold them",
        ),
        (
            "messages of sub-agents",
            sum(len(sub.messages) for sub in walk(run)[1:]),
            "seen by the sub-agents; this run's model saw the result of the call that started them",
        ),
    )
    for what, count, why in told:
        if count:
            yield OnlyInFile(what, count, why)
    for kind, reasons in asides.items():
        yield OnlyInFile(f"records set aside: {kind}", len(reasons), reasons[0])
