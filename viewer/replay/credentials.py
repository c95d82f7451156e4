"""Values that look like credentials in a JSON value: found, or replaced with a record of each place."""

import json
from dataclasses import dataclass, field
from typing import Any

from viewer.masking import masked, masked_part
from viewer.model.position import json_path

_APART = "\x1d"
"""No value that looks like a credential goes beyond it."""
_OF_SERVERS = ("authorization_token", "authorization", "headers")
"""Where a request says how a provider-run tool is to sign in."""


@dataclass(frozen=True)
class Substitution:
    """A value that is not what the run holds."""

    path: str
    """JSONPath without `$`, in the value that was looked through."""
    label: str
    """What stood there, never the value itself."""


@dataclass
class _Walk:
    found: list[Substitution] = field(default_factory=list)


def credential_labels(value: Any) -> list[str]:
    """What looks like a credential in a value, each once, by a label that does not hold it."""
    texts: list[str] = []
    _collect(value, "", texts)
    return [one.label for one in masked(_APART.join(texts)).values]


def without_credentials(value: Any) -> tuple[Any, list[Substitution]]:
    """The same value with each of them replaced by a mark, and where."""
    walk = _Walk()
    return _replaced(value, "", (), walk), walk.found


def without_server_credentials(request: dict[str, Any]) -> tuple[dict[str, Any], list[Substitution]]:
    """A request in which no provider-run tool says how to sign in, and what was left out."""
    made = dict(request)
    left: list[Substitution] = []
    for name in ("mcp_servers", "tools"):
        servers = request.get(name)
        if not isinstance(servers, list):
            continue
        made[name] = [_signed_off(one, name, number, left) for number, one in enumerate(servers)]
    return (made, left) if left else (request, left)


def _signed_off(server: Any, name: str, number: int, left: list[Substitution]) -> Any:
    if not isinstance(server, dict) or (name == "tools" and server.get("type") in (None, "function", "custom")):
        return server
    given = [key for key in _OF_SERVERS if key in server]
    left.extend(
        Substitution(json_path((name, number, key)), "the credential of a provider-run tool, left out") for key in given
    )
    return {key: value for key, value in server.items() if key not in given} if given else server


def _before(key: str) -> str:
    """What stands before a value of an object: `password` promises a secret, whatever the value looks like."""
    return f'"{key}": "' if key else ""


def _collect(value: Any, key: str, texts: list[str]) -> None:
    kind = type(value)
    if kind is str:
        texts.append(_before(key) + value)
    elif kind is dict:
        for name, one in value.items():
            _collect(one, name if type(name) is str else str(name), texts)
    elif kind is list or kind is tuple:
        for one in value:
            _collect(one, key, texts)
    elif kind is int or kind is float:
        texts.append(_before(key) + json.dumps(value))


def _replaced(value: Any, key: str, path: tuple[str | int, ...], walk: _Walk) -> Any:
    match value:
        case str():
            return _text(value, key, path, walk)
        case bool() | None:
            return value
        case int() | float():
            text = json.dumps(value)
            shown = _text(text, key, path, walk)
            return value if shown == text else shown
        case dict():
            made = {}
            for name, one in value.items():
                shown = _text(name, "", (*path, name), walk, "in the name of a field: ")
                made[shown] = _replaced(one, name, (*path, shown), walk)
            return made
        case list() | tuple():
            return [_replaced(one, key, (*path, number), walk) for number, one in enumerate(value)]
        case _:
            return value


def _text(text: str, key: str, path: tuple[str | int, ...], walk: _Walk, where: str = "") -> str:
    before = _before(key)
    shown = masked_part(before + text, len(before), len(before) + len(text))
    if where and shown.values:
        path = (*path[:-1], shown.text)
    walk.found.extend(Substitution(json_path(path), where + value.label) for value in shown.values)
    return shown.text
