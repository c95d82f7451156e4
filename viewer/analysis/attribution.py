"""How much of a run's recorded growth do messages account for? The rest is named, with its reason, and never spread."""

from dataclasses import dataclass

from viewer.analysis.tokens import SizeChange, TokenGrowth


@dataclass(frozen=True)
class Attribution:
    """Recorded growth = attributed + residual, to the token."""

    growth: int | None
    """Last recorded size less the first; None: fewer than two are recorded."""
    attributed: int
    """Increases that the messages which came in paid for, alone."""
    residual: int
    """All other changes: less was sent, a request field or the model changed, or no message can be named."""
    unattributed: tuple[SizeChange, ...]
    """The changes behind the residual, those of zero left out, the largest first."""
    residual_share: float | None
    """Of the amounts of all changes, whatever their sign; None: nothing changed."""


def attribution(growth: TokenGrowth) -> Attribution:
    """Add up which changes stand on messages and which do not."""
    sizes = [size.prompt_tokens or 0 for size in growth.sizes if size.is_size]
    attributed = sum(change.tokens for change in growth.changes if is_attributed(change))
    rest = [change for change in growth.changes if not is_attributed(change) and change.tokens]
    amounts = sum(abs(change.tokens) for change in growth.changes)
    return Attribution(
        sizes[-1] - sizes[0] if len(sizes) > 1 else None,
        attributed,
        sum(change.tokens for change in rest),
        tuple(sorted(rest, key=lambda change: (-abs(change.tokens), change.to_k))),
        sum(abs(change.tokens) for change in rest) / amounts if amounts else None,
    )


def is_attributed(change: SizeChange) -> bool:
    """An increase with nothing else to explain it than the messages that came in."""
    return change.note is None and change.tokens > 0 and bool(change.added)
