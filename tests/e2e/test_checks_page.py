"""The Checks and Baselines pages in a real browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from case_runs import accept_first, read_run, write_runs
from contrast import contrasts, poor
from playwright.sync_api import Page, expect

from viewer.baselines.store import BaselineStore
from viewer.model.hashes import run_key

Address = tuple[str, Path]


@pytest.fixture(scope="module")
def checks(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Address:
    """The app on two sets of runs, with a policy, cases and accepted paths; and their folder."""
    folder = write_runs(tmp_path_factory.mktemp("checks"))
    accept_first(folder, "refund")
    named = ["--policy", folder / "policy.toml", "--cases", folder / "cases.jsonl", "--baseline", folder / "accepted"]
    return serve(*named, folder / "runs"), folder


def test_a_violation_leads_to_its_message_and_the_run_page_lists_it_too(
    checks: Address, open_page: Callable[..., Page]
) -> None:
    address, _ = checks
    page = open_page(f"{address}/checks")
    expect(page.get_by_text("showing 2 of 2 rows")).to_be_visible()
    expect(page.get_by_text("3 tool calls, 2 are allowed")).to_be_visible()
    page.locator(".tv-line", has_text="3 tool calls, 2 are allowed").locator("a").first.click()
    page.wait_for_url("**msg=5*")
    page.get_by_role("button", name="finding").first.click()
    expect(page.locator(".tv-line", has_text="too_many_calls").first).to_be_visible()


def test_a_path_is_accepted_with_both_in_view_and_a_reason(checks: Address, open_page: Callable[..., Page]) -> None:
    address, folder = checks
    key = run_key(read_run(folder, "set-2/refund.json"))
    page = open_page(f"{address}/baselines?case=refund&run={key}")
    expect(page.locator(".tv-parting")).to_contain_text("only this run")
    expect(page.get_by_text("model: model-a before, model-b now")).to_be_visible()
    page.get_by_label("Why is this the path to keep?").fill("it reads twice on purpose")
    page.get_by_label("Who?").fill("max")
    page.get_by_role("button", name="Accept this path").click()
    expect(page.get_by_text("Not accepted: the run breaks")).to_be_visible()
    page.get_by_text("Accept it though it breaks").click()
    page.get_by_role("button", name="Accept this path").click()
    expect(page.get_by_text("by max: it reads twice on purpose")).to_be_visible()
    current = BaselineStore(folder / "accepted").history("refund").current
    assert current is not None
    assert (current.accepted_by, len(current.path.calls)) == ("max", 3)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_their_text_has_contrast_and_fits_a_narrow_screen(
    checks: Address, open_page: Callable[..., Page], theme: str
) -> None:
    address, folder = checks
    key = run_key(read_run(folder, "set-2/refund.json"))
    page = open_page(f"{address}/baselines?case=refund&run={key}", width=390, height=800, theme=theme)
    expect(page.locator(".tv-aligned")).to_be_visible()
    assert poor(contrasts(page, ".tv span, .tv code, .tv dt, .tv dd, .tv a, .tv strong")) == []
    assert page.get_by_test_id("stMain").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    page.goto(f"{address}/checks")
    expect(page.get_by_text("3 tool calls, 2 are allowed")).to_be_visible()
    assert poor(contrasts(page, ".tv span, .tv code, .tv dt, .tv dd, .tv a, .tv strong")) == []
    assert page.get_by_test_id("stMain").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
