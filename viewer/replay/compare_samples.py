"""One sample beside the original: the tools it asked for, their arguments, its words, and where its steps part."""

import difflib
from dataclasses import dataclass
from itertools import islice

from rapidfuzz import fuzz

from viewer.analysis.align import Alignment, Step, align, argument_changes, steps
from viewer.analysis.compare import CallDifference
from viewer.model.block import Text
from viewer.model.run import Run
from viewer.replay.compare_runs import added_run
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_results import Arm, LiveCall, Sample, StopKind

_DIFF_LINES = 200


@dataclass(frozen=True)
class StepFacts:
    """What one reply asked for and said."""

    tools: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class SampleFacts:
    """One sample; the first reply is compared with the original's first, the steps with the original's steps."""

    arm: Arm
    sample: int
    stop: StopKind
    live_calls: tuple[LiveCall, ...]
    steps: tuple[StepFacts, ...]
    same_tools: bool | None
    """None: the original holds no reply to compare with."""
    same_arguments: bool | None
    """Tools and arguments of the first reply; None: as above."""
    arguments: tuple[CallDifference, ...]
    """Of the first reply, where tools are the same."""
    likeness: float | None
    """Of the words of the first reply, 0 to 1; None: neither side has words."""
    text_diff: tuple[str, ...]
    """Of the same, line by line."""
    alignment: Alignment
    compared_steps: int
    """Rows of the alignment. A sample that was stopped is compared with as many steps of the original as it has."""
    other_steps: int
    """Rows that are not the same."""
    recorded_answers: int


def sample_facts(protocol: Protocol, sample: Sample, original: Run) -> SampleFacts:
    """What a sample did beside what the original did.

    Args:
        protocol: whose words the replies are in.
        sample: the sample.
        original: what the original added.
    """
    run = added_run(protocol, sample)
    taken, before = steps(run), steps(original)
    first, second = (before[0] if before else None), (taken[0] if taken else None)
    known = first is not None and second is not None
    words, others = step_text(original, first), step_text(run, second)
    compared = before if sample.stop == "ended" else before[: len(taken)]
    alignment = align(compared, taken)
    return SampleFacts(
        arm=sample.arm,
        sample=sample.sample,
        stop=sample.stop,
        live_calls=tuple(sample.live_calls),
        steps=tuple(StepFacts(tools_of(step), step_text(run, step)) for step in taken),
        same_tools=first.names == second.names if first is not None and second is not None else None,
        same_arguments=first.exact == second.exact if first is not None and second is not None else None,
        arguments=_argument_changes(first, second) if first is not None and second is not None else (),
        likeness=fuzz.ratio(words, others) / 100 if known and (words or others) else None,
        text_diff=_text_diff(words, others) if known else (),
        alignment=alignment,
        compared_steps=len(alignment.rows),
        other_steps=sum(row.change != "same" for row in alignment.rows),
        recorded_answers=sum(len(step.answers) for step in sample.steps),
    )


def tools_of(step: Step) -> tuple[str, ...]:
    """The tools that a step asks for, in the order of its calls."""
    return tuple(call.name for call in step.calls)


def step_text(run: Run, step: Step | None) -> str:
    """The words of a step's reply."""
    if step is None:
        return ""
    return "\n".join(block.text for block in run.messages[step.message_index].blocks if type(block) is Text)


def _argument_changes(first: Step, second: Step) -> tuple[CallDifference, ...]:
    if first.names != second.names:
        return ()
    pairs = zip(
        sorted(first.calls, key=lambda call: (call.name, call.canonical)),
        sorted(second.calls, key=lambda call: (call.name, call.canonical)),
        strict=True,
    )
    return tuple(
        CallDifference(one.name, change.path, change.before, change.after)
        for one, other in pairs
        for change in argument_changes(one.arguments, other.arguments)
    )


def _text_diff(before: str, after: str) -> tuple[str, ...]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "original", "sample", lineterm="", n=1)
    return tuple(islice(lines, _DIFF_LINES))
