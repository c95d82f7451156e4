"""A request to take along: raw JSON, a curl command, Python code. Its text meets no shell and no interpreter."""

import json
import shlex
from dataclasses import dataclass
from typing import Any

from viewer.replay.built import Api
from viewer.replay.swap import request_json


@dataclass(frozen=True)
class _Endpoint:
    url: str
    headers: tuple[str, ...]
    """As double-quoted words: the shell puts the key in."""
    package: str
    client: str
    method: str
    named: frozenset[str]
    """Parameters that its method has to know. Others go into `extra_body`: versions of a package differ in the rest."""


_ENDPOINTS: dict[Api, _Endpoint] = {
    "anthropic_messages": _Endpoint(
        "https://api.anthropic.com/v1/messages",
        ("x-api-key: $ANTHROPIC_API_KEY", "anthropic-version: 2023-06-01"),
        "anthropic",
        "Anthropic",
        "messages.create",
        frozenset({"model", "messages", "max_tokens", "stream"}),
    ),
    "openai_chat": _Endpoint(
        "https://api.openai.com/v1/chat/completions",
        ("authorization: Bearer $OPENAI_API_KEY",),
        "openai",
        "OpenAI",
        "chat.completions.create",
        frozenset({"model", "messages", "stream"}),
    ),
    "openai_responses": _Endpoint(
        "https://api.openai.com/v1/responses",
        ("authorization: Bearer $OPENAI_API_KEY",),
        "openai",
        "OpenAI",
        "responses.create",
        frozenset({"model", "input", "stream"}),
    ),
}


def as_json(request: dict[str, Any]) -> bytes:
    """The request as a file."""
    return request_json(request)


def body_line(request: dict[str, Any]) -> str:
    """The request on one line of ASCII that means the same in every terminal, without its line end.

    Characters that a terminal or an interactive shell takes as commands even inside quotes are JSON escapes.
    """
    text = json.dumps(request, ensure_ascii=True, separators=(",", ":"))
    return text.replace("\x7f", "\\u007f").replace("!", "\\u0021")


def as_curl(request: dict[str, Any], api: Api, file: str | None = None, url: str | None = None) -> str:
    """A command that sends the request, following no redirect.

    Args:
        request: the body.
        api: whose endpoint and headers.
        file: where the body will be, as `as_json` writes it; None: it stands in a quoted here-document.
        url: another endpoint than the API's own.
    """
    endpoint = _ENDPOINTS[api]
    source = shlex.quote(f"@{file}") if file is not None else "@-"
    lines = [
        f"curl --silent --show-error --max-redirs 0 {shlex.quote(url or endpoint.url)}",
        "  --header 'content-type: application/json'",
        *(f'  --header "{header}"' for header in endpoint.headers),
        f"  --data-binary {source}",
    ]
    command = " \\\n".join(lines)
    if file is not None:
        return command + "\n"
    return f"{command} <<'END_OF_REQUEST'\n{body_line(request)}\nEND_OF_REQUEST\n"


def as_python(request: dict[str, Any], api: Api, file: str | None = None) -> str:
    """Code for the vendor's own package; the key comes from the environment.

    Args:
        request: the body.
        api: whose package.
        file: where the body will be, as `as_json` writes it; None: it stands in the code.
    """
    endpoint = _ENDPOINTS[api]
    body = f"Path({file!a}).read_bytes()" if file is not None else ascii(body_line(request))
    others = sorted(set(request) - endpoint.named)
    lines = ["import json", *(["from pathlib import Path"] if file is not None else []), ""]
    lines += [f"import {endpoint.package}", "", f"request = json.loads({body})"]
    extra = ""
    if others:
        lines.append(f"others = {{name: request.pop(name) for name in {others!a}}}")
        extra = ", extra_body=others"
    lines += [
        f"client = {endpoint.package}.{endpoint.client}()",
        f"reply = client.{endpoint.method}(**request{extra})",
    ]
    lines += (
        ["for event in reply:", "    print(event)"] if request.get("stream") is True else ["print(reply.to_json())"]
    )
    return "\n".join(lines) + "\n"
