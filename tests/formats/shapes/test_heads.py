"""Runs stored as an object, as a list of them, and one a line."""

from viewer.decode.decoder import decode
from viewer.decode.document import Decoded, JsonDocument, JsonRecords
from viewer.formats.shapes.heads import Head, NoHead, heads, run_without_head


def found(text: str) -> list[Head | NoHead]:
    decoded: Decoded = decode(text.encode(), "x")
    assert isinstance(decoded, JsonDocument | JsonRecords)
    return list(heads(decoded))


def test_an_object_stands_alone_in_a_list_and_in_a_line() -> None:
    assert [one.path for one in found('{"a": [1]}') if isinstance(one, Head)] == [()]
    assert [one.path for one in found('[{"a": 1}, {"a": 2}]') if isinstance(one, Head)] == [(0,), (1,)]
    lines = found('{"a": [1]}\n{"a": [2]}\n')
    assert [one.path for one in lines if isinstance(one, Head)] == [(0,), (1,)]
    assert isinstance(lines[1], Head)
    assert [record.value for record in lines[1].document.records(1, "a")] == [2]  # type: ignore[union-attr]  # none is bad


def test_only_the_run_that_the_file_ends_in_is_cut() -> None:
    cut = [one.cut is not None for one in found('[{"a": [1]}, {"a": [2') if isinstance(one, Head)]
    assert cut == [False, True]


def test_what_is_no_object_is_a_record_of_a_run_without_messages() -> None:
    whole, none, bad = found('{"a": 1}\n5\n{"a": \n')
    assert isinstance(whole, Head)
    assert isinstance(none, NoHead) and isinstance(bad, NoHead)
    assert (none.record, none.reason, bad.record) == (2, "an object is expected", 3)
    run = run_without_head(none, "test")
    assert [(problem.record, problem.raw) for problem in run.problems] == [(2, 5)]
    assert (run.records[0].first, run.records[0].count) == (2, 1)


def test_an_object_without_what_a_format_needs_is_such_a_record_too() -> None:
    (_, head) = found('[{"a": 1}, {"a": 2}]')
    assert isinstance(head, Head)
    assert head.lacking("no steps") == NoHead(2, "no steps", {"a": 2})
