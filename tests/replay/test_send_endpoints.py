"""The file of endpoints: what it says, and what it may not say."""

from decimal import Decimal
from pathlib import Path

import pytest

from viewer.errors import RunFileError
from viewer.replay.send_endpoints import NO_KEY, CannotSend, read_endpoints, user_file


def _file(folder: Path, text: str) -> Path:
    path = folder / "endpoints.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_endpoint_has_its_address_its_key_variable_and_its_prices(tmp_path: Path) -> None:
    made = read_endpoints(
        _file(
            tmp_path,
            "[endpoints.claude]\nprotocol = 'anthropic_messages'\nbase_url = 'https://api.anthropic.com'\n"
            "key_variable = 'ANTHROPIC_API_KEY'\nheaders = {anthropic-beta = 'x'}\n"
            "[endpoints.own]\nprotocol = 'openai_chat'\nbase_url = 'http://127.0.0.1:8000/v1'\n"
            "input_dollars_per_million = 2\noutput_dollars_per_million = 4.5\n",
        )
    )
    assert list(made) == ["claude", "own"]
    assert made["claude"].key({"ANTHROPIC_API_KEY": " k "}) == "k"
    assert made["claude"].headers == {"anthropic-beta": "x"}
    assert (made["own"].input_dollars, made["own"].output_dollars) == (Decimal("0.000002"), Decimal("0.0000045"))
    assert made["own"].key({}) == NO_KEY


def test_a_key_comes_from_its_own_variable_only(tmp_path: Path) -> None:
    text = "[endpoints.a]\nprotocol='openai_chat'\nbase_url='https://x.example'\nkey_variable='A_KEY'\n"
    (one,) = read_endpoints(_file(tmp_path, text)).values()
    with pytest.raises(CannotSend, match="A_KEY, which is not set"):
        one.key({"OPENAI_API_KEY": "k"})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("base_url='http://far.example/v1'", "clear text"),
        ("base_url='ftp://x.example'", "no https address"),
        ("base_url='https://'", "no https address"),
        ("base_url='https://user@x.example'", "may hold no user"),
        ("base_url='https://x.example?key=1'", "may hold no user, query"),
        ("base_url='https://x.example'\nkey='sk-1'", "extra inputs"),
        ("base_url='https://x.example'\nheaders={Authorization='Bearer x'}", "no place for a key"),
        ("base_url='https://x.example'\ninput_dollars_per_million=1", "price of input and of output"),
        ("base_url=", "is no TOML"),
    ],
)
def test_what_an_endpoint_may_not_say_gets_a_sentence(tmp_path: Path, line: str, reason: str) -> None:
    with pytest.raises(RunFileError, match=reason):
        read_endpoints(_file(tmp_path, f"[endpoints.a]\nprotocol='openai_chat'\n{line}\n"))


def test_this_machine_may_be_reached_without_encryption(tmp_path: Path) -> None:
    for host in ("localhost:1", "127.0.0.1", "[::1]:8080"):
        text = f"[endpoints.a]\nprotocol='openai_chat'\nbase_url='http://{host}/v1'\n"
        assert read_endpoints(_file(tmp_path, text))


def test_a_missing_file_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="name a file of endpoints"):
        read_endpoints(tmp_path / "none.toml")


def test_the_file_of_the_user_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CONFIG", str(tmp_path))
    assert user_file() == tmp_path / "endpoints.toml"
    monkeypatch.setenv("TRAJECTORY_VIEWER_ENDPOINTS", str(tmp_path / "e.toml"))
    assert user_file() == tmp_path / "e.toml"


def test_a_name_that_a_label_would_not_show_as_it_is_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="name of an endpoint"):
        read_endpoints(
            _file(tmp_path, "[endpoints.'![x](http://y)']\nprotocol='openai_chat'\nbase_url='https://x.example'\n")
        )
