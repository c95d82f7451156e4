from pathlib import Path

import pytest
from opened import opened, settled

from viewer.index.filter_line.tree import MISSING
from viewer.index.query_counts import Counted
from viewer.ui.runs_facets import table


def test_the_values_asked_for_are_marked_and_none_is_a_value() -> None:
    made = table([Counted("a", 3), Counted(None, 2)], (MISSING,))
    assert made.to_dict("list") == {"asked for": ["", "✓"], "value": ["a", "none"], "runs": [3, 2]}


def test_a_value_out_of_a_run_is_shown_on_one_line_with_credentials_masked() -> None:
    assert "sk-abcdefgh1234567890" not in str(table([Counted("sk-abcdefgh1234567890", 1)], ()))


def test_a_facet_that_the_line_asks_for_says_how_many_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.jsonl").write_text('{"role": "user", "content": "x"}\n')
    app = opened(monkeypatch, tmp_path, filter="label in [a, b] and model = none")
    labels = [one.proto.popover.label for one in settled(app).get("popover")]
    assert [label for label in labels if "(" in label] == ["model (1)", "label (2)"]
