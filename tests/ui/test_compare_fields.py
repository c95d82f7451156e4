"""Request fields that differ come first."""

import msgspec
from conftest import sample

from viewer.analysis.compare import FieldDifference, compare
from viewer.model.request import NOT_STORED, RequestFields, recorded
from viewer.model.run import Run
from viewer.ui.compare_fields import LONGEST, field_rows, line_difference
from viewer.ui.run_segments import segments_text

REFUND = sample("refund/refund.json")


def _with_system(text: str) -> Run:
    return msgspec.structs.replace(REFUND, request_fields=(RequestFields(system=recorded(text)),))


def test_a_field_that_only_one_file_stores_is_told_and_not_compared() -> None:
    found = compare(REFUND, _with_system("You help."))
    assert [segments_text(line) for _, line in field_rows(found)] == ["system prompt: not stored → 9 characters"]
    assert line_difference(found.fields[0]) is None


def test_two_prompts_are_compared_line_by_line() -> None:
    (one,) = compare(_with_system("You help.\nBe brief."), _with_system("You help.\nBe kind.")).fields
    text = line_difference(one)
    assert text is not None
    assert text.splitlines()[-3:] == [" You help.", "-Be brief.", "+Be kind."]


def test_schemas_are_compared_as_json_and_texts_too_long_are_not() -> None:
    one = FieldDifference("tools", recorded([{"name": "a"}]), recorded([{"name": "b"}]))
    assert '-    "name": "a"' in (line_difference(one) or "")
    long = FieldDifference("system", recorded("x" * (LONGEST + 1)), recorded("y"))
    assert line_difference(long) is None
    assert line_difference(FieldDifference("system", NOT_STORED, recorded("y"))) is None


def test_nothing_that_differs_is_said_to_be_so_as_far_as_it_is_stored() -> None:
    assert "no difference in what both files store" in segments_text(field_rows(compare(REFUND, REFUND))[0][1])
