from datetime import UTC, datetime
from pathlib import Path

import pytest
from opened import opened, words

from viewer.index.query_counts import Counted, Occurrence
from viewer.ui.runs_seen import said, time_figure, time_table

FOUND = Occurrence(
    runs=4,
    undated=1,
    first=datetime(2026, 1, 1, 3, tzinfo=UTC),
    last=datetime(2026, 1, 1, 5, 59, tzinfo=UTC),
    first_key="0" * 16,
    by_hour=((datetime(2026, 1, 1, 3, tzinfo=UTC), 1), (datetime(2026, 1, 1, 5, tzinfo=UTC), 2)),
    by_day=False,
    releases=(Counted("v1", 4),),
    release_attribute="release",
)


def test_the_sentence_says_since_when_and_how_many_have_no_date() -> None:
    assert said(FOUND) == (
        "n = 4 runs, 1 of them without a date · first seen **2026-01-01 03:00 UTC** · last **2026-01-01 05:59 UTC**"
    )


def test_the_chart_and_its_table_hold_the_same_hours() -> None:
    assert time_table(FOUND).to_dict("list") == {
        "hour (UTC)": ["2026-01-01 03:00", "2026-01-01 05:00"],
        "runs": [1, 2],
    }
    assert list(time_figure(FOUND).data[0].y) == [1, 2]


def test_the_panel_of_a_link_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.jsonl").write_text('{"role": "user", "content": "x"}\n')
    app = opened(monkeypatch, tmp_path, seen="true")
    assert "n = 1 runs, none with a date that can be read." in words(app)
