"""Documents that people write or exchange: their base class, their JSON Schema, and in words what is wrong with one."""

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

Document = TypeVar("Document", bound=BaseModel)


class Written(BaseModel):
    """A part of such a document: a key that it does not know is an error, and nothing in it changes once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def published(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema as it is published: it names the draft that it follows."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def first_problem(error: ValidationError) -> str:
    """The first thing that is wrong with a document, with its place."""
    first = error.errors()[0]
    place = ".".join(str(key) for key in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    said = said[:1].lower() + said[1:]
    return f"`{place}`: {said}" if place else said


def document_of(value: Any, kind: type[Document], what: str, *, format: str, version: int) -> Document:
    """A JSON value as the `kind` of document that has this `format` and `version`; `what` it is in words.

    Raises:
        ValueError: it is none; the sentence goes on from the name of its file, and names the place.
    """
    if not isinstance(value, dict) or value.get("format") != format:
        raise ValueError(f"is no {what}: its `format` is not {format!r}")
    if value.get("version") != version:
        raise ValueError(f"has version {value.get('version')!r}, this program knows {version}: use a newer program")
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise ValueError(first_problem(error)) from error
