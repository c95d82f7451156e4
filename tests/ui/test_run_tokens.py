from conftest import sample
from messages import model, run_of, user

from viewer.analysis.tokens import token_growth
from viewer.ui.run_segments import segments_text
from viewer.ui.run_tokens import MARKS, bars, changes_frame, tokens_figure, total_segments


def test_a_request_without_a_size_is_a_gap_and_never_a_number() -> None:
    growth = token_growth(sample("refund/refund.json"))
    drawn = bars(growth.sizes)
    assert [bar.tokens for bar in drawn] == [1420, None, 2690, 2930]
    figure = tokens_figure(drawn)
    assert list(figure.data[0].y) == [1420, 2690, 2930]
    assert list(figure.data[1].x) == [2]
    assert list(figure.data[0].customdata) == [1, 5, 7]


def test_the_table_puts_each_increase_on_its_messages() -> None:
    frame = changes_frame(token_growth(sample("refund/refund.json")))
    assert list(frame["change"]) == ["", "", "+1,270 ← [1–4] together", "+240 ← [5–6]"]
    assert list(frame["status"]) == ["recorded", "not recorded", "recorded", "recorded"]


def test_many_requests_share_bars_that_show_the_largest() -> None:
    messages = []
    for number in range(1_300):
        messages += [user("x"), model("y", usage={"input_tokens": number})]
    drawn = bars(token_growth(run_of(*messages)).sizes)
    assert len(drawn) <= MARKS
    assert (drawn[0].first_k, drawn[0].last_k, drawn[0].tokens, drawn[0].message_index) == (1, 3, 2, 5)
    assert drawn[-1].last_k == 1_300


def test_a_partial_total_says_how_much_it_lacks() -> None:
    told = segments_text(total_segments(token_growth(sample("refund/refund.json"))))
    assert told.startswith("at least 7,040 in all requests together (1 request not recorded)")
    assert segments_text(total_segments(token_growth(run_of(user("x"), model("y"))))) == "— not recorded"
