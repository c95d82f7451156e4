"""What is wrong with a document that people write is told in words, with its place."""

from typing import Literal

import pytest
from pydantic import Field, ValidationError

from viewer.written import Written, document_of, first_problem, published


class Crate(Written):
    format: Literal["crate"]
    version: Literal[2]
    apples: list[int] = Field(default_factory=list)


def test_the_place_is_named_from_the_top() -> None:
    with pytest.raises(ValidationError) as found:
        Crate.model_validate({"format": "crate", "version": 2, "apples": [1, "Two"]})
    assert first_problem(found.value).startswith("`apples.1`: input should be a valid integer")


def test_a_document_is_what_its_format_and_version_say() -> None:
    made = document_of({"format": "crate", "version": 2, "apples": [1]}, Crate, "crate", format="crate", version=2)
    assert made.apples == [1]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "is no crate: its `format` is not 'crate'"),
        ({"format": "box"}, "is no crate: its `format` is not 'crate'"),
        ({"format": "crate", "version": 3}, "has version 3, this program knows 2: use a newer program"),
        ({"format": "crate", "version": 2, "pears": 1}, "`pears`: extra inputs are not permitted"),
    ],
)
def test_anything_else_is_told(value: object, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        document_of(value, Crate, "crate", format="crate", version=2)


def test_a_published_schema_names_its_draft() -> None:
    assert published({"type": "object"})["$schema"].startswith("https://json-schema.org/")
