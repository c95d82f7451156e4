"""The values of a run as a table: those without a source first, then by their status."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from viewer.analysis.provenance.overview import Overview
from viewer.model.block import ToolUse
from viewer.plain import cell
from viewer.ui.run_facts import RunFacts
from viewer.ui.shown_values import ShownValues
from viewer.ui.value_lines import STATUS_WORDS

_ORDER = {name: number for number, name in enumerate(("not_in_visible_messages", "exact", "formatted", "scaled"))}


@dataclass(frozen=True)
class Counts:
    """How many values have which status."""

    by_status: dict[str, int]
    echoes: int
    """Found only in what the model had written itself before."""


def counts_of(overview: tuple[Overview, ...]) -> Counts:
    """Values by status."""
    by_status: dict[str, int] = {}
    for use in overview:
        by_status[use.status] = by_status.get(use.status, 0) + 1
    echoes = sum(1 for use in overview if is_echo(use))
    return Counts(by_status, echoes)


def is_echo(use: Overview) -> bool:
    """Found, but only where the model itself had written it."""
    return use.count > 0 and not use.has_source


def is_without_source(use: Overview) -> bool:
    """Looked for, and in nothing that a caller, a tool or a request field had brought."""
    return use.status == "not_in_visible_messages" or is_echo(use)


def listed(overview: tuple[Overview, ...], *, only_without: bool, wanted: str) -> list[Overview]:
    """Those without a source first; within a status in the order of the run."""
    uses = [use for use in overview if (not only_without or is_without_source(use)) and wanted in use.text]
    return sorted(uses, key=lambda use: (not is_without_source(use), _ORDER.get(use.status, 9), use.at.message))


def values_frame(facts: RunFacts, uses: Sequence[Overview]) -> pd.DataFrame:
    """A row a value."""
    values = ShownValues(facts.run)
    return pd.DataFrame(
        {
            "at": [f"[{use.at.message}].{use.at.block}" for use in uses],
            "value": [cell(values.of(use.at, use.text, 200)) for use in uses],
            "status": [status_words(use) for use in uses],
            "tool": [cell(_tool(facts, use)) for use in uses],
            "argument": [cell(use.at.path) if use.at.path else "in text" for use in uses],
            "places": [use.count if use.status != "not_searched" else None for use in uses],
            "nearest source": [
                f"[{use.nearest}]" if use.nearest is not None else "request fields" if use.in_fields else None
                for use in uses
            ],
            "messages back": [None if use.nearest is None else use.at.message - use.nearest for use in uses],
        }
    ).astype({"places": "Int64", "messages back": "Int64"})


def status_words(use: Overview) -> str:
    """The status, and whether all that was found are echoes."""
    words = STATUS_WORDS[use.status]
    return f"{words}, only the model's own words" if is_echo(use) else words


def _tool(facts: RunFacts, use: Overview) -> str | None:
    block = facts.run.messages[use.at.message].blocks[use.at.block or 0]
    return block.name if isinstance(block, ToolUse) else None
