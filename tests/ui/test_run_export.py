"""Exports of the Run page: losses before the file, masked for people, exact for programs."""

import pytest
from conftest import SAMPLES, sample
from messages import call, model, result, run_of, user
from opened import opened, settled
from streamlit.testing.v1 import AppTest

from viewer.export.targets import TARGETS, target
from viewer.model.hashes import run_key
from viewer.ui.run_export import LOSSES, loss_rows, shown_for
from viewer.ui.run_segments import segments_text

SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwx"
RUN = run_of(user("go"), model(call("a")), user(result("a", SECRET)), model("done"))


def _open(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    app = opened(monkeypatch, SAMPLES / "refund" / "refund.json")
    app.query_params["run"] = run_key(sample("refund/refund.json"))
    return settled(app.switch_page("pages/run.py"))


def test_the_panel_opens_on_demand_and_offers_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _open(monkeypatch)
    assert "export_target" not in {box.key for box in app.selectbox}
    app.button(key="export_toggle").click()
    app = settled(app)
    assert app.selectbox(key="export_target").options == [one.title for one in TARGETS]
    for one in TARGETS:
        app.selectbox(key="export_target").select(one.name)
        settled(app)
    app.button(key="export_save").click()
    settled(app)


@pytest.mark.parametrize("name", [one.name for one in TARGETS])
def test_credentials_are_masked_for_people_and_exact_for_programs(name: str) -> None:
    text = target(name).write(RUN, shown_for(name)).text.decode()
    assert (SECRET in text) == (name not in ("markdown", "html", "csv"))


def test_what_a_form_cannot_hold_is_listed_before_it_is_saved() -> None:
    run = sample("sub_agents/order_survey.jsonl")
    rows = loss_rows(target("openai"), target("openai").write(run, str))
    told = "\n".join(segments_text(line) for _, line in rows)
    assert "sub-runs are left out" in told
    assert "every value exact" in told


def test_a_form_that_holds_all_says_so() -> None:
    rows = loss_rows(target("canonical"), target("canonical").write(RUN, str))
    assert segments_text(rows[-1][1]) == "nothing is lost"


def test_very_many_losses_are_counted() -> None:
    results = [result(f"c{number}", "x", is_error=True) for number in range(LOSSES + 50)]
    calls = [call(f"c{number}") for number in range(LOSSES + 50)]
    run = run_of(user("go"), model(*calls), user(*results))
    made = target("openai").write(run, str)
    rows = loss_rows(target("openai"), made)
    assert segments_text(rows[-1][1]) == f"and {len(made.losses) - LOSSES:,} more"
