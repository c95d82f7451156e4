"""The four facts of a message, what it could see first, then what the record says of its request."""

from viewer.analysis.context import Visible
from viewer.analysis.requests import FIELD_NAMES, fields_at
from viewer.analysis.tokens import SizeChange
from viewer.counted import counted
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.usage import prompt_tokens
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_segments import Segment, alarm, code, prose, quiet, spans, status, told

Fact = tuple[str, list[Segment]]
ALL_BEFORE_RULE = (
    "The request that produced a reply held all messages before it: the file records no other list and no compaction."
)
_FIELD_WORDS = {"system": "system prompt", "tools": "tool schemas", "parameters": "parameters"}
NAMED = 8
"""Blocks told one by one; the rest is counted."""


def message_title(message: Message) -> str:
    """`assistant message · request 2`, after the position."""
    kind = {"assistant": "assistant message", "user": "user message", "system": "system message"}[message.role]
    k = next((producer.k for producer in message.producers if producer.k), None)
    return f"{kind} · request {k}" if k else kind


def message_facts(facts: RunFacts, message: Message) -> list[Fact]:
    """Saw, is, by, control; then findings, tokens and records where there are any."""
    request = facts.requests.get(message.index)
    moved = facts.control[message.index]
    rows: list[Fact] = [
        ("saw", _saw(facts, message, facts.visible[message.index])),
        ("is", _is(message)),
        ("by", _by(message, request)),
        (
            "control",
            [{"loop": "to the loop", "model": "to the model"}.get(moved.to, moved.to), quiet(": "), *prose(moved.why)],
        ),
    ]
    if request is not None:
        rows.append(("tokens", _tokens(facts, request)))
    for finding in facts.findings:
        if any(position.message_index == message.index for position in finding.positions):
            word = alarm(finding.severity) if finding.severity == "error" else quiet(finding.severity)
            rows.append(("finding", [word, " ", *told(finding.text), " ", quiet(finding.code)]))
    rows.append(("record", _record(message)))
    return rows


def _saw(facts: RunFacts, message: Message, seen: Visible) -> list[Segment]:
    produced = seen.at == "produced"
    if not produced and not seen.ranges and seen.status == "unknown":
        return [quiet("no next request is stored "), visible_status(seen)]
    line: list[Segment] = [] if produced else [quiet("the next request saw ")]
    nothing = quiet("nothing") if seen.status != "unknown" else "—"
    line += [*(spans(seen.ranges) or [nothing]), " ", visible_status(seen)]
    fields = fields_at(facts.run, message.index if produced else message.index + 1)
    told = [
        f"{_FIELD_WORDS[name]} {'recorded' if getattr(fields, name).status == 'recorded' else 'not stored'}"
        for name in FIELD_NAMES
    ]
    if produced:
        line.append(quiet(f" · outside the list: {', '.join(told)}"))
    return line


def visible_status(seen: Visible) -> Segment:
    """The status of what was visible, its rule on hover or focus."""
    match seen.status:
        case "recorded":
            return status("recorded", seen.rule or "the file stores the list that the request held")
        case "derived":
            rule = seen.rule or ""
            return status(f"derived: {rule.replace('..', '…').replace('-1', '−1')}", _rule(rule))
        case "unknown":
            return status(
                seen.reason if seen.reason == "run ended" else f"unknown: {seen.reason or 'not recorded'}", ""
            )


def _rule(rule: str) -> str:
    return ALL_BEFORE_RULE if rule == "0..n-1" else f"Derived: {rule}."


def _is(message: Message) -> list[Segment]:
    if not message.blocks:
        return [quiet("a message without blocks")]
    calls = sum(1 for block in message.blocks if type(block) is ToolUse and block.executed_by != "provider")
    line: list[Segment] = []
    for number, block in enumerate(message.blocks[:NAMED]):
        before = message.blocks[number - 1] if number else None
        if number:
            line.append(" ∥ " if type(block) is ToolUse and type(before) is ToolUse else " · ")
        line += _word(block)
    if len(message.blocks) > NAMED:
        line.append(quiet(f" and {counted(len(message.blocks) - NAMED, 'more block')}"))
    if calls > 1:
        line += [
            " ",
            status("issued together", "The calls stand in one message; whether they ran in parallel only logs tell."),
        ]
    return line


