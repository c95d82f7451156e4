from conftest import sample

from viewer.analysis.checks.registry import findings


def test_three_open_calls_with_one_id_are_one_finding() -> None:
    (finding,) = findings(sample("broken/equal_ids.json"))
    assert (finding.code, finding.severity) == ("ambiguous_ids", "warning")
    assert finding.text.startswith("3 calls have the same id bash ([1]) and were open at once")
    assert [position.block for position in finding.positions] == [0, 1, 2]


def test_results_without_ids_are_one_finding_however_many() -> None:
    (finding,) = findings(sample("broken/without_ids.json"))
    assert (finding.code, finding.severity, len(finding.positions)) == ("paired_by_position", "info", 2)


def test_crossed_results_with_ids_are_no_finding() -> None:
    assert findings(sample("broken/crossed_results.json")) == ()
