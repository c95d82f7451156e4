"""Volatile values become numbered placeholders; everything else stays as it is."""

import pytest

from viewer.record.normalise import Normaliser, Rules, canonical, digest, plain

A, B = "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "9B2504E0-4F89-11D3-9A0C-0305E82C33AA"


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-09T10:11:12.345Z",
        "2026-07-09T10:11:12+02:00",
        "2026-07-09 10:11",
        "2026-07-09t10:11:12z",
        "2026-07-09T10:11:12,5 +0200",
    ],
)
def test_a_whole_time_is_masked_and_nothing_of_it_stays(text: str) -> None:
    assert Normaliser().arguments("log", {"at": f"from {text}."})[0] == {"at": "from <time#1>."}


def test_two_times_one_second_apart_compare_equal_between_runs() -> None:
    first, _ = Normaliser().arguments("log", {"at": "2026-07-09T10:11:12Z"})
    second, _ = Normaliser().arguments("log", {"at": "2026-07-09T10:11:13Z"})
    assert first == second


def test_ids_are_masked_in_any_case_and_numbered_by_first_appearance() -> None:
    run = Normaliser()
    assert run.arguments("get", {"id": A})[0] == {"id": "<uuid#1>"}
    assert run.arguments("get", {"id": B})[0] == {"id": "<uuid#2>"}
    assert run.arguments("get", {"id": A.upper()})[0] == {"id": "<uuid#1>"}


def test_dates_and_cursors_are_values_and_stay() -> None:
    arguments = {"on": "2026-07-09", "cursor": "p2", "amount": 8900}
    assert Normaliser().arguments("list", arguments)[0] == arguments


def test_a_key_is_masked_for_its_tool_and_path_only() -> None:
    rules = Rules(keys=("list_orders.page.cursor",))
    arguments = {"page": {"cursor": 5}, "cursor": 6}
    assert Normaliser(rules).arguments("list_orders", arguments)[0] == {"page": {"cursor": "<cursor#1>"}, "cursor": 6}
    assert Normaliser(rules).arguments("list_users", arguments)[0] == arguments


def test_the_order_of_a_set_like_list_says_nothing() -> None:
    rules = Rules(sets=("tag.names",))
    assert Normaliser(rules).arguments("tag", {"names": ["b", "a"]})[0] == {"names": ["a", "b"]}
    assert Normaliser(rules).arguments("tag", {"order": ["b", "a"]})[0] == {"order": ["b", "a"]}


def test_what_was_masked_is_told_with_its_place() -> None:
    _, masked = Normaliser().arguments("get", {"where": [{"id": A}]})
    assert [(one.path, one.placeholder, one.value) for one in masked] == [("get.where.id", "<uuid#1>", A)]


def test_a_number_without_a_fraction_is_one_number() -> None:
    assert canonical({"a": 1.0}) == canonical({"a": 1}) != canonical({"a": True})


def test_what_json_does_not_know_has_a_text_all_the_same() -> None:
    assert plain({1: {"b", "a"}, (2,): object}) == {"1": ["a", "b"], "(2,)": str(object)}


def test_a_digest_with_a_key_is_another_one() -> None:
    assert digest({"a": 1}) != digest({"a": 1}, b"key") != digest({"a": 1}, b"other")
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1.0})
