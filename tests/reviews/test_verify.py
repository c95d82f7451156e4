"""A pack that was changed anywhere does not verify."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable

import pytest
from sqlalchemy import Engine
from written_reviews import RUN, RUNS, written

from viewer.model.hashes import run_hash
from viewer.reviews.document import Counterfactual, ReviewDocument
from viewer.reviews.evidence import evidence_pack
from viewer.reviews.incidents import StoredReview, sign_off, start_review
from viewer.reviews.verify import verify_pack

BUNDLE = b'{"format": "trajectory-viewer-bundle"}'
WHAT_IF = Counterfactual(question="no policy?", bundle="b.json", bundle_sha256=hashlib.sha256(BUNDLE).hexdigest())


def signed(store: Engine) -> ReviewDocument:
    first = start_review(store, written(counterfactuals=[WHAT_IF]), "ann")
    found = sign_off(store, first.id, 1, {"refund": run_hash(RUN)}, "eve")
    assert isinstance(found, StoredReview)
    return found.document


def pack_of(store: Engine) -> bytes:
    return evidence_pack(signed(store), RUNS, "ann", with_files=True, bundles={WHAT_IF.id: BUNDLE})


def changed(pack: bytes, name: str, change: Callable[[bytes], bytes], *, honest: bool) -> bytes:
    """The pack with one member changed; `honest`: its checksum is changed too, as who forges one would."""
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        held = {one: archive.read(one) for one in archive.namelist()}
    held[name] = change(held[name])
    if honest and name != "manifest.json":
        manifest = json.loads(held["manifest.json"])
        manifest["files"][name] = hashlib.sha256(held[name]).hexdigest()
        held["manifest.json"] = json.dumps(manifest).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for one, content in held.items():
            archive.writestr(one, content)
    return target.getvalue()


def test_a_signed_pack_verifies_without_its_runs(store: Engine) -> None:
    made = verify_pack(pack_of(store))
    assert made.findings == []
    assert (made.signed_by, made.citations, made.members) == ("eve", 3, 7)


def test_a_draft_verifies_with_a_warning() -> None:
    made = verify_pack(evidence_pack(written(), RUNS, "ann"))
    assert [(one.code, one.severity) for one in made.findings] == [("not_signed", "warning")]
    assert made.errors == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "honest", "codes"),
    [
        ("review.md", b"policy", b"POLICY", False, {"checksum"}),
        ("runs/refund.json", b"8900", b"9900", False, {"checksum", "excerpt", "citation"}),
        ("runs/refund.json", b"8900", b"9900", True, {"excerpt", "citation"}),
        ("review.json", b"The loop moved", b"The model moved", True, {"review"}),
        ("review.json", b'"state": "signed_off"', b'"state": "draft"', True, {"review"}),
        ("sources/refund/refund.json", b"8900", b"9900", True, {"file"}),
        ("manifest.json", b'"run_hash": "', b'"run_hash": "0', False, {"run_hash", "file"}),
        ("manifest.json", b'"version": 1', b'"version": 2', False, {"manifest"}),
        # The bundle's name is another one in every session, which may not stand in the name of a test.
        pytest.param(f"bundles/{WHAT_IF.id}.json", b"format", b"Format", True, {"bundle"}, id="bundle"),
    ],
)
def test_a_change_anywhere_is_found(
    store: Engine, name: str, old: bytes, new: bytes, honest: bool, codes: set[str]
) -> None:
    made = verify_pack(changed(pack_of(store), name, lambda held: held.replace(old, new), honest=honest))
    assert {one.code for one in made.findings if one.severity == "error"} == codes


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04" + b"\0" * 40], ids=["empty", "text", "cut"])
def test_what_is_no_pack_is_said(content: bytes) -> None:
    assert [one.code for one in verify_pack(content).findings] == ["no_pack"]


def test_members_with_odd_names_or_twice_are_errors(store: Engine) -> None:
    pack = io.BytesIO(pack_of(store))
    with zipfile.ZipFile(pack, "a") as archive:
        archive.writestr("../out.txt", "x")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("review.md", "x")
    texts = [one.text for one in verify_pack(pack.getvalue()).findings]
    assert any("'../out.txt'" in text for text in texts) and any("there twice" in text for text in texts)
