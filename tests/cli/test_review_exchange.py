"""`review export`, `review import` and `review pack` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner, Result
from conftest import SAMPLES

from viewer.cli import main

ROOT = str(SAMPLES / "refund")
TEXT = """---
title: Refund
runs: {refund: refund.json}
---
# Refund

## Claims

- The loop moved £89.00 refund[6].
- Everyone was sorry.
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["review", *words])


def imported(tmp_path: Path, url: str) -> str:
    path = tmp_path / "review.md"
    path.write_text(TEXT, encoding="utf-8")
    done = run("import", str(path), "--root", ROOT, "--db", url, "--author", "ann", "--json")
    assert done.exit_code == 0, done.output
    return str(json.loads(done.stdout)["review"])


def test_a_review_goes_from_markdown_to_a_store_to_another_store_to_a_pack(tmp_path: Path) -> None:
    first, second = (f"sqlite:///{tmp_path / name}" for name in ("first.db", "second.db"))
    review = imported(tmp_path, first)
    out = tmp_path / "all.json"
    assert run("export", "--db", first, "--out", str(out)).exit_code == 0
    assert run("import", str(out), "--db", second).stdout == "1 added, 0 brought up to date, 0 there already\n"
    assert run("import", str(out), "--db", second).stdout == "0 added, 0 brought up to date, 1 there already\n"
    pack = tmp_path / "pack.zip"
    done = run("pack", review, ROOT, "--db", second, "--out", str(pack), "--files", "--json")
    digest = json.loads(done.stdout)["sha256"]
    verified = json.loads(run("verify", str(pack), "--json").stdout)
    assert (verified["sha256"], verified["citations"]) == (digest, 1)
    assert [one["code"] for one in verified["findings"]] == ["not_signed"]
    assert run("pack", review, ROOT, "--db", second, "--out", str(pack)).exit_code == 2


def test_exports_for_people_mark_claims_where_the_runs_are_given(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    review = imported(tmp_path, url)
    page = run("export", review, "--db", url, "--to", "html", "--root", ROOT).stdout
    assert page.startswith("<!doctype html>") and "2 claims, 1 carried, 1 story" in page
    text = run("export", review, "--db", url, "--to", "markdown").stdout
    assert "## Claims" in text and "carried" not in text
    assert run("export", "--db", url, "--to", "markdown").stdout.startswith("# Notes")
    path = tmp_path / "again.md"
    path.write_text(text, encoding="utf-8")
    linted = run("lint", str(path), "--root", ROOT)
    assert linted.stdout.splitlines()[-1] == "2 claims, 1 carried, 1 story"


def test_a_review_as_json_is_checked_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    review = imported(tmp_path, url)
    whole = json.loads(run("export", review, "--db", url).stdout)
    path = tmp_path / "review.json"
    path.write_text(json.dumps(whole["reviews"][0]["history"][-1]["content"]), encoding="utf-8")
    done = run("lint", str(path), "--root", ROOT)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "2 claims, 1 carried, 1 story")


def test_what_cannot_be_taken_in_ends_with_2(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    for content in ('{"format": "other"}', '---\nruns: {a: "nowhere.json"}\n---\n'):
        path = tmp_path / "file"
        path.write_text(content, encoding="utf-8")
        done = run("import", str(path), "--db", url)
        assert done.exit_code == 2, content
    assert run("export", "f" * 32, "--db", url).exit_code == 2
