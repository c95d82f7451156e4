"""The JSON of a report."""

import json

from check_reports import report

from viewer.baselines.report_json import lines
from viewer.json_lines import json_line


def test_each_run_is_a_line_and_the_last_one_tells_the_whole() -> None:
    written = [json.loads(json_line(line)) for line in lines(report())]
    kept, broken, unreadable, whole = written
    assert kept["violations"] == 0
    assert {one["result"] for one in kept["findings"]} == {"pass", "not_evaluated"}
    (found,) = [one for one in broken["findings"] if one["code"] == "too_many_calls"]
    assert found["positions"] == [{"message_index": 3, "block": 0, "tool_use_id": "c2"}]
    assert unreadable["source"] == "x.json"
    assert (whole["clean"], whole["drift"]["severe"]) == (False, ["kept"])
    case = next(one for one in whole["drift"]["cases"] if one["case"] == "kept")
    assert case["drift"]["names"] == {"edits": 2, "ratio": 1.0, "of": 2}
