"""Request fields from files: sent where the run lacks them, held against the run's own where it has them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.replay.supplied import SuppliedField, system_of, tools_of
from viewer.ui.run_facts import RunFacts

_LARGEST = 8
"""Megabytes of a file."""


@dataclass(frozen=True)
class GivenFields:
    """What the files hold."""

    supplied: tuple[SuppliedField, ...] = ()
    """Fields that the run lacks."""
    current: tuple[SuppliedField, ...] = ()
    """Fields that it has."""

    def names(self) -> tuple[str, ...]:
        """What tells them from others."""
        return tuple(f"{one.field} {one.sha256}" for one in (*self.supplied, *self.current))


def draw(facts: RunFacts) -> GivenFields:
    """The places for the two files."""
    lacking = [name for name in ("system", "tools") if not has_own(facts, name)]
    label = "Give the system prompt or tool schemas that the run lacks" if lacking else "Compare with those in use now"
    with st.expander(label, key="replay_fields"):
        left, right = st.columns(2)
        given = [
            *_read(
                left,
                "System prompt (a text file)",
                "replay_system",
                system_of,
                _HAS_OWN if has_own(facts, "system") else _LACKS_IT,
            ),
            *_read(
                right,
                "Tool schemas (a JSON list)",
                "replay_tools",
                tools_of,
                _HAS_OWN if has_own(facts, "tools") else _LACKS_IT,
            ),
        ]
    return sorted_fields(facts, given)


def has_own(facts: RunFacts, field: str) -> bool:
    """Whether the run stores this field for any request."""
    return any(getattr(one, field).status == "recorded" for one in facts.run.request_fields)


def sorted_fields(facts: RunFacts, given: list[SuppliedField]) -> GivenFields:
    """Each file where it belongs."""
    own = [one for one in given if has_own(facts, one.field)]
    return GivenFields(tuple(one for one in given if one not in own), tuple(own))


_HAS_OWN = "The run has its own, which is sent; a difference is told."
_LACKS_IT = "The run lacks it."


def _read(
    column: Any, label: str, key: str, read: Callable[[bytes, str], SuppliedField], told: str
) -> list[SuppliedField]:
    with column:
        dropped = st.file_uploader(f"{label}. {told}", key=key, max_upload_size=_LARGEST)
        if dropped is None:
            return []
        try:
            return [read(dropped.getvalue(), "the file")]
        except RunFileError as error:
            st.text(visible(str(error)))
            return []
