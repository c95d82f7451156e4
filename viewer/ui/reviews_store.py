"""The store of notes and reviews as the app holds it: one engine a process, through `st.connection`."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import streamlit as st
from sqlalchemy import Engine, make_url
from sqlalchemy.exc import SQLAlchemyError

from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.reviews.engine import driver_url, prepared, ready_url
from viewer.reviews.place import default_url
from viewer.ui import reviewer

_TROUBLE = "_reviews_trouble"
Answer = TypeVar("Answer")


def store() -> Engine:
    """The store, made where it is missing.

    Raises:
        RunFileError: it cannot be reached, or a newer program wrote it.
    """
    return _engine(ready_url())


def is_there() -> bool:
    """Whether anybody has written anything yet: who only reads makes no file."""
    named = make_url(driver_url(default_url()))
    return named.get_backend_name() != "sqlite" or (named.database is not None and Path(named.database).exists())


@st.cache_resource(show_spinner=False)
def _engine(url: str) -> Engine:
    beside = {} if url.startswith("sqlite") else {"pool_pre_ping": True}
    return prepared(st.connection("reviews", type="sql", url=url, **beside).engine)


def asked(question: Callable[[Engine], Answer], otherwise: Answer) -> Answer:
    """What the store answers; `otherwise` where there is none, or where it fails, as `draw_trouble` says."""
    if not is_there():
        return otherwise
    try:
        answer = question(store())
    except (RunFileError, SQLAlchemyError) as error:
        st.session_state[_TROUBLE] = _sentence(error)
        return otherwise
    st.session_state.pop(_TROUBLE, None)
    return answer


def changed(change: Callable[[Engine], Answer]) -> Answer | None:
    """What came of a change; None: nothing was, and `draw_trouble` says why."""
    if not reviewer.may_write():
        st.session_state[_TROUBLE] = "Not saved: you may read reviews here, and not write them."
        return None
    try:
        return change(store())
    except (RunFileError, SQLAlchemyError) as error:
        st.session_state[_TROUBLE] = _sentence(error)
        return None


def draw_trouble() -> None:
    """A sentence, where the store could not be reached last."""
    if reason := st.session_state.get(_TROUBLE):
        st.text(visible(reason))


def _sentence(error: RunFileError | SQLAlchemyError) -> str:
    if isinstance(error, RunFileError):
        return str(error)
    return f"the store of reviews does not answer: {str(getattr(error, 'orig', None) or error).splitlines()[0]}"
