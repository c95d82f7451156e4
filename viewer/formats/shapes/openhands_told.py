"""What events of OpenHands, of either generation, tell of their run as a whole."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Entry
from viewer.model.run import Ending
from viewer.model.usage import Usage


class ToldEvents(ABC):
    """Maps the events of one run in order, and remembers what later ones refer to."""

    totals: ClassVar[str]
    """Where the run's totals stand, in words."""

    def __init__(self, builder: RunBuilder) -> None:
        self.state: str | None = None
        """The last state that an event tells."""
        self.about: dict[str, Any] = {}
        """What the events say of the harness."""
        self.cost: float | None = None
        """US dollars, running total."""
        self.total: Usage | None = None
        self._builder = builder
        self._error = ""
        self._finished = False

    @abstractmethod
    def __call__(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What an event is."""

    @abstractmethod
    def ending(self) -> Ending:
        """How the run ended, by the last state."""

    def learn(self, head: dict[str, Any], metrics: dict[str, Any]) -> None:  # noqa: B027  # not all have to
        """Take what stands beside the events, now that all are read."""

    @property
    def models(self) -> tuple[str, ...]:
        """Models that the events name apart from replies."""
        return ()

    def notes(self) -> tuple[str, ...]:
        """What has to be said of the events."""
        return ()
