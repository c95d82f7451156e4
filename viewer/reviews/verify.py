"""Whether an evidence pack holds together: checksums, hashes, and that what was cited is what it holds."""

import hashlib
import io
import json
import lzma
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec
from pydantic import ValidationError

from viewer import load
from viewer.errors import RunFileError
from viewer.model.hashes import hash_of_hashes, message_hash
from viewer.model.message import Message
from viewer.model.position import Position, parse_position
from viewer.model.run import Run, walk
from viewer.model.source import Part, Source
from viewer.reviews.cited_text import LONGEST, Places
from viewer.reviews.document import ReviewDocument, review_of
from viewer.reviews.evidence import FORMAT, VERSION, Manifest, PackedRun
from viewer.reviews.incidents import content_hash
from viewer.reviews.lint.document_lint import citations
from viewer.reviews.lint.linter import Linter
from viewer.written import first_problem

MAX_MEMBERS = 10_000
MAX_BYTES = 1_000_000_000
"""Of all members together, as they come out."""


_NO_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(OSError, EOFError, ValueError, NotImplementedError, RuntimeError),
)
"""What the standard library raises on damaged archives."""


@dataclass(frozen=True)
class PackFinding:
    """Something that does not hold. `text` may quote the pack."""

    code: str
    """Where: `no_pack`, `checksum`, `manifest`, `review`, `run_hash`, `excerpt`, `citation`, `file`, `bundle`; or
    `not_signed`."""
    severity: Literal["error", "warning"]
    text: str


@dataclass
class Verified:
    """What was looked at, and what does not hold."""

    sha256: str
    """Of the pack itself."""
    title: str = ""
    signed_by: str | None = None
    members: int = 0
    citations: int = 0
    """Whose text and hash were found again in the pack."""
    findings: list[PackFinding] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(one.severity == "error" for one in self.findings)


def verify_pack(content: bytes) -> Verified:
    """Check a pack by itself: no run, no store, no network."""
    made = Verified(hashlib.sha256(content).hexdigest())
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = _members(archive, made)
    except _NO_ZIP as error:
        made.findings.append(PackFinding("no_pack", "error", f"is no zip that can be read: {error}"))
        return made
    manifest = _manifest(members, made)
    if manifest is None:
        return made
    _checksums(members, manifest, made)
    document = _review(members, manifest, made)
    if document is None:
        return made
    places: dict[str, Run | str] = {run.alias: "is not in the pack" for run in document.runs}
    for run in manifest.runs:
        places[run.alias] = _run(members, run, document, made)
    _citations(document, places, manifest, made)
    for run in manifest.runs:
        if run.files:
            _files(members, run, made)
    for one in document.counterfactuals:
        bundle = members.get(f"bundles/{one.id}.json")
        if bundle is not None and hashlib.sha256(bundle).hexdigest() != one.bundle_sha256:
            made.findings.append(PackFinding("bundle", "error", f"the bundle of {one.id} is not the one it names"))
    return made


def _members(archive: zipfile.ZipFile, made: Verified) -> dict[str, bytes]:
    if len(archive.infolist()) > MAX_MEMBERS:
        raise zipfile.BadZipFile(f"it has more than {MAX_MEMBERS:,} members")
    found: dict[str, bytes] = {}
    left = MAX_BYTES
    for member in archive.infolist():
        parts = member.filename.split("/")
        if member.is_dir() or ".." in parts or "" in parts or "\\" in member.filename:
            made.findings.append(PackFinding("checksum", "error", f"a member has the name {member.filename!r}"))
            continue
        if member.filename in found:
            made.findings.append(PackFinding("checksum", "error", f"{member.filename} is there twice"))
            continue
        with archive.open(member) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        if left < 0:
            raise zipfile.BadZipFile(f"its members hold more than {MAX_BYTES:,} bytes")
        found[member.filename] = content
    made.members = len(found)
    return found


def _manifest(members: dict[str, bytes], made: Verified) -> Manifest | None:
    value = _value(members, "manifest.json", made)
    if value is None:
        return None
    if not isinstance(value, dict) or value.get("format") != FORMAT or value.get("version") != VERSION:
        text = f"manifest.json is not of the format {FORMAT}, version {VERSION}"
        made.findings.append(PackFinding("manifest", "error", text))
        return None
    try:
        return Manifest.model_validate(value)
    except ValidationError as error:
        made.findings.append(PackFinding("manifest", "error", f"manifest.json: {first_problem(error)}"))
        return None


def _checksums(members: dict[str, bytes], manifest: Manifest, made: Verified) -> None:
    for name, stated in manifest.files.items():
        if name not in members:
            made.findings.append(PackFinding("checksum", "error", f"{name} is missing"))
        elif hashlib.sha256(members[name]).hexdigest() != stated:
            made.findings.append(PackFinding("checksum", "error", f"{name} is not what the manifest says"))
    for name in members:
        if name != "manifest.json" and name not in manifest.files:
            made.findings.append(PackFinding("checksum", "error", f"{name} is not in the manifest"))


