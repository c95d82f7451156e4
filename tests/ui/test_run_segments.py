from viewer.ui.run_segments import link, prose, shown, span, spans


def test_text_of_a_run_is_masked_and_visible() -> None:
    assert shown("a\u202eb sk-ant-api03-abcdefghijklmnop") == "a\\u202eb ⟦masked: sk-a… 29 characters⟧"


def test_few_messages_are_named_one_by_one_and_many_as_a_range() -> None:
    assert span(0, 2) == [link(0), " ", link(1), " ", link(2)]
    assert span(0, 6) == [{"at": 0, "text": "[0–6]"}]
    assert spans(((0, 0), (5, 20))) == [link(0), " ", {"at": 5, "text": "[5–20]"}]


def test_names_between_backticks_are_code() -> None:
    assert prose("`outcome` of the file") == [{"code": "outcome"}, {"quiet": " of the file"}]
