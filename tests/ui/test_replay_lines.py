"""The lines under the editor: sent, discarded, warnings, in this order; or the refusal."""

from typing import Any

from bundles import bundled, one_call, refund_bundle
from messages import call, model, result, run_of, user

from viewer.replay.make import Why, make_bundle
from viewer.replay.prefix import Refusal
from viewer.replay.swap import Replacement
from viewer.ui.replay_lines import bundle_rows, refusal_rows
from viewer.ui.run_segments import segments_text

KEY = "0123456789abcdef"


def _told(rows: list[Any]) -> list[tuple[str, str]]:
    return [(name, "".join(map(_words, line))) for name, line in rows]


def _words(one: Any) -> str:
    return one["text"] if isinstance(one, dict) and "page" in one else segments_text([one])


def test_sent_discarded_and_warnings_stand_in_this_order() -> None:
    told = _told(bundle_rows(refund_bundle(), KEY))
    names = [name for name, _ in told]
    assert names.index("sent") < names.index("discarded") < names.index("warning")
    assert dict(told)["sent"] == "[0–4] · no system prompt · no tools · no parameters"
    assert dict(told)["discarded"] == "[5–7] came after that model call and are not in it"


def test_fields_that_are_sent_are_counted_and_named() -> None:
    run = run_of(
        user("go"), model(call("a")), user(result("a")), model("done"),
        system="s", tools=[{"name": "bash", "input_schema": {}}], max_tokens=5, model="m",
    )  # fmt: skip
    told = dict(_told(bundle_rows(bundled(run, Replacement(2, 0, "x")), KEY)))
    assert told["sent"] == "[0–2] · system prompt · 1 tool · parameters max_tokens"
    assert told["model"] == "m"
    assert told["warnings"] == "none: the file stores all of this request"
    chat = dict(_told(bundle_rows(bundled(run, Replacement(2, 0, "x"), "openai_chat"), KEY)))
    assert chat["sent"].startswith("[0–2] · system prompt · 1 tool")


def test_masked_values_and_losses_are_listed() -> None:
    made = bundled(one_call("ok", api_key="hunter2hunter2"), Replacement(2, 0, "x", True), "openai_chat", "mask")
    told = _told(bundle_rows(made, KEY))
    assert any(name == "masked" for name, _ in told)
    assert any(name == "not as stored" and "error flag" in line for name, line in told)
    assert "hunter2" not in str(told)


def test_a_refusal_names_its_places() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("a")), model("done"))
    made = make_bundle(run, Replacement(2, 0, "x"), "anthropic_messages", None, Why("2026"))
    assert isinstance(made, Refusal)
    told = dict(_told(refusal_rows(made, KEY)))
    assert told["refused"].endswith("call b is never answered in the part to be sent ([1].1)")
    assert told["where"] == "[1].1"
