from conftest import sample

from viewer.analysis.checks.registry import findings


def test_words_before_the_first_result_are_noted() -> None:
    (finding,) = findings(sample("broken/text_before_results.json"))
    assert (finding.code, finding.severity) == ("text_before_results", "info")
    assert (finding.positions[0].message_index, finding.positions[0].block) == (2, 1)
