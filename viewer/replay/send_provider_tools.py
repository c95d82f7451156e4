"""Tools that the provider would run while it answers: they act in the world, so a replay needs leave for each."""

from typing import Any

from viewer.replay.send_endpoints import Protocol

_RUN_BY_CLIENT = ("custom", "bash_", "text_editor_", "computer_", "memory_")
"""Types of the Messages API whose schema is the vendor's and whose calls the loop answers."""
_CLIENT_TYPES = frozenset(
    {"function", "custom", "local_shell", "apply_patch", "computer", "computer_use_preview", "namespace"}
)


def provider_tools(protocol: Protocol, request: dict[str, Any]) -> list[str]:
    """The names of the provider-run tools that a request declares, each once, in its order."""
    found: list[str] = []
    for tool in _listed(request.get("tools")):
        kind = tool.get("type")
        if protocol == "anthropic_messages":
            by_client = kind is None or str(kind).startswith(_RUN_BY_CLIENT)
        else:
            by_client = kind is None or kind in _CLIENT_TYPES or _is_local_shell(tool)
        if not by_client:
            found.append(_name(tool, "name", "server_label", "mcp_server_name", "type"))
    for server in _listed(request.get("mcp_servers")):
        found.append(_name(server, "name", "url"))
    for plugin in _listed(request.get("plugins")):
        found.append(_name(plugin, "id"))
    if request.get("container") is not None:
        found.append("container")
    if request.get("web_search_options") is not None:
        found.append("web_search")
    if request.get("prompt") is not None and protocol == "openai_responses":
        found.append("prompt")  # a template that the provider keeps may hold tools of its own
    return list(dict.fromkeys(found))


def _listed(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _is_local_shell(tool: dict[str, Any]) -> bool:
    environment = tool.get("environment")
    return tool.get("type") == "shell" and isinstance(environment, dict) and environment.get("type") == "local"


def _name(tool: dict[str, Any], *keys: str) -> str:
    return next((str(tool[key]) for key in keys if tool.get(key)), "a tool without a name")
