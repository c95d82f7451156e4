"""Work that goes on beside."""

import threading

import pytest

from viewer.replay.beside import at_once, beside


def test_work_is_done_by_another_thread_and_its_value_waited_for() -> None:
    with beside() as begin:
        name = begin(threading.get_ident)
        assert name() == name() != threading.get_ident()


def test_an_error_shows_where_the_value_is_asked_for() -> None:
    with beside() as begin:
        value = begin(lambda: int("x"))
        with pytest.raises(ValueError, match="invalid literal"):
            value()


def test_the_other_way_needs_no_thread() -> None:
    assert at_once(threading.get_ident)() == threading.get_ident()
