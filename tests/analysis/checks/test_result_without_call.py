from conftest import sample

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.checks.registry import findings


def test_what_a_compaction_left_over_gives_two_named_findings() -> None:
    dropped, orphan = findings(sample("broken/result_without_call.json"))
    assert (dropped.code, [position.message_index for position in dropped.positions]) == ("assistant_dropped", [0, 1])
    assert dropped.text.startswith("two user messages in a row (0 and 1)")
    assert (orphan.code, orphan.severity) == ("result_without_call", "error")
    assert orphan.text == "result toolu_90Xx without a call: no message before [1] holds it"
    assert orphan.positions == (FindingPosition(1, 0, "toolu_90Xx"),)


def test_a_second_result_is_named_with_the_first_and_their_call() -> None:
    (finding,) = findings(sample("broken/duplicate_result.json"))
    assert (finding.code, finding.severity) == ("duplicate_result", "error")
    assert [(position.message_index, position.block) for position in finding.positions] == [(2, 1), (2, 0), (1, 0)]
    assert finding.text == "duplicate result toolu_91Aa at [2].1: [2].0 answered the call at [1].0 before"
