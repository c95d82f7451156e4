"""Does each recorded stop_reason agree with the blocks of its reply? Blocks move control, whatever it says."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition, listed
from viewer.model.block import ToolUse

MISMATCH = Rule(
    "stop_reason_mismatch", "warning", "A reply holds a tool_use but stopped otherwise, or stopped for one it lacks"
)


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each way to disagree, with all its replies."""
    with_call: dict[str, list[int]] = {}
    without_call: list[int] = []
    messages = facts.run.messages
    for request in facts.run.requests:
        stop_reason = request.stop_reason
        if stop_reason is None or stop_reason == "unknown":
            continue
        blocks = messages[request.message_index].blocks
        if stop_reason == "tool_use" and blocks and type(blocks[-1]) is ToolUse:
            continue  # nearly every such reply ends with its call
        uses = [block for block in blocks if type(block) is ToolUse]
        if stop_reason == "tool_use":
            if not uses:
                without_call.append(request.message_index)
        elif any(block.executed_by == "client" and not block.from_text for block in uses):
            with_call.setdefault(stop_reason, []).append(request.message_index)
    for word, indexes in with_call.items():
        cut = "; its arguments may be cut" if word == "max_tokens" else ""
        yield _finding(indexes, "a tool_use", word, cut)
    if without_call:
        yield _finding(without_call, "no tool_use", "tool_use", "")


def _finding(indexes: list[int], holds: str, stop_reason: str, rest: str) -> Finding:
    where = listed([f"[{index}]" for index in indexes])
    verb = "holds" if len(indexes) == 1 else "hold"
    return MISMATCH.broken(
        tuple(FindingPosition(index) for index in indexes),
        f"{where} {verb} {holds} but the recorded stop_reason is {stop_reason}{rest}",
    )


CHECK = Check((MISMATCH,), find)
