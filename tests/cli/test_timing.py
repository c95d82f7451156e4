"""`timing` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main

REFUND = str(SAMPLES / "refund" / "refund.json")
LOG = (
    "call_id,start,end,attempt\n"
    "toolu_01Ab,2026-05-24T09:00:00.000Z,2026-05-24T09:00:00.300Z,1\n"
    "toolu_01Cd,2026-05-24T09:00:00.005Z,2026-05-24T09:00:00.428Z,1\n"
    "toolu_01Ef,2026-05-24T09:00:02Z,2026-05-24T09:00:03Z,1\n"
    "toolu_01Ef,2026-05-24T09:00:03Z,2026-05-24T09:00:04Z,2\n"
    "toolu_01Ef,2026-05-24T09:00:04Z,2026-05-24T09:00:05Z,3\n"
    "other,2026-05-24T09:00:04Z,2026-05-24T09:00:05Z,1\n"
)


def test_overlap_retries_and_what_matches_nothing_are_told(tmp_path: Path) -> None:
    log = tmp_path / "calls.csv"
    log.write_text(LOG, encoding="utf-8")
    told = CliRunner().invoke(main, ["timing", REFUND, "--log", str(log)]).output
    assert "[1]  2 calls issued together: ran in parallel, finished 128 ms apart" in told
    assert "3 attempts in the log, 1 result in the list" in told
    assert "issue_refund  toolu_01Gh  —  not in the log" in told
    assert "log line 7: call other is not in the run" in told


def test_json_has_a_line_a_call(tmp_path: Path) -> None:
    log = tmp_path / "calls.csv"
    log.write_text(LOG, encoding="utf-8")
    lines = [
        json.loads(line)
        for line in CliRunner().invoke(main, ["timing", REFUND, "--log", str(log), "--json"]).output.splitlines()
    ]
    assert [line.get("attempts") for line in lines] == [1, 1, 3, 0, None]
    assert lines[-1] == {"unmatched_lines": [7], "unread": []}


def test_a_field_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["timing", REFUND, "--log", str(tmp_path), "--field", "x=y"])
    assert done.exit_code == 2
