"""How far two reviewers of a queue agree, and on which runs they do not."""

import pandas as pd
import streamlit as st

from viewer.plain import cell, visible
from viewer.reviews.agreement import Agreement, Kappa, agreement
from viewer.reviews.queue import Queue, judgements
from viewer.reviews.refused import RefusedError
from viewer.ui import reviewer, reviews_store

MOST = 12
"""Reviewers compared with each other."""


def draw(found: Queue) -> None:
    """A table a pair of reviewers; nothing where only one has said anything."""
    nothing: dict[str, dict[str, tuple[str, ...]]] = {}
    said = reviews_store.asked(lambda engine: judgements(engine, found.id, reviewer.prefixes()), nothing)
    names = sorted(said)[:MOST]
    if len(names) < 2:
        return
    st.header("Agreement", anchor=False)
    for first in range(len(names)):
        for second in range(first + 1, len(names)):
            _draw_pair(found, names[first], names[second], said)


def _draw_pair(found: Queue, first: str, second: str, said: dict[str, dict[str, tuple[str, ...]]]) -> None:
    st.text(visible(f"{first} and {second}"))
    try:
        made = agreement(said[first], said[second])
    except RefusedError as error:
        st.text(visible(str(error)))
        return
    st.dataframe(frame(made), hide_index=True, lazy=False, alt="Agreement by label")
    places = {one.run_key: one for one in found.entries}
    disputed = [places[key] for key in made.disputed if key in places]
    if disputed:
        st.dataframe(
            pd.DataFrame({
                "disputed run": [cell(one.source_name) for one in disputed],
                "the first says": [cell(", ".join(said[first][one.run_key]) or "no label") for one in disputed],
                "the second says": [cell(", ".join(said[second][one.run_key]) or "no label") for one in disputed],
            }),
            hide_index=True, lazy=False, alt="Runs that the two label differently",
        )  # fmt: skip


def frame(made: Agreement) -> pd.DataFrame:
    """The whole set of labels first, then each label."""
    rows: list[Kappa] = [made.overall, *made.labels]
    return pd.DataFrame({
        "label": ["all labels together" if not one.label else cell(one.label) for one in rows],
        "runs": [made.runs for _ in rows],
        "agreed": [one.agreed for one in rows],
        "Cohen's kappa": [one.kappa for one in rows],
        "95 % from": [one.low for one in rows],
        "to": [one.high for one in rows],
        "only the first": [one.first_only for one in rows],
        "only the second": [one.second_only for one in rows],
    })  # fmt: skip
