"""`review list`, `review lint` and `review verify` on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import SAMPLES, sample

from viewer.cli import main
from viewer.model.position import parse_position
from viewer.reviews.anchor import anchor
from viewer.reviews.engine import open_store
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note

HEADER = f"---\nruns: {{refund: {json.dumps(str(SAMPLES / 'refund' / 'refund.json'))}}}\n---\n"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["review", *words])


def lint(tmp_path: Path, text: str, *words: str) -> Result:
    path = tmp_path / "review.md"
    path.write_text(text, encoding="utf-8")
    return run("lint", str(path), *words)


def test_a_review_that_holds_ends_with_0_and_its_counts(tmp_path: Path) -> None:
    done = lint(tmp_path, HEADER + "The loop moved £89.00 refund[6].\n\nAll were sorry.\n")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "2 claims, 1 carried, 1 story"
    assert "review.md:6: warning story" in done.stdout


def test_the_sample_review_has_eleven_claims_that_are_carried_and_one_story() -> None:
    done = run("lint", str(SAMPLES / "refund" / "review.md"))
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "12 claims, 11 carried, 1 story"


def test_a_claim_that_does_not_hold_ends_with_1(tmp_path: Path) -> None:
    done = lint(tmp_path, HEADER + "The loop moved £98.00 refund[6].\n", "--json")
    assert done.exit_code == 1
    finding, counts = map(json.loads, done.stdout.splitlines())
    assert (finding["code"], finding["severity"], finding["line"]) == ("value_not_there", "error", 4)
    assert finding["positions"] == [
        {"message_index": 6, "block": None, "tool_use_id": None, "run": "refund", "position": "refund[6]"}
    ]
    assert counts == {
        **{"claims": 1, "carried": 0, "stories": 0, "not_borne_out": 1, "errors": 1},
        "sentence": "1 claim, 0 carried, 0 stories, 1 not borne out",
    }


def test_stories_beyond_a_number_end_with_1(tmp_path: Path) -> None:
    assert lint(tmp_path, HEADER + "A story.\n", "--max-stories", "1").exit_code == 0
    assert lint(tmp_path, HEADER + "A story.\n", "--max-stories", "0").exit_code == 1


def test_a_run_may_be_named_on_the_command_line(tmp_path: Path) -> None:
    run_file = str(SAMPLES / "refund" / "refund.json")
    assert lint(tmp_path, "It asked [5].\n").exit_code == 1
    assert lint(tmp_path, "It asked [5].\n", "--run", f"any={run_file}").exit_code == 0


@pytest.mark.parametrize("text", ["---\nruns: [\n---\n", '{"format": "other"}', "{", "\udcff"])
def test_what_is_no_review_ends_with_2_and_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "review.md"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    done = run("lint", str(path))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "review.md" in done.stderr


def test_notes_are_listed_masked_and_on_one_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'reviews.db'}"
    place = anchor(sample("refund/refund.json"), parse_position("[5]"))
    add_note(open_store(url), place, Words("odd\nsk-abcdefghijklmnopqrstuvwx", labels=("odd",)), "ann")
    done = run("list", "--db", url)
    assert done.exit_code == 0 and len(done.stdout.splitlines()) == 1
    assert "[5]" in done.stdout and "#odd" in done.stdout and "sk-abcdefghijklmnopqrstuvwx" not in done.stdout
    (line,) = run("list", "--db", url, "--json", "--label", "odd", "--run", place.run_key).stdout.splitlines()
    told = json.loads(line)
    assert (told["kind"], told["on"], told["position"], told["labels"]) == ("note", "message", "[5]", ["odd"])
    assert run("list", "--db", url, "--reviews").stdout == "nothing is written yet\n"


def test_a_file_that_is_no_pack_ends_with_1_and_a_missing_one_with_2(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"no zip")
    assert run("verify", str(path)).exit_code == 1
    assert run("verify", str(tmp_path / "none.zip")).exit_code == 2


def test_a_store_that_cannot_be_opened_ends_with_2(tmp_path: Path) -> None:
    done = run("list", "--db", "postgresql://a:word@127.0.0.1:1/x")
    assert done.exit_code == 2 and "word" not in done.stderr
