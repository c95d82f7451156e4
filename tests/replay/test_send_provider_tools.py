"""Tools that act in the world while a provider answers."""

import pytest

from viewer.replay.send_provider_tools import provider_tools


@pytest.mark.parametrize(
    ("request_", "names"),
    [
        ({"tools": [{"name": "find", "input_schema": {}}]}, []),
        ({"tools": [{"type": "custom", "name": "find"}, {"type": "bash_20250124", "name": "bash"}]}, []),
        ({"tools": [{"type": "text_editor_20250728", "name": "edit"}, {"type": "memory_20250818", "name": "m"}]}, []),
        ({"tools": [{"type": "web_search_20250305", "name": "web_search"}] * 2}, ["web_search"]),
        ({"tools": [{"type": "code_execution_20250825", "name": "code_execution"}]}, ["code_execution"]),
        ({"tools": [{"type": "mcp_toolset", "mcp_server_name": "files"}]}, ["files"]),
        ({"mcp_servers": [{"type": "url", "name": "tickets", "url": "https://x"}]}, ["tickets"]),
        ({"container": "c_1"}, ["container"]),
        ({}, []),
    ],
)
def test_of_the_messages_api(request_: dict[str, object], names: list[str]) -> None:
    assert provider_tools("anthropic_messages", request_) == names


@pytest.mark.parametrize(
    ("request_", "names"),
    [
        ({"tools": [{"type": "function", "function": {"name": "f"}}, {"type": "custom", "name": "c"}]}, []),
        ({"tools": [{"type": "web_search"}, {"type": "file_search"}]}, ["web_search", "file_search"]),
        (
            {"tools": [{"type": "mcp", "server_label": "files"}, {"type": "code_interpreter"}]},
            ["files", "code_interpreter"],
        ),
        ({"tools": [{"type": "shell", "environment": {"type": "local"}}]}, []),
        ({"tools": [{"type": "shell"}]}, ["shell"]),
        ({"prompt": {"id": "p"}}, ["prompt"]),
        ({"web_search_options": {}}, ["web_search"]),
        ({"plugins": [{"id": "web"}]}, ["web"]),
        ({"tools": "none"}, []),
    ],
)
def test_of_the_other_two(request_: dict[str, object], names: list[str]) -> None:
    assert provider_tools("openai_responses", request_) == names
