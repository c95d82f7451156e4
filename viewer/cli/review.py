"""`review`: what people wrote about runs: listed, checked against the runs, exported, imported, packed."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.cli.review_exchange import export, import_, pack
from viewer.cli.review_runs import declared_runs
from viewer.cli.review_store import database
from viewer.errors import RunFileError
from viewer.masking import masked
from viewer.reviews.document import FORMAT, review_of
from viewer.reviews.engine import open_store
from viewer.reviews.found_runs import found_runs
from viewer.reviews.incidents import ListedReview, reviews
from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.lint.linter import Report, ReviewFinding, lint
from viewer.reviews.lint.markdown_review import markdown_review
from viewer.reviews.note import Note
from viewer.reviews.notes_found import notes
from viewer.reviews.verify import verify_pack

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def review() -> None:
    """Notes and incident reviews whose claims carry positions."""


for command in (export, import_, pack):
    review.add_command(command)


@review.command("list")
@database
@click.option("--notes", "only_notes", is_flag=True, help="Only notes.")
@click.option("--reviews", "only_reviews", is_flag=True, help="Only incident reviews.")
@click.option("--run", "run_key", metavar="KEY", help="Only what is about this run, by its key.")
@click.option("--label", help="Only notes with this label.")
@click.option("--status", help="Only notes with this status.")
@click.option("--most", type=click.IntRange(1), default=1_000, show_default=True, help="Notes to list.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a review or note.")
def list_(
    db: str | None,
    only_notes: bool,
    only_reviews: bool,
    run_key: str | None,
    label: str | None,
    status: str | None,
    most: int,
    as_json: bool,
) -> None:
    """List incident reviews and notes, the newest first."""
    store = open_store(db)
    listed = () if only_notes or label or status else reviews(store, run_key=run_key)
    found = () if only_reviews else notes(store, label=label, status=status, run_key=run_key, most=most)
    if as_json:
        for one in (*map(_review_as_json, listed), *map(_note_as_json, found)):
            write_json(one)
        return
    write_lines(
        f"review {one.id}  {one.state.replace('_', ' '):10}  {one.changed_at[:16]}  {one.changed_by}  "
        f"{masked(one.title).text}"
        for one in listed
    )
    write_lines(_note_line(one) for one in found)
    if not listed and not found:
        write_lines(["nothing is written yet"])


@review.command("lint")
@click.argument("file", type=_FILE)
@click.option("--run", "named", multiple=True, metavar="ALIAS=RUN", help="A run that the header does not declare.")
@click.option("--root", "roots", multiple=True, metavar="PATH", help="Where else the declared paths begin.")
@click.option("--max-stories", type=click.IntRange(0), help="More stories than this are an error.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines: the findings, then the counts.")
def lint_(file: Path, named: tuple[str, ...], roots: tuple[str, ...], max_stories: int | None, as_json: bool) -> None:
    """Check a review (Markdown or JSON) against the runs it cites. Exit status 1 where a claim does not hold."""
    report = _report(file, named, roots)
    if as_json:
        for finding in report.findings:
            write_json(_finding_as_json(finding))
        write_json(
            {
                "claims": len(report.claims),
                "carried": report.count("carried"),
                "stories": report.count("story"),
                "not_borne_out": report.count("not_borne_out"),
                "errors": report.errors,
                "sentence": report.sentence,
            }
        )
    else:
        write_lines(
            f"{file}{_place(one)}: {one.severity} {one.code}: {masked(one.text).text}" for one in report.findings
        )
        write_lines([report.sentence])
    if report.errors or (max_stories is not None and report.count("story") > max_stories):
        sys.exit(1)


@review.command()
@click.argument("pack", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def verify(pack: Path, as_json: bool) -> None:
    """Check an evidence pack by itself, without its runs. Exit status 1 where it does not hold together."""
    made = verify_pack(_bytes(pack))
    if as_json:
        write_json(
            {
                "pack": str(pack),
                "sha256": made.sha256,
                "title": made.title,
                "signed_by": made.signed_by,
                "members": made.members,
                "citations": made.citations,
                "findings": [{"code": one.code, "severity": one.severity, "text": one.text} for one in made.findings],
            }
        )
    else:
        write_lines(f"{one.severity} {one.code}: {one.text}" for one in made.findings)
        signed = f"signed off by {made.signed_by}" if made.signed_by else "not signed off"
        write_lines(
            [
                f"{pack}: sha256 {made.sha256}",
                f"{made.title or 'no review'}: {signed}, {made.members:,} files, {made.citations:,} citations found"
                + (f", {made.errors:,} errors" if made.errors else ", nothing is off"),
            ]
        )
    if made.errors:
        sys.exit(1)


def _report(file: Path, named: tuple[str, ...], roots: tuple[str, ...]) -> Report:
    content = _bytes(file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotDo(f"{file} is no UTF-8 text") from error
    try:
        if text.lstrip().startswith("{"):
            value = json.loads(text)
            if isinstance(value, dict) and value.get("format") == FORMAT:
                document = review_of(value)
                runs = found_runs(document.runs, roots or [file.parent])
                return lint_document(document, {**runs, **declared_runs(file, {}, named, roots)})
            raise ValueError(f"is JSON, and its `format` is not {FORMAT!r}")
        review = markdown_review(text)
        runs = declared_runs(file, review.runs, named, roots)
        return lint(review.sentences, runs, {alias: run.run_hash for alias, run in review.runs.items()})
    except ValueError as error:
        raise RunFileError(str(file), str(error)) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CannotDo(f"{path} cannot be read ({error.strerror}): name a file") from error


def _place(finding: ReviewFinding) -> str:
    return f":{finding.line}" if finding.line is not None else ""


def _finding_as_json(finding: ReviewFinding) -> dict[str, Any]:
    positions = [
        {"message_index": one.message, "block": one.block, "tool_use_id": None, "run": one.run, "position": str(one)}
        for one in finding.positions
    ]
    return {
        "code": finding.code,
        "severity": finding.severity,
        "positions": positions,
        "text": finding.text,
        "line": finding.line,
        "entry": finding.entry,
    }


def _review_as_json(one: ListedReview) -> dict[str, Any]:
    fields = ("id", "version", "title", "state", "author", "created_at", "changed_by", "changed_at")
    return {"kind": "review", **{name: getattr(one, name) for name in fields}, "run_keys": list(one.run_keys)}


def _note_as_json(one: Note) -> dict[str, Any]:
    place, words = one.anchor, one.words
    return {
        "kind": "note",
        "id": one.id,
        "version": one.version,
        "run_key": place.run_key,
        "run_id": place.run_id,
        "source": place.source_name,
        "on": place.kind,
        "position": place.position,
        "k": place.k,
        "text": words.text,
        "labels": list(words.labels),
        "severity": words.severity,
        "status": words.status,
        "author": one.author,
        "created_at": one.created_at,
        "changed_by": one.changed_by,
        "changed_at": one.changed_at,
    }


def _note_line(one: Note) -> str:
    place = one.anchor
    where = f"request {place.k}" if place.k is not None else place.position or "run"
    labels = f"  #{' #'.join(one.words.labels)}" if one.words.labels else ""
    return (
        f"note   {one.id}  {one.words.status:10}  {one.created_at[:16]}  {one.author}  {place.source_name} "
        f"{place.run_id} {where}  {masked(one.words.text).text}{labels}"
    )
