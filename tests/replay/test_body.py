from conftest import sample
from messages import call, model, result, run_of, user

from viewer.model.run import Run
from viewer.replay.swap import Replacement, SwappedRequest, swap


def _model(run: Run) -> object:
    made = swap(run, Replacement(2, 0, "x"), "anthropic_messages")
    assert isinstance(made, SwappedRequest)
    return made.body.get("model")


def test_the_model_is_the_one_that_answered_this_call_else_the_last_before_else_the_runs() -> None:
    go, look, answer = user("go"), call("a"), user(result("a"))
    assert _model(run_of(go, model(look, model="one"), answer, model("d", model="two"))) == "two"
    assert _model(run_of(go, model(look, model="one"), answer)) == "one"
    assert _model(run_of(go, model(look), answer, model="three")) == "three"
    assert _model(run_of(go, model(look), answer)) is None


def test_fields_come_before_messages_and_only_those_that_are_stored() -> None:
    made = swap(sample("order_status/order_status.json"), Replacement(2, 0, "x"), "anthropic_messages")
    assert isinstance(made, SwappedRequest)
    assert list(made.body) == ["model", "max_tokens", "system", "tools", "messages"]
