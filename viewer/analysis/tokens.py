"""How big was each request, and which messages paid for the growth? Recorded sizes only, never estimates."""

from dataclasses import dataclass
from typing import Literal

from viewer.analysis.requests import RequestView, minus, request_views
from viewer.model.run import Run
from viewer.model.usage import Usage, prompt_tokens, total

Range = tuple[int, int]
SizeStatus = Literal["recorded", "recorded as 0", "not recorded"]
"""`recorded as 0`: what writers store where a reply failed or was stopped before the provider counted anything."""


@dataclass(frozen=True)
class RequestSize:
    """The prompt of one request: full rate, cache reads and cache writes together."""

    k: int
    message_index: int
    """Of the reply."""
    status: SizeStatus
    prompt_tokens: int | None
    usage: Usage | None
    """The parts, cache fields apart."""

    @property
    def is_size(self) -> bool:
        """Whether other sizes may be compared with it: no request that holds a message has a prompt of 0 tokens."""
        return self.status == "recorded"


@dataclass(frozen=True)
class SizeChange:
    """The difference between two recorded sizes, with no recorded one between them."""

    from_k: int
    to_k: int
    tokens: int
    """Negative where the later prompt is smaller."""
    added: tuple[Range, ...]
    """Messages that the later request held and the earlier did not: together they paid for the increase."""
    removed: tuple[Range, ...]
    """Messages that the earlier request held and the later did not."""
    gap: int
    """Requests between the two whose size is not recorded, or recorded as 0."""
    note: str | None
    """What else changed, or why the difference cannot be put on messages; None: the added messages paid for it."""


@dataclass(frozen=True)
class TokenGrowth:
    """Sizes of a run's own requests, and the differences; sub-runs and branches have their own."""

    sizes: tuple[RequestSize, ...]
    changes: tuple[SizeChange, ...]
    """In order; requests without a size are bridged, never filled in."""
    recorded: Usage
    """Sum of what is recorded, each field apart."""
    prompt_tokens: int | None
    """Sum of the recorded sizes; None: none is recorded."""
    not_recorded: int
    """Requests without a recorded size: the sum is at least what it says."""
    recorded_as_zero: int


def token_growth(run: Run) -> TokenGrowth:
    """Sizes, and increases by the messages that paid for them: `+1,270 ← [1–4]`, `+240 ← [5–6]`."""
    return growth_of(request_views(run))


def growth_of(views: tuple[RequestView, ...]) -> TokenGrowth:
    """The growth over the requests of one run, seen as `request_views` sees them."""
    sizes: list[RequestSize] = []
    changes: list[SizeChange] = []
    before: RequestView | None = None
    for view in views:
        request = view.request
        tokens = prompt_tokens(request.usage)
        status: SizeStatus = "not recorded" if tokens is None else "recorded" if tokens else "recorded as 0"
        sizes.append(RequestSize(request.k, request.message_index, status, tokens, request.usage))
        if not tokens:
            continue
        if before is not None:
            changes.append(_change(before, view))
        before = view
    known = [size.prompt_tokens for size in sizes if size.prompt_tokens is not None]
    return TokenGrowth(
        tuple(sizes),
        tuple(changes),
        total([size.usage for size in sizes if size.usage is not None]),
        sum(known) if known else None,
        len(sizes) - len(known),
        sum(1 for size in sizes if size.status == "recorded as 0"),
    )


def _change(before: RequestView, after: RequestView) -> SizeChange:
    tokens = (prompt_tokens(after.request.usage) or 0) - (prompt_tokens(before.request.usage) or 0)
    known = "unknown" not in (before.context.status, after.context.status)
    added = minus(after.context.ranges, before.context.ranges) if known else ()
    removed = minus(before.context.ranges, after.context.ranges) if known else ()
    notes: list[str] = []
    if not known:
        reason = after.context.reason or before.context.reason
        notes.append(f"what one of the two requests held is unknown ({reason}), so no message can be named")
    if removed:
        rule = after.context.rule or "as recorded"
        notes.append(f"the later request no longer held {_ranges(removed)} ({rule})")
    elif tokens < 0 and known:
        notes.append("the list shows no reason why the later prompt is smaller: context editing would not show in it")
    changed = [
        words
        for name, words in (("system", "system prompt"), ("tools", "tool schemas"), ("parameters", "parameters"))
        if getattr(before.fields, name) != getattr(after.fields, name)
    ]
    if changed:
        notes.append(f"changed between them: {', '.join(changed)}")
    models = (before.request.model, after.request.model)
    if None not in models and models[0] != models[1]:
        notes.append("another model answered, which may count tokens otherwise")
    k, next_k = before.request.k, after.request.k
    return SizeChange(k, next_k, tokens, added, removed, next_k - k - 1, "; ".join(notes) or None)


def change_text(change: SizeChange) -> str:
    """One difference as a reviewer would quote it: `+1,270 ← [1–4] together`. Only an increase is paid for."""
    signed = f"{change.tokens:+,}".replace("-", "\u2212")
    if change.removed:
        return f"{signed} without {_ranges(change.removed)}"
    if not change.added:
        return signed
    if change.tokens < 0:
        return f"{signed} though {_ranges(change.added)} came in"
    together = " together" if change.gap or len(change.added) > 1 else ""
    return f"{signed} ← {_ranges(change.added)}{together}"


def _ranges(ranges: tuple[Range, ...]) -> str:
    return " ".join(f"[{first}]" if first == last else f"[{first}–{last}]" for first, last in ranges)
