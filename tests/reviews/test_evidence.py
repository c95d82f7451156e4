"""An evidence pack holds what a review cites, and refuses what it may not hold."""

import io
import json
import zipfile

import msgspec
import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from written_reviews import RUN, RUNS, SECRET, written

from viewer.model.block import Text
from viewer.model.hashes import run_hash
from viewer.reviews.document import Claim, ReviewDocument
from viewer.reviews.evidence import evidence_pack, manifest_schema
from viewer.reviews.lint.document_lint import with_citations
from viewer.reviews.refused import RefusedError


def members(pack: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_pack_holds_the_review_and_the_cited_messages_only() -> None:
    held = members(evidence_pack(written(), RUNS, "ann"))
    assert set(held) == {"manifest.json", "review.json", "review.md", "review.html", "runs/refund.json"}
    assert [one["index"] for one in json.loads(held["runs/refund.json"])["messages"]] == [3, 4, 6]
    manifest = json.loads(held["manifest.json"])
    assert len(manifest["runs"][0]["message_hashes"]) == 8
    published = json.loads((ROOT / "viewer" / "schemas" / "evidence.json").read_text(encoding="utf-8"))
    assert published == manifest_schema()
    Draft202012Validator(published).validate(manifest)


def test_the_source_files_come_along_on_request() -> None:
    held = members(evidence_pack(written(), RUNS, "ann", with_files=True))
    with open(RUN.source.uri, "rb") as file:
        assert held["sources/refund/refund.json"] == file.read()


def test_a_run_that_is_gone_or_another_makes_no_pack() -> None:
    with pytest.raises(RefusedError, match="refund: was deleted"):
        evidence_pack(written(), {"refund": "was deleted"}, "ann")
    runs = [written().runs[0].model_copy(update={"run_hash": run_hash(RUN)})]
    changed = msgspec.structs.replace(RUN, messages=RUN.messages[:7])
    with pytest.raises(RefusedError, match="not those that the review was written about"):
        evidence_pack(written(runs=runs), {"refund": changed}, "ann")


def test_a_credential_in_what_is_cited_is_refused_until_it_is_included_on_purpose() -> None:
    first = msgspec.structs.replace(RUN.messages[0], blocks=(Text(f"my key is {SECRET}"),))
    runs = {"refund": msgspec.structs.replace(RUN, messages=(first, *RUN.messages[1:]))}
    document: ReviewDocument = with_citations(written(claims=[Claim(text="The user gave a key refund[0].")]), runs)
    with pytest.raises(RefusedError, match="look like credentials") as error:
        evidence_pack(document, runs, "ann")
    assert SECRET not in str(error.value)
    held = members(evidence_pack(document, runs, "ann", include_secrets=True))
    assert SECRET.encode() in held["runs/refund.json"]
    assert SECRET.encode() not in held["review.md"] + held["review.html"]
