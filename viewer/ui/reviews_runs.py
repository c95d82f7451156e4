"""The runs of a review as the app has them: found by key, named by an alias, cited by position."""

import re
from collections.abc import Iterable, Mapping

import streamlit as st

from viewer.errors import RunFileError
from viewer.masking import masked
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.plain import one_line
from viewer.reviews.cited_text import Places, block_text
from viewer.reviews.document import ReviewDocument, ReviewedRun
from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.lint.linter import Report
from viewer.ui import session

_PREVIEWED, _READ, _SHOWN = 500, 300, 80
"""Messages of a run whose first words are offered; characters looked at and shown of each."""
_NO_ALIAS = re.compile(r"[^A-Za-z0-9._-]+")


def runs_of(document: ReviewDocument) -> dict[str, Run | str]:
    """Alias -> its run, or a sentence that says why it is not there."""
    return {run.alias: _run(run.key) for run in document.runs}


def _run(key: str) -> Run | str:
    if session.is_awaited(key):
        return "the paths are still being read: it may turn up"
    try:
        return session.run_of_key(key)
    except RunFileError as error:
        return str(error)


def run_named(key: str) -> Run | None:
    """A run by its key; None: it is not there."""
    found = _run(key)
    return found if isinstance(found, Run) else None


def report_of(document: ReviewDocument, version: int, runs: Mapping[str, Run | str]) -> Report:
    """What the linter says of this version of a review, worked out once for the runs as they are."""
    read = tuple((alias, run if isinstance(run, str) else run.source.version) for alias, run in runs.items())
    return _report(document.id, version, read, document, runs)


@st.cache_resource(show_spinner=False, max_entries=200)
def _report(
    review_id: str,
    version: int,
    read: tuple[tuple[str, str], ...],
    _document: ReviewDocument,
    _runs: Mapping[str, Run | str],
) -> Report:
    return lint_document(_document, _runs)


def completions(document: ReviewDocument, runs: Mapping[str, Run | str]) -> list[dict[str, object]]:
    """What completes a position while it is typed: the aliases, and the first words of their messages."""
    made: list[dict[str, object]] = []
    for one in document.runs:
        run = runs.get(one.alias)
        known = run.messages if isinstance(run, Run) else ()
        previews = [
            one_line(" ".join(map(block_text, message.blocks))[:_READ], _SHOWN) for message in known[:_PREVIEWED]
        ]
        made.append({"alias": one.alias, "messages": len(known) or one.messages, "previews": _masked(previews)})
    return made


def _masked(previews: list[str]) -> list[str]:
    return masked("\x1d".join(previews)).text.split("\x1d")


def with_run(document: ReviewDocument, run: Run) -> tuple[ReviewDocument, str]:
    """The review with this run among its runs, and the alias that the run has there."""
    key = run_key(run)
    known = next((one.alias for one in document.runs if one.key == key), None)
    if known is not None:
        return document, known
    alias = alias_for(run, [one.alias for one in document.runs])
    made = ReviewedRun(
        alias=alias,
        key=key,
        run_id=run.run_id,
        source=run.source.name,
        format=run.format,
        messages=len(run.messages),
        run_hash=Places(run).run_hash(),
    )
    return document.model_copy(update={"runs": [*document.runs, made]}), alias


def alias_for(run: Run, taken: Iterable[str]) -> str:
    """A short name: the run's label, or its file's name."""
    stem = run.source.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    known = set(taken)
    name = _NO_ALIAS.sub("-", run.label or stem or "run").strip("-._")[:40] or "run"
    made, number = name, 2
    while made in known:
        made, number = f"{name}-{number}", number + 1
    return made
