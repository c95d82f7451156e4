"""The bundle file: its schema, its versions, its hashes."""

import json
from typing import Any

import pytest
from bundles import bundled, one_call, refund_bundle, reopened
from conftest import ROOT
from jsonschema import Draft202012Validator

from viewer.errors import RunFileError
from viewer.replay.bundle import (
    Bundle,
    bundle_json,
    bundle_schema,
    original_request,
    parse_bundle,
    read_bundle,
)
from viewer.replay.make import Why, make_bundle
from viewer.replay.swap import Replacement


def _document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bundle_json(refund_bundle()))
    return found


def test_the_published_schema_is_that_of_the_program_and_holds_for_a_bundle() -> None:
    published = json.loads((ROOT / "viewer/schemas/bundle.json").read_text(encoding="utf-8"))
    assert published == bundle_schema()
    Draft202012Validator.check_schema(published)
    checker = Draft202012Validator(published)
    checker.validate(_document())
    assert not checker.is_valid({**_document(), "api": "another"})
    assert not checker.is_valid({**_document(), "more": 1})


def test_a_bundle_that_was_written_is_read_as_it_was() -> None:
    made = refund_bundle()
    assert reopened(made) == made


def test_integers_of_any_size_and_every_character_survive() -> None:
    text = "half \ud800 nul \0 del \x7f line \u2028 end"
    made = bundled(one_call(text, n=2**70), Replacement(2, 0, "x"))
    assert reopened(made) == made
    assert reopened(made).request["messages"][1]["content"][0]["input"] == {"n": 2**70}
    assert "\ufffd" in made.original.content
    assert any("beside the request" in one.text for one in made.losses)


def test_the_unswapped_request_can_be_had_of_it() -> None:
    made = refund_bundle()
    control = original_request(made)
    assert control["messages"][:4] == made.request["messages"][:4]
    assert control["messages"][4] == {"role": "user", "content": [made.original.sent]}
    assert made.request["messages"][4] == {"role": "user", "content": [made.replacement.sent]}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "is no JSON"),
        (b"[]", "is no bundle"),
        (b'{"format": "trajectory-viewer-bundle"}', "has version None"),
        (b'{"format": "trajectory-viewer-bundle", "version": 4}', "use a newer program"),
        (b'{"format": "trajectory-viewer-bundle", "version": 3}', "`run`: field required"),
        (b'{"format": "trajectory-viewer-bundle", "version": 1}', "no whole bundle of version 1"),
        (b'{"format": "trajectory-viewer-bundle", "version": 2}', "no whole bundle of version 2"),
        (b'{"format": "trajectory-viewer-bundle", "version": NaN}', "NaN"),
    ],
)
def test_what_is_no_bundle_gets_a_sentence(content: bytes, reason: str) -> None:
    with pytest.raises(RunFileError, match=reason):
        parse_bundle(content, "b.json")


def test_a_missing_file_gets_a_sentence() -> None:
    with pytest.raises(RunFileError, match="cannot be read"):
        read_bundle("/no/such/bundle.json")


def test_half_a_character_in_what_people_write_is_replaced() -> None:
    made = make_bundle(
        one_call("ok"), Replacement(2, 0, "x"), "anthropic_messages", None, Why("2026", "A\ud800", "\udc00")
    )
    assert isinstance(made, Bundle)
    assert (made.author, made.reason) == ("A\ufffd", "\ufffd")
    assert reopened(made) == made
