"""Self-contained HTML: no script, nothing fetched, every text escaped."""

from html.parser import HTMLParser

import msgspec
from conftest import sample

from viewer.export.html import html_document
from viewer.model.block import Image, Text, ToolUse

HOSTILE = (
    "<script>top.location='http://x.invalid'</script><img src=x onerror=alert(1)>"
    "<meta http-equiv=refresh content='0;url=//x.invalid'>"
)
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def _tags(*blocks: Text | ToolUse | Image) -> tuple[str, list[tuple[str, dict[str, str | None]]]]:
    run = sample("refund/refund.json")
    first = msgspec.structs.replace(run.messages[0], blocks=blocks)
    hostile = msgspec.structs.replace(run, messages=(first, *run.messages[1:]), run_id=HOSTILE, label=HOSTILE)
    text = html_document(hostile, str).text.decode()
    parser = _Tags()
    parser.feed(text)
    return text, parser.found


def test_hostile_text_tool_names_and_run_ids_stay_text() -> None:
    text, tags = _tags(Text(HOSTILE), ToolUse("a", HOSTILE, {HOSTILE: 1}))
    assert "&lt;script&gt;top.location" in text
    assert {tag for tag, _ in tags} <= {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "a", "code", "dl", "dt", "dd", "p", "span", "pre",
    }  # fmt: skip
    assert [attrs for tag, attrs in tags if tag == "meta" and attrs.get("http-equiv") == "refresh"] == []
    assert all((attrs.get("href") or "#").startswith("#") for _, attrs in tags)


def test_the_policy_forbids_everything_but_its_own_style_and_stored_pictures() -> None:
    _, tags = _tags(Text("x"))
    (policy,) = [attrs["content"] for tag, attrs in tags if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_only_pictures_stored_in_the_file_are_drawn() -> None:
    stored = Image("image/png", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}})
    linked = Image("image/png", {"type": "image", "source": {"type": "url", "url": "https://x.invalid/a.png"}})
    _, tags = _tags(stored, linked)
    assert [attrs["src"] for tag, attrs in tags if tag == "img"] == [f"data:image/png;base64,{PNG}"]
