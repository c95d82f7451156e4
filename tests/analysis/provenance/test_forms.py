"""In which spellings a value is looked for."""

from viewer.analysis.provenance.forms import forms
from viewer.analysis.provenance.values import Value
from viewer.model.position import Position


def _forms(text: str, key: str | None = None) -> dict[str, str]:
    return {form.text: form.status for form in forms(Value(text, text, Position(1), key))}


def test_a_number_is_also_looked_for_with_thousands_separators() -> None:
    assert _forms("8900") == {"8900": "exact", "8,900": "formatted"}


def test_money_is_also_looked_for_in_hundredths() -> None:
    assert _forms("£89.00")["8900"] == "scaled"
    assert _forms("£89.00")["89.00"] == "formatted"


def test_an_amount_in_cents_is_also_looked_for_in_units() -> None:
    assert _forms("8900", "amount_cents")["89.00"] == "scaled"


def test_a_plain_number_is_not_scaled() -> None:
    assert "scaled" not in _forms("8900", "page").values()


def test_text_has_one_form() -> None:
    assert _forms("cus_8123") == {"cus_8123": "exact"}