def _review(members: dict[str, bytes], manifest: Manifest, made: Verified) -> ReviewDocument | None:
    value = _value(members, "review.json", made)
    if value is None:
        return None
    try:
        document = review_of(value)
    except ValueError as error:
        made.findings.append(PackFinding("review", "error", f"review.json {error}"))
        return None
    made.title = document.title
    found = content_hash(document)
    if document.signed is None:
        made.findings.append(PackFinding("not_signed", "warning", f"the review is {document.state.replace('_', ' ')}"))
    else:
        made.signed_by = document.signed.by
        if found != document.signed.sha256:
            made.findings.append(PackFinding("review", "error", "the review is not what was signed off"))
    if found != manifest.content_sha256 or document.id != manifest.review_id:
        made.findings.append(PackFinding("review", "error", "the review is not the one that was packed"))
    return document


def _run(members: dict[str, bytes], packed: PackedRun, document: ReviewDocument, made: Verified) -> Run | str:
    def off(code: str, text: str) -> None:
        made.findings.append(PackFinding(code, "error", f"{packed.alias}: {text}"))

    stated = next((run for run in document.runs if run.alias == packed.alias), None)
    if hash_of_hashes(packed.message_hashes) != packed.run_hash:
        off("run_hash", "the hashes of its messages do not make its run_hash")
    if stated is None:
        off("run_hash", "the review does not name this run")
    elif stated.run_hash is not None and stated.run_hash != packed.run_hash:
        off("run_hash", "its run_hash is not the one that was signed off")
    value = _value(members, packed.excerpts, made)
    messages = [Message(index, "user", (), (), ()) for index in range(len(packed.message_hashes))]
    try:
        for entry in value["messages"] if isinstance(value, dict) else ():
            message = msgspec.convert(
                {name: entry[name] for name in ("index", "role", "producers", "blocks", "records")}, Message
            )
            if message_hash(message) != packed.message_hashes[message.index]:
                off("excerpt", f"[{message.index}] is not the message that its hash says")
            messages[message.index] = message
    except (KeyError, IndexError, TypeError, msgspec.ValidationError) as error:
        off("excerpt", f"{packed.excerpts} cannot be read: {error}")
    source = Source(packed.source, (Part(packed.excerpts, "", 0),))
    return Run(packed.run_id, source, packed.format, tuple(messages), (), ())


def _citations(document: ReviewDocument, runs: dict[str, Run | str], manifest: Manifest, made: Verified) -> None:
    linter = Linter(runs)
    hashes = {run.alias: run.message_hashes for run in manifest.runs}
    for _, one in citations(document):
        try:
            position = parse_position(one.position)
            alias = linter.alias_of(position)
            if alias is None or alias not in linter.places:
                raise ValueError("its run is not in the pack")
            here = Position(position.message, position.block, position.path, position.last)
            text = linter.places[alias].cited(here).text[:LONGEST]
        except ValueError as error:
            made.findings.append(PackFinding("citation", "error", f"{one.position}: {error}"))
            continue
        if _hash_of(here, hashes[alias]) != one.hash:
            made.findings.append(PackFinding("citation", "error", f"{one.position}: its hash is another message's"))
        elif text != one.text:
            made.findings.append(PackFinding("citation", "error", f"{one.position}: the copied text is another"))
        else:
            made.citations += 1


def _hash_of(position: Position, hashes: list[str]) -> str:
    if position.last is None:
        return hashes[position.message]
    return "r1:" + hash_of_hashes(hashes[position.message : position.last + 1])


def _files(members: dict[str, bytes], packed: PackedRun, made: Verified) -> None:
    """Whether the copied source files still read as the run that was reviewed."""
    with tempfile.TemporaryDirectory() as folder:
        for one in packed.files:
            if one.member not in members or not one.member.startswith("sources/"):
                made.findings.append(PackFinding("file", "error", f"{one.member} is no source file of the pack"))
                return
            path = Path(folder, one.member)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(members[one.member])
        found = list(_hashes(Path(folder, packed.files[0].member)))
    if packed.run_hash not in found:
        text = f"{packed.alias}: its source files do not read as the run that was reviewed"
        made.findings.append(PackFinding("file", "error", text))


def _hashes(path: Path) -> Iterator[str]:
    try:
        for source in load.sources([path]):
            for run in (run for root in load.runs(source) for run in walk(root)):
                yield Places(run).run_hash()
    except RunFileError:
        return


def _value(members: dict[str, bytes], name: str, made: Verified) -> Any:
    try:
        return json.loads(members[name])
    except KeyError:
        made.findings.append(PackFinding("checksum", "error", f"{name} is missing"))
    except (ValueError, RecursionError) as error:
        made.findings.append(PackFinding("checksum", "error", f"{name} is no JSON: {error}"))
    return None
