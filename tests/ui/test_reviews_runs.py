import msgspec
from stored_reviews import CARRIED, RUN, document

from viewer.ui.reviews_runs import alias_for, completions, report_of, with_run


def test_an_alias_is_the_label_or_the_file_and_never_taken_twice() -> None:
    assert alias_for(RUN, []) == "refund"
    assert alias_for(RUN, ["refund", "refund-2"]) == "refund-3"
    odd = msgspec.structs.replace(RUN, label="[x](http://e) ü")
    assert alias_for(odd, []) == "x-http-e"
    assert alias_for(msgspec.structs.replace(RUN, label="…"), []) == "run"


def test_a_run_is_added_once() -> None:
    made = document()
    again, alias = with_run(made, RUN)
    assert alias == "refund" and again is made


def test_the_report_is_worked_out_once_for_the_runs_as_they_are() -> None:
    made = document(CARRIED)
    first = report_of(made, 1, {"refund": RUN})
    assert first.sentence == "1 claim, 1 carried, 0 stories"
    assert report_of(made, 1, {"refund": RUN}) is first
    assert report_of(made, 1, {"refund": "gone"}).count("not_borne_out") == 1


def test_positions_are_completed_from_the_aliases_and_the_first_words() -> None:
    (offered,) = completions(document(), {"refund": RUN})
    assert (offered["alias"], offered["messages"]) == ("refund", 8)
    previews = offered["previews"]
    assert isinstance(previews, list) and "I never got order 4471" in previews[0]
    (unread,) = completions(document(), {"refund": "gone"})
    assert unread["messages"] == 8
