"""Credentials in JSON values: by their look, or by the name of their field."""

import pytest

from viewer.replay.credentials import credential_labels, without_credentials, without_server_credentials

SECRET = "sk-ant-api03-abcdefghijklmnopqrst"


@pytest.mark.parametrize(
    "value",
    [
        f"line\n{SECRET}",
        {"a": [{"b": SECRET}]},
        {SECRET: 1},
        {"password": "hunter2hunter2"},
        {"api_key": 123456789},
        {"secret": ["hunter2hunter2"]},
    ],
)
def test_a_credential_is_found_wherever_it_stands_and_gone_when_masked(value: object) -> None:
    assert credential_labels(value)
    made, found = without_credentials(value)
    assert len(found) == 1
    assert credential_labels(made) == []
    assert not any(secret in repr((made, found)) for secret in (SECRET, "hunter2", "123456789"))


def test_everything_else_stays_as_it_is() -> None:
    value = {"a": [1, 2.5, True, None, "text", {"max_tokens": 4096, "password": "required"}]}
    assert without_credentials(value) == (value, [])
    assert credential_labels(value) == []


def test_each_place_is_told() -> None:
    _, found = without_credentials({"a": [f"x {SECRET}", "y"], "b c": SECRET})
    assert [one.path for one in found] == ["a[0]", '["b c"]']


def test_only_the_sign_in_of_provider_run_tools_is_left_out() -> None:
    function = {"type": "function", "function": {"name": "f", "headers": {}}, "headers": 1}
    request = {"tools": [function, {"type": "mcp", "server_url": "u", "headers": {"a": "b"}}], "messages": []}
    made, left = without_server_credentials(request)
    assert made["tools"] == [function, {"type": "mcp", "server_url": "u"}]
    assert [one.path for one in left] == ["tools[1].headers"]
    assert "headers" in request["tools"][1]
