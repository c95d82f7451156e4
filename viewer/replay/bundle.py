"""A bundle: the request of one replay as a JSON file that anyone can check, keep and send.

It holds one tool result as stored and as replaced, the whole request, and what the run did afterwards.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from pydantic import Field, ValidationError

from viewer.decode.json_value import JsonError, parse
from viewer.errors import RunFileError
from viewer.model.hashes import canonical_json, content_hash, hash_of_hashes
from viewer.replay.built import Api
from viewer.replay.bundle_versions import upgraded
from viewer.replay.json_list import compact_json
from viewer.replay.run_hashes import TAG
from viewer.replay.with_block import with_block
from viewer.written import Written, first_problem, published

FORMAT: Literal["trajectory-viewer-bundle"] = "trajectory-viewer-bundle"
VERSION: Literal[3] = 3


class RunReference(Written):
    """Which run, and how to see whether it is still the same."""

    key: str
    run_id: str
    source: str = Field(description="Path below the root that it was found under.")
    format: str
    messages: int
    messages_hash: str = Field(
        description="`l1:` and the sha256 of two lines: the sha256 of the messages before that model call's reply and "
        "of those from it on, each a list of {index, role, blocks} as compact JSON. "
        "Without `l1:`, in bundles of earlier versions, the run_hash."
    )
    sent_hash: str = Field(
        description="`l1:` and the sha256 of the messages sent, as they stand in the run, as such a list. "
        "Without `l1:` over their message hashes."
    )
    message_hash: str = Field(description="Of the message that holds the result, as it stands in the run.")


class Answer(Written):
    """A tool result, as stored or as replaced."""

    content: Any
    is_error: bool | None = Field(description="null: the run records no flag.")
    sent: dict[str, Any] = Field(description="The block or message of the request that says it.")
    hash: str = Field(description="sha256 of the three fields above in canonical JSON.")


class BundleLoss(Written):
    """Something that the request does not hold as the run does."""

    position: str | None = Field(description="null: a request field.")
    text: str


class Supplied(Written):
    """A request field that the run lacks and a file gave."""

    field: Literal["system", "tools"]
    sha256: str = Field(description="Of the file.")


class Masked(Written):
    """A value that looked like a credential and is not in the bundle."""

    path: str = Field(description="JSONPath without `$`, in this document.")
    label: str


class RecordedResult(Written):
    """A result that the run recorded."""

    position: str
    content: Any
    is_error: bool | None


class RecordedCall(Written):
    """What a tool answered to the same arguments, each time, in order."""

    tool: str
    arguments: str = Field(description="Canonical JSON: sorted keys, no white space, ASCII.")
    results: list[RecordedResult]


class Bundle(Written):
    """The whole file."""

    format: Literal["trajectory-viewer-bundle"] = FORMAT
    version: Literal[3] = VERSION
    run: RunReference
    position: str = Field(description="Of the replaced tool_result, such as [4].0.")
    tool_use_id: str | None
    sent: list[tuple[int, int]] = Field(description="Inclusive ranges of the run's messages that the request holds.")
    discarded: tuple[int, int] | None = Field(description="Messages that came after that model call; null: none.")
    original: Answer
    replacement: Answer
    api: Api
    request: dict[str, Any] = Field(description="The body, in the provider's own shape.")
    block_path: str = Field(description="JSONPath without `$` of the replaced block in the request.")
    unchanged_hash: str = Field(
        description="sha256 of the request as compact JSON (no white space, keys as they stand, UTF-8) "
        "with null for that block."
    )
    equality: Literal["word_by_word", "rebuilt", "masked"] = Field(
        description="What else than the block equals the run: every message as the file has it; "
        "rebuilt from what was understood of it, with the losses; or not claimed, since values are masked."
    )
    losses: list[BundleLoss]
    warnings: list[str]
    supplied: list[Supplied]
    credentials: Literal["none", "masked", "included"]
    masked: list[Masked]
    continuation: list[dict[str, Any]] = Field(
        description="The run's messages from that model call's reply on: index, role, blocks."
    )
    recorded_results: list[RecordedCall] = Field(description="Of the calls in the continuation.")
    recorded_hash: str = Field(
        description="`l1:` and the sha256 of two lines: the sha256 of the continuation and of recorded_results, each "
        "as compact JSON. Without `l1:` lines of index and message hash stand in place of the first."
    )
    author: str | None
    reason: str | None
    created_at: str = Field(description="ISO 8601.")


def bundle_schema() -> dict[str, Any]:
    """The JSON Schema of the file, as it is published."""
    return published(Bundle.model_json_schema())


def bundle_json(bundle: Bundle) -> bytes:
    """The file: UTF-8, a field on each line, integers of any size exact."""
    return b"".join(written({name: [msgspec.json.encode(value, enc_hook=dict)] for name, value in bundle}))


def written(fields: Mapping[str, Iterable[bytes | memoryview]]) -> Iterator[bytes | memoryview]:
    """The pieces of the file, out of those of each field."""
    before = b"{\n"
    for name, pieces in fields.items():
        yield b'%b"%b": ' % (before, name.encode())
        yield from pieces
        before = b",\n"
    yield b"\n}\n"


def read_bundle(path: str | Path) -> Bundle:
    """The bundle in a file.

    Raises:
        RunFileError: it cannot be read, or is no bundle that this program knows.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a bundle") from error
    return parse_bundle(content, str(path))


