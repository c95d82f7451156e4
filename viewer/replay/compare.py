"""Swapped samples against unswapped ones against the original, and a sentence that a review can quote."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from viewer.analysis.align import steps
from viewer.replay.bundle import Bundle
from viewer.replay.compare_runs import original_run
from viewer.replay.compare_samples import SampleFacts, StepFacts, sample_facts, step_text, tools_of
from viewer.replay.compare_shares import Difference, Share, difference_of, percent, points, share_of
from viewer.replay.send_results import Arm, Results

INTERVALS = "95 %: Wilson for a share, Newcombe for a difference"


@dataclass(frozen=True)
class Question:
    """What is counted: a tool asked for anywhere in the replayed part, or first."""

    tool: str | None
    """None: no tool at all."""
    first: bool = False
    """Only the first reply counts."""
    without: tuple[str, ...] = ()
    """It counts only where none of these was asked for before it in the replayed part."""

    def words(self) -> str:
        """`asked for issue_refund without lookup_policy`."""
        if self.tool is None:
            return "asked for no tool first"
        told = f"asked for {self.tool}" + (" first" if self.first else "")
        return told + (f" without {' or '.join(self.without)}" if self.without else "")

    def holds(self, taken: tuple[StepFacts, ...]) -> bool:
        """Whether a sample, or the original, did this."""
        if self.first:
            return bool(taken) and (self.tool in taken[0].tools if self.tool else not taken[0].tools)
        before: set[str] = set()
        for step in taken:
            # Calls issued together have no order: one of the same reply counts as asked for before.
            before |= set(step.tools)
            if self.tool in step.tools:
                return before.isdisjoint(self.without)
        return False


@dataclass(frozen=True)
class ArmSummary:
    """One arm."""

    n: int
    failed: int
    stops: dict[str, int]
    same_tools: Share
    """As the original asked for in its first reply."""
    same_arguments: Share
    same_path: Share
    """All steps that were compared are the same."""
    first_tools: dict[str, Share]
    """`` is no tool."""
    mean_other_steps: float | None
    """Steps of a sample that are not the original's."""


@dataclass(frozen=True)
class Answered:
    """The question and what it came to."""

    words: str
    chosen: str
    """`by the user`, or how it was chosen."""
    swapped: Share
    control: Share
    difference: Difference
    original: bool | None


@dataclass(frozen=True)
class ReplayComparison:
    """All of it."""

    bundle: str
    run_id: str
    position: str
    endpoint: str
    model: str
    models_answered: tuple[str, ...]
    parameters: dict[str, Any]
    """Of the request, with what was given for the replay; without the list, the tools and the system prompt."""
    original: tuple[StepFacts, ...]
    swapped: ArmSummary
    control: ArmSummary
    question: Answered
    sentence: str
    control_sentence: str
    notes: tuple[str, ...]
    intervals: str
    samples: tuple[SampleFacts, ...]


def compare_replay(bundle: Bundle, results: Results, question: Question | None = None) -> ReplayComparison:
    """Compare the samples of a results file.

    Args:
        bundle: the bundle that was sent.
        results: its samples.
        question: what to count; None: the tool whose share of first replies differs most.
    """
    before = original_run(bundle)
    original = tuple(StepFacts(tools_of(step), step_text(before, step)) for step in steps(before))
    protocol = results.head.protocol
    facts = {arm: [sample_facts(protocol, one, before) for one in results.of(arm)] for arm in _ARMS}
    asked, chosen = (question, "by the user") if question is not None else _largest(facts["swapped"], facts["control"])
    counts = [share_of(sum(asked.holds(one.steps) for one in facts[arm]), len(facts[arm])) for arm in _ARMS]
    answered = Answered(
        asked.words(), chosen, counts[0], counts[1], difference_of(*counts), asked.holds(original) if original else None
    )
    failed = Counter(one.arm for one in results.open_failures())
    arms = {arm: _summary(facts[arm], failed[arm]) for arm in _ARMS}
    answering = [step.reply.get("model") for step in results.steps()]
    request = {**bundle.request, **results.head.set}
    return ReplayComparison(
        bundle=results.head.bundle,
        run_id=bundle.run.run_id,
        position=bundle.position,
        endpoint=results.head.endpoint,
        model=results.head.model,
        models_answered=tuple(dict.fromkeys(one for one in answering if isinstance(one, str))),
        parameters={name: value for name, value in request.items() if name not in _NO_PARAMETERS},
        original=original,
        swapped=arms["swapped"],
        control=arms["control"],
        question=answered,
        sentence=_sentence(answered),
        control_sentence=_control_sentence(arms["control"], bool(original)),
        notes=tuple(_notes(facts["swapped"] + facts["control"], arms, answered, bundle)),
        intervals=INTERVALS,
        samples=(*facts["swapped"], *facts["control"]),
    )


