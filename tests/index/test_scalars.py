"""Scalars: what of an object can be filtered by."""

from viewer.index.scalars import scalars


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
