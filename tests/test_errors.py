"""The one error a user meets crosses process borders whole."""

import pickle

import pytest

from viewer.errors import AmbiguousFormatError, RunFileError


@pytest.mark.parametrize("error", [RunFileError("a.json:3", "is cut"), AmbiguousFormatError("a.json", ("x", "y"))])
def test_an_error_survives_pickling(error: RunFileError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.place, again.reason) == (type(error), str(error), error.place, error.reason)


def test_an_error_is_one_sentence_with_its_place() -> None:
    assert str(RunFileError("a.json:3", "is cut")) == "a.json:3: is cut"
