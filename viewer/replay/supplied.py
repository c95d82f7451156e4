"""A system prompt or tool schemas from a file, for a run that lacks them."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from viewer.decode.json_value import JsonError, parse
from viewer.errors import RunFileError
from viewer.model.request import Field, recorded
from viewer.model.run import Run
from viewer.replay.built import Api, Losses
from viewer.replay.bundle import Supplied
from viewer.replay.prefix import Refusal
from viewer.replay.tool_schemas import tools_for

TITLES = {"system": "system prompt", "tools": "tool schemas"}


@dataclass(frozen=True)
class SuppliedField:
    """A request field that a person gives, and the hash of the file that held it."""

    field: Literal["system", "tools"]
    value: Any
    sha256: str

    def reference(self) -> Supplied:
        """What a bundle says of it."""
        return Supplied(field=self.field, sha256=self.sha256)


def read_system(path: str | Path) -> SuppliedField:
    """A system prompt: the whole text of a file.

    Raises:
        RunFileError: it cannot be read, or is no UTF-8 text.
    """
    return system_of(_content(path), str(path))


def system_of(content: bytes, name: str) -> SuppliedField:
    """The same for bytes at hand; `name` is what sentences call them.

    Raises:
        RunFileError: they are no UTF-8 text.
    """
    try:
        return SuppliedField("system", content.decode(), hashlib.sha256(content).hexdigest())
    except UnicodeDecodeError as error:
        raise RunFileError(name, "is no UTF-8 text: a system prompt is one") from error


def read_tools(path: str | Path) -> SuppliedField:
    """Tool schemas: a JSON list, in the form of either API.

    Raises:
        RunFileError: it cannot be read, or is no JSON list.
    """
    return tools_of(_content(path), str(path))


def tools_of(content: bytes, name: str) -> SuppliedField:
    """The same for bytes at hand.

    Raises:
        RunFileError: they are no JSON list.
    """
    try:
        value, _ = parse(content)
    except JsonError as error:
        raise RunFileError(name, f"is no JSON: {error.reason}") from error
    if not isinstance(value, list):
        raise RunFileError(name, "is no JSON list: tool schemas are one")
    return SuppliedField("tools", value, hashlib.sha256(content).hexdigest())


def with_supplied(run: Run, supplied: tuple[SuppliedField, ...], api: Api) -> Run | Refusal:
    """The run with these fields, which hold for every request; refused where the run has its own."""
    for one in supplied:
        if any(getattr(fields, one.field).status == "recorded" for fields in run.request_fields):
            return Refusal(f"the run holds its own {TITLES[one.field]}, which a file may not replace", ())
    values: dict[str, Field] = {one.field: recorded(_in_words_of(api, one)) for one in supplied}
    if not values:
        return run
    fields = tuple(msgspec.structs.replace(one, **values) for one in run.request_fields)
    return msgspec.structs.replace(run, request_fields=fields)


def _in_words_of(api: Api, one: SuppliedField) -> Any:
    """Schemas in the API's form where each has one; a provider's own tools have none and stay as given."""
    if one.field == "system":
        return one.value
    losses = Losses()
    made = tools_for(api, one.value, False, losses)
    return one.value if losses.found else made


def _content(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a file") from error
