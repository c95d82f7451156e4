from viewer.analysis.requests import FieldChange
from viewer.model.request import NOT_STORED, recorded
from viewer.ui.field_lines import change_segments_of, field_segments, tool_name
from viewer.ui.run_segments import segments_text


def test_a_tool_is_named_in_either_vendor_s_form_and_never_guessed() -> None:
    assert tool_name({"name": "a", "input_schema": {}}) == "a"
    assert tool_name({"type": "function", "function": {"name": "b"}}) == "b"
    assert tool_name({"name": 5}) is None
    assert tool_name("c") is None


def test_many_tools_are_counted_beyond_the_first() -> None:
    text = segments_text(field_segments("tools", recorded([{"name": f"t{number}"} for number in range(20)])))
    assert text.startswith("20 tools recorded t0 ")
    assert text.endswith("and 8 more")


def test_a_credential_in_a_field_s_names_is_masked() -> None:
    line = field_segments("parameters", recorded({"sk-ant-api03-abcdefghijklmnopqrstuvwx": 1}))
    assert "abcdefgh" not in str(line)


def test_a_field_that_appears_is_told_from_not_stored() -> None:
    change = FieldChange("system", NOT_STORED, recorded("You help."))
    assert segments_text(change_segments_of(change)) == "system prompt: not stored → 9 characters"
