"""Scalars: what of an object can be filtered by."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from viewer.index.columns import Maps
from viewer.index.scalars import add_scalars, scalars

_PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text("ab1-+.e/ ", max_size=5)
_VALUES = st.recursive(_PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text("ab", max_size=2), inner))


@given(st.lists(_VALUES, max_size=4))
def test_a_column_holds_for_each_value_what_is_found_in_it(values: list[Any]) -> None:
    texts, numbers = Maps(), Maps()
    add_scalars(values, 4, 3, "input", texts, numbers)
    one_by_one = [scalars(value, 4, 3, "input") for value in values]
    assert _rows(texts) == [list(found.items()) for found, _ in one_by_one]
    assert _rows(numbers) == [list(found.items()) for _, found in one_by_one]


def _rows(maps: Maps) -> list[list[tuple[str, Any]]]:
    pairs = list(zip(maps.keys, maps.held, strict=True))
    return [pairs[first:end] for first, end in zip([0, *maps.ends], maps.ends, strict=False)]


def test_paths_lead_to_each_scalar() -> None:
    value = {"a": 1, "b": {"c": True, "d": [2.5, {"e": "x"}]}, "f.g": "y", "n": None}
    assert scalars(value, 10, 10, "input")[0] == {
        "a": "1", "b.c": "true", "b.d[0]": "2.5", "b.d[1].e": "x", "f.g": "y"
    }  # fmt: skip


def test_long_texts_are_left_out_whole_and_only_so_many_kept() -> None:
    assert scalars({"a": "x" * 11, "b": "x" * 10}, 10, 10, "input")[0] == {"b": "x" * 10}
    assert scalars({str(n): n for n in range(9)}, 10, 3, "input")[0] == {"0": "0", "1": "1", "2": "2"}


def test_a_value_that_is_no_object_stands_under_its_own_name() -> None:
    assert scalars("ls -l", 10, 10, "input")[0] == {"input": "ls -l"}
    assert scalars(["a"], 10, 10, "input")[0] == {"[0]": "a"}
    assert scalars(None, 10, 10, "input")[0] == {}


def test_depth_and_huge_integers_do_no_harm() -> None:
    deep: object = "x"
    for _ in range(500):
        deep = {"a": deep}
    assert scalars({"deep": deep, "huge": 10**5000}, 10, 10, "input")[0] == {}


def test_numbers_are_those_scalars_that_are_numbers() -> None:
    value = {
        "a": "12",
        "b": "-1.5e3",
        "c": "x",
        "d": "2026-01-01",
        "e": True,
        "f": "-",
        "g": 7,
        "h": 2.5,
        "i": ".5",
        "j": "²",
    }
    assert scalars(value, 20, 20, "input")[1] == {"a": 12.0, "b": -1500.0, "g": 7.0, "h": 2.5, "i": 0.5}
