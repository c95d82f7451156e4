"""A request with another block at one place, sharing the rest."""

from typing import Any

from viewer.model.position import parse_json_path, value_at


def with_block(request: dict[str, Any], block_path: str, block: Any) -> dict[str, Any]:
    """The same request with another value at a path.

    Raises:
        LookupError: the path leads nowhere.
    """
    *above, last = parse_json_path(block_path)
    made: Any = dict(request)
    inner = made
    for key in above:
        inner[key] = dict(inner[key]) if isinstance(inner[key], dict) else list(inner[key])
        inner = inner[key]
    value_at(inner, (last,))
    inner[last] = block
    return made  # type: ignore[no-any-return]  # a dict by its first line
