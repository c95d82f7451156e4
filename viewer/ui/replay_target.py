"""Which result is replaced: `?run=KEY&at=4.0`, and the list to choose it from."""

import re
from typing import Any

import streamlit as st

from viewer.analysis.pairing import Place
from viewer.masking import masked
from viewer.model.block import ToolResult
from viewer.model.position import Position
from viewer.plain import visible
from viewer.replay.alternatives import tool_of
from viewer.ui.ledger_preview import brief
from viewer.ui.run_facts import RunFacts

_AT = re.compile(r"(?P<message>[0-9]{1,9})\.(?P<block>[0-9]{1,6})")
LISTED = 2_000
"""Results that the list shows."""


def place_in_url(facts: RunFacts) -> Place | str | None:
    """The result that the URL names; a sentence where it names none; None where it names nothing."""
    return place_of(facts, st.query_params.get("at"))


def place_of(facts: RunFacts, at: str | None) -> Place | str | None:
    """The same for a text."""
    if at is None:
        return None
    named = _AT.fullmatch(at)
    if named is None:
        return "The address names no result: a message and a block are expected, such as at=4.0."
    message, block = int(named["message"]), int(named["block"])
    messages = facts.run.messages
    if message >= len(messages) or block >= len(messages[message].blocks):
        return "The address names a block that is not in this run. Choose a result from the list."
    if not isinstance(messages[message].blocks[block], ToolResult):
        return "The address names a block that is no tool_result. Choose one from the list."
    return message, block


def parameters(message: int, block: int) -> dict[str, str]:
    """What an address says of a result."""
    return {"at": f"{message}.{block}"}


def places(facts: RunFacts) -> list[Place]:
    """The results of a run that a client tool gave."""
    return [
        (message.index, number)
        for message in facts.run.messages
        for number, block in enumerate(message.blocks)
        if type(block) is ToolResult and block.executed_by != "provider"
    ]


def rows(facts: RunFacts, found: list[Place]) -> list[dict[str, Any]]:
    """The list as a table: text of the run, masked."""
    made = []
    for message, number in found:
        block = facts.run.messages[message].blocks[number]
        content = block.content if isinstance(block, ToolResult) else None
        text = content if isinstance(content, str) else brief(content, 300)
        made.append(
            {
                "position": str(Position(message, number)),
                "tool": shown(tool_of(facts.run, facts.pairing, (message, number)) or ""),
                "error flag": flag_word(block.is_error if isinstance(block, ToolResult) else None),
                "result": shown(text[:300]),
            }
        )
    return made


def flag_word(is_error: bool | None) -> str:
    """An error flag in a word."""
    return "not recorded" if is_error is None else str(is_error).lower()


def shown(text: str) -> str:
    """Text of a run as a cell of a table may show it."""
    return visible(masked(text).text)


def draw_list(facts: RunFacts, key: str = "replay_results") -> Place | None:
    """The list; the row that the reader chose."""
    found = places(facts)
    if not found:
        st.markdown("**This run holds no result of a client tool**, so there is nothing to replace.")
        return None
    st.markdown("**Which result is replaced?** Tick a row.")
    chosen = st.dataframe(
        rows(facts, found[:LISTED]),
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="single-row",
        lazy=False,
    )
    if len(found) > LISTED:
        st.markdown(f"The first {LISTED:,} of {len(found):,}; open a later one from its message on the Run page.")
    picked = chosen["selection"]["rows"]
    return found[picked[0]] if picked else None
