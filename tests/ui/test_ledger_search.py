import base64

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.ui.ledger_search import hits_payload, messages_with, searchable


def hits(run: object, words: str) -> list[int]:
    bits = messages_with(searchable(run), words)  # type: ignore[arg-type]  # a Run
    return [index for index in range(len(bits) * 8) if bits[index >> 3] & (1 << (index & 7))]


def test_words_are_found_in_text_names_arguments_results_and_ids_in_any_case() -> None:
    run = sample("refund/refund.json")
    assert hits(run, "4471") == [0, 1, 2, 5]
    assert hits(run, "LOST_SHIPMENT") == [3]
    assert hits(run, "toolu_01gh") == [5, 6]
    assert hits(run, "total_cents") == [2]
    assert hits(run, "nothing like this") == []


def test_text_that_json_would_escape_is_found_as_it_is_and_as_it_is_stored() -> None:
    run = run_of(user("go"), model(call("a", "write", text='say "hi"\nbye')), user(result("a", "done")))
    assert hits(run, 'say "hi"\nbye') == [1]
    assert hits(run, r"\"hi\"") == [1]


def test_half_a_character_does_not_stop_the_search() -> None:
    assert hits(run_of(user("a \ud800 needle"), model("ok")), "needle") == [0]


def test_the_bytes_of_a_picture_are_not_searched() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "needle" * 1000}}
    assert hits(run_of(user(picture), model("ok")), "needle") == []


def test_hits_travel_as_a_bit_a_message() -> None:
    texts = tuple("x" if number % 2 else "y" for number in range(20_000))
    payload = hits_payload("k", "x", messages_with(texts, "x"))
    assert payload["count"] == 10_000
    assert len(base64.b64decode(payload["bits"])) == 2_500
    assert hits_payload("k", "", b"")["bits"] == ""
