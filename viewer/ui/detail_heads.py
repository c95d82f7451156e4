"""The line over a block: what it is, and the call, result or request that belongs to it."""

from viewer.analysis.pairing import Place
from viewer.analysis.requests import fields_at
from viewer.model.block import Thinking, ToolResult, ToolUse
from viewer.model.hashes import run_key
from viewer.model.message import Message
from viewer.model.run import Run
from viewer.ui.ledger_preview import brief
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, alarm, code, link, quiet, spaced, status, strong

NO_THINKING_TEXT = (
    "A thinking block is present; no text was returned: the request did not ask for it or the provider did not "
    "return it. The stored list cannot say which."
)
_OPTIONS = ("thinking", "reasoning", "reasoning_effort")


def thinking_head(facts: RunFacts, message: Message, block: Thinking) -> tuple[list[Segment], list[list[Segment]]]:
    """What a thinking block without text tells, and what it does not."""
    if block.redacted:
        return [strong("thinking"), quiet(" encrypted")], [
            [quiet("A thinking block is present; the provider returned it encrypted, so its text cannot be read here.")]
        ]
    if not block.text:
        return [strong("thinking"), quiet(" no text returned")], [
            [quiet(NO_THINKING_TEXT)],
            _thinking_options(facts, message),
        ]
    return [strong("thinking"), quiet(" as returned: whole or a summary, the file does not say")], []


def _thinking_options(facts: RunFacts, message: Message) -> list[Segment]:
    """What the request itself asked for, where it is stored: the place to look before any claim."""
    parameters = fields_at(facts.run, message.index).parameters
    if parameters.status != "recorded" or not isinstance(parameters.value, dict):
        return [quiet("The options of its request are not stored.")]
    asked = {key: value for key, value in parameters.value.items() if key in _OPTIONS}
    return [quiet("The options of its request: "), code(brief(asked, 300)) if asked else quiet("none on thinking")]


def call_head(
    facts: RunFacts, message: Message, block: ToolUse, place: Place
) -> tuple[list[Segment], list[list[Segment]]]:
    """A tool_use: its name and id, where it was answered, what was issued with it."""
    head: list[Segment] = [strong("tool_use"), " ", code(block.name), " ", quiet(_id(block.id))]
    notes: list[list[Segment]] = []
    if block.executed_by == "provider":
        return [*head, quiet(" · run by the model's provider inside the reply: control did not move to your loop")], []
    answer = facts.pairing.answers.get(place)
    if answer is None:
        head += [quiet(" · "), strong("no result in this list")]
    else:
        head += [quiet(" · result at "), link(*answer)]
    together = [
        (message.index, other)
        for other, one in enumerate(message.blocks)
        if other != place[1] and type(one) is ToolUse and one.executed_by != "provider"
    ]
    if together:
        notes.append([quiet("issued together with "), *spaced([link(*one) for one in together[:20]])])
    if block.from_text:
        notes.append([quiet("an action written as text, which the harness parsed")])
    return head, notes


def result_head(facts: RunFacts, block: ToolResult, place: Place) -> tuple[list[Segment], list[list[Segment]]]:
    """A tool_result: whose it is, whether it failed, how it was paired."""
    call = facts.pairing.calls.get(place)
    head: list[Segment] = [strong("tool_result")]
    if call is not None:
        asked = facts.run.messages[call[0]].blocks[call[1]]
        head += [quiet(" of "), code(asked.name if isinstance(asked, ToolUse) else "")]
    elif block.name:
        head += [quiet(" of "), code(block.name)]
    head += [" ", quiet(_id(block.tool_use_id))]
    if block.is_error is True:
        head += [" ", alarm("failed"), quiet(" as the file flags it")]
    elif block.is_error is None:
        head += [" ", quiet("no error flag")]
    if block.content is None:
        head += [" ", quiet("no content")]
    notes: list[list[Segment]] = []
    if block.executed_by == "provider":
        notes.append([quiet("run by the model's provider inside its own reply")])
    elif call is not None:
        line: list[Segment] = [quiet("requested at "), link(*call), quiet(", executed by your code, recorded here")]
        if place in facts.pairing.by_position:
            line += [quiet(" · "), status("paired by position", "no id stands on the result or on its call")]
        elif any(call in group for group in facts.pairing.ambiguous):
            rule = "several calls with this id were open at once: paired in their order, which is a guess"
            line += [quiet(" · "), status("ambiguous id", rule)]
        notes.append(line)
    elif (earlier := facts.pairing.repeated.get(place)) is not None:
        notes.append([quiet("a second result: the call with this id, at "), link(*earlier), quiet(", has one already")])
    else:
        notes.append([quiet("no call in this list has this id and waits for a result")])
    return head, notes


def _id(call_id: str | None) -> str:
    return "no id" if call_id is None else call_id or "empty id"


def sub_runs_of(run: Run, place: Place) -> list[str]:
    """Keys of the sub-runs that a call started."""
    block = run.messages[place[0]].blocks[place[1]]
    if not isinstance(block, ToolUse):
        return []
    return [
        run_key(sub)
        for sub in run.sub_runs
        if sub.parent is not None
        and (sub.parent.tool_use_id == block.id if sub.parent.tool_use_id else sub.parent.message_index == place[0])
    ]
