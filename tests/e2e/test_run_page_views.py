"""The other views of the Run page in a real browser: reading, tokens, structure, sub-runs, branches."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from run_page_steps import chosen, heading, opened_at, run_keys, sample_key


def idle(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def test_the_reading_view_holds_all_text_under_a_heading_a_message(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&view=Reading+view")
    expect(page.get_by_role("heading", name="[7] assistant message · request 4")).to_be_visible()
    for number in range(8):
        expect(page.get_by_role("heading", name=f"[{number}] ")).to_have_count(1)
    reading = page.locator(".st-key-run_reading")
    expect(reading).to_contain_text('[{"id":"4471","status":"shipped","total_cents":8900,"placed":"41d ago"}]')
    expect(reading).to_contain_text("refunded the full £89.00 to your original payment method")


def test_a_chart_is_saved_as_a_picture_and_a_bar_opens_the_reply_to_its_request(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&view=Tokens")
    bars = page.locator(".tv-chart-bar rect.tv-mark")
    expect(bars).to_have_count(3)
    expect(page.locator(".tv-mark-gap")).to_have_count(2)  # of request 2, and in the legend
    idle(page)
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save the chart as {kind}").click()
        assert Path(saved.value.path()).read_bytes().startswith(start)
    bar = bars.nth(1).bounding_box()
    assert bar is not None
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    opened_at(page, 5)
    page.wait_for_url("**msg=5*")


def test_a_sub_run_opens_from_its_call_and_leads_back(samples: str, open_page: Callable[..., Page]) -> None:
    keys = run_keys("sub_agents/order_survey.jsonl")
    page = open_page(f"{samples}/run?run={keys['5c1e7a90-2b44-4f0e-9a31-6d2f8c40b7e5']}&msg=1")
    opened_at(page, 1)
    page.get_by_role("button", name="open the sub-agent's run").first.click()
    page.wait_for_url(f"**run={keys['a1f3']}*")
    expect(page.locator(".tv-lines h1")).to_have_text("a1f3")
    opened_at(page, 0)
    page.get_by_role("button", name="back to its call at [1]").click()
    page.wait_for_url(f"**run={keys['5c1e7a90-2b44-4f0e-9a31-6d2f8c40b7e5']}*")
    opened_at(page, 1)


def test_a_branch_is_marked_in_the_list_and_can_be_read(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('claude_code/left_path.jsonl')}")
    opened_at(page, 0)
    page.locator(".tv-mark").filter(has_text="a branch leaves here").click()
    expect(heading(page)).to_contain_text("branch 1")
    page.get_by_role("button", name="read this branch").click()
    page.wait_for_url("**branch=1*")
    expect(page.locator(".tv-lines")).to_contain_text("that left the list")
    expect(page.locator(".tv-mark")).to_have_count(0)
    other = open_page(page.url + "&msg=3")
    opened_at(other, 3)
    other.get_by_role("button", name="back to the main list").click()
    expect(other.locator(".tv-mark")).to_have_count(1)


def test_a_record_that_could_not_be_mapped_is_shown_in_its_place(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('broken/unread_record.json')}")
    opened_at(page, 0)
    page.locator(".tv-mark").click()
    expect(heading(page)).to_contain_text("record 3")
    page.wait_for_url("**record=3*")
    expect(page.locator(".tv-section pre")).to_contain_text('"content": 42')
    other = open_page(page.url)
    expect(heading(other)).to_contain_text("record 3")
    expect(other.locator(".tv-chosen.tv-mark")).to_have_count(1)


def test_the_task_is_marked_as_not_visible_to_the_model(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&view=Structure")
    expect(page.get_by_text("not visible to the model")).to_be_visible()
    page.locator(".tv-lines").get_by_role("button", name="[0–7]").click()
    opened_at(page, 0)
    expect(page.get_by_role("radio", name="Ledger")).to_be_checked()


def test_previous_and_next_run_keep_the_page(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=5")
    opened_at(page, 5)
    name = page.locator(".tv-lines h1").inner_text()
    page.get_by_role("button", name="next ›").click()
    expect(page.locator(".tv-lines h1")).not_to_have_text(name)
    expect(chosen(page)).to_have_attribute("data-message", "0")
    assert "msg=" not in page.url
    page.get_by_role("button", name="‹ previous").click()
    expect(page.locator(".tv-lines h1")).to_have_text(name)
