"""The forms in which a value may stand elsewhere: as it is, formatted, or in another unit."""

import re
from decimal import Decimal, InvalidOperation
from typing import Literal

import msgspec

from viewer.analysis.provenance.values import SHORTEST, Value

MatchStatus = Literal["exact", "formatted", "scaled"]
UseStatus = Literal["exact", "formatted", "scaled", "not_in_visible_messages", "not_searched"]
_NUMBER = re.compile(r"[$£€¥]?\s?(-?\d[\d, ]*(?:\.\d+)?)")
_MONEY_KEYS = ("cent", "amount", "price", "total", "cost", "refund", "fee", "balance", "paid", "sum")


class Form(msgspec.Struct, frozen=True):
    """One spelling to look for."""

    text: str
    status: MatchStatus
    rule: str


def forms(value: Value) -> tuple[Form, ...]:
    """The spellings of a value, most literal first; the first that matches a place names it."""
    exact = Form(value.text, "exact", "the same text")
    number = _number(value.text)
    if number is None:
        return (exact,)
    made = {value.text: exact}
    for text in _spellings(number):
        made.setdefault(text, Form(text, "formatted", "the same number in another format"))
    if _is_money(value):
        for scaled, rule in (
            (number * 100, "units and hundredths: × 100"),
            (number / 100, "units and hundredths: ÷ 100"),
        ):
            if scaled == scaled.to_integral_value() or rule.endswith("÷ 100"):
                for text in _spellings(scaled, money=True):
                    made.setdefault(text, Form(text, "scaled", rule))
    return tuple(made.values())


def _number(text: str) -> Decimal | None:
    if text[:1].isalpha() or len(text) > 40:  # most values are words
        return None
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    try:
        return Decimal(match[1].replace(",", "").replace(" ", ""))
    except InvalidOperation:
        return None


def _spellings(number: Decimal, *, money: bool = False) -> list[str]:
    made: list[str] = []
    if number == number.to_integral_value():
        made.append(str(int(number)))
    if money or number.as_tuple().exponent != 0:
        made.append(f"{number:.2f}" if money else f"{number:f}")
    separated = [f"{Decimal(text):,}" for text in made if abs(number) >= 1000]
    return [text for text in (*made, *separated) if sum(letter.isdigit() for letter in text) >= SHORTEST]


def _is_money(value: Value) -> bool:
    """A currency sign, two decimals, or an argument that is named like money."""
    if value.text[:1] in "$£€¥" or re.fullmatch(r"-?[\d,]+\.\d\d", value.text):
        return True
    key = (value.key or "").lower()
    return any(word in key for word in _MONEY_KEYS)