_ARMS: tuple[Arm, Arm] = ("swapped", "control")
_NO_PARAMETERS = frozenset({"messages", "input", "tools", "system", "instructions", "model"})


def _largest(swapped: list[SampleFacts], control: list[SampleFacts]) -> tuple[Question, str]:
    tools = sorted({tool for one in (*swapped, *control) for step in one.steps[:1] for tool in step.tools})
    questions = [*(Question(tool, first=True) for tool in tools), Question(None, first=True)]

    def apart(question: Question) -> float:
        shares = [
            sum(question.holds(one.steps) for one in group) / len(group) if group else 0.0
            for group in (swapped, control)
        ]
        return abs(shares[0] - shares[1])

    best = max(questions, key=apart)
    return best, f"the largest of {len(questions):,} differences in what was asked for first"


def _summary(samples: list[SampleFacts], failed: int) -> ArmSummary:
    known = [one for one in samples if one.same_tools is not None]
    first = Counter(tool for one in samples if one.steps for tool in sorted(set(one.steps[0].tools)) or [""])
    return ArmSummary(
        n=len(samples),
        failed=failed,
        stops=dict(Counter(one.stop for one in samples)),
        same_tools=share_of(sum(one.same_tools is True for one in known), len(known)),
        same_arguments=share_of(sum(one.same_arguments is True for one in known), len(known)),
        same_path=share_of(sum(one.other_steps == 0 for one in known), len(known)),
        first_tools={tool: share_of(count, len(samples)) for tool, count in first.most_common()},
        mean_other_steps=sum(one.other_steps for one in known) / len(known) if known else None,
    )


def _sentence(answered: Answered) -> str:
    swapped, control = answered.swapped, answered.control
    if not control.n:
        return f"{swapped.count} of {swapped.n} swapped samples {answered.words}; no unswapped ones were taken"
    return (
        f"{swapped.count} of {swapped.n} swapped and {control.count} of {control.n} unswapped samples {answered.words}"
    )


def figures(answered: Answered) -> str:
    """The shares and their difference, with intervals."""
    if not answered.control.n:
        return f"swapped {percent(answered.swapped)}"
    return (
        f"swapped {percent(answered.swapped)}, unswapped {percent(answered.control)}, "
        f"difference {points(answered.difference)}"
    )


def _control_sentence(control: ArmSummary, has_original: bool) -> str:
    if not has_original:
        return "the run holds no reply to that request, so nothing says whether the unswapped samples repeat it"
    if not control.n:
        return "no unswapped samples were taken: whether this model repeats the original at all is not known"
    same, n = control.same_tools.count, control.n
    told = f"{same} of {n} unswapped samples asked first for the same tools as the original"
    if 2 * same < n:
        return f"the control does not reproduce the original: only {told}; what differs may not come from the swap"
    exact = control.same_arguments.count
    return f"the control reproduces the original: {told}, {exact} of {n} with the same arguments"


def _notes(samples: list[SampleFacts], arms: dict[Arm, ArmSummary], answered: Answered, bundle: Bundle) -> list[str]:
    found: list[str] = []
    if answered.chosen != "by the user":
        found.append(f"what is counted was chosen as {answered.chosen}, so its interval is too narrow")
    stopped = [one for one in samples if one.stop == "needs_live_tool"]
    if stopped:
        tools = Counter(call.tool for one in stopped for call in one.live_calls)
        named = ", ".join(f"{tool} ({count})" for tool, count in tools.most_common(5))
        found.append(f"{len(stopped)} of {len(samples)} samples stopped at a call that needs a live tool: {named}")
    given = sum(one.recorded_answers for one in samples)
    if given:
        told = "1 call was" if given == 1 else f"{given} calls were"
        found.append(f"{told} answered by what the run recorded; no tool was called")
    failed = sum(arm.failed for arm in arms.values())
    if failed:
        told = "1 sample failed and is" if failed == 1 else f"{failed} samples failed and are"
        found.append(f"{told} not counted; sending again tries it anew")
    if arms["swapped"].n != arms["control"].n and arms["control"].n:
        found.append(f"the arms are not equally large: {arms['swapped'].n} swapped, {arms['control'].n} unswapped")
    if 0 < arms["swapped"].n < 5:
        found.append("few samples: the intervals are wide")
    if bundle.equality != "word_by_word":
        found.append(f"the request is not the original's word by word ({bundle.equality.replace('_', ' ')})")
    return found