def parse_bundle(content: bytes, name: str) -> Bundle:
    """The same for bytes at hand; `name` is what sentences call them.

    Raises:
        RunFileError: they are no bundle that this program knows.
    """
    try:
        value, notes = parse(content)
    except JsonError as error:
        raise RunFileError(name, f"is no JSON: {error.reason}") from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RunFileError(name, f"is no bundle: its `format` is not {FORMAT!r}")
    if notes:
        raise RunFileError(name, f"is no bundle as this program writes it: {notes[0]}")
    try:
        return Bundle.model_validate(upgraded(value, VERSION))
    except ValidationError as error:
        raise RunFileError(name, f"{first_problem(error)}: make the bundle again") from error
    except ValueError as error:
        raise RunFileError(name, str(error)) from error


def value_hash(value: Any) -> str:
    """The sha256 of a value in canonical JSON."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def answer_of(content: Any, is_error: bool | None, sent: dict[str, Any]) -> Answer:
    """A tool result with its hash."""
    return Answer(content=content, is_error=is_error, sent=sent, hash=answer_hash(content, is_error, sent))


def answer_hash(content: Any, is_error: bool | None, sent: dict[str, Any]) -> str:
    """What `Answer.hash` has to be."""
    return value_hash({"content": content, "is_error": is_error, "sent": sent})


def unchanged_hash(request: dict[str, Any], block_path: str) -> str:
    """What `Bundle.unchanged_hash` has to be."""
    return _compact_hash(with_block(request, block_path, None))


def recorded_hash(continuation: list[dict[str, Any]], recorded_results: list[dict[str, Any]]) -> str:
    """What `Bundle.recorded_hash` has to be."""
    return hash_of_lists(_compact_hash(continuation), _compact_hash(recorded_results))


def hash_of_lists(continuation: str, recorded_results: str) -> str:
    """The same out of the sha256 of both lists as compact JSON."""
    return TAG + hash_of_hashes([continuation, recorded_results])


def earlier_recorded_hash(continuation: list[dict[str, Any]], recorded_results: list[dict[str, Any]]) -> str:
    """What it has to be in a bundle of an earlier version."""
    hashes = [f"{one.get('index')} {content_hash(one.get('role'), one.get('blocks'))}" for one in continuation]
    return hash_of_hashes([*hashes, _compact_hash(recorded_results)])


def _compact_hash(value: Any) -> str:
    return hashlib.sha256(compact_json(value)).hexdigest()


def original_request(bundle: Bundle) -> dict[str, Any]:
    """The request as it was, which is the control of the replay."""
    return with_block(bundle.request, bundle.block_path, bundle.original.sent)
