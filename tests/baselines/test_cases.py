"""Cases are read line by line, and each error names its line."""

from pathlib import Path

import pytest

from viewer.baselines.cases import Case, case_of, read_cases
from viewer.errors import RunFileError


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def test_cases_keep_their_order_and_max_turns_is_read_as_max_requests(tmp_path: Path) -> None:
    path = written(tmp_path, '{"id": "b", "max_turns": 4}\n\n{"id": "a", "required": ["look"], "max_calls": 2}\n')
    cases = read_cases(path)
    assert list(cases) == ["b", "a"]
    assert cases["b"].max_requests == 4
    assert cases["a"].required == ("look",)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('{"id": "a"}\n{"id": "a"}\n', ":2", "stands in the file twice"),
        ('{"id": "a"}\n{nonsense\n', ":2", "is no JSON"),
        ('{"id": "a", "max_call": 3}', ":1", "`max_call`"),
        ('{"id": "a", "max_calls": -1}', ":1", "`max_calls`"),
        ("[1]", ":1", "dictionary"),
    ],
)
def test_an_error_names_the_line_and_what_is_wrong(tmp_path: Path, text: str, place: str, reason: str) -> None:
    with pytest.raises(RunFileError) as caught:
        read_cases(written(tmp_path, text))
    assert caught.value.place.endswith(place)
    assert reason in caught.value.reason


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="name a file of cases"):
        read_cases(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    "case",
    [
        Case(id="a", max_calls=1, required=("look", "refund")),
        Case(id="a", expect_zero_tools=True, required=("look",)),
        Case(id="a", max_calls=0, required_order=("look",)),
    ],
)
def test_demands_that_no_run_can_meet_are_named(case: Case) -> None:
    assert case.contradictions()


def test_demands_that_fit_are_not() -> None:
    assert Case(id="a", max_calls=2, required=("look", "refund")).contradictions() == ()


def test_a_run_names_its_case_by_attribute_before_label() -> None:
    assert case_of({"case": "x"}, "y") == "x"
    assert case_of({"case_id": 7}, None) == "7"
    assert case_of({}, "y") == "y"
