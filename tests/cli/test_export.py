"""`export` on the command line."""

from pathlib import Path

from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main

REFUND = str(SAMPLES / "refund" / "refund.json")


def test_an_export_goes_to_a_new_file_and_its_losses_to_stderr(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    done = CliRunner().invoke(main, ["export", REFUND, "--to", "openai", "--out", str(out)])
    assert done.exit_code == 0
    assert "not in the export: stop reasons are left out" in done.stderr
    again = CliRunner().invoke(main, ["summary", "--json", str(out)])
    assert '"model_requests":4' in again.stdout


def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    out.write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(main, ["export", REFUND, "--to", "canonical", "--out", str(out)])
    assert done.exit_code == 2
    assert out.read_text(encoding="utf-8") == "mine"


def test_without_a_file_it_goes_to_stdout() -> None:
    done = CliRunner().invoke(main, ["export", REFUND, "--to", "html"])
    assert done.stdout.startswith("<!doctype html>")
