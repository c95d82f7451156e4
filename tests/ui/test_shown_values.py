"""A credential stays masked where a value is shown outside its block."""

from messages import call, model, run_of, user

from viewer.masking import masked
from viewer.model.position import Position
from viewer.ui.shown_values import MASKED, ShownValues

RUN = run_of(
    user("go"),
    model(
        "The password: hunter22x is set, the order is order_4471.", call("a", api_key="abc123def456", order="o-4471")
    ),
)


def test_an_argument_is_masked_by_the_name_it_has() -> None:
    shown = ShownValues(RUN).of(Position(1, 1, "api_key"), "abc123def456", 60)
    assert "abc123" not in shown
    assert "masked" in shown


def test_a_value_of_a_text_is_masked_as_the_text_is() -> None:
    values = ShownValues(RUN)
    assert values.of(Position(1, 0), "hunter22x", 60) == MASKED
    assert values.of(Position(1, 0), "order_4471", 60) == "order_4471"


def test_other_values_are_shown_on_one_line_and_cut() -> None:
    values = ShownValues(RUN)
    assert values.of(Position(1, 1, "order"), "o-4471", 60) == "o-4471"
    assert values.of(Position(1, 1, "order"), "a\nb" * 50, 5) == "a⏎ba⏎…"


def test_what_the_reader_revealed_is_shown() -> None:
    (value,) = masked('api_key="abc123def456"').values
    assert ShownValues(RUN, frozenset({value.id})).of(Position(1, 1, "api_key"), "abc123def456", 60) == "abc123def456"
