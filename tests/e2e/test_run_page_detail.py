"""The detail of a message in a real browser: facts, links, hostile text, masks, pictures, long texts."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from run_page_steps import keys_of, opened_at, sample_key


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose result holds a key, a long text and a picture."""
    path = tmp_path_factory.mktemp("secrets") / "secrets.json"
    png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/svg+xml", "data": png}}
    far = {"type": "image", "source": {"type": "url", "url": "https://evil.example/a.png"}}
    long = "".join(f"line {number} of the long text\n" for number in range(20_000))
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "look"}, picture, far]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "env", "input": {"all": True}}]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "KEY sk-ant-api03-abcdefghijklmnopqrstuvwx end"}
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": long}]},
    ]
    path.write_text(json.dumps({"id": "secrets", "messages": messages}), encoding="utf-8")
    return path


def test_the_detail_tells_what_was_visible_first_and_links_a_result_to_its_call(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=5")
    opened_at(page, 5)
    slots = page.locator(".tv-facts dt").all_text_contents()
    assert slots[:4] == ["saw", "is", "by", "control"]
    expect(page.locator(".tv-facts dd").first).to_contain_text("[0–4]")
    expect(page.locator(".tv-facts")).to_contain_text("+1,270 ← [1–4] together")
    page.locator(".tv-block").get_by_role("button", name="[6].0").click()
    opened_at(page, 6)
    page.locator(".tv-block").get_by_role("button", name="[5].0").click()
    opened_at(page, 5)


def test_calls_of_one_message_are_shown_as_issued_together(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=1")
    opened_at(page, 1)
    expect(page.locator("#tv-row-1 .tv-together")).to_have_text(" ∥ ")
    expect(page.locator(".tv-facts")).to_contain_text("issued together")
    label = "message 1 of 8, model, request 1, calls search_orders and get_shipment, to loop"
    expect(page.locator("#tv-row-1")).to_have_attribute("aria-label", label)


def test_a_hostile_run_is_shown_literally(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('hostile/hostile.json')}")
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    opened_at(page, 0)
    body = page.locator(".tv-block pre").first
    expect(body).to_contain_text("<script>top.location='http://x.invalid'</script> <img src=x onerror=alert(1)>")
    expect(body).to_contain_text("$89.00 or $12.00? :red[x] :material/home: # h **bold**")
    for message, words in (
        (1, "107505301260286111"),
        (1, "123456789012345678901234567890"),
        (4, "FAIL"),
        (4, r"\udcb2"),
    ):
        page.locator(f"#tv-row-{message} .tv-c1").click()
        opened_at(page, message)
        expect(page.locator(".tv-block pre").filter(has_text=words).first).to_be_visible()
    page.locator("#tv-row-1 .tv-c1").click()
    opened_at(page, 1)
    page.get_by_role("button", name="as a tree, or as stored").click()
    expect(page.locator(".tv-tree .tv-number").nth(1)).to_have_text("123456789012345678901234567890")
    page.get_by_role("button", name="raw record 2, as stored").click()
    expect(page.locator(".tv-section pre")).to_contain_text("0.1000000000000000055511151231257827")
    for view in ("Reading view", "Structure", "Tokens"):
        page.get_by_role("radio", name=view).click()
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    assert page.locator("img[src^='http'], img[src='x']").count() == 0


def test_a_key_is_masked_until_it_is_revealed(
    serve: Callable[..., str], open_page: Callable[..., Page], secrets: Path
) -> None:
    page = open_page(f"{serve(secrets)}/run?run={keys_of(secrets)['secrets']}&msg=2")
    opened_at(page, 2)
    assert "abcdefghijkl" not in page.locator(".tv-ledger").inner_text()
    body = page.locator(".tv-block pre")
    expect(body).to_contain_text("KEY ⟦masked: sk-a… 37 characters⟧ end")
    page.get_by_role("button", name="reveal").click()
    expect(body).to_contain_text("sk-ant-api03-abcdefghijklmnopqrstuvwx")
    page.get_by_role("button", name="mask again").click()
    expect(body).not_to_contain_text("abcdefgh")


def test_a_picture_is_drawn_from_the_file_and_never_fetched(
    serve: Callable[..., str], open_page: Callable[..., Page], secrets: Path
) -> None:
    page = open_page(f"{serve(secrets)}/run?run={keys_of(secrets)['secrets']}&msg=0")
    opened_at(page, 0)
    picture = page.locator(".tv-detail img")
    expect(picture).to_have_count(1)
    assert str(picture.get_attribute("src")).startswith("blob:")
    assert picture.evaluate("one => one.naturalWidth") == 1
    expect(page.locator(".tv-detail")).to_contain_text("an address in it is never fetched")
    expect(page.locator(".tv-detail pre").filter(has_text="https://evil.example/a.png")).to_be_visible()


def test_a_long_text_tells_its_length_and_is_shown_found_in_and_downloaded_whole(
    serve: Callable[..., str], open_page: Callable[..., Page], secrets: Path
) -> None:
    page = open_page(f"{serve(secrets)}/run?run={keys_of(secrets)['secrets']}&msg=3")
    opened_at(page, 3)
    text = "".join(f"line {number} of the long text\n" for number in range(20_000))
    expect(page.locator(".tv-block")).to_contain_text(f"the first 4,000 of {len(text):,} characters")
    page.get_by_role("button", name="show all of it").click()
    expect(page.locator(".tv-block")).to_contain_text(f"{len(text):,} characters")
    page.get_by_role("searchbox", name="Find in this text").fill("line 19999 of")
    expect(page.locator(".tv-block")).to_contain_text("1 of 1")
    expect(page.locator(".tv-text-line.tv-here")).to_contain_text("line 19999 of")
    with page.expect_download() as saved:
        page.get_by_role("button", name="download it as stored").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8") == text
