import pytest
from conftest import SAMPLES
from run_page_steps import page_of

from viewer.ui import ledger


def test_the_rows_of_a_run_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger._columns.clear()
    made: list[str] = []
    whole = ledger.ledger_columns
    monkeypatch.setattr(ledger, "ledger_columns", lambda facts, tools: made.append(facts.key) or whole(facts, tools))
    app = page_of(monkeypatch, SAMPLES / "refund" / "refund.json")
    app.query_params["msg"] = "3"
    app.run()
    assert len(made) == 1
