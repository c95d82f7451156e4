"""The option that names the store."""

from click.testing import CliRunner

from viewer.cli import main


def test_without_a_url_the_store_is_the_users_own(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path / 'own.db'}")
    assert CliRunner().invoke(main, ["review", "list"]).exit_code == 0
    assert (tmp_path / "own.db").exists()
