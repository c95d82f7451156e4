from hypothesis import given
from hypothesis import strategies as st

from viewer.model.block import Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.ui.ledger_preview import NAME, block_preview, brief, one_line


def test_each_kind_of_block_has_its_letter() -> None:
    assert block_preview(Text("a\n b"), 20) == "ta b"
    assert block_preview(ToolUse("x", "bash", {"cmd": "ls"}), 40) == f'cbash{NAME}{{cmd: "ls"}}'
    assert block_preview(ToolUse("x", "search", {}, "provider"), 40) == f"ssearch{NAME}{{}}"
    assert block_preview(ToolResult("x", "ok"), 20, "bash") == f"rbash{NAME}ok"
    assert block_preview(ToolResult("x", "no", True), 20, "bash") == f"ebash{NAME}no"
    assert block_preview(ToolResult("x", None), 20) == f"r{NAME}no content"
    assert block_preview(Thinking(None), 20) == "h"
    assert block_preview(Unknown("hologram", {}), 20) == "uhologram"


def test_a_result_of_parts_shows_the_first_text_and_counts_the_rest() -> None:
    parts = [{"type": "text", "text": "first"}, {"type": "text", "text": "second"}]
    assert block_preview(ToolResult("x", parts), 20) == f"r{NAME}first +1"


def test_numbers_of_arguments_keep_every_digit() -> None:
    assert brief({"id": 107505301260286111, "n": 1.5, "ok": True, "none": None}, 80) == (
        "{id: 107505301260286111, n: 1.5, ok: true, none: null}"
    )


def test_what_is_cut_ends_with_a_mark() -> None:
    assert one_line("word " * 100, 12) == "word word wo…"
    assert brief(["x" * 50] * 50, 30).endswith("…")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values, st.integers(min_value=1, max_value=60))
def test_a_preview_is_one_line_of_limited_length_whatever_the_value(value: object, limit: int) -> None:
    text = brief(value, limit)
    assert len(text) <= limit + 1
    assert "\n" not in text and "\x1f" not in text and "\x1d" not in text
