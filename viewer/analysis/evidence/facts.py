"""What the evidence checks of one run share."""

from collections.abc import Iterator
from dataclasses import dataclass

from viewer.analysis.pairing import Place
from viewer.analysis.policy import NO_POLICY, Policy
from viewer.analysis.provenance.overview import Overview
from viewer.analysis.provenance.where import Provenance
from viewer.model.block import ToolResult, ToolUse
from viewer.model.position import Position
from viewer.model.run import Run


@dataclass(frozen=True)
class Evidence:
    """A run with the status of every value that its model used."""

    run: Run
    provenance: Provenance
    overview: tuple[Overview, ...]
    policy: Policy

    def unseen_arguments(self) -> Iterator[Overview]:
        """Arguments of calls that stand in no visible message and in no stored request field."""
        for use in self.overview:
            if use.status == "not_in_visible_messages" and self.block(use.at) is not None:
                yield use

    def block(self, position: Position) -> ToolUse | None:
        """The tool_use that a value stands in; None for a value in text."""
        block = self.run.messages[position.message].blocks[position.block or 0]
        return block if type(block) is ToolUse else None

    def result(self, place: Place) -> ToolResult | None:
        """The result at a place."""
        block = self.run.messages[place[0]].blocks[place[1]]
        return block if type(block) is ToolResult else None


def evidence(run: Run, policy: Policy = NO_POLICY, provenance: Provenance | None = None) -> Evidence:
    """Look every value of the run up, once."""
    found = provenance or Provenance(run)
    return Evidence(run, found, found.of_run(), policy)
