"""The choice of a format: by content alone, the strongest claim, never a guess between two."""

import json

import pytest

from viewer.decode.decoder import decode
from viewer.decode.document import Decoded, JsonDocument, JsonRecords
from viewer.errors import AmbiguousFormatError, RunFileError
from viewer.formats import registry
from viewer.formats.base import Format, Match
from viewer.formats.registry import FORMATS, by_name, choose, matches


def content(value: object) -> Decoded:
    return decode(json.dumps(value).encode(), "x.json")


def claiming(name: str, strength: int, takes: type[Decoded] = JsonDocument) -> Format:
    return Format(
        name,
        name.title(),
        takes=(takes,),
        detect=lambda decoded: Match(strength, "a sign"),  # type: ignore[arg-type]  # one of the allowed strengths
        read=lambda decoded: iter(()),
        ending="e",
        usage="u",
    )


def test_a_format_is_found_by_its_name_and_an_unknown_one_lists_those_there_are() -> None:
    assert by_name("anthropic_messages").title == "Anthropic Messages"
    with pytest.raises(RunFileError, match="'nonsense': is not known; there are ") as caught:
        by_name("nonsense")
    assert all(format.name in str(caught.value) for format in FORMATS)


def test_the_strongest_claim_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FORMATS", (claiming("weak", 1), claiming("strong", 3), claiming("middle", 2)))
    assert [format.name for format, _, _ in matches(content({}))] == ["strong", "middle", "weak"]
    assert choose(content({}))[0].name == "strong"


def test_two_claims_of_one_strength_are_left_to_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FORMATS", (claiming("one", 2), claiming("two", 2), claiming("three", 1)))
    with pytest.raises(AmbiguousFormatError) as caught:
        choose(content({}))
    assert str(caught.value) == "x.json: looks equally like one and two: choose one with --format one"
    assert choose(content({}), "two")[0].name == "two"


def test_a_document_is_offered_as_a_file_of_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FORMATS", (claiming("lines", 2, JsonRecords),))
    chosen, view = choose(content({"a": 1}))
    assert chosen.name == "lines"
    assert isinstance(view, JsonRecords)


def test_a_format_that_does_not_take_such_content_cannot_be_forced_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FORMATS", (claiming("lines", 2, JsonRecords),))
    with pytest.raises(RunFileError, match="cannot be read as Lines: it holds another kind of content"):
        choose(decode(b"only words", "x.txt"), "lines")


def test_where_no_format_claims_it_what_was_noted_on_reading_is_said() -> None:
    with pytest.raises(RunFileError, match=r"is in no format that is known; .* \(the JSON stops at byte 9: "):
        choose(decode(b'{"x": [1,', "x.json"))
