"""When was each message recorded, and how long after the one before? From the file's own timestamps alone."""

from dataclasses import dataclass
from datetime import UTC, datetime

from viewer.model.run import Run


@dataclass(frozen=True)
class Moment:
    """A message with a recorded time."""

    message_index: int
    at: datetime
    seconds: float
    """Since the first recorded time."""
    gap: float | None
    """Seconds since the message with a time before it in the list; None: it is the first. Negative: time went back."""


@dataclass(frozen=True)
class Timeline:
    """All recorded times in the order of the list."""

    moments: tuple[Moment, ...]
    without: int
    """Messages whose time is not recorded, or is no time."""
    backwards: tuple[int, ...]
    """Messages recorded at an earlier time than the one before them."""


def timeline(run: Run) -> Timeline:
    """The recorded times of a run; where a time has no zone, UTC is taken."""
    moments: list[Moment] = []
    backwards: list[int] = []
    for message in run.messages:
        at = moment_of(message.timestamp)
        if at is None:
            continue
        gap = (at - moments[-1].at).total_seconds() if moments else None
        since = (at - moments[0].at).total_seconds() if moments else 0.0
        moments.append(Moment(message.index, at, since, gap))
        if gap is not None and gap < 0:
            backwards.append(message.index)
    return Timeline(tuple(moments), len(run.messages) - len(moments), tuple(backwards))


def moment_of(text: str | None) -> datetime | None:
    """ISO 8601 as a time; None where the text is none."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
