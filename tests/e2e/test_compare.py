"""The Compare page in a real browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from contrast import contrasts, poor
from playwright.sync_api import Page, expect
from run_page_steps import opened_at, sample_key

from viewer import load
from viewer.model.hashes import run_key


def _pair(name: str = "refund/refund.json", other: str = "refund/policy_lookup_fails.json") -> str:
    return f"left={sample_key(name)}&right={sample_key(other)}"


def test_the_run_page_leads_to_a_choice_and_the_choice_to_the_comparison(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}")
    opened_at(page, 0)
    page.get_by_role("link", name="compare…").click()
    expect(page.get_by_text("Which run stands on the right?")).to_be_visible()
    page.get_by_label("Find a run").fill("policy_lookup_fails")
    page.get_by_label("Find a run").press("Enter")
    table = page.get_by_test_id("stDataFrame")
    expect(table.locator("canvas").first).to_be_visible()
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 16, box["y"] + 48)
    page.wait_for_url(f"**right={sample_key('refund/policy_lookup_fails.json')}*")
    expect(page.locator(".tv-parting")).to_contain_text("first difference")


def test_a_position_opens_its_run_at_that_message(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/compare?{_pair()}")
    expect(page.locator(".tv-parting")).to_contain_text("issue_refund")
    page.locator(".tv-parting a").last.click()
    page.wait_for_url(f"**run={sample_key('refund/policy_lookup_fails.json')}&msg=5*")
    opened_at(page, 5)


def test_the_first_difference_of_a_long_run_is_in_view(
    serve: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    def run(name: str, amount: int) -> None:
        messages: list[dict[str, object]] = []
        for number in range(500):
            value = amount if number == 321 else number
            call = {"type": "tool_use", "id": f"c{number}", "name": "pay", "input": {"amount": value}}
            result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "ok"}
            messages += [{"role": "user", "content": "go"}] if number == 0 else []
            messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
        (tmp_path / f"{name}.json").write_text(json.dumps({"id": name, "messages": messages}), encoding="utf-8")

    run("one", 8900)
    run("two", 890)
    address = serve(tmp_path)
    keys = {run.run_id: run_key(run) for source in load.sources([tmp_path]) for run in load.runs(source)}
    page = open_page(f"{address}/compare?left={keys['one']}&right={keys['two']}")
    expect(page.locator(".tv-parting")).to_be_in_viewport()
    expect(page.locator(".tv-parting")).to_contain_text("pay.amount: 8900 → 890")


def test_sides_are_swapped_and_one_is_changed(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/compare?{_pair()}")
    page.get_by_role("button", name="swap sides").click()
    page.wait_for_url(f"**left={sample_key('refund/policy_lookup_fails.json')}*")
    page.get_by_role("button", name="choose another").first.click()
    expect(page.get_by_text("Which run stands on the left?")).to_be_visible()
    page.get_by_role("button", name="Keep the two runs").click()
    expect(page.locator(".tv-parting")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_its_text_has_contrast(samples: str, open_page: Callable[..., Page], theme: str) -> None:
    page = open_page(f"{samples}/compare?{_pair(other='order_status/order_status.json')}", theme=theme)
    expect(page.locator(".tv-parting")).to_be_visible()
    assert poor(contrasts(page, "span, code, dt, dd, a, strong, button")) == []


def test_it_fits_a_narrow_screen(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/compare?{_pair()}", width=320, height=700)
    expect(page.locator(".tv-parting")).to_be_visible()
    assert page.get_by_test_id("stMain").evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_hostile_runs_are_only_text(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/compare?{_pair('hostile/hostile.json')}")
    expect(page.locator(".tv-parting")).to_be_visible()
    assert page.locator("img[src^='http'], img[src='x']").count() == 0