def _word(block: Block) -> list[Segment]:
    match block:
        case Text():
            return ["text"]
        case Thinking():
            return ["thinking"]
        case ToolUse():
            return ["tool_use ", code(block.name)]
        case ToolResult():
            return ["tool_result", " ", alarm("failed")] if block.is_error is True else ["tool_result"]
        case Image():
            return ["image"]
        case Document():
            return ["document"]
        case Unknown():
            return ["unknown block ", code(block.kind)]


def _by(message: Message, request: Request | None) -> list[Segment]:
    words = {"model": "the model", "loop": "the loop", "caller": "the caller"}
    line: list[Segment] = [" and ".join(words[producer.who] for producer in message.producers) or "not told"]
    if request is None:
        return line
    line.append(f", request {request.k}")
    if request.turn > 1 or request.k_in_turn != request.k:
        line.append(quiet(f" (turn {request.turn}, {request.k_in_turn} in it)"))
    if request.model:
        line += [" · ", code(request.model)]
    if request.stop_reason is None:
        line.append(quiet(" · stop_reason not recorded"))
    else:
        line += [quiet(" · stop_reason "), code(request.stop_reason)]
        if request.stop_reason_recorded and request.stop_reason_recorded != request.stop_reason:
            line += [quiet(" (in the file: "), code(request.stop_reason_recorded), quiet(")")]
    if request.seconds is not None:
        line.append(quiet(f" · {request.seconds:,.2f} s"))
    if request.attempts:
        line.append(quiet(f" · {counted(request.attempts, 'attempt')}"))
    return line


def _tokens(facts: RunFacts, request: Request) -> list[Segment]:
    usage = request.usage
    tokens = prompt_tokens(usage)
    line: list[Segment] = ["in ", "—" if tokens is None else f"{tokens:,}"]
    if usage is not None and (usage.cache_read_input_tokens or usage.cache_creation_input_tokens):
        parts = [
            f"{value:,} {word}"
            for value, word in (
                (usage.input_tokens, "at the full rate"),
                (usage.cache_read_input_tokens, "read from the cache"),
                (usage.cache_creation_input_tokens, "written to it"),
            )
            if value is not None
        ]
        line.append(quiet(f" ({' + '.join(parts)})"))
    out = usage.output_tokens if usage is not None else None
    line.append(f" · out {'—' if out is None else f'{out:,}'} ")
    line.append(status("recorded" if tokens is not None else "not recorded", _tokens_rule(tokens is None)))
    change = facts.changes.get(request.k)
    if change is not None:
        line += [" · ", *change_segments(change)]
    return line


def _tokens_rule(missing: bool) -> str:
    return "The file records no size for this request; nothing is put in its place." if missing else "As the file says."


def change_segments(change: SizeChange) -> list[Segment]:
    """`+1,270 ← [1–4] together`, the messages as links."""
    line: list[Segment] = [f"{change.tokens:+,}".replace("-", "−")]
    if change.added:
        # Only an increase is paid for by the messages that came in.
        line += [
            quiet(" ← " if change.tokens > 0 else " though "),
            *(
                {"at": first, "text": f"[{first}]" if first == last else f"[{first}–{last}]"}
                for first, last in change.added
            ),
        ]
        if change.tokens <= 0:
            line.append(quiet(" came in"))
        elif change.gap or len(change.added) > 1:
            line.append(quiet(" together"))
    since = f"since request {change.from_k}"
    rule = (
        change.note
        or "The difference of two recorded sizes; the messages that only the later request held paid for it."
    )
    return [*line, " ", status(since, rule)]


def _record(message: Message) -> list[Segment]:
    numbers = message.records
    shown = ", ".join(f"{number:,}" for number in numbers[:6]) + (f" … {numbers[-1]:,}" if len(numbers) > 6 else "")
    line: list[Segment] = [shown or "—"]
    if message.timestamp:
        line += [quiet(" · "), code(message.timestamp)]
    return line
