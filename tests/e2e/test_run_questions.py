"""The views that answer a review's questions, in a real browser: requests, values, sequence, retelling, timing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SAMPLES
from contrast import contrasts, poor
from playwright.sync_api import Locator, Page, expect
from run_page_steps import focused, keys_of, opened_at, sample_key

VIEWS = ("Requests", "Values", "Sequence", "Retelling", "Tokens", "Structure", "Timing")
NAMED = "span, code, dt, dd, h2, h3, p, pre, button, input, strong"
LOG = """call_id,start,end,attempt,outcome
toolu_01Ab,2026-05-24T09:00:00Z,2026-05-24T09:00:01.5Z,1,ok
toolu_01Cd,2026-05-24T09:00:00.2Z,2026-05-24T09:00:01.628Z,1,ok
toolu_01Ef,2026-05-24T09:00:03Z,2026-05-24T09:00:04Z,1,timeout
toolu_01Ef,2026-05-24T09:00:05Z,2026-05-24T09:00:06Z,2,ok
toolu_99,2026-05-24T09:00:09Z,2026-05-24T09:00:10Z,1,<img src=http://evil.example/a.png>
"""


def idle(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def view_of(open_page: Callable[..., Page], address: str, name: str, view: str, **size: object) -> Page:
    page = open_page(f"{address}/run?run={sample_key(name)}&view={view}", **size)
    expect(page.get_by_role("radio", name=view, exact=True)).to_be_visible()
    idle(page)
    return page


def tick(page: Page, table: Locator, row: int) -> None:
    """Select a row (from 0) of a table, which is a canvas."""
    expect(table.locator("canvas").first).to_be_visible()
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 16, box["y"] + 34 + 28 * row + 14)
    idle(page)


def arrows(page: Page) -> Locator:
    return page.locator(".tv-sequence .tv-arrow")


def test_a_request_is_read_beside_its_row_and_its_json_is_copied_out(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = view_of(open_page, samples, "refund/refund.json", "Requests")
    tick(page, page.get_by_test_id("stDataFrame"), 2)
    panel = page.locator(".st-key-run_request")
    expect(panel).to_contain_text("request 3, which [5] answers")
    expect(panel).to_contain_text("[0–4]")
    page.wait_for_url("**msg=5*")
    page.get_by_role("button", name="Show its JSON").click()
    expect(panel.locator("pre")).to_contain_text('"topic": "lost_shipment"')
    expect(panel.locator("pre")).not_to_contain_text("issue_refund")
    with page.expect_download() as saved:
        panel.get_by_role("button", name="download it as stored").click()
    body = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert len(body["messages"]) == 5
    panel.get_by_role("button", name="[5]").click()
    opened_at(page, 5)


def test_a_value_without_a_source_leads_to_its_message(samples: str, open_page: Callable[..., Page]) -> None:
    page = view_of(open_page, samples, "refund/refund.json", "Values")
    expect(page.get_by_text("3 of 3 values")).to_be_visible()
    tick(page, page.get_by_test_id("stDataFrame"), 0)
    panel = page.locator(".st-key-run_value")
    expect(panel).to_contain_text("cus_8123")
    expect(panel).to_contain_text("not in the visible messages")
    panel.get_by_role("button", name="[1].1:customer_id").click()
    opened_at(page, 1)


def test_the_detail_s_value_is_a_link_to_where_it_also_stands(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=5")
    opened_at(page, 5)
    line = page.locator(".tv-value").filter(has_text="amount_cents")
    expect(line).to_contain_text("also appears in")
    line.get_by_role("button", name="[2].0:[0].total_cents").click()
    opened_at(page, 2)


def test_what_came_before_what_is_answered(samples: str, open_page: Callable[..., Page]) -> None:
    page = view_of(open_page, samples, "refund/refund.json", "Values")
    page.get_by_label("A", exact=True).fill("lookup_policy")
    page.get_by_label("A", exact=True).press("Enter")
    page.get_by_label("B", exact=True).fill("issue_refund")
    page.get_by_label("B", exact=True).press("Enter")
    expect(page.locator(".st-key-order_answer")).to_contain_text("at [4] came before")


def test_the_sequence_is_read_by_keys_and_enter_opens_the_message(samples: str, open_page: Callable[..., Page]) -> None:
    page = view_of(open_page, samples, "refund/refund.json", "Sequence")
    expect(arrows(page)).to_have_count(17)
    expect(arrows(page).filter(has_text="request 3")).to_contain_text("[0–4]")
    assert page.locator(".tv-arrow[tabindex='0']").count() == 1
    page.locator(".tv-arrow[tabindex='0']").focus()
    for key in ("j", "ArrowDown", "k", "G", "g", "End"):
        page.keyboard.press(key)
        assert "tv-arrow" in focused(page)
    expect(arrows(page).last).to_be_focused()
    page.keyboard.press("Enter")
    opened_at(page, 7)


def test_calls_issued_together_stand_in_one_group_and_a_click_opens_a_result(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = view_of(open_page, samples, "refund/refund.json", "Sequence")
    group = page.get_by_role("group", name="2 calls issued together")
    expect(group.locator(".tv-arrow")).to_have_count(2)
    arrows(page).filter(has_text="result of issue_refund").click()
    opened_at(page, 6)


def test_a_policy_marks_the_effect_at_the_result(serve: Callable[..., str], open_page: Callable[..., Page]) -> None:
    address = serve("--policy", SAMPLES / "refund" / "policy.toml", SAMPLES)
    page = view_of(open_page, address, "refund/refund.json", "Sequence")
    (effect,) = page.locator(".tv-effect").all()
    assert effect.get_attribute("data-message") == "6"


def test_eight_hundred_messages_are_read_in_pages_of_few_marks(
    serve: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    path = tmp_path / "long.json"
    messages: list[dict[str, object]] = [{"role": "user", "content": "go"}]
    for number in range(400):
        call = {"type": "tool_use", "id": f"c{number}", "name": "look", "input": {"n": number}}
        messages.append({"role": "assistant", "content": [call]})
        messages.append(
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{number}", "content": "x"}]}
        )
    path.write_text(json.dumps({"id": "long", "messages": messages}), encoding="utf-8")
    page = open_page(f"{serve(path)}/run?run={keys_of(path)['long']}&view=Sequence&msg=401")
    here = page.locator(".tv-arrow.tv-chosen")
    expect(here.first).to_be_in_viewport()
    expect(here.first).to_have_attribute("data-message", "401")
    assert 100 < arrows(page).count() <= 500


def test_positions_of_the_retelling_are_links_and_the_whole_is_saved_as_markdown(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = view_of(open_page, samples, "refund/refund.json", "Retelling")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as Markdown").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.count("\n## [") == 8
    page.locator(".st-key-run_retelling").get_by_role("button", name="[0–4]").first.click()
    opened_at(page, 0)


def test_a_log_is_joined_by_call_id_and_stays_text(
    samples: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    log = tmp_path / "dispatch.csv"
    log.write_text(LOG, encoding="utf-8")
    page = view_of(open_page, samples, "refund/refund.json", "Timing")
    page.locator("input[type=file]").set_input_files(log)
    lines = page.locator(".st-key-timing_joined")
    for words in (
        "finished 128 ms apart",
        "2 attempts in the log, 1 result in the list",
        "line 6 of the log: call toolu_99",
        "[5].0 issue_refund",
    ):
        expect(lines).to_contain_text(words)
    expect(page.locator(".js-plotly-plot .bars .point path")).to_have_count(4)
    lines.get_by_role("button", name="[3].1").click()
    opened_at(page, 3)


def test_an_export_is_saved_from_the_browser_after_its_losses_were_listed(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}")
    opened_at(page, 0)
    page.get_by_role("button", name="export…").click()
    expect(page.locator(".st-key-run_export")).to_contain_text("nothing is lost")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    assert saved.value.url.startswith("blob:")
    document = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert document["format"] == "trajectory-viewer"
    assert len(document["messages"]) == 8


@pytest.mark.parametrize("view", VIEWS)
def test_a_hostile_run_is_only_text_in_every_view(samples: str, open_page: Callable[..., Page], view: str) -> None:
    page = view_of(open_page, samples, "hostile/hostile.json", view)
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    assert page.locator("img[src^='http'], img[src='x']").count() == 0
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_text_of_every_view_has_contrast(samples: str, open_page: Callable[..., Page], view: str, theme: str) -> None:
    page = view_of(open_page, samples, "sub_agents/order_survey.jsonl", view, theme=theme)
    found = contrasts(page, NAMED)
    assert len(found) > 20
    assert poor(found) == []


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_fits_a_narrow_screen(samples: str, open_page: Callable[..., Page], view: str) -> None:
    page = view_of(open_page, samples, "refund/refund.json", view, width=320, height=700)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
