"""The Values view: findings first, then what has no source."""

import shutil
import sys
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer.analysis.evidence.facts import evidence
from viewer.analysis.policy import Policy
from viewer.model.hashes import run_key
from viewer.ui import run_values
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text
from viewer.ui.run_values import chosen_use, count_rows, evidence_rows
from viewer.ui.values_table import counts_of

RUN = sample("refund/refund.json")
NEEDS_MANAGER = Policy(frozenset({"issue_refund"}), frozenset(), {"issue_refund": ("ask_manager",)})


def _values(monkeypatch: pytest.MonkeyPatch, *before: str, path: Path = SAMPLES / "refund" / "refund.json") -> AppTest:
    app = opened(monkeypatch, path)
    monkeypatch.setattr(sys, "argv", ["app.py", *before, str(path)])
    app.query_params["run"] = run_key(RUN)
    app.query_params["view"] = "Values"
    return settled(app.switch_page("pages/run.py"))


def test_a_write_before_what_the_policy_requires_is_a_finding() -> None:
    rows = evidence_rows(evidence(RUN, NEEDS_MANAGER), has_policy=True)
    (error,) = [segments_text(line) for name, line in rows if name == "error"]
    assert "no successful result of ask_manager was visible" in error


def test_without_a_policy_it_says_what_was_not_evaluated() -> None:
    rows = dict(evidence_rows(evidence(RUN), has_policy=False))
    assert "open --policy FILE" in segments_text(rows["not evaluated"])


def test_counts_stand_by_status_and_the_missing_request_fields_are_said() -> None:
    found = evidence(RUN)
    rows = dict(count_rows(counts_of(found.overview), found))
    assert segments_text(rows["values"]) == "7 values of the model · 3 exact · 1 scaled · 3 not in the visible messages"
    assert "may have come from there" in segments_text(rows["request fields"])


def test_the_chosen_value_is_found_again_by_its_place() -> None:
    facts = derived(RUN, "key")
    use = chosen_use(facts, [5, 0, "amount_cents", "8900"])
    assert use is not None
    assert use.sources[0].position == "[2].0:[0].total_cents"
    assert chosen_use(facts, [5, 0, "amount_cents", "1"]) is None
    assert chosen_use(facts, [99, 0, None, "1"]) is None


def test_the_view_opens_and_shows_all_values_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _values(monkeypatch)
    assert list(app.dataframe[0].value["value"]) == ["cus_8123", "lost_shipment", "21 April"]
    app.session_state["values_show"] = "All values"
    assert len(settled(app).dataframe[0].value) == 7


def test_more_values_than_a_page_holds_are_turned_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_values, "PAGE", 2)
    path = Path(shutil.copy(SAMPLES / "refund" / "refund.json", tmp_path))
    app = _values(monkeypatch, path=path)
    assert list(app.dataframe[0].value["value"]) == ["cus_8123", "lost_shipment"]
    assert "3 of 3 values" in words(app)
    assert "from 1 to 2: turn the page" in words(app)
    app.session_state["values_page_0_3"] = 2
    assert list(settled(app).dataframe[0].value["value"]) == ["21 April"]
    assert "from 3 to 3" in words(app)


def test_a_policy_file_that_broke_meanwhile_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("tools = 5", encoding="utf-8")
    assert "The policy file cannot be read" in words(_values(monkeypatch, "--policy", str(file), "--"))
