"""Lists that a writer had to flatten into keys: `llm.input_messages.0.message.role`, `gen_ai.prompt.0.content`."""

from typing import Any

from viewer.formats.shapes.any_message import decoded


def indexed(attributes: dict[str, Any], prefix: str) -> list[Any] | None:
    """The list under a prefix: as it is, out of JSON text, or out of its numbered keys; None: there is none.

    Raises:
        ValueError: a key holds a value as well as parts of one.
    """
    whole = decoded(attributes.get(prefix))
    if type(whole) is list:
        return whole
    start = prefix + "."
    tree: dict[str, Any] = {}
    for key, value in attributes.items():
        if key.startswith(start):
            _put(tree, key[len(start) :], value)
    made = _lists(tree)
    return made if type(made) is list and made else None


def unflattened(value: Any) -> Any:
    """An entry whose own keys are dotted: {"message.role": …} as {"message": {"role": …}}, whatever is inside too."""
    if type(value) is list:
        return [unflattened(one) for one in value]
    if type(value) is not dict:
        return value
    if not any("." in key for key in value):
        return {key: unflattened(one) if type(one) in (list, dict) else one for key, one in value.items()}
    tree: dict[str, Any] = {}
    for key, one in value.items():
        _put(tree, key, unflattened(one))
    return _lists(tree)


class _Branch(dict[str, Any]):
    """An object made here, as opposed to one that is a value."""


def _put(tree: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for step in path:
        below = tree.get(step)
        if below is None:
            below = tree[step] = _Branch()
        elif type(below) is not _Branch:
            raise ValueError(f"{key} is a part of something that is a value itself")
        tree = below
    if last in tree:
        raise ValueError(f"{key} is both a value and a part of one")
    tree[last] = value


def _lists(tree: Any) -> Any:
    """Objects whose keys are all numbers as lists, in the order of the numbers."""
    if type(tree) is not _Branch and type(tree) is not dict:
        return tree
    made = {key: _lists(value) if type(value) is _Branch else value for key, value in tree.items()}
    if made and all(key.isdecimal() and len(key) < 10 for key in made):
        return [made[key] for key in sorted(made, key=int)]
    return made
