"""`review export`, `review import` and `review pack`: reviews as files."""

import getpass
import hashlib
import json
import sys
from dataclasses import asdict
from pathlib import Path

import click
from sqlalchemy import Engine

from viewer.cli.output import CannotDo, write_json, write_text
from viewer.cli.review_runs import declared_runs
from viewer.cli.review_store import database
from viewer.errors import RunFileError
from viewer.masking import masked
from viewer.model.run import Run
from viewer.plain import visible
from viewer.reviews.document import FORMAT, ReviewDocument, review_of
from viewer.reviews.engine import open_store
from viewer.reviews.evidence import evidence_pack
from viewer.reviews.exchange import exchange_json, exchange_of, exported
from viewer.reviews.found_runs import found_runs
from viewer.reviews.incidents import StoredReview, review, start_review
from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.lint.markdown_review import markdown_review
from viewer.reviews.merge_in import merge_in
from viewer.reviews.notes_export import notes_html, notes_markdown
from viewer.reviews.notes_found import all_notes
from viewer.reviews.refused import RefusedError
from viewer.reviews.review_from_markdown import review_from_markdown
from viewer.reviews.review_html import review_html
from viewer.reviews.review_markdown import review_markdown

_FILE = click.Path(dir_okay=False, path_type=Path)
_ROOTS = click.option("--root", "roots", multiple=True, metavar="PATH", help="Files and folders that hold the runs.")


@click.command()
@click.argument("review_id", required=False)
@database
@click.option("--to", "form", type=click.Choice(["json", "markdown", "html"]), default="json", show_default=True)
@_ROOTS
@click.option("--out", type=_FILE, help="A new file; without it, stdout.")
@click.option("--reveal", is_flag=True, help="Do not mask values that look like credentials in Markdown and HTML.")
def export(
    review_id: str | None, db: str | None, form: str, roots: tuple[str, ...], out: Path | None, reveal: bool
) -> None:
    """Write one review; without REVIEW_ID everything as JSON, or all notes as Markdown or HTML."""

    def shown(text: str) -> str:
        return visible(text if reveal else masked(text).text)

    store = open_store(db)
    if review_id is None:
        content = {
            "json": lambda: exchange_json(exported(store)),
            "markdown": lambda: notes_markdown(all_notes(store), shown),
            "html": lambda: notes_html(all_notes(store), shown),
        }[form]()
    else:
        document = _stored(store, review_id).document
        report = lint_document(document, found_runs(document.runs, roots)) if roots else None
        content = {
            "json": lambda: exchange_json(exported(store, review_id=review_id)),
            "markdown": lambda: review_markdown(document, report, shown),
            "html": lambda: review_html(document, report, shown),
        }[form]()
    _write(content, out)


@click.command("import")
@click.argument("file", type=_FILE)
@database
@click.option("--author", help="Who starts a review that is read from Markdown; without it, the user's name.")
@click.option("--run", "named", multiple=True, metavar="ALIAS=RUN", help="A run of a Markdown review.")
@_ROOTS
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def import_(
    file: Path, db: str | None, author: str | None, named: tuple[str, ...], roots: tuple[str, ...], as_json: bool
) -> None:
    """Take in what `review export` wrote as JSON, or a review in Markdown. What is there already is never lost."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise CannotDo(f"{file} cannot be read ({error.strerror}): name a file") from error
    except UnicodeDecodeError as error:
        raise CannotDo(f"{file} is no UTF-8 text") from error
    store = open_store(db)
    try:
        value = json.loads(text) if text.lstrip().startswith("{") else None
        if value is None or value.get("format") == FORMAT:
            document = review_of(value) if value is not None else _from_markdown(file, text, named, roots)
            started = start_review(store, document, author or getpass.getuser())
            told = {"review": started.id, "title": started.document.title}
            sentence = f"review {started.id}: started as a draft"
        else:
            merged = merge_in(store, exchange_of(value))
            told, sentence = asdict(merged), merged.sentence
    except (ValueError, RecursionError) as error:
        raise RunFileError(str(file), str(error)) from error
    except RefusedError as error:
        raise CannotDo(f"{file}: {error}") from error
    if as_json:
        write_json(told)
    else:
        write_text(sentence)


@click.command()
@click.argument("review_id")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@database
@click.option("--out", type=_FILE, required=True, help="A new zip file.")
@click.option("--files", "with_files", is_flag=True, help="Copy the source files whole, not only the cited messages.")
@click.option("--include-secrets", is_flag=True, help="Pack values that look like credentials.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def pack(
    review_id: str,
    paths: tuple[str, ...],
    db: str | None,
    out: Path,
    with_files: bool,
    include_secrets: bool,
    as_json: bool,
) -> None:
    """Write the evidence pack of a review, whose runs are under the paths."""
    document = _stored(open_store(db), review_id).document
    try:
        content = evidence_pack(
            document,
            found_runs(document.runs, paths),
            getpass.getuser(),
            with_files=with_files,
            include_secrets=include_secrets,
            bundles=_bundles(document, paths),
            shown=lambda text: visible(text if include_secrets else masked(text).text),
        )
    except RefusedError as error:
        raise CannotDo(f"no pack can be made: {error}") from error
    _write(content, out, quiet=True)
    digest = hashlib.sha256(content).hexdigest()
    if as_json:
        write_json({"pack": str(out), "bytes": len(content), "sha256": digest})
    else:
        write_text(f"{out}: {len(content):,} bytes, sha256 {digest}\nkeep the sha256 elsewhere, such as in the ticket")


def _stored(store: Engine, review_id: str) -> StoredReview:
    found = review(store, review_id)
    if found is None:
        raise CannotDo(f"there is no review {review_id}: `review list` names them")
    return found


def _from_markdown(file: Path, text: str, named: tuple[str, ...], roots: tuple[str, ...]) -> ReviewDocument:
    written = markdown_review(text)
    runs: dict[str, Run | str] = declared_runs(file, written.runs, named, roots)
    return review_from_markdown(written, runs)


def _bundles(document: ReviewDocument, paths: tuple[str, ...]) -> dict[str, bytes]:
    """The bundles of its counterfactuals that are found where it names them, or below the paths."""
    made: dict[str, bytes] = {}
    for one in document.counterfactuals:
        for folder in (Path(), *map(Path, paths)):
            path = folder / one.bundle
            if not one.bundle or not path.is_file():
                continue
            content = path.read_bytes()
            if hashlib.sha256(content).hexdigest() == one.bundle_sha256:
                made[one.id] = content
                break
    return made


def _write(content: bytes, out: Path | None, *, quiet: bool = False) -> None:
    if out is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        with open(out, "xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise CannotDo(f"{out} exists: name a new file") from error
    except OSError as error:
        raise CannotDo(f"{out} cannot be written: {error.strerror}") from error
    if not quiet:
        write_text(f"{out}: {len(content):,} bytes")
