from pathlib import Path

import pytest
from stored_reviews import CARRIED, own_store, page_of, started

from viewer.ui import reviews_ledger


def test_the_ledger_of_a_run_stands_beside_the_text_where_it_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own_store(monkeypatch, tmp_path)
    app = page_of(monkeypatch, started(CARRIED).id)
    hint = "`c` in the list makes a claim that cites the chosen message."
    assert hint not in [one.value for one in app.markdown]
    app.session_state[reviews_ledger._OPEN] = "refund"
    app.run()
    assert not app.exception
    assert hint in [one.value for one in app.markdown]
    app.session_state[reviews_ledger._OPEN] = "gone"
    app.run()
    assert hint not in [one.value for one in app.markdown]
