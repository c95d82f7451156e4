"""The Run page's list in a real browser: deep links, keys, find, filters, what a click costs."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from run_page_steps import chosen, focused, grid, heading, keys_of, opened_at, sample_key

MANY = 20_000
"""Messages of the long run."""


@pytest.fixture(scope="module")
def long_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 20,000 short messages: a call, its result, and so on."""
    path = tmp_path_factory.mktemp("long") / "long.json"
    messages: list[dict[str, object]] = []
    for number in range(0, MANY, 2):
        call = {"type": "tool_use", "id": f"c{number}", "name": f"tool_{number % 5}", "input": {"n": number}}
        answer = {"type": "tool_result", "tool_use_id": f"c{number}", "content": f"answer {number}"}
        words = {"type": "text", "text": f"question {number}"}
        messages.append(
            {"role": "user", "content": [words] if number == 0 else [{**answer, "tool_use_id": f"c{number - 2}"}]}
        )
        messages.append({"role": "assistant", "content": [call], "usage": {"input_tokens": 100 + number}})
    path.write_text(json.dumps({"id": "long", "messages": messages}), encoding="utf-8")
    return path


def test_a_link_opens_message_10001_of_20000_in_both_panes(
    serve: Callable[..., str], open_page: Callable[..., Page], long_run: Path
) -> None:
    page = open_page(f"{serve(long_run)}/run?run={keys_of(long_run)['long']}&msg=10001")
    opened_at(page, 10001)
    expect(chosen(page)).to_be_in_viewport()
    expect(grid(page)).to_have_attribute("aria-rowcount", str(MANY + 1))
    expect(chosen(page)).to_have_attribute("aria-rowindex", "10003")


def test_the_focus_stays_in_the_list_through_a_thousand_keys(
    serve: Callable[..., str], open_page: Callable[..., Page], long_run: Path
) -> None:
    page = open_page(f"{serve(long_run)}/run?run={keys_of(long_run)['long']}&msg=1000")
    opened_at(page, 1000)
    grid(page).focus()
    for _ in range(1000):
        page.keyboard.press("j")
    opened_at(page, 2000)
    expect(grid(page)).to_have_attribute("aria-activedescendant", "tv-row-2000")
    assert "tv-grid" in focused(page)
    page.wait_for_url("**msg=2000*")


def test_every_key_of_the_list_does_what_its_help_says(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}")
    opened_at(page, 0)
    grid(page).focus()
    for key, message in (
        ("j", 1),
        ("ArrowDown", 2),
        ("k", 1),
        ("ArrowUp", 0),
        ("G", 7),
        ("g", 0),
        ("End", 7),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(chosen(page)).to_have_attribute("data-message", str(message))
    page.keyboard.press("j")
    page.keyboard.press("r")
    opened_at(page, 2)
    page.keyboard.press("r")
    opened_at(page, 1)
    page.keyboard.press("?")
    expect(page.locator(".tv-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tv-keys")).to_be_hidden()
    page.keyboard.press("/")
    assert "tv-find" in focused(page)
    page.keyboard.press("Escape")
    assert "tv-grid" in focused(page)
    page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    page.keyboard.press("Escape")
    assert "tv-grid" in focused(page)


def test_enter_follows_a_message_that_is_not_drawn_yet(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}")
    opened_at(page, 0)
    grid(page).focus()
    page.keyboard.press("G")
    page.keyboard.press("Enter")
    opened_at(page, 7)
    expect(heading(page)).to_be_focused()


def test_after_next_the_address_opens_the_same_message_in_a_fresh_session(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=3")
    opened_at(page, 3)
    page.get_by_role("button", name="next message").click()
    opened_at(page, 4)
    page.wait_for_url("**msg=4*")
    other = open_page(page.url)
    opened_at(other, 4)


def test_back_returns_to_the_message_before_and_the_list_follows(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=2")
    opened_at(page, 2)
    page.locator("#tv-row-5 .tv-c1").click()
    opened_at(page, 5)
    page.wait_for_url("**msg=5*")
    page.go_back()
    opened_at(page, 2)


def test_an_address_that_names_no_message_of_the_run_says_so(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=8")
    expect(page.get_by_text("it has messages 0 to 7")).to_be_visible()
    opened_at(page, 0)


def test_find_counts_the_messages_and_goes_from_one_to_the_next(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}")
    opened_at(page, 0)
    field = page.get_by_role("searchbox", name="Find in all text of the run")
    field.fill("LOST_shipment")
    expect(page.locator(".tv-bar")).to_contain_text("1 message")
    field.fill("4471")
    expect(page.locator(".tv-bar")).to_contain_text("4 messages")
    field.press("Enter")
    opened_at(page, 1)
    expect(page.locator(".tv-bar")).to_contain_text("2 of 4 messages")
    page.get_by_role("button", name="next hit").click()
    opened_at(page, 2)
    field.fill("nothing like this")
    expect(page.locator(".tv-bar")).to_contain_text("not found")


def test_filters_narrow_the_list_and_a_link_lifts_them(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/policy_lookup_fails.json')}")
    opened_at(page, 0)
    rows = page.locator(".tv-pad .tv-row")
    page.get_by_label("Filter by producer").select_option("model")
    expect(page.locator(".tv-bar")).to_contain_text(re.compile(r"\d of \d rows"))
    assert set(rows.locator(".tv-c2").all_text_contents()) == {"model ←"}
    page.get_by_label("Filter by producer").select_option("")
    page.get_by_label("Filter by tool").select_option("lookup_policy")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="failed", exact=True).click()
    expect(rows).to_have_count(1)
    rows.locator(".tv-c1").click()
    page.locator(".tv-facts").get_by_role("button", name="[0").first.click()
    opened_at(page, 0)
    expect(page.get_by_label("Filter by tool")).to_have_value("")


def test_findings_open_in_place_and_lead_to_their_messages(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('broken/call_never_answered.json')}")
    opened_at(page, 0)
    page.get_by_role("button", name=re.compile(r"\d findings?$")).click()
    line = page.locator(".tv-lines .tv-line").filter(has_text="never answered")
    expect(line).to_contain_text("never answered")
    line.locator(".tv-position").first.click()
    expect(chosen(page)).not_to_have_attribute("data-message", "0")
    expect(page.locator(".tv-facts")).to_contain_text("call_never_answered")


def test_a_click_sends_little_more_than_the_shown_text(
    serve: Callable[..., str], open_page: Callable[..., Page], long_run: Path
) -> None:
    received = [0]
    page = open_page("about:blank")
    page.on(
        "websocket", lambda one: one.on("framereceived", lambda data: received.__setitem__(0, received[0] + len(data)))
    )
    page.goto(f"{serve(long_run)}/run?run={keys_of(long_run)['long']}&msg=10001")
    opened_at(page, 10001)
    for message in range(9_995, 10_000):
        received[0] = 0
        page.locator(f"#tv-row-{message} .tv-c1").click()
        opened_at(page, message)
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
        assert received[0] < 20_000
