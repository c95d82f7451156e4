"""Drift names what changed, by several measures, since one alone hides."""

import pytest

from viewer.analysis.drift import drift, path_alignment
from viewer.analysis.run_path import PathCall, PathRequest, RunPath


def call(name: str, says: str = "", *, keyed: bool = False) -> PathCall:
    return PathCall(name, None if keyed else {"says": says}, says, says, keyed)


def path_of(*requests: str | tuple[PathCall, ...], stops: str = "", **more: object) -> RunPath:
    made = []
    for k, one in enumerate(requests, 1):
        calls = tuple(call(name) for name in one) if isinstance(one, str) else one
        made.append(PathRequest(k, 2 * k - 1, calls, stops[k - 1] if stops else None, 100 * k, None))
    return RunPath(tuple(made), **more)  # type: ignore[arg-type]  # fields of the path


def test_two_empty_paths_are_the_same_path() -> None:
    found = drift(path_of(), path_of())
    assert found.names.ratio == 0
    assert found.is_none


@pytest.mark.parametrize(
    ("before", "after", "edits", "ratio"),
    [
        ("", "x", 1, 1.0),
        ("aaaaaaaaaa", "aaaaaxaaaa", 1, 0.1),
        ("abcde", "abcdefgh", 3, 0.375),
    ],
)
def test_a_ratio_depends_on_the_length_so_the_counts_stand_beside_it(
    before: str, after: str, edits: int, ratio: float
) -> None:
    found = drift(path_of(*before), path_of(*after))
    assert (found.names.edits, found.names.ratio) == (edits, ratio)
    assert found.calls == (len(before), len(after))


def test_changed_arguments_are_no_drift_of_names_and_one_of_arguments() -> None:
    found = drift(path_of((call("get", "a"),)), path_of((call("get", "b"),)))
    assert found.names.ratio == 0
    assert found.arguments is not None
    assert found.arguments.ratio == 1
    assert not found.is_none


def test_the_order_of_parallel_calls_says_nothing_to_the_measure_by_request() -> None:
    found = drift(path_of("ab"), path_of("ba"))
    assert found.requests.edits == 0
    assert found.names.edits == 2


def test_stop_reasons_are_compared_as_a_sequence() -> None:
    assert drift(path_of("a", "b", stops="te"), path_of("a", "b", stops="tm")).stop_reasons.edits == 1


def test_what_was_asked_with_is_named_where_it_differs() -> None:
    found = drift(
        path_of(models=("m1",), system_hash="s", tools_hash="t"),
        path_of(models=("m2",), system_hash="x", tools_hash=None),
    )
    assert found.asked_differently == (
        "model: m1 before, m2 now",
        "system prompt: changed",
        "tools: stored in one of the runs only",
    )


def test_keyed_digests_and_arguments_do_not_compare_and_it_says_why() -> None:
    found = drift(path_of((call("get", "a"),)), path_of((call("get", "a", keyed=True),)))
    assert found.arguments is None
    assert found.arguments_reason is not None
    assert found.names.edits == 0


def test_tokens_are_summed_where_recorded() -> None:
    found = drift(path_of("a"), path_of("a", "b"))
    assert found.prompt_tokens == (100, 300)
    assert found.output_tokens == (None, None)


def test_the_alignment_names_the_first_step_that_parts() -> None:
    assert path_alignment(path_of("a", "b"), path_of("a", "x", "b")).first_divergence == 1
