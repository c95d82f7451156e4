from viewer.replay.built import Losses
from viewer.replay.tool_schemas import parameters_for, tools_for


def test_parameters_in_the_apis_own_words_stay_as_they_are() -> None:
    stored = {"max_tokens": 5, "thinking": {"type": "enabled", "budget_tokens": 1024}}
    assert parameters_for("anthropic_messages", stored, True, Losses()) == stored


def test_each_tool_choice_has_its_counterpart() -> None:
    pairs = [
        ({"type": "auto"}, "auto"),
        ({"type": "any"}, "required"),
        ({"type": "none"}, "none"),
        ({"type": "tool", "name": "t"}, {"type": "function", "function": {"name": "t"}}),
    ]
    for anthropic, openai in pairs:
        losses = Losses()
        made = parameters_for("openai_chat", {"tool_choice": anthropic}, False, losses)
        assert made == {"tool_choice": openai}
        assert parameters_for("anthropic_messages", made, False, losses) == {"tool_choice": anthropic}
        assert losses.found == []


def test_what_has_no_word_in_the_other_api_is_named() -> None:
    losses = Losses()
    assert parameters_for("openai_chat", {"thinking": {}, "tool_choice": {"type": "odd"}}, False, losses) == {}
    assert len(losses.found) == 2


def test_a_tool_of_the_provider_is_named_as_left_out() -> None:
    losses = Losses()
    stored = [{"type": "web_search_20250305", "name": "web_search"}, {"name": "t", "parameters": {"type": "object"}}]
    assert tools_for("anthropic_messages", stored, False, losses) == [{"name": "t", "input_schema": {"type": "object"}}]
    assert [loss.text for loss in losses.found] == ["tool 1 of 2 is left out: this API has no form for it"]
    assert tools_for("anthropic_messages", stored[:1], True, Losses()) == stored[:1]


def test_the_older_list_of_functions_gets_the_form_that_tools_need() -> None:
    made = tools_for("openai_chat", [{"name": "t", "parameters": {"type": "object"}}], True, Losses())
    assert made == [{"type": "function", "function": {"name": "t", "parameters": {"type": "object"}}}]


def test_no_stored_tools_make_no_empty_list() -> None:
    assert tools_for("openai_chat", None, False, Losses()) is None
