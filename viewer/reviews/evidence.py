"""An evidence pack: a zip that keeps a review checkable when its runs are gone.

It holds the review (JSON, Markdown, HTML), of each run the hashes of all messages and the cited messages whole, on
request the source files too, and a manifest with the sha256 of everything. Whoever can change a pack can change its
checksums with it: keep the pack's own sha256 where the pack is not, such as in the ticket.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, Literal

import msgspec
from pydantic import Field

from viewer import load
from viewer.masking import masked
from viewer.model.position import Position, parse_position
from viewer.model.run import Run
from viewer.reviews.cited_text import Places
from viewer.reviews.document import ReviewDocument, as_json
from viewer.reviews.incidents import content_hash
from viewer.reviews.lint.document_lint import citations, lint_document
from viewer.reviews.lint.linter import Linter
from viewer.reviews.refused import RefusedError
from viewer.reviews.review_html import review_html
from viewer.reviews.review_markdown import review_markdown
from viewer.reviews.stamp import now
from viewer.written import Written, published

FORMAT: Literal["trajectory-viewer-evidence"] = "trajectory-viewer-evidence"
VERSION: Literal[1] = 1
_FIXED = (1980, 1, 1, 0, 0, 0)
"""The time of every member: equal evidence makes equal bytes, up to the manifest's own time."""


class PackedSource(Written):
    """A file of a run, copied whole."""

    member: str = Field(description="In the pack.")
    name: str = Field(description="Path below the root that the run was found under.")


class PackedRun(Written):
    """A run of the review."""

    alias: str
    key: str
    run_id: str
    source: str
    format: str
    run_hash: str = Field(description="sha256 over message_hashes, each on a line.")
    message_hashes: list[str] = Field(description="Of all messages in order.")
    excerpts: str = Field(description="The member that holds the cited messages.")
    files: list[PackedSource] = Field(default_factory=list)


class Manifest(Written):
    """What a pack says of itself."""

    format: Literal["trajectory-viewer-evidence"] = FORMAT
    version: Literal[1] = VERSION
    review_id: str
    content_sha256: str = Field(description="Of the review's content, as its signature has it.")
    made_at: str
    made_by: str
    runs: list[PackedRun]
    files: dict[str, str] = Field(description="Member -> its sha256; all but the manifest.")


def manifest_schema() -> dict[str, Any]:
    """The JSON Schema of the manifest, as it is published."""
    return published(Manifest.model_json_schema())


def evidence_pack(
    document: ReviewDocument,
    runs: Mapping[str, Run | str],
    author: str,
    *,
    with_files: bool = False,
    include_secrets: bool = False,
    bundles: Mapping[str, bytes] | None = None,
    shown: Callable[[str], str] = lambda text: masked(text).text,
) -> bytes:
    """Make a pack.

    Args:
        document: the review, with its citations.
        runs: alias -> its run.
        author: who makes it.
        with_files: copy the source files too, not only the cited messages.
        include_secrets: pack what looks like a credential, which else refuses the pack.
        bundles: id of a counterfactual -> the bytes of its bundle.
        shown: for the readable forms of the review inside.

    Raises:
        RefusedError: a run is not there or not the one that was signed, or a value looks like a credential.
        RunFileError: a source file cannot be read.
    """
    made: dict[str, bytes] = {}
    packed = [
        _packed_run(made, document, run.alias, runs.get(run.alias, "is not given"), with_files) for run in document.runs
    ]
    made |= {f"bundles/{name}.json": content for name, content in (bundles or {}).items()}
    made["review.json"] = _json(as_json(document))
    report = lint_document(document, runs)
    made["review.md"] = review_markdown(document, report, shown)
    made["review.html"] = review_html(document, report, shown)
    if not include_secrets:
        _refuse_secrets(made)
    manifest = Manifest(
        review_id=document.id,
        content_sha256=content_hash(document),
        made_at=now(),
        made_by=author,
        runs=packed,
        files={name: hashlib.sha256(content).hexdigest() for name, content in sorted(made.items())},
    )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {"manifest.json": _json(manifest.model_dump(mode="json")), **made}.items():
            archive.writestr(zipfile.ZipInfo(name, _FIXED), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _packed_run(
    made: dict[str, bytes], document: ReviewDocument, alias: str, run: Run | str, with_files: bool
) -> PackedRun:
    if isinstance(run, str):
        raise RefusedError(f"{alias}: {run}")
    stated = next(one.run_hash for one in document.runs if one.alias == alias)
    places = Places(run)
    if stated is not None and places.run_hash() != stated:
        raise RefusedError(f"{alias}: its messages are not those that the review was written about")
    linter = Linter({one.alias: run if one.alias == alias else "elsewhere" for one in document.runs})
    cited = sorted(
        {
            index
            for _, one in citations(document)
            for index in _messages(parse_position(one.position), linter, alias, len(run.messages))
        }
    )
    name = f"runs/{alias}.json"
    made[name] = _json(
        {
            "run_id": run.run_id,
            "messages": [
                {**_builtins(run.messages[index]), "index": index, "hash": places.hash_at(index)} for index in cited
            ],
        }
    )
    files = _sources(made, alias, run) if with_files else []
    return PackedRun(
        alias=alias,
        key=next(one.key for one in document.runs if one.alias == alias),
        run_id=run.run_id,
        source=run.source.name,
        format=run.format,
        run_hash=places.run_hash(),
        message_hashes=places.hashes(),
        excerpts=name,
        files=files,
    )


def _messages(position: Position, linter: Linter, alias: str, count: int) -> Iterator[int]:
    if linter.alias_of(position) == alias:
        last = position.message if position.last is None else position.last
        yield from range(position.message, min(last + 1, count))


def _sources(made: dict[str, bytes], alias: str, run: Run) -> list[PackedSource]:
    """The files of a run, each archive once; the main one keeps its name, so that it is recognised again."""
    files: list[PackedSource] = []
    for number, part in enumerate({part.uri: part for part in run.source.parts}.values()):
        name = PurePosixPath(part.uri.replace("\\", "/")).name
        member = f"sources/{alias}/{number}/{name}" if number else f"sources/{alias}/{name}"
        made[member] = load.part_bytes(msgspec.structs.replace(part, member=None))
        files.append(PackedSource(member=member, name=run.source.name if not number else name))
    return files


def _refuse_secrets(made: dict[str, bytes]) -> None:
    labels = {
        value.label
        for name, content in made.items()
        if name.endswith(".json")
        for value in masked(content.decode("utf-8", "replace")).values
    }
    if labels:
        raise RefusedError(
            f"what is cited holds values that look like credentials ({'; '.join(sorted(labels))}): "
            "cite less, or include them on purpose"
        )


def _builtins(value: object) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(value)
    return made


def _json(value: Any) -> bytes:
    """ASCII, so that half characters and any integer come back as they are."""
    return json.dumps(value, ensure_ascii=True, indent=1, default=str).encode() + b"\n"
